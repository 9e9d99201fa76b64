"""The pack of cards that people see: of a club, and of an event that has another one."""

from django.db import migrations, models

from ._triggers_on_sqlite import keep_triggers

before, after = keep_triggers('club', 'event')


class Migration(migrations.Migration):
    dependencies = [('tournaments', '0066_practices')]

    operations = [
        before,
        migrations.AddField(
            model_name='club',
            name='pack',
            field=models.CharField(choices=[('french', 'French suits'), ('german', 'German suits')], db_default='french', default='french', help_text='the cards that people see', max_length=10),
        ),
        migrations.AddField(
            model_name='event',
            name='pack',
            field=models.CharField(blank=True, choices=[('french', 'French suits'), ('german', 'German suits')], db_default='', default='', help_text='the cards that people see; empty: those of the club', max_length=10),
        ),
        migrations.AddConstraint(
            model_name='club',
            constraint=models.CheckConstraint(condition=models.Q(('pack__in', ['french', 'german'])), name='club_pack_known'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('pack__in', ['', 'french', 'german'])), name='event_pack_known'),
        ),
        after,
    ]
