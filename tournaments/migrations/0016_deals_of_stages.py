"""Deals by table size, of stages."""

from django.db import migrations, models

from ._triggers_on_sqlite import keep_triggers

CHOICES = [('table', 'the deals at each table'), ('seat', 'how many times everybody deals')]

before, after = keep_triggers('stage')


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0015_deals_of_events'),
    ]

    operations = [
        before,
        migrations.AddField(
            model_name='stage',
            name='deals_per',
            field=models.CharField(choices=CHOICES, db_default='table', default='table', help_text='what its own deals_per_round counts', max_length=5),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.CheckConstraint(condition=models.Q(('deals_per__in', ['table', 'seat'])), name='stage_deals_per_known'),
        ),
        after,
    ]
