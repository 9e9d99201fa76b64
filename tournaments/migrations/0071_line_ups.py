"""Line-ups of teams for an evening. The SQL of the triggers is in the files beside this one, one statement a paragraph."""

from pathlib import Path

import django.db.models.deletion
import django.utils.timezone
import tournaments.models.ids
from django.db import migrations, models


FUNCTIONS = ('poch_line_up_of_its_season', 'poch_tournaments_lineup_stays',)


def create(apps, schema_editor):
    file = Path(__file__).with_suffix(f'.{schema_editor.connection.vendor}.sql')
    for statement in file.read_text(encoding='utf-8').strip().split('\n\n'):
        schema_editor.execute(statement, params=None)


def drop(apps, schema_editor):
    """Triggers go with their table; functions stay."""
    if schema_editor.connection.vendor == 'postgresql':
        for name in FUNCTIONS:
            schema_editor.execute(f'DROP FUNCTION {name}() CASCADE', params=None)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0070_team_members'),
    ]

    operations = [
        migrations.CreateModel(
            name='LineUp',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='line_ups', to='tournaments.team')),
                ('evening', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='line_ups', to='tournaments.evening')),
                ('handed_in_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.user')),
                ('handed_in_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('revealed_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('team', 'evening'), name='line_up_once_an_evening'),
                ],
            },
        ),
        migrations.RunPython(create, drop),
    ]
