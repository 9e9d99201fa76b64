"""The site without network, and as an installed program: service worker, manifest, and their page."""

from __future__ import annotations

import json

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import check_for_language, get_language, override

from tournaments.core.pages.common import page

LEAVING = ("sign_out", "leave_table")
"""The addresses of forms with which a person leaves a browser."""


@page
def worker(_request: HttpRequest) -> HttpResponse:
    """The service worker. A change of any static file makes it another one, with a memory of its own."""
    about = {
        "version": getattr(staticfiles_storage, "manifest_hash", "") or "sources",
        "files": settings.STATIC_URL,
        "page": reverse("without_network"),
        "leaving": [reverse(name) for name in LEAVING],
        "stylesheet": f"{settings.STATIC_URL}tournaments/css/pochleague.css",
    }
    script = static("tournaments/js/worker.js")
    response = HttpResponse(
        f"const ABOUT = {json.dumps(about)};\nimportScripts({json.dumps(script)});\n",
        content_type="text/javascript; charset=utf-8",
    )
    patch_cache_control(response, no_cache=True)
    return response


@page
def manifest(request: HttpRequest) -> HttpResponse:
    """The web manifest: how the site looks as an installed program, in the language of the page that asks.

    Browsers ask for it without cookies.
    """
    language = request.GET.get("language", "")
    with override(language if check_for_language(language) else get_language()):
        return render(request, "play/manifest.json", content_type="application/manifest+json")


@page
def page_without_network(request: HttpRequest) -> HttpResponse:
    """The page that the service worker shows for a page that it does not keep. It names nobody."""
    return render(request, "play/without_network.html")
