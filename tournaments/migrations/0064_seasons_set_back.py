"""A running season can become a draft again: the trigger on the table of seasons that orders its statuses."""

from django.db import migrations

WHY = 'a season goes from draft to open, running and finished, and back from finished to running, from running to draft'
WHY_BEFORE = 'a season goes from draft to open, running and finished, and only from finished back to running'
STEPS = "('draft', 'open'), ('draft', 'running'), ('open', 'running'), ('running', 'finished'), ('finished', 'running')"

POSTGRESQL = """
CREATE FUNCTION poch_season_status_moves() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF true THEN
        RAISE EXCEPTION 'season_status_moves: %s' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER season_status_moves BEFORE UPDATE OF status ON tournaments_season FOR EACH ROW
WHEN (NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (%s))
EXECUTE FUNCTION poch_season_status_moves()
"""
SQLITE = """
CREATE TRIGGER season_status_moves BEFORE UPDATE OF status ON tournaments_season
WHEN NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (VALUES %s)
BEGIN SELECT RAISE(ABORT, 'season_status_moves: %s'); END
"""


def _replace(schema_editor, why, steps):
    if schema_editor.connection.vendor == 'postgresql':
        schema_editor.execute('DROP FUNCTION poch_season_status_moves() CASCADE', params=None)
        text = POSTGRESQL % (why, steps)
    else:
        schema_editor.execute('DROP TRIGGER season_status_moves', params=None)
        text = SQLITE % (steps, why)
    for statement in text.strip().split('\n\n'):
        schema_editor.execute(statement, params=None)


def forwards(apps, schema_editor):
    _replace(schema_editor, WHY, f"{STEPS}, ('running', 'draft')")


def backwards(apps, schema_editor):
    _replace(schema_editor, WHY_BEFORE, STEPS)


class Migration(migrations.Migration):
    dependencies = [('tournaments', '0063_links_of_members_set_aside')]

    operations = [migrations.RunPython(forwards, backwards)]
