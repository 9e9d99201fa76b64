"""Deals by table size, of rounds: how often everybody deals."""

from django.db import migrations, models

from ._triggers_on_sqlite import keep_triggers

before, after = keep_triggers('round')


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0016_deals_of_stages'),
    ]

    operations = [
        before,
        migrations.AddField(
            model_name='round',
            name='deals_each',
            field=models.PositiveSmallIntegerField(blank=True, help_text='how often everybody deals; null: all tables play as many deals', null=True),
        ),
        after,
    ]
