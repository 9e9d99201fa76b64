"""Prizes of events."""

from django.db import migrations, models

from ._triggers_on_sqlite import keep_triggers

before, after = keep_triggers('event')


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0021_occupants'),
    ]

    operations = [
        before,
        migrations.AddField(
            model_name='event',
            name='prizes',
            field=models.JSONField(blank=True, db_default={}, default=dict, help_text='what there is to win (`rules.prizes.PrizeList`)'),
        ),
        after,
    ]
