"""The OpenAPI document, from what the routes say of themselves (`api.resources`)."""

from __future__ import annotations

import re
from copy import deepcopy
from functools import cache
from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers

from api.codes import TITLES
from api.examples import EXAMPLES, recorded, refusals
from api.problems import MEDIA_TYPE
from api.resources import Resource, Thing, Things
from api.rights import Right
from api.shapes.base import Shape
from api.shapes.formats import COMPONENTS
from api.shapes.problems import Problem

VERBS = {"POST": "create", "PUT": "put", "PATCH": "edit", "DELETE": "remove"}

REFUSALS = {
    400: "Not JSON, or not of the schema.",
    401: "No key where one is needed, or one that is unknown, expired or revoked.",
    403: "The key lacks the scope, or its member the role.",
    404: "There is no such thing, or it is not open to this key.",
    409: "It disagrees with the state of things: see `code`, and `stated` and `expected`.",
    412: "`If-Match` names a version that is not the present one.",
    413: "The body is too large.",
    415: "The body is not `application/json`.",
    422: "Of the schema, but it breaks a rule: see `code`, for a deal's action `at`.",
    428: "`If-Match` is missing: GET the thing, and send its `ETag`.",
    429: "Too many requests; `Retry-After` says how many seconds to wait.",
    503: "The database does not answer at the moment; `Retry-After` says how many seconds to wait.",
}

HEADERS = {
    "ETag": "The version of the thing.",
    "Idempotency-Replayed": "`true`: this `Idempotency-Key` was answered before; nothing was done again.",
    "Link": 'The next page, if there is one: `<...>; rel="next"`.',
    "Location": "The address of what was made.",
    "RateLimit": 'What is left: `"reads";r=599;t=42` are 599 requests in the next 42 seconds.',
    "RateLimit-Policy": 'What may be asked: `"reads";q=600;w=60` are 600 requests in 60 seconds.',
    "Retry-After": "Seconds after which to try again.",
}
"""The headers of answers, each described once, under `components/headers`."""

IDEMPOTENCY_KEY = (
    "For a retry that is done once: 1 to 255 visible ASCII characters, a fresh UUID for example. Sent again "
    "within 7 days with the same request it gets the same answer; with another one 422; while the first is "
    "being answered 409."
)


TRIAL = "Tried out (`dry_run=true`): what the answer would be, and `dry_run`. Nothing was stored."

_TRIED = {
    "schema": {
        "type": "object",
        "properties": {"dry_run": {"type": "boolean"}},
        "required": ["dry_run"],
    },
    "examples": {"tried out": {"value": {"dry_run": True}}},
}
"""Of what answers with nothing when it is done."""

_TRIAL = {
    "type": "object",
    "properties": {"dry_run": {"type": "boolean", "description": "Always true, and only of a trial run."}},
}
"""What the answer of a trial run has beside the real one's."""


TYPICAL = {
    400: "bad_body",
    401: "key_unknown",
    403: "scope_missing",
    404: "not_found",
    408: "body_too_slow",
    409: "changed_meanwhile",
    412: "version_stale",
    413: "body_too_large",
    415: "unsupported_media_type",
    422: "number_out_of_range",
    428: "version_required",
    429: "throttled",
    503: "unavailable",
}
"""A code for each status, of operations of which no test has met any."""


class RouteSchema(AutoSchema):
    """Reads a route's `rights`, `bodies`, `queries`, `shape` and docstrings."""

    view: Resource[Any]  # type: ignore[override]

    def get_operation_id(self) -> str:
        words = [word.replace("-", "_") for word in self._tokenize_path()]
        if self.method == "GET":
            alone = "get" if self.path.endswith("}/") else "read"
            verb = "list" if isinstance(self.view, Things) else alone
        elif self.method == "POST" and not isinstance(self.view, Things):
            return "_".join(words)  # the path ends with the verb: events/start
        else:
            verb = VERBS[self.method]
        return "_".join([*words, verb])

    def get_summary(self) -> str:
        """The first line of the method's docstring."""
        return self._docstring()[0].rstrip(".")

    def get_description(self) -> str:  # type: ignore[override]
        text = "\n\n".join(self._docstring()[1:])
        right = self.view.rights[self.method]
        return f"{text}\n\n{_TOLD[right]}".strip()

    def get_tags(self) -> list[str]:
        return [self.view.__module__.rpartition(".")[2]]

    def get_serializer_name(self, serializer: serializers.Serializer[Any], _direction: Any) -> str:
        """The thing's own word: `Deal`, not `DealShape`."""
        return named(type(serializer))

    def get_auth(self) -> list[dict[str, Any]]:
        super().get_auth()  # tells the document what a `key` is
        right = self.view.rights[self.method]
        if right == Right.NONE:
            return []
        return [{"key": []}] if right.needs_key else [{"key": []}, {}]

    def get_override_parameters(self) -> list[Any]:
        query = self.view.query_shape(self.method)
        parameters: list[Any] = [query] if query().fields else []
        if self.method == "GET" and isinstance(self.view, Thing | Things):
            parameters.append(_header("If-None-Match", "An ETag: 304 if the thing is still so."))
        elif self.method in self.view.guarded:
            parameters.append(
                _header(
                    "If-Match",
                    "The ETag of what you looked at, or `*`: 412 unless the thing is still so.",
                    required=True,
                )
            )
        elif self.method != "GET" and isinstance(self.view, Thing):
            parameters.append(_header("If-Match", "An ETag: 412 unless the thing is still so."))
        if self.method == "POST" and self.view.rights["POST"].needs_key:
            parameters.append(_header("Idempotency-Key", IDEMPOTENCY_KEY))
        return parameters

    def get_request_serializer(self) -> type[Shape] | None:
        return self.view.bodies.get(self.method)

    def get_response_serializers(self) -> Any:
        view = self.view
        if self.method in view.answers:
            return dict(view.answers[self.method])
        if isinstance(view, Things) and self.method == "GET":
            return {200: _page(view.shape)}
        if isinstance(view, Things) and self.method == "POST":
            return {201: view.shape}
        return {200: view.shape}

    def _is_list_view(self, _serializer: Any = None) -> bool:
        # Lists are objects here: {"results": [...], "next": ...}.
        return False

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        """The operation with its refusals, each a problem document."""
        operation = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        problem = self.resolve_serializer(Problem, "response").ref
        for status in self._refusals():
            operation["responses"][str(status)] = {
                "description": REFUSALS[status],
                "content": {MEDIA_TYPE: {"schema": problem}},
            }
        self._add_trial(operation["responses"])
        if self.method == "GET" and isinstance(self.view, Thing | Things):
            operation["responses"]["304"] = {"description": "Still as `If-None-Match` says."}
        for status, response in operation["responses"].items():
            if named := self._headers(int(status)):
                response["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in named}
        for response in operation["responses"].values():
            # OpenAPI 3.1 has no word for what a stream is made of: its events are described in words.
            response.get("content", {}).get("text/event-stream", {}).pop("schema", None)
        operation["responses"] = dict(sorted(operation["responses"].items()))
        self._add_examples(operation)
        right = self.view.rights[self.method]
        if right != Right.NONE:
            operation["x-scope"] = right.value
        return operation

    def _headers(self, status: int) -> list[str]:
        """The headers of an answer with this status."""
        view, named = self.view, list[str]()
        if status < 300 or status == 429:  # on all others too, which need not be said each time
            named += ["RateLimit", "RateLimit-Policy"]
        if status in (200, 201, 304) and isinstance(view, Thing | Things):
            named.append("ETag")
        if status == 200 and isinstance(view, Things) and self.method == "GET":
            named.append("Link")
        if status in (201, 202):
            named.append("Location")
        if status < 300 and self.method == "POST" and view.rights["POST"].needs_key:
            named.append("Idempotency-Replayed")
        if status == 412:
            named.append("ETag")
        if status in (429, 503) or (status == 409 and self.method == "POST"):
            named.append("Retry-After")
        lacking = view.without.get(self.method, ()) if status in (200, 201) else ()
        return sorted(set(named) - set(lacking))

    def _refusals(self) -> list[int]:
        right = self.view.rights[self.method]
        refusals = [400, 401]  # a key that is not good is refused even where none is needed
        if right.needs_key:
            refusals.append(403)  # a key without the scope; or a table's guest, who has no key
        if "{" in self.path:
            refusals.append(404)
        if self.method != "GET" and right.needs_key:
            refusals += [409, 412]
        if self.method in ("POST", "PUT", "PATCH"):
            refusals += [413, 415, 422]
        if self.method in self.view.guarded:
            refusals.append(428)
        refusals += [429, 503]
        return sorted({*refusals, *self.view.also_refuses})

    def _add_trial(self, responses: dict[str, Any]) -> None:
        """A trial run is answered with 200, whatever the real thing is answered with, and says what it is."""
        if "dry_run" not in self.view.query_shape(self.method)().fields:
            return
        real = next(answer for status, answer in sorted(responses.items()) if int(status) < 300)
        told = responses.setdefault("200", {"description": TRIAL, "content": deepcopy(real.get("content"))})
        told["content"] = told["content"] or {"application/json": deepcopy(_TRIED)}
        for content in told["content"].values():
            if content["schema"] != _TRIED["schema"]:
                content["schema"] = {"allOf": [content["schema"], _TRIAL]}

    def _add_examples(self, operation: dict[str, Any]) -> None:
        """What goes in and out, by the operation's name: see `api.examples`."""
        told = EXAMPLES.get(operation["operationId"], {})
        for place, examples in told.items():
            answer = operation["requestBody"] if place == "body" else operation["responses"][place]
            (content,) = answer["content"].values()
            content["examples"] = {name: {"value": value} for name, value in examples.items()}
        for status, example in recorded()["answers"].get(operation["operationId"], {}).items():
            for content in operation["responses"].get(status, {}).get("content", {}).values():
                content.setdefault("examples", {"recorded": {"value": example}})
            self._add_trials_example(operation["responses"].get("200"), example)
        met = recorded()["codes"].get(operation["operationId"], {})
        for status, response in operation["responses"].items():
            if int(status) >= 400:
                (content,) = response["content"].values()
                codes = [code for code in met.get(status, []) if code in refusals()]
                for code in codes or [TYPICAL[int(status)]]:
                    content.setdefault("examples", {})[code] = {"$ref": f"#/components/examples/{code}"}

    def _add_trials_example(self, trial: dict[str, Any] | None, real: Any) -> None:
        """The answer of a trial run is the real one, and says that it is a trial."""
        if trial is None or trial["description"] != TRIAL or not isinstance(real, dict):
            return
        for content in trial["content"].values():
            content.setdefault("examples", {"tried out": {"value": {**real, "dry_run": True}}})

    def _docstring(self) -> list[str]:
        """The paragraphs of the method's docstring, each on one line."""
        text = getattr(self.view, self.method.lower()).__doc__ or ""
        return [re.sub(r"\s+", " ", part).strip() for part in text.strip().split("\n\n")] or [""]


_TOLD = {
    Right.NONE: "Open to all.",
    Right.READ: "What is public is open to all; the rest takes a key of the club, with any scope.",
    Right.KEY: "Takes a key, with any scope.",
    **{right: f"Takes a key with the scope `{right.value}`." for right in Right if right.is_scope},
}


def named(shape: type[Any]) -> str:
    """What the document calls this shape."""
    return shape.__name__.removesuffix("Shape")


@cache
def _page(shape: type[Shape]) -> Any:
    """A page of a list of these: one component, whichever routes list them."""
    return inline_serializer(
        f"{named(shape)}Page",
        {
            "results": shape(many=True),
            "next": serializers.URLField(allow_null=True, help_text="The next page; null: this is the last."),
        },
    )


def _header(name: str, description: str, *, required: bool = False) -> OpenApiParameter:
    return OpenApiParameter(name, str, OpenApiParameter.HEADER, description=description, required=required)


def describe_components(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """The document with the headers of its answers, the formats of deals, and examples of refusals.

    One of drf-spectacular's POSTPROCESSING_HOOKS.
    """
    result["components"]["schemas"] = dict(sorted({**result["components"]["schemas"], **COMPONENTS}.items()))
    result["components"]["headers"] = {
        name: {"description": text, "schema": {"type": "integer" if name == "Retry-After" else "string"}}
        for name, text in HEADERS.items()
    }
    result["components"]["examples"] = {
        code: {"value": problem} for code, problem in refusals().items() if code in TITLES
    }
    return result
