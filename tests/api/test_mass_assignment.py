"""A body sets the fields of its shape only: every other field of every table is refused, not ignored."""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from django.db import transaction

from tests.api.contract import operation_of, schema
from tests.api.world import World, filled
from tests.rights import Row, content, rows_of

pytestmark = pytest.mark.django_db

FIELDS = {
    name
    for model in apps.get_models()
    for field in model._meta.get_fields()
    for name in (field.name, getattr(field, "attname", field.name))
}
"""The names of all columns and references: `club`, `role`, `is_staff`, `version`, ..."""

WRITES = [row for row in rows_of("api") if row.body is not None and row.who_may()]


def shape_of(row: Row, path: str) -> set[str]:
    """Return the fields that the OpenAPI document allows in the body."""
    described = operation_of(row.method, path).get("requestBody")
    if described is None:
        return set()
    body = described["content"]["application/json"]["schema"]
    name = body.get("$ref", "").rpartition("/")[2]
    return set((schema()["components"]["schemas"][name] if name else body).get("properties", ()))


def test_no_body_sets_a_field_outside_of_its_shape(world: World) -> None:
    assert {"club", "club_id", "role", "is_staff", "version", "chips"} <= FIELDS
    accepted: dict[str, set[str]] = {}
    before = content()
    for row in WRITES:
        path = world.fill(row.address)
        foreign = FIELDS - shape_of(row, path)
        body: dict[str, Any] = filled(row.body, world.names) | dict.fromkeys(foreign, 1)
        headers = {"If-Match": "*"} if row.method == "PATCH" or path.endswith("/correction/") else {}
        with transaction.atomic():
            answer = world.callers[row.who_may()[0]].send(row.method, path, body, **headers)
            refused = {error["pointer"] for error in answer.json().get("errors", ())}
            if answer.status_code != 400 or (missed := {f"/{name}" for name in foreign} - refused):
                accepted[str(row)] = missed if answer.status_code == 400 else {str(answer.status_code)}
            transaction.set_rollback(True)
    assert accepted == {}
    assert content() == before
