"""Compressed pages, so that one process without a proxy serves a phone well."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class CompressPages(GZipMiddleware):
    """Compress HTML, with Django's protection against BREACH. Streams and documents stay as they are."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not response.get("Content-Type", "").startswith("text/html"):
            return response
        return super().process_response(request, response)
