"""Make the two first migrations again: the tables of today's models, and the triggers that the code declares.

`.venv/bin/python -m tests.first_migrations` replaces all migrations, until the first release of the program.
A database that somebody has for development must be made anew afterwards.
"""

from __future__ import annotations

import os
from pathlib import Path

import django
from django.apps import apps
from django.db.migrations import CreateModel, Migration
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ModelState
from django.db.migrations.writer import MigrationWriter
from django.db.models import Model

from tournaments.migrations._create_tables import CreateTables

FOLDER = Path(__file__).resolve().parents[1] / "tournaments" / "migrations"
TRIGGERS = '''\
"""Create the triggers that hold the constraints which SQL has no other form for.

Their SQL is in the files beside this one, one statement a paragraph. See `tournaments/models/triggers`.
"""

import re
from pathlib import Path

from django.db import migrations


def sql(schema_editor):
    file = Path(__file__).with_suffix(f'.{schema_editor.connection.vendor}.sql')
    return file.read_text(encoding='utf-8').strip()


def create(apps, schema_editor):
    for statement in sql(schema_editor).split('\\n\\n'):
        schema_editor.execute(statement, params=None)


def drop(apps, schema_editor):
    if schema_editor.connection.vendor == 'postgresql':
        for name in re.findall(r'CREATE FUNCTION (\\w+)', sql(schema_editor)):
            schema_editor.execute(f'DROP FUNCTION {name}() CASCADE', params=None)
    else:
        for name in re.findall(r'CREATE TRIGGER (\\w+)', sql(schema_editor)):
            schema_editor.execute(f'DROP TRIGGER {name}', params=None)


class Migration(migrations.Migration):
    dependencies = [('tournaments', '0001_tables')]

    operations = [migrations.RunPython(create, drop)]
'''


def tables() -> str:
    """Return the source of the migration that creates all tables, with their indexes and constraints.

    (Django's `makemigrations` adds each constraint later, for which SQLite makes the whole table again.)
    """
    models = apps.get_app_config("tournaments").get_models()
    operations = [CreateTables([_creation(model) for model in models])]
    needed = MigrationLoader(None).graph.leaf_nodes("auth")  # users have its groups
    attributes = {"initial": True, "dependencies": needed, "operations": operations}
    migration = type("Migration", (Migration,), attributes)("0001_tables", "tournaments")
    return MigrationWriter(migration, include_header=False).as_string()


def _creation(model: type[Model]) -> CreateModel:
    state = ModelState.from_model(model)
    options = {name: value for name, value in state.options.items() if value}
    return CreateModel(state.name, list(state.fields.items()), options, state.bases, state.managers)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pochleague.settings")
    django.setup()
    from tournaments.models.triggers import statements

    for path in FOLDER.glob("0*"):
        path.unlink()
    (FOLDER / "0001_tables.py").write_text(tables(), encoding="utf-8")
    (FOLDER / "0002_triggers.py").write_text(TRIGGERS, encoding="utf-8")
    for vendor in ("postgresql", "sqlite"):
        text = "\n\n".join(statement.strip() for statement in statements(vendor)) + "\n"
        (FOLDER / f"0002_triggers.{vendor}.sql").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
