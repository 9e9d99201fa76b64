"""The language of a reader."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.locale import LocaleMiddleware
from django.shortcuts import redirect, resolve_url
from django.urls import Resolver404, resolve
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt

from tournaments.core.pages.common import only_post, refused, takes_only_post
from tournaments.core.zones import LanguageUnknown, offered


@csrf_exempt  # Kept pages, which are the same for all strangers, have this form. Others gain nothing by it.
@only_post
def choose_language(request: HttpRequest) -> HttpResponse:
    """Keep the language in a cookie, and show the page again on which the person chose it."""
    language = request.POST.get("language", "")
    if language not in offered():
        refusal = LanguageUnknown(language=language, languages=", ".join(offered()))
        return refused(request, refusal)
    response = redirect(page_before(request))
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )
    return response


def page_before(request: HttpRequest) -> str:
    """The address of the page with the form, which browsers send within a site; else the first page.

    The page of a refused form may have an address that takes only POST. Such a page says which page was
    before it.
    """
    for before in (request.headers.get("Referer", ""), request.POST.get("page_before", "")):
        is_ours = url_has_allowed_host_and_scheme(
            before, {request.get_host()}, require_https=request.is_secure()
        )
        if is_ours and _is_a_page(urlsplit(before).path):
            return before
    return resolve_url("home")


def _is_a_page(path: str) -> bool:
    """Whether an address can be asked for. At an unknown one stands the page that says so."""
    try:
        return not takes_only_post(resolve(path).func)
    except Resolver404:
        return True


JSON, HTML = "application/json", "text/html"


class LanguageOfReader(LocaleMiddleware):
    """The cookie of a person's choice counts for pages. Programs get the language of ``Accept-Language``."""

    def process_request(self, request: HttpRequest) -> None:
        is_api = request.path.startswith("/api/")
        if is_api and request.get_preferred_type([JSON, HTML]) != HTML:
            request.COOKIES.pop(settings.LANGUAGE_COOKIE_NAME, None)
        super().process_request(request)
