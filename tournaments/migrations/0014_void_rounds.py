"""Rounds can become void: taken back, closed without a deal, or played again.

SQLite makes the table of the rounds again. That loses its triggers, and it does not allow triggers that name
a missing table. So all triggers that name the table are dropped before and created again afterwards. The SQL
of the changed triggers is in the files beside this one, one statement a paragraph.
"""

import re
from pathlib import Path

from django.db import migrations, models

STEPS_BEFORE = "('drawn', 'published'), ('published', 'playing'), ('published', 'closed'), ('playing', 'closed')"
REFUSAL_BEFORE = 'round_status_moves: a round goes from drawn to published, playing and closed, and never back'
BEFORE = {
    'postgresql': f"""CREATE FUNCTION poch_round_status_moves() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF true THEN
        RAISE EXCEPTION '{REFUSAL_BEFORE}' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER round_status_moves BEFORE UPDATE OF status ON tournaments_round FOR EACH ROW
WHEN (NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN ({STEPS_BEFORE}))
EXECUTE FUNCTION poch_round_status_moves()""",
    'sqlite': f"""CREATE TRIGGER round_status_moves BEFORE UPDATE OF status ON tournaments_round
WHEN NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (VALUES {STEPS_BEFORE})
BEGIN SELECT RAISE(ABORT, '{REFUSAL_BEFORE}'); END""",
}
CHANGED = ('round_status_moves', 'void_round_loses_no_deal', 'void_round_loses_no_deal_later')

IN_OTHERS = (
    ("r.status = 'closed'", "r.status IN ('closed', 'void')"),  # transfers: who gets leftovers
    ("r.status <> 'drawn'", "r.status NOT IN ('drawn', 'void')"),  # seats: of entries that withdrew later
)
FUNCTIONS = ('poch_guard_transfer', 'poch_seat_of_who_may_sit')
"""The functions on PostgreSQL that contain them."""

others = []


def drop(apps, schema_editor):
    """Drop the changed triggers; on SQLite all that name the table of the rounds."""
    if schema_editor.connection.vendor == 'postgresql':
        for name in CHANGED[:2]:
            schema_editor.execute(f'DROP FUNCTION IF EXISTS poch_{name}() CASCADE', params=None)
        return
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY rowid")
        triggers = [row for row in cursor.fetchall() if re.search(r'\btournaments_round\b', row[1])]
    others[:] = [sql for name, sql in triggers if name not in CHANGED]
    for name, _sql in triggers:
        schema_editor.execute(f'DROP TRIGGER {name}', params=None)


def create(apps, schema_editor):
    file = Path(__file__).with_suffix(f'.{schema_editor.connection.vendor}.sql')
    _create(schema_editor, file.read_text(encoding='utf-8'), IN_OTHERS)


def create_before(apps, schema_editor):
    text = BEFORE[schema_editor.connection.vendor]
    _create(schema_editor, text, [(after, before) for before, after in IN_OTHERS])


def _create(schema_editor, text, changes):
    kept = others
    if schema_editor.connection.vendor == 'postgresql':
        with schema_editor.connection.cursor() as cursor:
            cursor.execute('SELECT pg_get_functiondef(oid) FROM pg_proc WHERE proname = ANY (%s)', [[*FUNCTIONS]])
            kept = [row[0] for row in cursor.fetchall()]
    for statement in kept:
        for before, after in changes:
            statement = statement.replace(before, after)
        schema_editor.execute(statement, params=None)
    for statement in text.strip().split('\n\n'):
        schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [('tournaments', '0013_fair_small_tables')]

    operations = [
        migrations.RunPython(drop, create_before),
        migrations.RemoveConstraint(model_name='round', name='round_number_once'),
        migrations.RemoveConstraint(model_name='round', name='round_open_once_in_an_event'),
        migrations.RemoveConstraint(model_name='round', name='round_status_known'),
        migrations.AddField(
            model_name='round',
            name='void_as',
            field=models.CharField(blank=True, choices=[('taken_back', 'taken back'), ('not_played', 'not played'), ('played_again', 'played again')], help_text='why it is void', max_length=12, null=True),
        ),
        migrations.AlterField(
            model_name='round',
            name='status',
            field=models.CharField(choices=[('drawn', 'drawn'), ('published', 'published'), ('playing', 'playing'), ('closed', 'closed'), ('void', 'void')], default='drawn', max_length=10),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(condition=models.Q(('status', 'void'), _negated=True), fields=('event', 'number'), name='round_number_once'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(condition=models.Q(('status__in', ['closed', 'void']), _negated=True), fields=('event',), name='round_open_once_in_an_event'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['drawn', 'published', 'playing', 'closed', 'void'])), name='round_status_known'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('status', 'void'), ('void_as__in', ['taken_back', 'not_played', 'played_again']), ('void_as__isnull', False)), models.Q(models.Q(('status', 'void'), _negated=True), ('void_as__isnull', True)), _connector='OR'), name='round_void_for_a_cause'),
        ),
        migrations.RunPython(create, drop),
    ]
