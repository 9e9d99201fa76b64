"""All error codes, and what to do about each."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from csp.constants import NONE, SELF
from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from drf_spectacular.renderers import (
    OpenApiJsonRenderer,
    OpenApiJsonRenderer2,
    OpenApiYamlRenderer,
    OpenApiYamlRenderer2,
)
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request

from api.codes import FIELD_CODES, examples, groups, remedy, titles
from api.methods import Show, through
from api.problems import Code, CodePage
from api.resources import READING, Item
from api.rights import Right
from api.throttles import Limited
from tournaments.core.rules.refusals import NotFound

OPENAPI = Path(__file__).with_name("openapi.yaml")
JSON, HTML = "application/json", "text/html"

SWAGGER_NEEDS = {
    "default-src": [NONE],
    "script-src": [SELF],
    "style-src": [SELF],
    "img-src": [SELF, "data:"],
    "font-src": [SELF, "data:"],
    "connect-src": [SELF],
    "form-action": [NONE],
    "base-uri": [NONE],
    "object-src": [NONE],
    "frame-ancestors": [NONE],
}
"""Swagger UI loads its pictures as data. Its scripts and styles are our own files."""


@cache
def openapi_document(form: str, *, compressed: bool) -> bytes:
    """Return the committed OpenAPI document. `form` is `yaml` or `json`. Each is made once per process."""
    if compressed:
        return gzip.compress(openapi_document(form, compressed=False), mtime=0)
    text = OPENAPI.read_bytes()
    if form == "yaml":
        return text
    # The loader in C takes half a second, the loader in Python ten times as long.
    return json.dumps(yaml.load(text, Loader=yaml.CSafeLoader)).encode()


@cache
def openapi_etag(form: str) -> str:
    """Return a weak ETag, because it is the same for the compressed and for the plain document."""
    return f'W/"{hashlib.sha256(openapi_document(form, compressed=False)).hexdigest()[:32]}"'


class Schema(Limited):
    """The OpenAPI document, as YAML or JSON. It costs no more than a static file."""

    authentication_classes = []
    content_negotiation_class = DefaultContentNegotiation
    renderer_classes = [OpenApiYamlRenderer, OpenApiYamlRenderer2, OpenApiJsonRenderer, OpenApiJsonRenderer2]

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponseBase:
        form = request.accepted_renderer.format
        compressed = bool(re.search(r"\bgzip\b", request.headers.get("Accept-Encoding", "")))
        etag = openapi_etag(form)
        response = HttpResponse(
            openapi_document(form, compressed=compressed),
            content_type=f"{request.accepted_renderer.media_type}; charset=utf-8",
            headers={"ETag": etag, "Content-Disposition": f'inline; filename="Pochleague.{form}"'},
        )
        if compressed:
            response["Content-Encoding"] = "gzip"
        patch_vary_headers(response, ["Accept", "Accept-Encoding"])
        patch_cache_control(response, no_cache=True)
        return get_conditional_response(request._request, etag=etag, response=response) or response


@method_decorator(csp_replace(SWAGGER_NEEDS), name="dispatch")
class Docs(Limited, SpectacularSwaggerSplitView):
    """The schema as an interactive page."""

    url_name = "api:Schema"
    template_name = "api/docs.html"


def describe(code: str) -> dict[str, Any]:
    """Return the description of an error code in the shape `Code`."""
    example = examples()[code]
    status = example["status"]
    return {
        "code": code,
        "title": titles()[code],
        "status": status,
        "remedy": remedy(code, status),
        "example": example,
    }


class PageOrJSON(Item):
    """A resource that browsers get as a page and programs as JSON."""

    def page(self, request: HttpRequest, **ids: str) -> HttpResponse | None:
        """Return the page, or None if the resource does not exist."""
        raise NotImplementedError

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        response: Any = None
        if request.method in READING and request.get_preferred_type([JSON, HTML]) == HTML:
            response = self.page(request, **kwargs)
        if response is None:
            response = super().dispatch(request, *args, **kwargs)
        patch_vary_headers(response, ["Accept"])
        return response


class ErrorList(PageOrJSON, path="errors/"):
    """List all error codes, each with its meaning, status, remedy and an example.

    `faults` lists the codes of single fields in a body or query. They occur in `errors` of `bad_body` and
    `bad_query`.
    """

    shape = CodePage
    fetch = through(lambda _actor: None)
    get = Show(Right.NONE)

    def page(self, request: HttpRequest, **ids: str) -> HttpResponse:
        listed = [
            {"name": name, "title": group.title, "codes": [describe(code) for code in sorted(group.codes)]}
            for name, group in groups().items()
        ]
        context = {"groups": listed, "faults": sorted(FIELD_CODES.items())}
        return render(request, "site/errors.html", context)

    def represent(self) -> Any:
        return {
            "results": [describe(code) for code in sorted(titles())],
            "faults": [{"code": code, "title": title} for code, title in sorted(FIELD_CODES.items())],
            "next": None,
        }


class ErrorOne(PageOrJSON, path="errors/<slug:code>/"):
    """Return the meaning of an error code, its remedy and an example."""

    shape = Code
    get = Show(Right.NONE)

    def fetch(self, code: str) -> Any:
        if code not in titles():
            raise NotFound("not_found", _("This error code does not exist."))
        return code

    def page(self, request: HttpRequest, **ids: str) -> HttpResponse | None:
        if (code := ids["code"]) not in titles():
            return None
        error = describe(code)
        example = json.dumps(error["example"], indent=2, ensure_ascii=False)
        return render(request, "site/error.html", {"error": error, "example": example})

    def represent(self) -> Any:
        return describe(self.target)


@extend_schema(exclude=True)
class Nowhere(Limited):
    """The response for every address without a route."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        slash = "" if request.path.endswith("/") else " " + _("Every address ends with a slash.")
        self.check_throttles(request)
        raise NotFound("no_such_route", _("No route has this address. See /api/v1/docs/.") + slash)
