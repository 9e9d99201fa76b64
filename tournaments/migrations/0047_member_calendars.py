"""The secret address under which a member's calendar finds all events of the club."""

from django.db import migrations, models

from ._triggers_on_sqlite import keep_triggers

before, after = keep_triggers('member')


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0046_club_pictures'),
    ]

    operations = [
        before,
        migrations.AddField(
            model_name='member',
            name='calendar_digest',
            field=models.CharField(blank=True, help_text="of the secret in the address of this member's calendar feed", max_length=64, null=True, unique=True),
        ),
        after,
    ]
