"""Deals by table size, of events: everybody deals so many times, or every table plays so many deals.

Each table has a migration of its own: one that locked two tables could wait for a reader that waits for it.
"""

from django.db import migrations, models

from ._triggers_on_sqlite import keep_triggers

CHOICES = [('table', 'the deals at each table'), ('seat', 'how many times everybody deals')]

before, after = keep_triggers('event')


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
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('deals_per__in', ['table', 'seat'])), name='event_deals_per_known'),
        ),
        after,
    ]
