"""The base classes of all routes.

A route says how to fetch its target, and what it does for each method of HTTP (`api.methods`). Every request
is checked in the same order: key, target, scope, query, retry, version, body. After that the method calls
its verb.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, ClassVar

from django.db import transaction
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import gettext as _
from pydantic import BaseModel, ValidationError
from rest_framework.exceptions import MethodNotAllowed, NotAuthenticated
from rest_framework.exceptions import ValidationError as InvalidShape
from rest_framework.request import Request
from rest_framework.response import Response

from api.lists import narrowed, page_of, query_of
from api.methods import Method, hash_of
from api.problems import Malformed, Stale, VersionRequired
from api.retries import HEADER, AlreadyAnswered, answer_again, ask_of, remember
from api.rights import actor_of, check_scope
from api.shapes import DryRun, ListQuery, Nothing, Shape
from api.throttles import Limited
from api.wire import Json
from tournaments.clubs.access import not_found
from tournaments.core.actors import Actor
from tournaments.core.rules.settings import Settings, WrongShape, refusals_in
from tournaments.core.stored_responses import RetryableRequest
from tournaments.events.access import runs_event

READING = ("GET", "HEAD")
ROUTES: dict[str, type[Resource]] = {}
"""The routes by their addresses below `ROOT`."""


class Resource(Limited):
    """A route about a target: the event of a list of entries, the table of a deal."""

    http_method_names = ["get", "head", "post", "put", "patch", "delete"]

    methods: ClassVar[Mapping[str, Method]] = {}
    """What it does, by method of HTTP. Made from `get`, `post`, ... of the class."""
    shape: ClassVar[type[Shape | BaseModel]] = Nothing
    """The response."""
    longest_body: ClassVar[int] = 64 * 1024
    """Bytes."""
    also_refuses: ClassVar[tuple[int, ...]] = ()
    """Statuses of refusals, besides those that follow from its rights and methods."""
    document_pointer: ClassVar[str] = ""
    """The JSON pointer of the engine's document in the body. Error pointers begin with it."""
    remembers: ClassVar[bool] = True
    """Whether a POST with an `Idempotency-Key` is done once. Not where it changes nothing."""
    guarded: ClassVar[tuple[str, ...]] = ()
    """The methods that require `If-Match`, because they change what the client has read."""

    ask: RetryableRequest | None = None
    """Set if the response must be stored for retries."""
    actor: Actor
    target: Any
    query: dict[str, Any]
    body: Any
    """The settings, or a dict by the shape."""

    def __init_subclass__(cls, path: str = "") -> None:
        """Make a route. Its address is `path` below `ROOT`; without one it is a base of routes."""
        super().__init_subclass__()
        if path:
            ROUTES[path] = cls
        found = {name.upper(): getattr(cls, name, None) for name in cls.http_method_names}
        cls.methods = {name: method for name, method in found.items() if isinstance(method, Method)}

    fetch: Callable[..., Any]
    """Return the target that the ids in the address name, after checking the rights of `self.actor`."""

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """Run dry runs, retries and conditional requests in one transaction.

        A dry run is rolled back. A stored response is written in the transaction of its change.
        """
        trial = "dry_run" in request.GET
        keyed = request.method == "POST" and HEADER in request.headers and self.remembers
        if request.method in READING or not (trial or keyed or "If-Match" in request.headers):
            return super().dispatch(request, *args, **kwargs)
        with transaction.atomic():
            response: Any = super().dispatch(request, *args, **kwargs)
            if response.status_code >= 400:
                transaction.set_rollback(True)
            elif self.ask is not None:
                remember(self.ask, response)
            elif trial and self.is_dry_run:
                transaction.set_rollback(True)
                response.data = {**(response.data or {}), "dry_run": True}
                response.status_code = 200
                response.headers.pop("Location", None)
        return response

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check key, target, scope, query, retry, version and body before the method runs."""
        super().initial(request, *args, **kwargs)
        method, does = self.method, self.methods.get(self.method)
        if does is None:
            raise MethodNotAllowed(str(request.method))
        right = does.right
        if right.needs_key and request.auth is None:
            raise NotAuthenticated(_("This request needs a key: “Authorization: Bearer KEY”."), "key_missing")
        self.actor = actor_of(request)
        self.target = self.fetch(*kwargs.values())
        check_scope(request, right)
        self.query = self._read(self.query_shape(method), request.query_params.dict(), "bad_query")
        if method == "POST" and not self.is_dry_run:
            ask = ask_of(request)
            if ask is not None and self.remembers:
                answer_again(ask)
                self.ask = ask
        if method != "GET" and "If-Match" in request.headers:
            self._check_match(request.headers["If-Match"])
        elif method in self.guarded:
            raise VersionRequired(
                "version_required",
                _("This change needs a version. GET the resource first, then send its ETag as If-Match."),
            )
        has_body = method in ("POST", "PUT", "PATCH")
        self.body = self._read(does.body, request.data, "bad_body") if has_body else {}

    @property
    def method(self) -> str:
        return "GET" if self.request.method in READING else str(self.request.method)

    @classmethod
    def query_shape(cls, method: str) -> type[Shape]:
        """Return the shape of the query. Methods that change something have a dry run."""
        return cls.methods[method].query or (Nothing if method == "GET" else DryRun)

    @property
    def is_dry_run(self) -> bool:
        return bool(self.query.get("dry_run") == "true")

    @property
    def is_director(self) -> bool:
        """Whether the actor runs the event that the target is or belongs to."""
        return runs_event(self.actor, self.event_of_target)

    @property
    def event_of_target(self) -> Any:
        """The event that the target is or belongs to."""
        return getattr(self.target, "event", self.target)

    def serialize(self, thing: Any, shape: Any = None) -> Any:
        """Return the JSON of a thing, in this shape or in that of the route."""
        shape = shape or self.shape
        if issubclass(shape, BaseModel):
            return shape.model_validate(thing, from_attributes=True).model_dump(mode="json")
        return shape(thing, context={"view": self}).data

    def changed(self, thing: Any) -> Response:
        """Return 200 with this thing."""
        return Response(self.serialize(thing))

    def within(self, thing: Any, **parent: Any) -> Any:
        """Return `thing` if it has these parents; raise NotFound otherwise."""
        if any(getattr(thing, name) != value for name, value in parent.items()):
            raise not_found()
        return thing

    def has_seen(self, etag: str) -> bool:
        """Whether `If-None-Match` contains this version."""
        seen = parse_etags(self.request.headers.get("If-None-Match", ""))
        return "*" in seen or etag in seen

    def not_modified(self, etag: str) -> Response:
        return Response(status=304, headers={"ETag": etag})

    def handle_exception(self, exc: Exception) -> Any:
        if isinstance(exc, AlreadyAnswered):
            return exc.response
        return super().handle_exception(exc)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        patch_vary_headers(response, ["Authorization"])
        patch_cache_control(response, no_cache=True)
        if "Authorization" in request.headers:
            patch_cache_control(response, private=True)
        return response

    def _read(self, shape: type[Shape | Settings], data: Any, code: str) -> Any:
        if issubclass(shape, Settings):
            return _settings(shape, data)
        serializer = shape(partial=True) if self.method == "PATCH" and code == "bad_body" else shape.shared()
        try:
            # An empty tuple: DRF would accept null as a missing body, but null is not an object.
            valid: dict[str, Any] = serializer.run_validation(() if data is None else data)
        except InvalidShape as refusal:
            errors = list(_field_errors(refusal.detail))
        else:
            return valid
        if code == "bad_query":
            errors = [{"parameter": error.pop("pointer").strip("/"), **error} for error in errors]
        first = errors[0]
        where = first.get("pointer") or first.get("parameter") or "body"
        raise Malformed(code, f"{where}: {first['detail']}", errors=errors)

    def _check_match(self, _tags: str) -> None:
        raise Stale("no_such_version", _("This route has no version. Send the request without If-Match."))


class Item(Resource):
    """A route about one thing. Its version is its ETag."""

    guarded: ClassVar[tuple[str, ...]] = ("PATCH", "DELETE")
    held_by: ClassVar[str] = ""
    """The row that verbs lock first: an attribute of the target such as `event`, or empty for the target."""

    def data(self) -> Any:
        """Return what GET shows: the target, or what belongs to it."""
        return self.target

    def represent(self) -> Any:
        """Return the body of GET."""
        return self.serialize(self.data())

    def etag(self, data: Any) -> str:
        """Return the version of this representation."""
        return hash_of(data)

    def show(self) -> Response:
        """Return the target, or 304 if the client has its present version."""
        data = self.represent()
        etag = self.etag(data)
        return self.not_modified(etag) if self.has_seen(etag) else Response(data, headers={"ETag": etag})

    def changed(self, thing: Any) -> Response:
        """Return 200 with the target and its new version. `thing` is the target, or it is fetched again."""
        same = isinstance(thing, type(self.target))
        self.target = thing if same else self.fetch(*self.kwargs.values())
        data = self.represent()
        return Response(data, headers={"ETag": self.etag(data)})

    def hold(self) -> None:
        """Lock the row that verbs lock first."""
        holder: Any = attrgetter(self.held_by)(self.target) if self.held_by else self.target
        type(holder)._default_manager.select_for_update().get(pk=holder.pk)

    def _check_match(self, tags: str) -> None:
        etags = parse_etags(tags)
        # The lock is held until the verb has finished, so the version cannot change in between.
        self.hold()
        self.target = self.fetch(*self.kwargs.values())
        if "*" in etags:
            return
        present = self.etag(self.represent())
        if present not in etags:
            raise Stale(
                "version_stale",
                _("This has changed since you read it. GET it again, then decide."),
                etag=present,
            )


class Collection(Resource):
    """A route about a list of things that belong to the target."""

    shape: ClassVar[type[Shape]] = Nothing
    """Each thing in the list."""

    order: ClassVar[str] = "id"
    """The unique column that orders the list. With "-" before it, the newest row is the first."""

    filters: ClassVar[Any] = None
    """The FilterSet (`api.lists`) of the list, if it has one."""

    by_columns: ClassVar[bool] = False
    """Whether each field of the shape is a column. The list then reads these columns and makes no objects."""

    rows: Callable[..., Any]
    """Return the rows of the list as a queryset."""

    complete: Callable[..., Any] = staticmethod(list)
    """Return the rows of a page after reading what belongs to them."""

    def parts(self) -> Any:
        """Return querysets that together have the rows of the list, if one index cannot serve it."""
        return [self.rows()]

    @classmethod
    def query_shape(cls, method: str) -> type[Shape]:
        if method == "GET" and cls.filters is not None:
            return query_of(cls.filters)
        return cls.methods[method].query or (ListQuery if method == "GET" else DryRun)

    def show(self) -> Response:
        """Return the requested page of the list."""
        parts = self.parts()
        if self.filters is not None:
            parts = [narrowed(rows, self.filters, self.query) for rows in parts]
        shape = self.shape(context={"view": self})
        if self.by_columns:
            columns = {*shape.columns.values(), self.order.lstrip("-")}
            parts = [rows.values(*columns) for rows in parts]
        page = page_of(
            parts, self.order, self.request, limit=self.query["limit"], cursor=self.query.get("cursor")
        )
        represent = shape.from_columns if self.by_columns else shape.to_representation
        return self.listed([represent(row) for row in self.complete(page.rows)], page.next)

    def listed(self, results: Any, next_url: str | None = None) -> Response:
        """Return these results as a page, or 304 if the client has its present version."""
        # Rendered here and not by the framework, because the version is a hash of the text.
        text = Json().render({"results": results, "next": next_url})
        etag = f'"{hashlib.sha256(text).hexdigest()[:32]}"'
        if self.has_seen(etag):
            return self.not_modified(etag)
        headers = {"ETag": etag} | ({"Link": f'<{next_url}>; rel="next"'} if next_url else {})
        response = Response(headers={**headers, "Content-Type": Json.media_type})
        response.content = text
        return response


def _settings(model: type[Settings], data: Any) -> Settings:
    """The settings in a body. Raises Malformed for what the schema does not allow, else as `read` does."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        refusals = refusals_in(error)
    wrong = [each for each in refusals if isinstance(each, WrongShape)]
    if not wrong:
        raise refusals[0]
    errors = [{"pointer": f"/{each.field}", "code": each.code, "detail": each.detail} for each in wrong]
    raise Malformed("bad_body", f"/{wrong[0].field}: {wrong[0].detail}", errors=errors)


def _field_errors(errors: Any, pointer: str = "") -> Any:
    """Yield the errors of a serializer as {pointer, code, detail}."""
    if isinstance(errors, Mapping):
        for key, inner in errors.items():
            yield from _field_errors(
                inner, pointer if key == "non_field_errors" else f"{pointer}/{_escaped(key)}"
            )
    elif isinstance(errors, list):
        for index, inner in enumerate(errors):
            # Strings are errors of this place. Anything else holds the errors of one member of a list.
            yield from _field_errors(inner, pointer if isinstance(inner, str) else f"{pointer}/{index}")
    elif errors:
        yield {"pointer": pointer, "code": errors.code, "detail": str(errors)}


def _escaped(key: object) -> str:
    return str(key)[:60].replace("~", "~0").replace("/", "~1")
