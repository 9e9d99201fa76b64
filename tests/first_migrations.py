"""Make the two first migrations again: the tables of today's models, and the triggers that the code declares.

`.venv/bin/python -m tests.first_migrations` replaces all migrations, until the first release of the program.
A database that somebody has for development must be made again afterwards.
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
TRIGGERS = FOLDER / "0002_triggers.py"
"""It reads the files of SQL beside it, so it is the same for all triggers."""


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
    from tournaments.core.triggers import statements

    source = tables()
    for path in set(FOLDER.glob("0*.py")) - {TRIGGERS}:
        path.unlink()
    (FOLDER / "0001_tables.py").write_text(source, encoding="utf-8")
    for vendor in ("postgresql", "sqlite"):
        text = "\n\n".join(statement.strip() for statement in statements(vendor)) + "\n"
        TRIGGERS.with_suffix(f".{vendor}.sql").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
