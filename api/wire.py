"""Parsing and rendering: JSON only."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request

import games.services as games
from api.problems import TooLarge


class StrictJSON(BaseParser):
    """Strict JSON: no duplicate key, no NaN, nothing after its end, at most `longest_body` bytes."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        _media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        longest: int = (parser_context or {})["view"].longest_body
        # Never read more than one byte too many, whatever Content-Length says.
        body = stream.read(longest + 1)
        if len(body) > longest:
            raise TooLarge(
                "body_too_large", _("This body may have at most %(most)d bytes.") % {"most": longest}
            )
        return games.parse_json(body) if body.strip() else {}


class Json(JSONRenderer):
    """JSON in ASCII, which can also repeat half of a surrogate pair that a client sent."""

    ensure_ascii = True
    charset = None


class AlwaysJSON(BaseContentNegotiation):
    """Accepts JSON bodies only, and always renders JSON."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser:
        content_type = request.content_type or ""
        media_type, _semicolon, parameters = content_type.partition(";")
        encoding = request.headers.get("Content-Encoding", "identity").lower()
        charset = re.search(r"charset\s*=\s*\"?([^\s;\"]+)", parameters, re.IGNORECASE)
        if encoding not in ("", "identity"):
            detail = _("The body is encoded (%(encoding)s). Send it without Content-Encoding.") % {
                "encoding": encoding
            }
        elif charset is not None and charset[1].lower() not in ("utf-8", "utf8", "us-ascii"):
            detail = _("Send JSON in UTF-8, with “Content-Type: application/json”.")
        else:
            for parser in parsers:
                if parser.media_type == media_type.strip().lower():
                    return parser
            detail = _("Send JSON, with “Content-Type: application/json”.")
        raise UnsupportedMediaType(content_type, detail)

    def select_renderer(
        self, _request: Request, renderers: Iterable[BaseRenderer], _format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        renderer = next(iter(renderers))
        return renderer, str(renderer.media_type)
