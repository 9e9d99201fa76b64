"""The tables of seasons. The SQL of the triggers is in the files beside this one, one statement a paragraph."""

from pathlib import Path

import django.db.models.deletion
import django.utils.timezone
import tournaments.models.ids
from django.db import migrations, models


FUNCTIONS = ('poch_season_standing_of_its_season', 'poch_tournaments_seasonstanding_stays')


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
        ('tournaments', '0057_evening_worths'),
    ]

    operations = [
        migrations.CreateModel(
            name='SeasonStanding',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='standings', to='tournaments.season')),
                ('version', models.PositiveBigIntegerField(help_text='the version of the season that it covers')),
                ('covers', models.JSONField(help_text='the version of each event that counts, by its id')),
                ('tables', models.JSONField(help_text='one for each division: see `services.seasons.tables`')),
                ('moves', models.JSONField(default=list, help_text='who moved since the version before')),
                ('method', models.PositiveSmallIntegerField(help_text='the SEASON_METHOD that computed it')),
                ('computed_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('season', 'version'), name='season_standing_once_for_a_version')],
            },
        ),
        migrations.RunPython(create, drop),
    ]
