"""Events within seasons. The SQL of the triggers is in the files beside this one, one statement a paragraph."""

from pathlib import Path

import django.db.models.deletion
import django.utils.timezone
import tournaments.models.ids
from django.db import migrations, models


FUNCTIONS = ('poch_evening_of_its_league', 'poch_tournaments_evening_stays')


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
        ('tournaments', '0051_divisions'),
    ]

    operations = [
        migrations.CreateModel(
            name='Evening',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='evenings', to='tournaments.season')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='evenings', to='tournaments.event')),
                ('through', models.ForeignKey(blank=True, help_text='the consent of its club; null: it is an event of the club of the league', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='evenings', to='tournaments.leagueclub')),
                ('division', models.ForeignKey(blank=True, help_text='null: of all divisions', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='evenings', to='tournaments.division')),
                ('number', models.PositiveSmallIntegerField(help_text='its place in the calendar; divisions may share one')),
                ('kind', models.CharField(choices=[('counting', 'counts for the table'), ('final', 'final'), ('friendly', 'counts for nothing')], default='counting', max_length=10)),
                ('weight', models.DecimalField(decimal_places=3, default=1, max_digits=6)),
                ('counts', models.CharField(choices=[('standing', 'its final standing'), ('stage', 'one of its stages'), ('rounds', 'the sum of all its rounds')], default='standing', max_length=10)),
                ('stage', models.PositiveSmallIntegerField(blank=True, help_text='the number of that stage', null=True)),
                ('start_given', models.BooleanField(default=False, help_text='of a final: its players have the points that they take along')),
                ('added_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('over_at', models.DateTimeField(blank=True, help_text='when its event was finished first; it counts since then, also while it is reopened', null=True)),
            ],
            options={
                'ordering': ['number', 'id'],
                'constraints': [models.UniqueConstraint(fields=('season', 'event'), name='event_once_in_a_season'), models.CheckConstraint(condition=models.Q(('kind__in', ['counting', 'final', 'friendly'])), name='evening_kind_known'), models.CheckConstraint(condition=models.Q(('weight__gt', 0)), name='evening_weighs_something'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='evening_number_from_one'), models.CheckConstraint(condition=models.Q(models.Q(('counts', 'stage'), ('stage__isnull', False)), models.Q(('counts__in', ['standing', 'rounds']), ('stage__isnull', True)), _connector='OR'), name='evening_counts_a_stage_or_all')],
            },
        ),
        migrations.RunPython(create, drop),
    ]
