"""Each request is answered in the language of its reader."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware

JSON, HTML = "application/json", "text/html"


class LanguageOfReader(LocaleMiddleware):
    """The cookie of a person's choice counts for pages. Programs get the language of ``Accept-Language``."""

    def process_request(self, request: HttpRequest) -> None:
        is_api = request.path.startswith("/api/")
        if is_api and request.get_preferred_type([JSON, HTML]) != HTML:
            request.COOKIES.pop(settings.LANGUAGE_COOKIE_NAME, None)
        super().process_request(request)
