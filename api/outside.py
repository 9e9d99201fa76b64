"""Refusals of what never came to a route of the API, as problem documents all the same.

A foreign host name, a database that is gone before a route is asked, a crash of what stands around it: Django
answers these itself, through its `handler400` and `handler500`. Under `/api/` they are told as everywhere
there, and elsewhere as pages.
"""

from __future__ import annotations

import sys
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views import defaults
from rest_framework.response import Response

from api.problems import Unavailable, told

PREFIX = "/api/"


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if not request.path.startswith(PREFIX):
        return defaults.bad_request(request, exception)
    return _sent(told(exception))


def server_error(request: HttpRequest, *_args: Any) -> HttpResponse:
    answer = told(sys.exception())
    if request.path.startswith(PREFIX):
        return _sent(answer)
    page = defaults.server_error(request)
    if answer.status_code == Unavailable.status:  # no crash: whoever waits is told when to come back
        page.status_code, page.headers["Retry-After"] = answer.status_code, answer.headers["Retry-After"]
    return page


def _sent(response: Response) -> HttpResponse:
    """A problem document as Django sends it: without a view there is nobody to render it."""
    body = response.rendered_content
    return HttpResponse(body, status=response.status_code, headers=dict(response.headers))
