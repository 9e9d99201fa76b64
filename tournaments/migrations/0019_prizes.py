"""Prizes of events, tags of entries, and the chips that stay on the boards."""

from django.db import migrations, models

from ._triggers_on_sqlite import keep_triggers

before, after = keep_triggers('event', 'entry', 'standing')


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0018_occupants'),
    ]

    operations = [
        before,
        migrations.AddField(
            model_name='event',
            name='prizes',
            field=models.JSONField(blank=True, db_default={}, default=dict, help_text='what there is to win (`rules.prizes.PrizeList`)'),
        ),
        migrations.AddField(
            model_name='entry',
            name='tags',
            field=models.JSONField(blank=True, db_default=[], default=list, help_text='such as “newcomer”, for prizes; only members see them'),
        ),
        migrations.AddField(
            model_name='standing',
            name='on_boards',
            field=models.BigIntegerField(db_default=0, default=0, help_text='chips in the pools of its rounds: minus the sum of all net chips'),
        ),
        after,
    ]
