"""The first page for authors of clients."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from tournaments.views.common import page, show


@page
def first_result(request: HttpRequest) -> HttpResponse:
    """How to get from a key to the standings with curl, with the address of this site."""
    return show(request, "public/first_result.html", {"site": f"{request.scheme}://{request.get_host()}"})
