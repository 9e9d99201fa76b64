"""Refusals as problem documents (RFC 9457): a stable code for programs, a sentence for people."""

from __future__ import annotations

import json
import logging
from typing import Any

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.core.signals import got_request_exception
from django.db import IntegrityError, OperationalError
from django.http import Http404, UnreadablePostError
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder

import games.services as games
from api.codes import TITLES
from tournaments.errors import Invalid, NotFound, ServiceError, is_a_twin
from tournaments.kernel.refusals import sentence

logger = logging.getLogger("django.request")

MEDIA_TYPE = "application/problem+json"
TYPES = "/api/v1/errors/"


class Malformed(ServiceError):
    """Not of the schema. `errors`: [{pointer, code, detail}]."""

    status = 400


class TooLarge(ServiceError):
    status = 413


class Stale(ServiceError):
    """What the client had looked at (`If-Match`) is not what is there now, whose version is `etag`."""

    status = 412

    def __init__(self, code: str, detail: str, *, etag: str | None = None) -> None:
        super().__init__(code, detail)
        self.etag = etag


class VersionRequired(ServiceError):
    """A change to what the client does not say that it has looked at."""

    status = 428


class Unavailable(ServiceError):
    """The database cannot be reached, or is waited for too long."""

    status = 503
    retry_after = 2


class ProblemResponse(Response):
    """A problem document: JSON, whatever else the view speaks (the schema is YAML, a page of docs HTML)."""

    @property
    def rendered_content(self) -> str:
        self["Content-Type"] = MEDIA_TYPE
        return json.dumps(self.data, cls=JSONEncoder)


def answer(error: Exception, context: dict[str, Any]) -> Response:
    """The problem document for what a view raised. (REST framework's EXCEPTION_HANDLER.)"""
    response = told(error, getattr(context.get("view"), "document_pointer", ""))
    if response.status_code == 500:
        # To the log, and to whoever listens for crashes (the test client, which raises it again).
        logger.error("The API failed at %s", context["request"].path, exc_info=error)
        got_request_exception.send(sender=None, request=context["request"])
    return response


def told(error: BaseException | None, document_pointer: str = "") -> Response:
    """What the client is told of an error; of one that nobody expected, that it is ours."""
    if isinstance(error, games.EngineError):
        return _engine_problem(error, document_pointer)
    if isinstance(error, exceptions.APIException):
        return _framework_problem(error)
    if isinstance(error, SuspiciousOperation | UnreadablePostError):
        return problem(400, "bad_request", _("The server makes nothing of this request."))
    if isinstance(error, Http404 | PermissionDenied):
        error = NotFound("not_found", _("There is no such thing here, or it is not open to you."))
    if isinstance(error, OperationalError):
        error = Unavailable("unavailable", _("The database does not answer at the moment. Try again soon."))
    if isinstance(error, IntegrityError) and is_a_twin(error):
        return problem(409, "changed_meanwhile", _("Somebody did the same at the same moment. Look again."))
    if isinstance(error, ServiceError):
        extra = dict(error.extra)
        # A verb may find several faults at once; they are all told, each with the field that it is in.
        faults = extra.pop("faults", [{"code": error.code, "detail": error.detail}])
        if isinstance(error, Invalid) and error.field is not None:
            extra["errors"] = [{"pointer": f"/{error.field}", **fault} for fault in faults]
        headers = {} if error.retry_after is None else {"Retry-After": str(error.retry_after)}
        if isinstance(error, Stale) and error.etag is not None:
            headers["ETag"] = error.etag
        return problem(error.status, error.code, error.detail, headers, **extra)
    return problem(500, "internal", _("The server made a mistake. It has been logged; nothing was changed."))


def problem(
    status: int, code: str, detail: str, headers: dict[str, str] | None = None, **members: Any
) -> Response:
    """A problem document as a response."""
    return ProblemResponse(
        {
            "type": f"{TYPES}{code}/",
            "title": TITLES.get(code, ""),
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
    if error.pointer is not None:
        pointer = document_pointer + error.pointer
        members["errors"] = [{"pointer": pointer, "code": error.code, "detail": detail}]
    return problem(400 if error.kind == "schema" else 422, error.code, detail, **members)


def _framework_problem(error: exceptions.APIException) -> Response:
    """REST framework's own refusals: no key, method, media type, too many requests."""
    headers: dict[str, str] = {}
    if (challenge := getattr(error, "auth_header", None)) is not None:
        headers["WWW-Authenticate"] = challenge
    if (wait := getattr(error, "wait", None)) is not None:
        headers["Retry-After"] = str(int(wait))
    if isinstance(error, exceptions.UnsupportedMediaType):
        headers["Accept"] = "application/json"
    # Its codes are stable, and those of `api.rights` are given as such.
    code = str(getattr(error.detail, "code", None) or error.default_code)
    return problem(error.status_code, code, str(error.detail), headers)
