"""What a route does for one method of HTTP: who may, what is sent, which verb is called, what is answered.

`post = Act(Right.EVENTS, Closing, rounds.close_round)` calls the verb with the target, the actor and the
fields of the body. Where that is not enough, `@Act(Right.EVENTS, Closing)` stands before a function of the
route. The text of the operation is the docstring of that function, or the part of the docstring of the class
after `POST:` (all of it, if the class has one method). Its first line is the summary.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from inspect import cleandoc
from typing import Any, ClassVar, Self

from django.http.response import HttpResponseBase
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder

from api.rights import Right
from api.shapes import Nothing, Shape
from tournaments.clubs.access import by_id, club_for, club_for_viewer
from tournaments.core.rules.settings import Settings

ROOT = "/api/v1/"
PARTS = re.compile(r"^(GET|POST|PUT|PATCH|DELETE): ", re.MULTILINE)


@dataclass(eq=False)
class Method:
    """A method of a route."""

    right: Right
    body: type[Shape | Settings] = Nothing
    verb: Callable[..., Any] | None = None
    """It gets the target, the actor and the body. Instead there can be a function of the route."""
    _: KW_ONLY
    query: type[Shape] | None = None
    """Default: that of a list, or `dry_run` for methods that change something."""
    answers: Mapping[Any, Any] | None = None
    """The shapes of responses by status. Default: the shape of the route."""
    without: Sequence[str] = ()
    """Headers that a successful response lacks although its kind of route has them."""
    at: str = ""
    """The address of what was created, if it is not below that of the list: `events/{event}/stages/{}/`."""

    status: ClassVar[int] = 200
    lacks: ClassVar[Sequence[str]] = ()
    """The default of `without`."""
    text: str = field(default="", init=False)
    """What the OpenAPI document says."""
    function: Callable[[Any], Any] | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.without = self.without or self.lacks

    def __call__(self, function: Callable[[Any], Any]) -> Self:
        self.function, self.text = function, cleandoc(function.__doc__ or "")
        return self

    def __set_name__(self, owner: type, name: str) -> None:
        if self.function is None:
            first, *parts = PARTS.split(cleandoc(owner.__doc__ or ""))
            self.text = dict(zip(parts[::2], parts[1::2], strict=True)).get(name.upper(), first).strip()

    def __get__(self, view: Any, owner: Any = None) -> Any:
        if view is None:
            return self

        def handler(_request: Any, **_ids: Any) -> Any:
            done = self.do(view)
            return done if isinstance(done, HttpResponseBase) else self.answer(view, done)

        return handler

    def do(self, view: Any) -> Any:
        """Call the verb, and return what it returns. A PATCH without a field changes nothing."""
        if view.method == "PATCH" and not view.body:
            return view.target
        if self.verb is None:
            return None if self.function is None else self.function(view)
        if isinstance(view.body, dict):
            return self.verb(view.target, view.actor, **view.body)
        return self.verb(view.target, view.actor, view.body)

    def shape_of(self, view: Any) -> Any:
        """Return the shape of the response."""
        return (self.answers or {}).get(self.status, view.shape)

    def answer(self, view: Any, done: Any) -> Any:
        """Return the response."""
        raise NotImplementedError


class Show(Method):
    """Returns the target or the list; 304 if the client has the present version."""

    def answer(self, view: Any, _done: Any) -> Any:
        return view.show()


class Act(Method):
    """Changes the target and returns it."""

    def answer(self, view: Any, done: Any) -> Any:
        return view.changed(done)


class Tell(Method):
    """Returns what the verb returns, which is not the target and has no version."""

    lacks: ClassVar[Sequence[str]] = ("ETag",)

    def answer(self, view: Any, done: Any) -> Any:
        return Response(view.serialize(done, self.shape_of(view)), status=self.status)


class Add(Method):
    """Makes a thing and returns it, with its address."""

    status = 201

    def answer(self, view: Any, done: Any) -> Any:
        data = view.serialize(done, self.shape_of(view))
        below = f"{view.request.path}{data['id']}/"
        place = ROOT + self.at.format(data["id"], **view.kwargs) if self.at else below
        headers = {"Location": place, "ETag": hash_of(data)}
        kept = {name: text for name, text in headers.items() if name not in self.without}
        return Response(data, status=201, headers=kept)


class AddAll(Tell):
    """Makes several things and returns them as one page."""

    status = 201
    lacks = ("ETag", "Location")


class Remove(Method):
    """Removes the target and returns nothing."""

    status = 204

    def answer(self, _view: Any, _done: Any) -> Any:
        return Response(status=204)


def hash_of(data: Any) -> str:
    """Return an ETag that depends only on this data."""
    # Sorted, because a database may return the keys of a JSON object in another order.
    text = json.dumps(data, cls=JSONEncoder, sort_keys=True)
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'


# ---- How a route finds its target.


def through(
    read: Callable[..., Any], change: Callable[..., Any] | None = None, **others: Callable[..., Any]
) -> Callable[..., Any]:
    """Return a `fetch` by the first id of the address, through the access function for reading or changing.

    others: the access functions for other methods, such as `PUT`.
    """

    def fetch(self: Any, *ids: Any) -> Any:
        access = read if change is None or self.method == "GET" else others.get(self.method, change)
        return access(self.actor, *ids[:1])

    return fetch


def club_of(role: str) -> Callable[..., Any]:
    """Return the access function for a club in which the actor has a role."""
    return lambda actor, ref: club_for(actor, ref, role)


def club_of_all(_actor: Any, ref: str) -> Any:
    """Return a club whose public parts everybody may see."""
    return club_for_viewer(ref)


def one_of(rows: Callable[[Any], Any], parent: Callable[..., Any]) -> Callable[..., Any]:
    """Return a `fetch` of one of the rows that belong to a target. `parent` is the `fetch` of that target."""

    def fetch(self: Any, *ids: str) -> Any:
        return by_id(rows(parent(self, *ids[:-1])), ids[-1])

    return fetch


def of_target(selector: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return a method that calls this selector with the target."""
    return lambda self: selector(self.target)
