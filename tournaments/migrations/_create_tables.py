"""The operation of the first migration."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation, OperationCategory
from django.db.migrations.operations.models import CreateModel
from django.db.migrations.state import ProjectState


class CreateTables(Operation):
    """Create many tables at once.

    One at a time, Django would render the models of all related tables again for each, which takes seconds.
    """

    serialization_expand_args = ["tables"]
    category = OperationCategory.ADDITION

    def __init__(self, tables: Sequence[CreateModel]) -> None:
        self.tables = tables

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        new = ProjectState()
        for table in self.tables:
            table.state_forwards(app_label, new)
        state.models.update(new.models)
        state.reload_models(list(new.models), delay=False)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        for table in self.tables:
            model = to_state.apps.get_model(app_label, table.name)
            if self.allow_migrate_model(schema_editor.connection.alias, model):
                schema_editor.create_model(model)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        for table in self.tables:
            model = from_state.apps.get_model(app_label, table.name)
            if self.allow_migrate_model(schema_editor.connection.alias, model):
                schema_editor.delete_model(model)

    def describe(self) -> str:
        return f"Create {len(self.tables)} tables"
