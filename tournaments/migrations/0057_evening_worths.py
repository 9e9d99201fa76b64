"""What evenings give their players, kept. The SQL of the triggers is in the files beside this one, one statement a paragraph."""

from pathlib import Path

import django.db.models.deletion
import tournaments.models.ids
from django.db import migrations, models


FUNCTIONS = ('poch_tournaments_eveningworth_stays',)


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
        ('tournaments', '0056_honours'),
    ]

    operations = [
        migrations.CreateModel(
            name='EveningWorth',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('evening', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='worth', to='tournaments.evening')),
                ('version', models.PositiveBigIntegerField(help_text='the version of the event that it covers')),
                ('key', models.CharField(help_text='what it depends on besides the event, as a digest', max_length=64)),
                ('data', models.JSONField()),
            ],
            options={
                'constraints': [],
            },
        ),
        migrations.RunPython(create, drop),
    ]
