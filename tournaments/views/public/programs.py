"""What the author of a client reads first."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from tournaments.views.common import page, show


@page
def first_result(request: HttpRequest) -> HttpResponse:
    """From a key to the standings in seven lines of curl, against this very site."""
    return show(request, "public/first_result.html", {"site": f"{request.scheme}://{request.get_host()}"})
