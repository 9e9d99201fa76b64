"""The cards of both packs, and the pack that a person chooses. Their browser keeps it in a cookie."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.csrf import csrf_exempt

from tournaments.core.errors import Invalid
from tournaments.core.models.choices import Pack
from tournaments.core.packs import check_pack
from tournaments.core.pages.common import only_post, page, refused, show
from tournaments.core.pages.language import page_before

RANKS: Final = {Pack.FRENCH: "AKQJT98765432", Pack.GERMAN: "AKQJT9876"}
"""The cards that are sold with these suits, from the highest rank down."""

SUITS: Final = "cshd"
"""The suits in the order of Skat, which is that of German packs."""


@page
def both_packs(request: HttpRequest) -> HttpResponse:
    """All cards of each pack, with their names and with what records call them."""
    shown = [
        (pack.value, pack.label, [[rank + suit for suit in SUITS] for rank in RANKS[pack]]) for pack in Pack
    ]
    return show(request, "desk/both_packs.html", {"packs": shown})


@csrf_exempt  # Kept pages, which are the same for all strangers, have this form. Others gain nothing by it.
@only_post
def choose_pack(request: HttpRequest) -> HttpResponse:
    """Keep the pack in a cookie, and show the page again on which the person chose it.

    An empty pack deletes the cookie: the person sees the packs of the clubs.
    """
    pack = request.POST.get("pack", "")
    try:
        check_pack(pack, or_empty=True)
    except Invalid as refusal:
        return refused(request, refusal)
    response = redirect(page_before(request))
    if not pack:
        response.delete_cookie(settings.PACK_COOKIE_NAME, samesite="Lax")
        return response
    response.set_cookie(
        settings.PACK_COOKIE_NAME,
        pack,
        max_age=settings.PACK_COOKIE_AGE,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )
    return response
