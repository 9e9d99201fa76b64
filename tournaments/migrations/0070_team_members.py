"""Members of teams. The SQL of the triggers is in the files beside this one, one statement a paragraph."""

from pathlib import Path

import django.db.models.deletion
import django.utils.timezone
import tournaments.models.ids
from django.db import migrations, models


FUNCTIONS = ('poch_team_member_of_its_season', 'poch_tournaments_teammember_stays',)


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
        ('tournaments', '0069_teams'),
    ]

    operations = [
        migrations.CreateModel(
            name='TeamMember',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournaments.team')),
                ('member', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='in_team', to='tournaments.seasonmember')),
                ('joined', models.PositiveSmallIntegerField(default=1, help_text='the number of the first evening on which they can play for the team')),
                ('left', models.PositiveSmallIntegerField(blank=True, help_text='the number of the last one; 0: none at all; null: until the end', null=True)),
                ('captain', models.BooleanField(default=False)),
                ('added_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                'ordering': ['added_at', 'id'],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('captain', True)), fields=('team',), name='captain_once_in_a_team'),
                    models.CheckConstraint(condition=models.Q(('captain', False), ('left__isnull', True), _connector='OR'), name='captain_has_not_left'),
                ],
            },
        ),
        migrations.RunPython(create, drop),
    ]
