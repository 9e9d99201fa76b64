"""Refusals of what never came to a route of the API, as problem documents all the same.

A foreign host name, an address outside `/api/v1/`, a database that is gone before a route is asked: Django
answers these itself, through its `handler400` and its siblings. Under `/api/` they are told as everywhere
there, and elsewhere as pages.
"""

from __future__ import annotations

import sys
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views import defaults
from rest_framework.response import Response

from api.problems import told
from tournaments.errors import NotFound

PREFIX = "/api/"


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if not request.path.startswith(PREFIX):
        return defaults.bad_request(request, exception)
    return _sent(told(exception))


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    if not request.path.startswith(PREFIX):
        return defaults.permission_denied(request, exception)
    return _sent(told(exception))


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if not request.path.startswith(PREFIX):
        return defaults.page_not_found(request, exception)
    return _sent(told(nowhere()))


def server_error(request: HttpRequest, *_args: Any) -> HttpResponse:
    if not request.path.startswith(PREFIX):
        return defaults.server_error(request)
    return _sent(told(sys.exception()))


def nowhere(hint: str = "") -> NotFound:
    """That an address leads nowhere."""
    return NotFound("no_such_route", _("There is no such route: see /api/v1/docs/.") + hint)


def _sent(response: Response) -> HttpResponse:
    """A problem document as Django sends it: without a view there is nobody to render it."""
    body = response.rendered_content
    return HttpResponse(body, status=response.status_code, headers=dict(response.headers))
