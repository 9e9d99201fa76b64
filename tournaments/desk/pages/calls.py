"""Calls: a table asks the director to come, and the director answers."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.core.actors import Actor
from tournaments.core.pages.acts import Act, to_overview
from tournaments.core.pages.common import (
    attempt,
    only_post,
    open_form,
)
from tournaments.desk.access import call_for_director, table_for_caller
from tournaments.desk.verbs import calls
from tournaments.play.pages.frame import actor_at
from tournaments.tables.models.rounds import CALL_KINDS, Call, Table


def calling(table: Table, actor: Actor, *, renews: bool) -> dict[str, Any]:
    """The context of the page of a table: whether the actor may call the director, and the newest call.

    renews: the table is being played. Strangers see no call, so their pages can be kept.
    """
    if not renews or not calls.may_call(table, actor):
        return {"may_call": False, "call": None, "call_stamp": ""}
    call = calls.last_call(table)
    return {
        "may_call": True,
        "call": call,
        "call_open": call is not None and call.ended_at is None,
        "call_kinds": CALL_KINDS,
        "call_stamp": stamp(call),
    }


def stamp(call: Call | None) -> str:
    """A text that changes with the newest call of a table."""
    if call is None:
        return ""
    state = "ended" if call.ended_at else "answered" if call.answered_at else "open"
    return f"-{call.pk.hex[-6:]}-{state}"


@only_post
@open_form
def call_director(request: HttpRequest, table_id: str) -> HttpResponse:
    """Call the director to a table."""
    actor = actor_at(request, table_id)
    table = table_for_caller(actor, table_id)
    attempt(
        request,
        lambda: calls.call_director(table, actor, request.POST.get("kind", "")[:10]),
        _("The director has been called to table %(number)d.") % {"number": table.number},
    )
    return redirect("table", table.pk)


ADDRESSES = [
    Act(
        "calls/<str:ref>/answer/",
        call_for_director,
        calls.answer_call,
        to_overview,
        lambda call: _("Table %(number)d sees that you are on the way.") % {"number": call.table.number},
    ).address,
    Act(
        "calls/<str:ref>/end/",
        call_for_director,
        calls.end_call,
        to_overview,
        lambda call: _("The call of table %(number)d is settled.") % {"number": call.table.number},
    ).address,
]
