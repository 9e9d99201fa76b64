"""The OpenAPI document, generated from the declarations of the routes (`api.resources`), and its examples."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from copy import deepcopy
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from drf_spectacular.contrib.pydantic import PydanticExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers

from api import codes, messages
from api.formats import COMPONENTS, WithoutMadeUpTitles
from api.methods import Method
from api.problems import MEDIA_TYPE, Problem
from api.resources import Collection, Item, Resource
from api.retries import KEY_PATTERN
from api.rights import Right
from api.shapes import Nothing, Part, Shape

# ---- Examples for the OpenAPI document, by operation: request bodies (`body`) and responses (by status).
#
# `examples.json` is written by hand. The tests send every body.


FOLDER = Path(__file__).parent


@cache
def examples() -> dict[str, dict[str, dict[str, Any]]]:
    """The examples with a name, by operation and place."""
    named: dict[str, dict[str, dict[str, Any]]] = json.loads((FOLDER / "examples.json").read_text())
    evening = json.loads((FOLDER / "an_evening.json").read_text())
    season = json.loads((FOLDER / "a_season.json").read_text())
    named["clubs_events_import"] = {"body": {"one table, one deal": evening}}
    named["clubs_seasons_import"] = {"body": {"one evening of three people": season}}
    return named


THINGS = (
    *("tables", "bulk", "claims", "counts", "corrections", "cards", "standings", "needs", "live", "events"),
    *("entries", "replies", "prizes", "stages", "rounds", "desk", "draw", "leagues", "seasons", "evenings"),
    *("teams", "season_standings", "season_outlooks", "people", "simulations", "documents", "clubs"),
    *("ratings", "faces", "webhooks", "messages", "rules", "docs"),
)
"""The modules with routes. Each is a group of the document, in this order, with its docstring."""

VERBS = {"POST": "create", "PUT": "put", "PATCH": "edit", "DELETE": "remove"}

HEADERS = {
    "ETag": "The version of the resource.",
    "Idempotency-Replayed": "`true`: this is the stored response to an earlier request with the same "
    "`Idempotency-Key`. Nothing was done again.",
    "Link": 'The next page, if there is one: `<...>; rel="next"`.',
    "Location": "The address of the new resource.",
    "RateLimit": 'The remaining quota: `"reads";r=599;t=42` means 599 requests in the next 42 seconds.',
    "RateLimit-Policy": 'The quota: `"reads";q=600;w=60` means 600 requests in 60 seconds.',
    "Retry-After": "Wait this number of seconds before you try again.",
}
"""Response headers, under `components/headers`."""

REFUSAL_HEADERS = {
    409: ["Retry-After"],
    412: ["ETag"],
    429: ["RateLimit", "RateLimit-Policy", "Retry-After"],
    503: ["Retry-After"],
}
"""The headers of refusals. 409 has its header only while the first request with the same key is running."""

IDEMPOTENCY_KEY = (
    "Makes a retry safe: 1 to 255 visible ASCII characters, such as a new UUID. The same key with the same "
    "request returns the same response for 7 days. With a different request it returns 422, and while the "
    "first request is still running 409."
)

TRIAL = (
    "With `dry_run=true`: the response that the request would get, plus `dry_run`. Nothing has been stored."
)

_EMPTY_TRIAL = {
    "schema": {"type": "object", "properties": {"dry_run": {"type": "boolean"}}, "required": ["dry_run"]},
    "examples": {"dry run": {"value": {"dry_run": True}}},
}
"""The response to a dry run of a method whose real response is empty."""

_TRIAL_FIELD = {"type": "boolean", "description": "Always true. Only the responses to dry runs have it."}

ACCESS = {
    Right.NONE: "Open to everybody.",
    Right.READ: "Public things are open to everybody. Others need a key of the club, with any scope.",
    Right.KEY: "Needs a key, with any scope.",
    **{right: f"Needs a key with the scope `{right.value}`." for right in Right if right.is_scope},
}


class RouteSchema(AutoSchema):
    """Reads the methods and the shape of a route."""

    view: Resource  # type: ignore[override]

    @property
    def _does(self) -> Method:
        return self.view.methods[self.method]

    def get_operation_id(self) -> str:
        words = [word.replace("-", "_") for word in self._tokenize_path()]
        if self.method == "GET":
            alone = "get" if self.path.endswith("}/") else "read"
            verb = "list" if isinstance(self.view, Collection) else alone
        elif self.method == "POST" and not (isinstance(self.view, Collection) and self._does.status == 201):
            return "_".join(words)  # the path ends with the verb: events/start
        else:
            verb = VERBS[self.method]
        return "_".join([*words, verb])

    def get_summary(self) -> str:
        """Return the first line of the method's docstring."""
        return self._docstring()[0].rstrip(".")

    def get_description(self) -> str:  # type: ignore[override]
        text = "\n\n".join(self._docstring()[1:])
        return f"{text}\n\n{ACCESS[self._does.right]}".strip()

    def get_tags(self) -> list[str]:
        return [self.view.__module__.rpartition(".")[2]]

    def get_serializer_name(self, serializer: serializers.Serializer[Any], _direction: Any) -> str:
        return component_name(type(serializer))

    def get_auth(self) -> list[dict[str, Any]]:
        super().get_auth()  # adds `key` to the security schemes of the document
        right = self._does.right
        if right == Right.NONE:
            return []
        return [{"key": []}] if right.needs_key else [{"key": []}, {}]

    def get_override_parameters(self) -> list[Any]:
        query = self.view.query_shape(self.method)
        parameters: list[Any] = [query] if query().fields else []
        if self.method == "GET" and isinstance(self.view, Item | Collection):
            parameters.append(_header("If-None-Match", "An ETag. 304 if it is still the present version."))
        elif self.method in self.view.guarded:
            text = "The ETag of the version that you have read, or `*`. 412 if the version is stale."
            parameters.append(_header("If-Match", text, required=True))
        elif self.method != "GET" and isinstance(self.view, Item):
            parameters.append(_header("If-Match", "An ETag. 412 if the version is stale."))
        if self.method == "POST" and self.view.remembers:
            parameters.append(_header("Idempotency-Key", IDEMPOTENCY_KEY, pattern=KEY_PATTERN))
        return parameters

    def get_request_serializer(self) -> Any:
        body = self._does.body
        return None if body is Nothing else body

    def get_response_serializers(self) -> Any:
        does, shape = self._does, self.view.shape
        if does.answers is not None:
            return dict(does.answers)
        if does.status == 204:
            return {204: None}
        if isinstance(self.view, Collection) and self.method == "GET":
            return {200: _page(shape)}
        return {does.status: shape}

    def _is_list_view(self, _serializer: Any = None) -> bool:
        # A list is an object here: {"results": [...], "next": ...}.
        return False

    def _map_serializer_field(self, field: Any, direction: Any, *args: Any, **kwargs: Any) -> Any:
        """Add the bounds and defaults that belong to the verbs (`api.shapes`)."""
        if isinstance(field, Part):
            return dict(self.resolve_serializer(field.model, direction).ref)  # type: ignore[arg-type]  # by OfModel
        described = super()._map_serializer_field(field, direction, *args, **kwargs)  # type: ignore[no-untyped-call]
        described.update(getattr(field, "stated", {}))
        defaults = getattr(field.parent, "defaults", {})
        if direction == "request" and field.field_name in defaults:
            described["default"] = defaults[field.field_name]
        return described

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        """Return the operation with its refusals, headers and examples."""
        operation = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        responses = operation["responses"]
        self.resolve_serializer(Problem, "response")  # adds the component `Problem`
        self._add_trial(responses)
        if self.method == "GET" and isinstance(self.view, Item | Collection):
            responses["304"] = {"description": "The version in `If-None-Match` is still the present one."}
        for status, response in responses.items():
            if headers := self._headers(int(status)):
                response["headers"] = _header_refs(headers)
            # OpenAPI 3.1 cannot describe the parts of a stream. The description does it in words.
            response.get("content", {}).get("text/event-stream", {}).pop("schema", None)
        self._add_examples(operation)
        for status in self._refusals():
            responses[str(status)] = self._refusal(operation["operationId"], status)
        operation["responses"] = dict(sorted(responses.items()))
        right = self._does.right
        if right != Right.NONE:
            operation["x-scope"] = right.value
        return operation

    def _headers(self, status: int) -> list[str]:
        """Return the names of the headers of a response with this status."""
        view, names = self.view, set[str]()
        if status < 300:  # other responses have them too, undocumented
            names |= {"RateLimit", "RateLimit-Policy"}
        if status in (200, 201, 304) and (
            isinstance(view, Item)
            or (isinstance(view, Collection) and (self.method == "GET" or self._does.status == 201))
        ):
            names.add("ETag")
        if status == 200 and isinstance(view, Collection) and self.method == "GET":
            names.add("Link")
        if status in (201, 202):
            names.add("Location")
        if status < 300 and self.method == "POST" and view.remembers:
            names.add("Idempotency-Replayed")
        return sorted(names - set(self._does.without if status in (200, 201) else ()))

    def _refusals(self) -> list[int]:
        right = self._does.right
        refusals = [400, 401]  # a bad key is refused even where no key is needed
        if right.needs_key:
            refusals.append(403)
        if "{" in self.path:
            refusals.append(404)
        if self.method != "GET" and right.needs_key:
            refusals += [409, 412]
        if self.method in ("POST", "PUT", "PATCH"):
            refusals += [413, 415, 422]
        if self.method in self.view.guarded:
            refusals.append(428)
        return sorted({*refusals, 429, 503, *self.view.also_refuses})

    def _refusal(self, name: str, status: int) -> dict[str, Any]:
        """Return the description of a refusal. Those that an example of the operation shows are in it."""
        if named := examples().get(name, {}).get(str(status)):
            return _refusals_with(status, {title: {"value": value} for title, value in named.items()})
        return {"$ref": f"#/components/responses/Refusal{status}"}

    def _add_trial(self, responses: dict[str, Any]) -> None:
        """Describe the response to a dry run: status 200, and the real content or an empty one."""
        if "dry_run" not in self.view.query_shape(self.method)().fields:
            return
        real = next(response for status, response in sorted(responses.items()) if int(status) < 300)
        trial = responses.setdefault("200", {"description": TRIAL, "content": deepcopy(real.get("content"))})
        trial["content"] = trial["content"] or {"application/json": deepcopy(_EMPTY_TRIAL)}

    def _add_examples(self, operation: dict[str, Any]) -> None:
        name, responses = operation["operationId"], operation["responses"]
        for place, named in examples().get(name, {}).items():
            if place != "body" and place not in responses:
                continue  # a refusal
            (content,) = (operation["requestBody"] if place == "body" else responses[place])[
                "content"
            ].values()
            content["examples"] = {title: {"value": value} for title, value in named.items()}

    def _docstring(self) -> list[str]:
        """Return the paragraphs of the method's docstring, each on one line."""
        return [re.sub(r"\s+", " ", part).strip() for part in self._does.text.split("\n\n")]


class OfModel(PydanticExtension):  # type: ignore[no-untyped-call]
    """A pydantic model as an answer, or as a body, in which what has a default may be missing."""

    priority = 1

    def get_name(self, auto_schema: Any, direction: str) -> str:
        super().get_name(auto_schema, direction)  # type: ignore[no-untyped-call]
        return f"{_new(direction)}{self.target.__name__}"

    def map_serializer(self, auto_schema: Any, direction: str) -> dict[str, Any]:
        new = _new(direction)
        described: dict[str, Any] = self.target.model_json_schema(
            ref_template=f"#/components/schemas/{new}{{model}}",
            schema_generator=WithoutMadeUpTitles,
            mode="validation" if new else "serialization",
        )
        plain = self.target.model_construct().model_dump(mode="json")
        for name, field in described["properties"].items():
            if "default" in field:
                field["default"] = plain[name]  # pydantic forgets how a body writes it
        for name, inner in described.pop("$defs", {}).items():
            auto_schema.registry.register_on_missing(
                ResolvedComponent(  # type: ignore[no-untyped-call]
                    name=new + name, type=ResolvedComponent.SCHEMA, object=new + name, schema=inner
                )
            )
        return described


def _new(direction: str) -> str:
    return "New" if direction == "request" else ""


def component_name(shape: type[Any]) -> str:
    """Return the name of a shape in the document: `Deal` for `DealShape`."""
    return shape.__name__.removesuffix("Shape")


@cache
def _page(shape: type[Shape]) -> Any:
    """A page of a list. All routes that list the same shape share one component."""
    return inline_serializer(
        f"{component_name(shape)}Page",
        {
            "results": shape(many=True),
            "next": serializers.URLField(allow_null=True, help_text="The next page. Null: the last page."),
        },
    )


def _header(
    name: str, description: str, *, required: bool = False, pattern: str | None = None
) -> OpenApiParameter:
    return OpenApiParameter(
        name, str, OpenApiParameter.HEADER, description=description, required=required, pattern=pattern
    )


def _header_refs(names: Iterable[str]) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _refusals_with(status: int, named: dict[str, Any]) -> dict[str, Any]:
    """Return the description of the refusals with this status, with these examples."""
    content = {"schema": {"$ref": "#/components/schemas/Problem"}, "examples": named}
    refusal = {
        "description": " ".join(codes.STATUSES[status]["meaning"].split()),
        "content": {MEDIA_TYPE: content},
    }
    return {**refusal, "headers": _header_refs(names)} if (names := REFUSAL_HEADERS.get(status)) else refusal


def _add_trial_fields(result: dict[str, Any]) -> None:
    """Give each shape that a dry run can return the optional field `dry_run`.

    So the response to a request and the response to its dry run are one class in generated clients.
    """
    schemas = result["components"]["schemas"]
    for operations in result["paths"].values():
        for operation in operations.values():
            parameters = {parameter["name"] for parameter in operation.get("parameters", ())}
            trial = operation["responses"].get("200", {}).get("content", {}).get("application/json", {})
            reference = trial.get("schema", {}).get("$ref")
            if "dry_run" in parameters and reference:
                schemas[reference.rpartition("/")[2]]["properties"]["dry_run"] = _TRIAL_FIELD


def describe_components(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """Add headers, formats of deals, refusals with examples, messages, and groups (a POSTPROCESSING_HOOK)."""
    _add_trial_fields(result)
    result["components"]["schemas"] = dict(sorted({**result["components"]["schemas"], **COMPONENTS}.items()))
    result["components"]["headers"] = {
        name: {"description": text, "schema": {"type": "integer" if name == "Retry-After" else "string"}}
        for name, text in HEADERS.items()
    }
    result["components"]["examples"] = {
        code: {"value": problem} for code, problem in codes.examples().items()
    }
    result["components"]["responses"] = {
        f"Refusal{status}": _refusals_with(
            status,
            {
                code: {"$ref": f"#/components/examples/{code}"}
                for code, problem in codes.examples().items()
                if problem["status"] == status
            },
        )
        for status, texts in codes.STATUSES.items()
        if "meaning" in texts
    }
    result["webhooks"] = messages.ALL
    result["tags"] = [{"name": thing, "description": _first_paragraph(thing)} for thing in THINGS]
    return result


def _first_paragraph(thing: str) -> str:
    """What the module of a group says about itself."""
    text = import_module(f"api.{thing}").__doc__ or ""
    return " ".join(text.partition("\n\n")[0].split())
