"""The constraints that only triggers can hold; see tournaments/models/triggers.py."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from tournaments.models import triggers


def install(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in triggers.statements(schema_editor.connection.vendor):
        schema_editor.execute(statement, params=None)


def remove(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in triggers.drop_statements(schema_editor.connection.vendor):
        schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [migrations.RunPython(install, remove)]
