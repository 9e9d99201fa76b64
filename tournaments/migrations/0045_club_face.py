"""The colour, the links and the picture of a club."""

from django.db import migrations, models

from ._triggers_on_sqlite import keep_triggers

before, after = keep_triggers('club')


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0043_story'),
    ]

    operations = [
        before,
        migrations.AddField(
            model_name='club',
            name='accent',
            field=models.CharField(blank=True, db_default='', default='', help_text='its colour, as #rrggbb', max_length=7),
        ),
        migrations.AddField(
            model_name='club',
            name='links',
            field=models.JSONField(blank=True, db_default=[], default=list, help_text='each with title and url'),
        ),
        migrations.AddField(
            model_name='club',
            name='picture',
            field=models.CharField(blank=True, db_default='', default='', help_text='the digest of its ClubPicture', max_length=64),
        ),
        migrations.AddConstraint(
            model_name='club',
            constraint=models.CheckConstraint(condition=models.Q(('accent', ''), ('accent__startswith', '#'), _connector='OR'), name='club_accent_is_a_colour'),
        ),
        after,
    ]
