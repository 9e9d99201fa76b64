"""Responses to requests that do not reach Django: problem documents, and a page for browsers."""

from __future__ import annotations

import json
from html import escape
from typing import Any

from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext as _

from api.codes import titles
from api.problems import MEDIA_TYPE, TYPES

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">{reload}
<title>Pochleague</title>
<p>{sentence}</p>
</html>
"""


class RequestRefused(Exception):
    """The request does not reach Django. `wait` is the number of seconds after which to retry.

    `template` is the sentence in English, and `params` fill its placeholders.
    """

    def __init__(
        self, status: int, code: str, template: str, wait: int | None = None, **params: object
    ) -> None:
        super().__init__(code, template)
        self.status, self.code, self.wait = status, code, wait
        self.template, self.params = template, params

    @property
    def detail(self) -> str:
        """The sentence in the reader's language."""
        return _(self.template) % self.params


def refusal_messages(refusal: RequestRefused, request: HttpRequest) -> list[dict[str, Any]]:
    """Return the ASGI messages of the response to a refused request."""
    language = translation.get_language_from_request(request)
    with translation.override(language):
        if refusal.wait is not None and _is_for_a_browser(request):
            body, media_type = _page(refusal.wait, request, language), "text/html; charset=utf-8"
        else:
            body, media_type = _problem(refusal), MEDIA_TYPE
    headers = {
        "content-type": media_type,
        "content-language": language,
        "vary": "Accept-Language, Cookie",
        "content-length": str(len(body)),
        "cache-control": "no-store",
    }
    if refusal.wait is not None:
        headers["retry-after"] = str(refusal.wait)
    if refusal.status in (400, 408, 413):
        headers["connection"] = "close"  # we do not read the rest of the body, or do not know where it ends
    if request.method == "HEAD":
        body = b""
    pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
    return [
        {"type": "http.response.start", "status": refusal.status, "headers": pairs},
        {"type": "http.response.body", "body": body},
    ]


def _is_for_a_browser(request: HttpRequest) -> bool:
    return "text/html" in request.headers.get("Accept", "") and not request.path.startswith("/api/")


def _problem(refusal: RequestRefused) -> bytes:
    problem = {
        "type": f"{TYPES}{refusal.code}/",
        "title": _(titles()[refusal.code]),
        "status": refusal.status,
        "code": refusal.code,
        "detail": refusal.detail,
    }
    return json.dumps(problem).encode()


def _page(wait: int, request: HttpRequest, language: str) -> bytes:
    """Return a page that loads itself again, or, for a form, says that nothing was stored."""
    is_safe = request.method in SAFE_METHODS
    if is_safe:
        sentence = _(
            "The server has too many requests at the moment. This page loads again in %(seconds)s seconds."
        ) % {"seconds": wait}
    else:
        sentence = _(
            "The server has too many requests at the moment and did not store your entry. "
            "Go back and send it again."
        )
    reload = f'<meta http-equiv="refresh" content="{wait}">' if is_safe else ""
    return PAGE.format(language=language, reload=reload, sentence=escape(sentence)).encode()
