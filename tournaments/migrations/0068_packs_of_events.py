"""The pack of cards of an event that has another one than its club."""

from django.db import migrations, models

from ._triggers_on_sqlite import keep_triggers

before, after = keep_triggers('event')


class Migration(migrations.Migration):
    dependencies = [('tournaments', '0067_packs_of_clubs')]

    operations = [
        before,
        migrations.AddField(
            model_name='event',
            name='pack',
            field=models.CharField(blank=True, choices=[('french', 'French suits'), ('german', 'German suits')], db_default='', default='', help_text='the cards that people see; empty: those of the club', max_length=10),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('pack__in', ['', 'french', 'german'])), name='event_pack_known'),
        ),
        after,
    ]
