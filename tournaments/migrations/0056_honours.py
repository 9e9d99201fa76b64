"""What members had at the end of a season. The SQL of the triggers is in the files beside this one, one statement a paragraph."""

from pathlib import Path

import django.db.models.deletion
import django.utils.timezone
import tournaments.models.ids
from django.db import migrations, models


FUNCTIONS = ('poch_tournaments_honour_stays',)


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
        ('tournaments', '0055_credits'),
    ]

    operations = [
        migrations.CreateModel(
            name='Honour',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('member', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='honour', to='tournaments.seasonmember')),
                ('division', models.CharField(blank=True, default='', max_length=100)),
                ('place', models.PositiveIntegerField(blank=True, help_text='null: too few evenings', null=True)),
                ('points', models.BigIntegerField(help_text='in the table, in thousandths')),
                ('finalist', models.BooleanField(default=False, help_text='the final made the place')),
                ('move', models.CharField(blank=True, default='', help_text='a reason of `rules.season`', max_length=20)),
                ('next_division', models.CharField(blank=True, default='', max_length=100)),
                ('at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                'constraints': [],
            },
        ),
        migrations.RunPython(create, drop),
    ]
