"""Buttons: an act without a form is a row of a table, from which its address and its view are made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.functional import Promise

from tournaments.core.change import keeper
from tournaments.core.pages.common import actor_of, attempt, members_act


@dataclass(frozen=True)
class Act:
    """A button that members press."""

    path: str
    """The address. Its `ref` names the row; the verb gets its other parts by name."""
    fetch: Callable[..., Any]
    """Fetches the row for an actor and a `ref`, and checks the rights (`access`)."""
    verb: Callable[..., Any]
    """Is called with the row and the actor."""
    back: str | Callable[[Any], HttpResponse]
    """The page that is shown next: the name of an address with a `ref`, or what leads from the row to it."""
    done: str | Promise | Callable[[Any], str] = ""
    """What that page says, maybe of the row. Empty where one sees what has changed."""
    sent: Sequence[str] = ()
    """The hidden fields of the form, which the verb gets by name."""
    name: str = ""
    """The name of the address, if it is not that of the verb."""

    @property
    def address(self) -> URLPattern:
        """The address of the button, for the list of addresses of its room."""
        return path(self.path, members_act(self._press), name=self.name or self.verb.__name__)

    def _press(self, request: HttpRequest, /, ref: str, **parts: Any) -> HttpResponse:
        actor = actor_of(request)
        row = self.fetch(actor, ref)
        sent = {name: request.POST.get(name, "") for name in self.sent}
        done = self.done(row) if callable(self.done) else str(self.done)
        attempt(request, lambda: self.verb(row, actor, **parts, **sent), done)
        return self.back(row) if callable(self.back) else redirect(self.back, row.ref)


def to_overview(row: Any) -> HttpResponse:
    """Redirect to the overview of the event of a row."""
    event: Any = keeper(row)
    return redirect("manage", event.ref)


def whole(text: str, default: int = 0) -> int:
    """A whole number of a form that has no fields, such as a hidden one; at most 9 digits."""
    return int(text) if text.isdecimal() and len(text) < 10 else default
