"""Compress pages, so that a process without a proxy serves phones well. Accept what proxies compress."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class CompressPages(GZipMiddleware):
    """Compress HTML, with Django's protection against BREACH. Streams and documents stay as they are."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not response.get("Content-Type", "").startswith("text/html"):
            return response
        return super().process_response(request, response)


_TAG_OF_PROXY = re.compile(r'(?:W/)?"([^"]*?)(?:(?:-{1,2}|;)(?:gzip|br|zstd))?"')


def our_etags(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Turn ETags that a proxy has changed back into ours.

    A proxy that compresses appends the coding (Caddy and Apache "-gzip", others ";gzip" or "--gzip"), or
    makes the ETag weak (nginx). A client sends this ETag as `If-Match` or `If-None-Match`, and no proxy
    changes it back.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        for header in ("HTTP_IF_MATCH", "HTTP_IF_NONE_MATCH"):
            if tags := request.META.get(header):
                request.META[header] = _TAG_OF_PROXY.sub(r'"\1"', tags)
        return get_response(request)

    return answer
