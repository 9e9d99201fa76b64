"""How every route works: who may, what is asked for, tried out or done, seen already or not.

A route says in data what each method needs (`rights`, `bodies`, `queries`) and fetches the thing it is about;
all methods then go the same way: key, thing, scope, query, retry, version, body, verb, answer.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any, ClassVar, Generic, TypeVar

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import gettext as _
from rest_framework.exceptions import MethodNotAllowed, NotAuthenticated
from rest_framework.exceptions import ValidationError as InvalidShape
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder

from api.cursors import page_of
from api.filters import narrowed, query_of
from api.problems import Malformed, Stale, VersionRequired
from api.retries import HEADER, Answered, answer_again, ask_of, remember
from api.rights import Right, actor_of, check_scope
from api.shapes.base import DryRun, ListQuery, Nothing, Shape
from api.throttles import Limited
from tournaments.errors import NotFound
from tournaments.kernel.audit import Actor
from tournaments.kernel.stored_responses import RetryableRequest

T = TypeVar("T")

READING = ("GET", "HEAD")


class Resource(Limited, Generic[T]):
    """A route about a thing `T`: the event of a list of entries, the table of a deal."""

    http_method_names = ["get", "head", "post", "put", "patch", "delete"]

    rights: ClassVar[Mapping[str, Right]] = {}
    """What each method asks for. A method without a right is not allowed."""
    bodies: ClassVar[Mapping[str, type[Shape]]] = {}
    """The shape of each method's body; an empty one if it is not named."""
    queries: ClassVar[Mapping[str, type[Shape]]] = {}
    """The shape of each method's query; `dry_run` for those that change something, if it is not named."""
    shape: ClassVar[type[Shape]] = Nothing
    """The shape of what the route tells of."""
    answers: ClassVar[Mapping[str, Mapping[int, Any]]] = {}
    """What a method answers, by status, when it is not simply the route's shape."""
    without: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Headers that a method's success lacks, though its kind has them: what it tells of has no address."""
    longest_body: ClassVar[int] = 64 * 1024
    """Bytes."""
    also_refuses: ClassVar[tuple[int, ...]] = ()
    """Statuses with which it refuses, beside those that its rights and methods are refused with."""
    document_pointer: ClassVar[str] = ""
    """Where in the body the engine's document is, for its error pointers."""
    guarded: ClassVar[tuple[str, ...]] = ()
    """The methods that are refused without `If-Match`: they change what the client should have looked at."""

    ask: RetryableRequest | None = None
    """The request as one whose answer is kept for a retry."""
    actor: Actor
    target: T
    query: dict[str, Any]
    body: dict[str, Any]

    def fetch(self, *args: Any, **ids: Any) -> T:
        """The thing that the address names, if `self.actor` may do with it what is asked for."""
        raise NotImplementedError

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """A trial run is the real thing in a transaction that is rolled back.

        An answer that is kept for retries is stored in the transaction of what it tells of.
        """
        trial, retry = "dry_run" in request.GET, request.method == "POST" and HEADER in request.headers
        if request.method in READING or not (trial or retry or "If-Match" in request.headers):
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
        """Before every method: the key, the thing, the scope, the query, what the client has seen."""
        super().initial(request, *args, **kwargs)
        method = self.method
        right = self.rights.get(method)
        if right is None:
            raise MethodNotAllowed(str(request.method))
        if right.needs_key and request.auth is None:
            raise NotAuthenticated(_("This needs a key: “Authorization: Bearer KEY”."), "key_missing")
        self.actor = actor_of(request)
        self.target = self.fetch(**kwargs)
        check_scope(request, right)
        self.query = self._read(self.query_shape(method), request.query_params.dict(), "bad_query")
        if method == "POST" and not self.is_dry_run:
            ask = ask_of(request)
            # What takes no right has no effect: it is answered anew, and fills no database.
            if ask is not None and right is not Right.NONE:
                answer_again(ask)
                self.ask = ask
        if method != "GET" and "If-Match" in request.headers:
            self._check_match(request.headers["If-Match"])
        elif method in self.guarded:
            raise VersionRequired(
                "version_required",
                _("This takes the version that you have looked at: GET it, and send its ETag as If-Match."),
            )
        if method in ("POST", "PUT", "PATCH"):
            self.body = self._read(self.bodies.get(method, Nothing), request.data, "bad_body")

    @property
    def method(self) -> str:
        return "GET" if self.request.method in READING else str(self.request.method)

    @classmethod
    def query_shape(cls, method: str) -> type[Shape]:
        return cls.queries.get(method) or (Nothing if method == "GET" else DryRun)

    @property
    def is_dry_run(self) -> bool:
        return bool(self.query.get("dry_run") == "true")

    def tell(self, thing: Any) -> Any:
        """`thing` in the route's shape."""
        return self.shape(thing, context={"view": self}).data

    def created(self, thing: Any, location: str | None = None) -> Response:
        """201 with the new thing."""
        data = self.tell(thing)
        if location is None:
            location = f"{self.request.path}{data['id']}/"
        return Response(data, status=201, headers={"Location": location, "ETag": hash_of(data)})

    def within(self, thing: T, **of: Any) -> T:
        """`thing`, if it is of what the address says; NotFound otherwise."""
        if any(getattr(thing, name) != value for name, value in of.items()):
            raise _not_found()
        return thing

    def one_of(self, rows: Any, ref: str) -> Any:
        """The one of `rows` with this id; NotFound for none."""
        try:
            found = rows.filter(pk=ref).first()
        except ValidationError:
            found = None
        if found is None:
            raise _not_found()
        return found

    def has_seen(self, etag: str) -> bool:
        """Whether the client says that it has seen this version."""
        seen = parse_etags(self.request.headers.get("If-None-Match", ""))
        return "*" in seen or etag in (tag.removeprefix("W/") for tag in seen)

    def unchanged(self, etag: str) -> Response:
        """304: what the client has seen still stands."""
        return Response(status=304, headers={"ETag": etag})

    def handle_exception(self, exc: Exception) -> Any:
        if isinstance(exc, Answered):
            return exc.response
        return super().handle_exception(exc)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        patch_vary_headers(response, ["Authorization"])
        patch_cache_control(response, no_cache=True)
        if "Authorization" in request.headers:
            patch_cache_control(response, private=True)
        return response

    def _read(self, shape: type[Shape], data: Any, code: str) -> dict[str, Any]:
        # null is no object, and no missing body either.
        read = shape(partial=True) if self.method == "PATCH" and code == "bad_body" else shape.kept()
        try:
            valid: dict[str, Any] = read.run_validation(() if data is None else data)
        except InvalidShape as refusal:
            errors = list(_faults(refusal.detail))
        else:
            return valid
        if code == "bad_query":
            errors = [{"parameter": fault.pop("pointer").strip("/"), **fault} for fault in errors]
        first = errors[0]
        where = first.get("pointer") or first.get("parameter") or "body"
        raise Malformed(code, f"{where}: {first['detail']}", errors=errors)

    def _check_match(self, _wanted: str) -> None:
        raise Stale("no_such_version", _("There is nothing here that a version could be asked of."))


class Thing(Resource[T]):
    """A route about one thing, which has a version: its ETag."""

    guarded: ClassVar[tuple[str, ...]] = ("PATCH", "DELETE")
    held_by: ClassVar[str] = ""
    """What the verbs that change the thing lock first: the thing itself, or its `event`, its `club`."""

    def represent(self) -> Any:
        """What GET tells of the thing."""
        return self.tell(self.target)

    def etag(self, data: Any) -> str:
        """The version of the thing as represented."""
        return hash_of(data)

    def is_as_seen(self, present: str, seen: Sequence[str]) -> bool:
        """Whether a client that has seen one of these versions may change the present one."""
        return present in seen

    def show(self) -> Response:
        """The thing, or 304 when the client has seen it as it is."""
        data = self.represent()
        etag = self.etag(data)
        return self.unchanged(etag) if self.has_seen(etag) else Response(data, headers={"ETag": etag})

    def changed(self, thing: Any) -> Response:
        """200 with the thing as it is now, and its new version."""
        self.target = thing
        data = self.represent()
        return Response(data, headers={"ETag": self.etag(data)})

    def _check_match(self, wanted: str) -> None:
        etags = parse_etags(wanted)
        # Held until the verb is done: nobody changes it between this look and that.
        holder: Any = attrgetter(self.held_by)(self.target) if self.held_by else self.target
        type(holder)._default_manager.select_for_update().get(pk=holder.pk)
        self.target = self.fetch(**self.kwargs)
        if "*" in etags:
            return
        present = self.etag(self.represent())
        if not self.is_as_seen(present, etags):
            raise Stale(
                "version_stale", _("It was changed since you looked at it: look once more."), etag=present
            )


class Things(Resource[T]):
    """A route about a list of things that belong to `T`."""

    order: ClassVar[str] = "id"
    """The unique column that the list is ordered by; "-" before it: the newest first."""

    filters: ClassVar[Any] = None
    """The FilterSet (`api.filters`) that narrows the list, if there is one."""

    def rows(self) -> Any:
        """The rows of the list."""
        raise NotImplementedError

    @classmethod
    def query_shape(cls, method: str) -> type[Shape]:
        if method == "GET" and cls.filters is not None:
            return query_of(cls.filters)
        return cls.queries.get(method) or (ListQuery if method == "GET" else DryRun)

    def page(self) -> Response:
        """The page of the list that is asked for."""
        rows = self.rows() if self.filters is None else narrowed(self.rows(), self.filters, self.query)
        page = page_of(
            rows, self.order, self.request, limit=self.query["limit"], cursor=self.query.get("cursor")
        )
        return self.listed(self.shape(page.rows, many=True, context={"view": self}).data, page.next)

    def listed(self, told: Any, following: str | None = None) -> Response:
        """These rows as a page, or 304 when the client has seen it as it is; `following`: the next one."""
        data = {"results": told, "next": following}
        etag = hash_of(data)
        if self.has_seen(etag):
            return self.unchanged(etag)
        headers = {"ETag": etag} | ({"Link": f'<{following}>; rel="next"'} if following else {})
        return Response(data, headers=headers)


def hash_of(data: Any) -> str:
    """The ETag of what is told: the same for the same, whoever tells it."""
    # Sorted: a database need not give an object's keys back in the order in which it took them.
    text = json.dumps(data, cls=JSONEncoder, sort_keys=True)
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'


def _not_found() -> NotFound:
    return NotFound("not_found", _("There is no such thing here, or it is not open to you."))


def _faults(errors: Any, pointer: str = "") -> Any:
    """A serializer's errors as places in the body: [{pointer, code, detail}]."""
    if isinstance(errors, Mapping):
        for key, inner in errors.items():
            yield from _faults(inner, pointer if key == "non_field_errors" else f"{pointer}/{_escaped(key)}")
    elif isinstance(errors, list):
        for index, inner in enumerate(errors):
            # A list of strings tells what is wrong here; any other list, what is wrong in its members.
            yield from _faults(inner, pointer if isinstance(inner, str) else f"{pointer}/{index}")
    elif errors:
        yield {"pointer": pointer, "code": errors.code, "detail": str(errors)}


def _escaped(key: object) -> str:
    return str(key)[:60].replace("~", "~0").replace("/", "~1")
