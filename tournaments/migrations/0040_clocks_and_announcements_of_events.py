"""The clock that the rounds of an event have, and what its pages announce."""

from django.db import migrations, models

from ._triggers_on_sqlite import keep_triggers

before, after = keep_triggers('event')


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0039_round_clocks'),
    ]

    operations = [
        before,
        migrations.AddField(
            model_name='event',
            name='announced_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='event',
            name='announced_until',
            field=models.DateTimeField(blank=True, help_text='null: until somebody takes it down', null=True),
        ),
        migrations.AddField(
            model_name='event',
            name='announcement',
            field=models.CharField(blank=True, db_default='', default='', help_text='what all pages of the event show', max_length=500),
        ),
        migrations.AddField(
            model_name='event',
            name='clock_at_publishing',
            field=models.BooleanField(db_default=False, default=False, help_text='publishing a round starts its clock'),
        ),
        migrations.AddField(
            model_name='event',
            name='clock_minutes',
            field=models.PositiveSmallIntegerField(blank=True, help_text='the length of a round on its clock; null: the director says it', null=True),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('clock_minutes__isnull', True), ('clock_minutes__range', (1, 600)), _connector='OR'), models.Q(('clock_at_publishing', False), ('clock_minutes__isnull', False), _connector='OR')), name='event_clock_in_range'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('announced_at__isnull', True), ('announced_until__isnull', True), ('announcement', '')), models.Q(models.Q(('announcement', ''), _negated=True), ('announced_at__isnull', False)), _connector='OR'), name='event_announcement_has_its_time'),
        ),
        after,
    ]
