"""The clocks of rounds.

The SQL of the triggers is in the files beside this one, one statement a paragraph.
"""

from pathlib import Path

import django.db.models.deletion
from django.db import migrations, models



def create(apps, schema_editor):
    file = Path(__file__).with_suffix(f'.{schema_editor.connection.vendor}.sql')
    for statement in file.read_text(encoding='utf-8').strip().split('\n\n'):
        schema_editor.execute(statement, params=None)


def drop(apps, schema_editor):
    """SQLite drops the triggers with their table."""
    if schema_editor.connection.vendor == 'postgresql':
        schema_editor.execute('DROP FUNCTION poch_clock_of_its_event() CASCADE', params=None)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0038_calls'),
    ]

    operations = [
        migrations.CreateModel(
            name='RoundClock',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('started_at', models.DateTimeField()),
                ('seconds', models.PositiveIntegerField(help_text='the length of the round, without pauses')),
                ('warning', models.PositiveIntegerField(db_default=300, default=300, help_text='it warns so many seconds before the end; 0: never')),
                ('paused_at', models.DateTimeField(blank=True, help_text='it stands since then; null: it runs', null=True)),
                ('paused_ms', models.PositiveBigIntegerField(db_default=0, default=0, help_text='milliseconds of the pauses that are over')),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='clock', to='tournaments.event')),
                ('round', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='clock', to='tournaments.round')),
            ],
            options={
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('seconds__range', (60, 36000))), name='clock_in_range'),
                    models.CheckConstraint(condition=models.Q(('warning__lte', 36000)), name='clock_warning_in_range'),
                    models.CheckConstraint(condition=models.Q(('paused_at__isnull', True), ('paused_at__gte', models.F('started_at')), _connector='OR'), name='clock_pauses_after_its_start'),
                ],
            },
        ),
        migrations.RunPython(create, drop),
    ]
