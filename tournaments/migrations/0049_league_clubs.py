"""Other clubs that take part in a league, by their consent. The SQL of the triggers is in the files beside this one, one statement a paragraph."""

from pathlib import Path

import django.db.models.deletion
import django.utils.timezone
import tournaments.models.ids
from django.conf import settings
from django.db import migrations, models


FUNCTIONS = ('poch_club_of_another_league', 'poch_tournaments_leagueclub_stays')


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
        ('tournaments', '0048_leagues'),
    ]

    operations = [
        migrations.CreateModel(
            name='LeagueClub',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='clubs', to='tournaments.league')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='leagues_joined', to='tournaments.club')),
                ('asked_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('asked_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('agreed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('agreed_at', models.DateTimeField(blank=True, null=True)),
                ('left_at', models.DateTimeField(blank=True, help_text='also: when it declined', null=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('left_at__isnull', True)), fields=('league', 'club'), name='club_once_in_a_league')],
            },
        ),
        migrations.RunPython(create, drop),
    ]
