"""Refusals as problem documents (RFC 9457), in routes and outside them, and the list of all codes.

Each has a stable code for programs and a sentence for people.
"""

from __future__ import annotations

import json
import logging
import sys
from typing import Any

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.core.signals import got_request_exception
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views import defaults
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder

import games.services as games
from api import fields
from api.codes import titles
from api.shapes import Shape
from tournaments.clubs.access import not_found
from tournaments.core.errors import is_a_twin, is_out_of_space, is_unavailable
from tournaments.core.refusals import sentence
from tournaments.core.rules.refusals import Invalid, Refusal

logger = logging.getLogger("django.request")

MEDIA_TYPE = "application/problem+json"
TYPES = "/api/v1/errors/"


class Malformed(Refusal):
    """The request does not match the schema. errors: [{pointer, code, detail}]."""

    status = 400

    def __init__(self, code: str, detail: str, *, errors: list[dict[str, Any]] | None = None) -> None:
        super().__init__(code, detail)
        if errors is not None:
            self.extra["errors"] = errors


class TooLarge(Refusal):
    status = 413


class Stale(Refusal):
    """The version in `If-Match` is not the present one, which is `etag`."""

    status = 412

    def __init__(self, code: str, detail: str, *, etag: str | None = None) -> None:
        super().__init__(code, detail)
        self.etag = etag


class VersionRequired(Refusal):
    """The route requires `If-Match`, and the request lacks it."""

    status = 428


class Unavailable(Refusal):
    """The database does not respond, or not in time."""

    status = 503
    retry_after = 2


class ProblemResponse(Response):
    """A problem document. It is always JSON, even if the view renders YAML or HTML."""

    @property
    def rendered_content(self) -> str:
        self["Content-Type"] = MEDIA_TYPE
        return json.dumps(self.data, cls=JSONEncoder)


def handle(error: Exception, context: dict[str, Any]) -> Response:
    """Return the problem document for an exception of a view (the EXCEPTION_HANDLER of REST framework)."""
    response = problem_of(error, getattr(context.get("view"), "document_pointer", ""))
    if response.status_code == 500:
        # The signal lets the test client raise the exception again.
        logger.error("The API failed at %s", context["request"].path, exc_info=error)
        got_request_exception.send(sender=None, request=context["request"])
    return response


def problem_of(error: BaseException | None, document_pointer: str = "") -> Response:
    """Return the problem document for an exception. An unexpected exception becomes status 500."""
    if isinstance(error, games.EngineError):
        return _engine_problem(error, document_pointer)
    if isinstance(error, exceptions.APIException):
        return _framework_problem(error)
    if isinstance(error, SuspiciousOperation | UnreadablePostError):
        return problem(400, "bad_request", _("The server cannot read this request."))
    if isinstance(error, Http404 | PermissionDenied):
        error = not_found()
    if is_out_of_space(error):
        logger.error("The disk of the database is full. Changes are refused until there is room: %s", error)
        error = Unavailable(
            "disk_full",
            _("The server's disk is full, so nothing was stored. Tell the organiser to make room."),
        )
    elif is_unavailable(error):
        error = Unavailable("unavailable", _("The database does not respond at the moment. Try again soon."))
    if isinstance(error, IntegrityError) and is_a_twin(error):
        return problem(
            409, "changed_meanwhile", _("Another request did the same at this moment. GET it again.")
        )
    if isinstance(error, Refusal):
        extra = dict(error.extra)
        # A verb can report several mistakes at once.
        mistakes = extra.pop("faults", [{"code": error.code, "detail": error.detail}])
        if isinstance(error, Invalid) and error.field is not None:
            extra["errors"] = [{"pointer": f"/{error.field}", **mistake} for mistake in mistakes]
        headers = {} if error.retry_after is None else {"Retry-After": str(error.retry_after)}
        if isinstance(error, Stale) and error.etag is not None:
            headers["ETag"] = error.etag
        return problem(error.status, error.code, error.detail, headers, **extra)
    return problem(500, "internal", _("The server made a mistake and has logged it. Nothing was changed."))


def problem(
    status: int, code: str, detail: str, headers: dict[str, str] | None = None, **members: Any
) -> Response:
    return ProblemResponse(
        {
            "type": f"{TYPES}{code}/",
            "title": _(titles().get(code, "")),
            "status": status,
            "code": code,
            "detail": detail,
            **members,
        },
        status=status,
        headers=headers,
        content_type=MEDIA_TYPE,
    )


def _engine_problem(error: games.EngineError, document_pointer: str) -> Response:
    members: dict[str, Any] = {} if error.at is None else {"at": error.at}
    detail = sentence(error)
    members |= {name: error.params[name] for name in ("stated", "expected") if name in error.params}
    if error.pointer is not None:
        pointer = document_pointer + error.pointer
        members["errors"] = [{"pointer": pointer, "code": error.code, "detail": detail}]
    return problem(400 if error.kind == "schema" else 422, error.code, detail, **members)


def _framework_problem(error: exceptions.APIException) -> Response:
    """Return the problem document for an exception of REST framework, such as a missing key."""
    headers: dict[str, str] = {}
    if (challenge := getattr(error, "auth_header", None)) is not None:
        headers["WWW-Authenticate"] = challenge
    if (wait := getattr(error, "wait", None)) is not None:
        headers["Retry-After"] = str(int(wait))
    if isinstance(error, exceptions.UnsupportedMediaType):
        headers["Accept"] = "application/json"
    # The codes of REST framework are stable. `api.rights` sets its own codes.
    code = str(getattr(error.detail, "code", None) or error.default_code)
    return problem(error.status_code, code, str(error.detail), headers)


# ---- Refusals outside the routes, as problem documents.
#
# Django itself answers some requests through `handler400` and `handler500`: a foreign host name, a database
# that fails before a route runs, a crash in middleware. Under `/api/` these become problem documents,
# elsewhere pages.


PREFIX = "/api/"


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if not request.path.startswith(PREFIX):
        return defaults.bad_request(request, exception)
    return _rendered(problem_of(exception))


def server_error(request: HttpRequest, *_args: Any) -> HttpResponse:
    problem = problem_of(sys.exception())
    if request.path.startswith(PREFIX):
        return _rendered(problem)
    if problem.status_code == Unavailable.status:  # the cause is not our mistake
        page = render_to_string("503.html", {"sentence": problem.data["detail"]})
        return HttpResponse(page, status=problem.status_code, headers={"Retry-After": problem["Retry-After"]})
    return defaults.server_error(request)


def _rendered(response: Response) -> HttpResponse:
    """Render a response without a view."""
    body = response.rendered_content
    return HttpResponse(body, status=response.status_code, headers=dict(response.headers))


# ---- Problem documents, and the list of codes.


class FaultShape(Shape):
    """A mistake in one place of the body or the query."""

    pointer = fields.Str("A JSON pointer into the body: `/document/upcard`.", required=False)
    parameter = fields.Str("A parameter of the query: `dry_run`.", required=False)
    code = fields.Str()
    detail = fields.Str()


class Problem(Shape):
    """A problem document (RFC 9457), `application/problem+json`."""

    type = fields.Str("The page about the code: a path under `/api/v1/errors/`.")
    title = fields.Str("The meaning of the code.")
    status = fields.Int()
    code = fields.Str("A stable code for programs.")
    detail = fields.Str("A sentence for people about this refusal.")
    at = fields.Int("For a deal: the index of the illegal action.", required=False)
    errors = FaultShape(  # type: ignore[assignment]
        many=True, required=False, help_text="The wrong places in the body or query."
    )
    stated = fields.Json("With 409: the value in the request.", required=False)
    expected = fields.Json("With 409: the present value.", required=False)


class Code(Shape):
    """A stable error code."""

    code = fields.Str()
    title = fields.Str("The meaning of the code.")
    status = fields.Int("The HTTP status.")
    remedy = fields.Str("What you can do.")
    example = fields.Json("A problem document with this code.")


class FieldCode(Shape):
    """The code of one mistake in a body or query. It occurs in `errors` only."""

    code = fields.Str()
    title = fields.Str("The meaning of the code.")


class CodePage(Shape):
    results = Code(many=True)
    faults = FieldCode(many=True)
    next = fields.Str("Always null: there is one page.", null=True)
