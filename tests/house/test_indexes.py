"""No index is written for nothing."""

from __future__ import annotations

from django.apps import apps
from django.db.models import Model, UniqueConstraint


def _indexes(model: type[Model]) -> dict[str, tuple[str, ...]]:
    """The columns of each index of a model over all of its rows, by its name."""
    constraints = [each for each in model._meta.constraints if isinstance(each, UniqueConstraint)]
    found = {
        each.name: tuple(name.lstrip("-") for name in each.fields)
        for each in (*constraints, *model._meta.indexes)
        if each.condition is None
    }
    for field in model._meta.concrete_fields:
        if field.unique or getattr(field, "db_index", False):
            found[field.name] = (field.name,)
    return found


def test_no_index_is_the_beginning_of_another_one() -> None:
    twins = [
        (model.__name__, name, longer)
        for model in apps.get_app_config("tournaments").get_models()
        for name, columns in _indexes(model).items()
        for longer, others in _indexes(model).items()
        if len(columns) < len(others) and others[: len(columns)] == columns
    ]
    assert twins == []
