"""What a client's author reads: the schema, a page to browse it, the error codes; and where no route is."""

from __future__ import annotations

import json
from typing import Any, TypeVar

from csp.constants import NONE, SELF, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request
from rest_framework.response import Response

from api.codes import GROUPS, OF_FIELDS, TITLES
from api.examples import refusals
from api.remedies import remedy
from api.resources import READING, Thing
from api.rights import Right
from api.shapes.problems import Code, CodePage
from api.throttles import Limited
from tournaments.errors import NotFound

T = TypeVar("T")
JSON, HTML = "application/json", "text/html"

SWAGGER_NEEDS = {
    "default-src": [NONE],
    "script-src": [SELF],
    "style-src": [SELF, UNSAFE_INLINE],
    "img-src": [SELF, "data:"],
    "font-src": [SELF, "data:"],
    "connect-src": [SELF],
    "form-action": [NONE],
    "base-uri": [NONE],
    "object-src": [NONE],
    "frame-ancestors": [NONE],
}
"""Swagger UI styles itself as it goes; its scripts are files of ours, as everywhere."""


class Schema(Limited, SpectacularAPIView):
    """The OpenAPI document of this API, as YAML or, if asked for, as JSON."""

    content_negotiation_class = DefaultContentNegotiation


@method_decorator(csp_replace(SWAGGER_NEEDS), name="dispatch")
class Docs(Limited, SpectacularSwaggerSplitView):
    """The schema as a page on which one can try things out."""

    url_name = "api:schema"
    template_name = "api/docs.html"


def told_of(code: str) -> dict[str, Any]:
    """What there is to say of an error code."""
    example = refusals()[code]
    status = example["status"]
    return {
        "code": code,
        "title": TITLES[code],
        "status": status,
        "remedy": remedy(code, status),
        "example": example,
    }


class ForPeopleToo(Thing[T]):
    """What programs read as JSON, and whoever follows the link to it in a browser as a page."""

    def page(self, request: HttpRequest, **ids: str) -> HttpResponse | None:
        """The page; None where there is none."""
        raise NotImplementedError

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        response: Any = None
        if request.method in READING and request.get_preferred_type([JSON, HTML]) == HTML:
            response = self.page(request, **kwargs)
        if response is None:
            response = super().dispatch(request, *args, **kwargs)
        patch_vary_headers(response, ["Accept"])
        return response


class ErrorList(ForPeopleToo[None]):
    rights = {"GET": Right.NONE}
    shape = CodePage

    def fetch(self) -> None:
        return None

    def page(self, request: HttpRequest, **ids: str) -> HttpResponse:
        groups = [
            {"name": name, "title": title, "codes": [told_of(code) for code in sorted(codes)]}
            for name, (title, codes) in GROUPS.items()
        ]
        context = {"groups": groups, "faults": sorted(OF_FIELDS.items())}
        return render(request, "tournaments/public/errors.html", context)

    def represent(self) -> Any:
        return {
            "results": [told_of(code) for code in sorted(TITLES)],
            "faults": [{"code": code, "title": title} for code, title in sorted(OF_FIELDS.items())],
            "next": None,
        }

    def get(self, request: Request) -> Response:
        """Every stable error code: what it means, its status, what to do, and an example.

        `faults` are the codes of single places in a body or query, within `errors` of `bad_body` and
        `bad_query`.
        """
        return self.show()


class ErrorOne(ForPeopleToo[str]):
    rights = {"GET": Right.NONE}
    shape = Code

    def fetch(self, code: str) -> str:
        if code not in TITLES:
            raise NotFound("not_found", _("There is no such error code."))
        return code

    def page(self, request: HttpRequest, **ids: str) -> HttpResponse | None:
        if (code := ids["code"]) not in TITLES:
            return None
        told = told_of(code)
        example = json.dumps(told["example"], indent=2, ensure_ascii=False)
        return render(request, "tournaments/public/error.html", {"told": told, "example": example})

    def represent(self) -> Any:
        return told_of(self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """What an error code means, what to do about it, and a refusal for example."""
        return self.show()


@extend_schema(exclude=True)
class Nowhere(Limited):
    """Every address under the API that is no route."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        slash = "" if request.path.endswith("/") else " " + _("Addresses end with a slash.")
        self.check_throttles(request)
        raise NotFound("no_such_route", _("There is no such route: see /api/v1/docs/.") + slash)
