"""Deals by table size: everybody deals so many times, or every table plays so many deals."""

from django.db import migrations, models

from ._triggers_on_sqlite import keep_triggers

CHOICES = [('table', 'the deals at each table'), ('seat', 'how many times everybody deals')]

before, after = keep_triggers('event', 'stage', 'table')


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0014_void_rounds'),
    ]

    operations = [
        before,
        migrations.AddField(
            model_name='event',
            name='deals_per',
            field=models.CharField(choices=CHOICES, db_default='table', default='table', help_text='what deals_per_round counts', max_length=5),
        ),
        migrations.AddField(
            model_name='stage',
            name='deals_per',
            field=models.CharField(choices=CHOICES, db_default='table', default='table', help_text='what its own deals_per_round counts', max_length=5),
        ),
        migrations.AddField(
            model_name='round',
            name='deals_each',
            field=models.PositiveSmallIntegerField(blank=True, help_text='how often everybody deals; null: all tables play as many deals', null=True),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('deals_per__in', ['table', 'seat'])), name='event_deals_per_known'),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.CheckConstraint(condition=models.Q(('deals_per__in', ['table', 'seat'])), name='stage_deals_per_known'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(('deals_planned__gte', 1), ('deals_planned__lte', 200)), name='table_deals_in_range'),
        ),
        after,
    ]
