"""Refusals outside the routes, as problem documents.

Django itself answers some requests through `handler400` and `handler500`: a foreign host name, a database
that fails before a route runs, a crash in middleware. Under `/api/` these become problem documents,
elsewhere pages.
"""

from __future__ import annotations

import sys
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views import defaults
from rest_framework.response import Response

from api.problems import Unavailable, problem_of

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
