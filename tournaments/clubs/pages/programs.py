"""The first pages for authors of clients."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from tournaments.core.pages.common import page, show


@page
def first_result(request: HttpRequest) -> HttpResponse:
    """How to get from a key to the standings, with the address of this site."""
    return show(request, "clubs/first_result.html", {"site": _site(request)})


@page
def six_calls(request: HttpRequest) -> HttpResponse:
    """All that a program at a table has to send."""
    return show(request, "clubs/six_calls.html", {"site": _site(request)})


def _site(request: HttpRequest) -> str:
    return f"{request.scheme}://{request.get_host()}"
