"""Public pages that are rendered once for all strangers and kept (`core.kept`).

A stranger is a browser without a session, and without the cookie of a message. On the pages of a table, it
is also without the cookies of phones. The kept page is the page that the view rendered for a stranger, after
its own check of rights. A change of status or visibility changes the key of the page, so the view checks the
rights again. Everybody else gets a page of their own.

These rules keep personal parts out:

* The view gets only the parameters of the query that are named in the decorator. A page for another value
  than the pages link to is not kept, so that nobody can fill the memory with values.
* A page with a CSRF token or a cookie, or for a user who is signed in, is not kept.
* An answer other than 200 and 204 is not kept, and neither is one with `no-store`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import wraps
from types import MappingProxyType
from typing import Any, cast

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.paginator import Page
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

from tournaments.core import packs, zones
from tournaments.core.kept import SHELF, Answer
from tournaments.core.models.columns import parse_id
from tournaments.events.verbs.marks import Kind, Mark, mark_of

View = Callable[..., HttpResponse]

POLLED = "version"
"""The parameter in which a page that polls sends its stamp."""

NUMBER = "0|[1-9][0-9]{0,4}"
"""The pattern of a parameter: a number in its only spelling."""

VARY = ("Accept-Encoding", "Accept-Language", "Cookie")

KINDS: dict[str, Kind] = {"ref": "event", "round_id": "round", "table_id": "table", "season_ref": "season"}

_TAKES_GZIP = re.compile(r"\bgzip\b")


def kept(
    *, query: Mapping[str, str] = MappingProxyType({}), knows_phones: bool = False
) -> Callable[[View], View]:
    """Keep the answers of a view for strangers. Its first argument names an event, round, table or season.

    query: the parameters that the view reads, beside `version`, with the pattern of their values.
    knows_phones: the view answers a phone in another way, as all pages of a table do.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, **arguments: Any) -> HttpResponse:
            name, ref = next(iter(arguments.items()))
            parameters = {key: request.GET[key] for key in query if key in request.GET}
            is_known = all(re.fullmatch(query[key], value) for key, value in parameters.items())
            if not is_known or not is_stranger(request, at_table=knows_phones or name == "table_id"):
                return _personal(view(request, **arguments))
            mark = mark_of(KINDS[name], ref)
            if mark is None:
                return _personal(view(request, **arguments))
            packs.come_to(mark.pack)
            zones.come_to(mark.time_zone)
            polled, others = request.GET.get(POLLED), []

            def make() -> Answer | None:
                request.GET = cast("Any", _immutable(parameters))
                response = view(request, **arguments)
                if not _may_be_kept(request, response):
                    others.append(response)
                    return None
                return _answer(mark, response)

            where = (view.__module__, view.__name__, *_same(arguments), *parameters.items())
            key = (where, get_language(), packs.chosen(), mark.access)
            made = SHELF.find_or_make(key, mark, make)
            if made is None:
                return _personal(others[0])
            return reply(request, made, polled)

        return answer

    return decorate


def is_stranger(request: HttpRequest, *, at_table: bool = False) -> bool:
    """Whether nothing in this request says who sends it."""
    personal = [settings.SESSION_COOKIE_NAME, CookieStorage.cookie_name]
    if at_table:
        personal += [settings.PHONE_COOKIE_NAME, settings.TABLE_COOKIE_NAME]
    return "Authorization" not in request.headers and not any(name in request.COOKIES for name in personal)


def stamped(response: HttpResponse, stamp: str) -> HttpResponse:
    """Give the part of a page that polls its stamp, as its ETag.

    The ETag is weak, because the stamp does not change with texts such as "5 minutes ago". It names
    the language, the pack and the time zone, because a browser sends an old ETag also after somebody has
    chosen others.
    """
    response["ETag"] = _etag_of(stamp)
    return response


def _etag_of(stamp: str) -> str:
    return f'W/"{stamp}-{get_language()}-{packs.current()}-{get_current_timezone_name()}"'


def keep_linked_pages(request: HttpRequest, response: HttpResponse, pages: Page[Any] | None) -> HttpResponse:
    """Keep a page of a list only under its own ``?page=``. There are very many numbers without a page."""
    if request.GET.get("page", "1") != str(pages.number if pages else 1):
        patch_cache_control(response, no_store=True)
    return response


def _may_be_kept(request: HttpRequest, response: HttpResponse) -> bool:
    return (
        response.status_code in (200, 204)
        and not response.cookies
        and "no-store" not in response.get("Cache-Control", "")
        # Django sets this when a page asks for the CSRF token.
        and "CSRF_COOKIE_NEEDS_UPDATE" not in request.META
        and not request.user.is_authenticated
    )


def _answer(mark: Mark, response: HttpResponse) -> Answer:
    content_type, etag = response.get("Content-Type", ""), response.get("ETag", "")
    return Answer.of_text(mark, response.content, content_type, status=response.status_code, etag=etag)


def reply(request: HttpRequest, answer: Answer, polled: str | None = None) -> HttpResponse:
    """The response with a kept answer, without a body if the browser has it. polled: the stamp it has."""
    if answer.status == 204 or (polled is not None and answer.etag == _etag_of(polled)):
        return _finished(request, HttpResponse(status=204))
    takes_gzip = _TAKES_GZIP.search(request.headers.get("Accept-Encoding", "")) is not None
    response = HttpResponse(
        answer.compressed if takes_gzip else answer.text,
        content_type=answer.content_type,
        headers={"ETag": answer.etag} | ({"Content-Encoding": "gzip"} if takes_gzip else {}),
    )
    patch_cache_control(response, private=True, no_cache=True)
    return _finished(request, response)


def _personal(response: HttpResponse) -> HttpResponse:
    """Only answers for strangers have an ETag, so that a browser never reuses one after signing in or out."""
    response.headers.pop("ETag", None)
    patch_vary_headers(response, VARY)
    return response


def _finished(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Say what the answer depends on, and answer 304 to a browser that has it."""
    patch_vary_headers(response, VARY)
    if (etag := response.get("ETag")) is None:
        return response
    return cast("HttpResponse", get_conditional_response(request, etag=etag, response=response))


def _same(arguments: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return the arguments with each id in one spelling, so that other spellings use the same kept page."""
    return [(name, parse_id(value) or value) for name, value in arguments.items()]


def _immutable(parameters: Mapping[str, str]) -> QueryDict:
    query = QueryDict(mutable=True)
    query.update(parameters)
    return QueryDict(query.urlencode())
