"""Compares responses with the committed OpenAPI document."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

COMMITTED = Path(__file__).parents[2] / "api" / "openapi.yaml"


@cache
def schema() -> dict[str, Any]:
    """The committed document."""
    loaded: dict[str, Any] = yaml.load(COMMITTED.read_text(), Loader=yaml.CSafeLoader)
    return loaded


def breaches(method: str, path: str, answer: Any) -> list[str]:
    """Return the differences between a response to this request and the document."""
    return breaches_of(operation_of(method, path), answer)


def breaches_of(operation: dict[str, Any], answer: Any) -> list[str]:
    """Return the differences between a response of this operation and the document."""
    described = response_of(operation, str(answer.status_code))
    if described is None:
        return [f"status {answer.status_code} is not in the schema"]
    if "content" not in described:
        return ["a body that is not in the schema"] if answer.content else []
    media_type = answer.headers["Content-Type"]
    if media_type not in described["content"]:
        return [f"media type {media_type} is not in the schema"]
    if not media_type.endswith(("/json", "+json")):
        return []  # no JSON: a file, or a stream
    judge = Draft202012Validator(
        {**_as_json_schema(described["content"][media_type]["schema"]), "components": _components()}
    )
    return [f"{error.json_path}: {error.message[:200]}" for error in judge.iter_errors(answer.json())]


def response_of(operation: dict[str, Any], status: str) -> dict[str, Any] | None:
    """Return the description of a response, also if it is shared; None if the operation does not have it."""
    described: dict[str, Any] | None = operation["responses"].get(status)
    if described and "$ref" in described:
        shared: dict[str, Any] = schema()["components"]["responses"][described["$ref"].rpartition("/")[2]]
        return shared
    return described


def operation_of(method: str, path: str) -> dict[str, Any]:
    """Return the operation for a method and a path under `/api/v1`."""
    for template, methods in schema()["paths"].items():
        pattern = re.sub(r"\{\w+\}", "[^/]+", template)
        if re.fullmatch(pattern, f"/api/v1{path}") and method.lower() in methods:
            operation: dict[str, Any] = methods[method.lower()]
            return operation
    raise LookupError(f"{method} {path} is not in the schema")


@cache
def _components() -> Any:
    return _as_json_schema(schema()["components"])


def _as_json_schema(part: Any) -> Any:
    """Translate OpenAPI 3.0 to JSON Schema: `nullable` becomes one more type."""
    if isinstance(part, list):
        return [_as_json_schema(item) for item in part]
    if not isinstance(part, dict):
        return part
    if "allOf" in part:
        part = {**part, **_merged(part["allOf"])}
        del part["allOf"]
    plain = {key: _as_json_schema(value) for key, value in part.items() if key != "nullable"}
    if part.get("nullable") is True and "type" in plain:
        return {"anyOf": [plain, {"type": "null"}]}
    if "properties" in plain:
        # A response must not have fields that the document does not have.
        plain.setdefault("additionalProperties", False)
    return plain


def _merged(parts: list[Any]) -> dict[str, Any]:
    """Merge the schemas of several objects into one."""
    whole: dict[str, Any] = {"type": "object", "properties": {}, "required": []}
    for part in parts:
        name = part.get("$ref", "").rpartition("/")[2]
        part_schema = schema()["components"]["schemas"][name] if name else part
        whole["properties"] |= part_schema["properties"]
        whole["required"] += part_schema.get("required", [])
    return whole
