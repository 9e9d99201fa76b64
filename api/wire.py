"""What goes over the wire: JSON in, JSON out, nothing else."""

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
    """JSON as the formats want it: no key twice, no NaN, nothing after its end; `longest_body` bytes."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        _media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        longest: int = (parser_context or {})["view"].longest_body
        # One byte more than is allowed is read and no more, whatever length the client has announced.
        body = stream.read(longest + 1)
        if len(body) > longest:
            raise TooLarge(
                "body_too_large", _("A body may have up to %(most)d bytes here.") % {"most": longest}
            )
        return games.parse_json(body) if body.strip() else {}


class Json(JSONRenderer):
    """JSON in ASCII: what a client stated is told back whatever was in it, half characters too."""

    ensure_ascii = True
    charset = None


class AlwaysJSON(BaseContentNegotiation):
    """There is one representation, so there is nothing to negotiate about."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser:
        content_type = request.content_type or ""
        media_type, _semicolon, parameters = content_type.partition(";")
        packed = request.headers.get("Content-Encoding", "identity").lower()
        charset = re.search(r"charset\s*=\s*\"?([^\s;\"]+)", parameters, re.IGNORECASE)
        if packed not in ("", "identity"):
            why = _("The body is packed (%(how)s): send it as it is, without Content-Encoding.") % {
                "how": packed
            }
        elif charset is not None and charset[1].lower() not in ("utf-8", "utf8", "us-ascii"):
            why = _("JSON is UTF-8: send it so, and as “Content-Type: application/json”.")
        else:
            for parser in parsers:
                if parser.media_type == media_type.strip().lower():
                    return parser
            why = _("Send JSON, and say so: “Content-Type: application/json”.")
        raise UnsupportedMediaType(content_type, why)

    def select_renderer(
        self, _request: Request, renderers: Iterable[BaseRenderer], _format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        renderer = next(iter(renderers))
        return renderer, str(renderer.media_type)
