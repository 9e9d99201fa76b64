"""For the director: a player leaves a table in the middle of the round."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.core.pages.acts import whole
from tournaments.core.pages.common import (
    actor_of,
    attempt,
    attempt_form,
    members_act,
    members_form,
    show,
)
from tournaments.desk.pages.drawing import substitutes
from tournaments.desk.verbs import leaving as leaving_verbs
from tournaments.draw.forms import LeavingForm
from tournaments.events.access import entry_for_director
from tournaments.events.pages.frame import manage_frame
from tournaments.events.verbs.entries import entries_by_id
from tournaments.tables.access import table_for_director
from tournaments.tables.models.rounds import Seat, Table
from tournaments.tables.verbs.table_states import table_state
from tournaments.tables.verbs.tables import entries_by_table, table_seats


@members_form
def leaving(request: HttpRequest, table_id: str) -> HttpResponse:
    """Choose who leaves and who sits in, if anybody; then see what happens to the chips; then confirm."""
    actor = actor_of(request)
    table = table_for_director(actor, table_id)
    seats = table_seats(table)
    form = _form(request, table, seats)
    preview: leaving_verbs.Leaving | None = None
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data
        out = entry_for_director(actor, chosen["out"])
        into = entry_for_director(actor, chosen["into"]) if chosen["into"] else None
        act = (table, actor, out, into, chosen["from_deal"])
        if request.POST.get("step") == "send":
            left = attempt_form(form, lambda: leaving_verbs.leave_table(*act, withdraw=chosen["withdraw"]))
            if left is not None:
                names = {"name": left.out.player.name, "deal": left.last_deal}
                messages.success(request, _("%(name)s has left after deal %(deal)d.") % names)
                return redirect("table", table.pk)
        else:
            preview = attempt_form(form, lambda: leaving_verbs.preview_leave_table(*act))
    frame = manage_frame(request, table.round.event, "tables") | {
        "table": table,
        "round": table.round,
        "rules": table.round.event.rules_in_force,
        "changes": _changes(table, seats),
        "preview": preview,
    }
    return show(request, "desk/leaving.html", frame, form=form)


@members_act
def give_back(request: HttpRequest, table_id: str) -> HttpResponse:
    """Undo that somebody left a seat."""
    actor = actor_of(request)
    table, number = table_for_director(actor, table_id), whole(request.POST.get("seat", ""), -1)
    attempt(request, lambda: leaving_verbs.give_seat_back(table, actor, number), _("The seat is given back."))
    return redirect("leaving", table.pk)


def _form(request: HttpRequest, table: Table, seats: list[Seat]) -> LeavingForm:
    seated = set().union(*entries_by_table(table.round).values())
    free = substitutes(entries_by_id(table.round.event), seated)
    return LeavingForm(
        [
            (
                str(seat.sitting.pk),
                _("Seat %(seat)d: %(name)s") % {"seat": seat.number + 1, "name": seat.sitting.player.name},
            )
            for seat in seats
            if seat.empty_from is None
        ],
        [(str(entry.pk), entry.player.name) for entry in free],
        request.POST if request.method == "POST" else None,
        initial={"from_deal": table_state(table).next_number},
    )


def _changes(table: Table, seats: list[Seat]) -> list[dict[str, Any]]:
    """The seats that may be given back, because no deal counts since their player left."""
    next_deal = table_state(table).next_number
    return [
        {"seat": seat, "into": row.entry, "back": seat.playing(row.from_deal - 1), "deal": row.from_deal}
        for seat in seats
        for row in seat.changes[-1:]
        if row.from_deal >= next_deal
    ]
