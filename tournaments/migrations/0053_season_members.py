"""Who takes part in a season. The SQL of the triggers is in the files beside this one, one statement a paragraph."""

from pathlib import Path

import django.db.models.deletion
import django.utils.timezone
import tournaments.models.ids
from django.db import migrations, models


FUNCTIONS = ('poch_season_member_of_its_league', 'poch_tournaments_seasonmember_stays')


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
        ('tournaments', '0052_evenings'),
    ]

    operations = [
        migrations.CreateModel(
            name='SeasonMember',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='members', to='tournaments.season')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seasons', to='tournaments.player')),
                ('through', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='members', to='tournaments.leagueclub')),
                ('division', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='members', to='tournaments.division')),
                ('position', models.PositiveIntegerField(help_text='the order in which equal ones are listed')),
                ('status', models.CharField(choices=[('active', 'active'), ('reserve', 'reserve'), ('withdrawn', 'withdrawn')], default='active', max_length=10)),
                ('joined', models.PositiveSmallIntegerField(default=1, help_text='the number of the first evening that they could play')),
                ('left', models.PositiveSmallIntegerField(blank=True, help_text='withdrawn: the number of the last one; null: before all', null=True)),
                ('start', models.BigIntegerField(default=0, help_text='start points, in thousandths')),
                ('added_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                'ordering': ['position', 'id'],
                'constraints': [models.UniqueConstraint(fields=('season', 'player'), name='player_once_in_a_season'), models.CheckConstraint(condition=models.Q(('status__in', ['active', 'reserve', 'withdrawn'])), name='season_member_status_known'), models.CheckConstraint(condition=models.Q(('left__isnull', True), ('status', 'withdrawn'), _connector='OR'), name='who_left_has_withdrawn')],
            },
        ),
        migrations.RunPython(create, drop),
    ]
