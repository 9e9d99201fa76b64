"""Another evening, a rehearsal, and who leaves in the middle."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.pages.common import actor_of, attempt, attempt_form, members_act, members_form, show
from tournaments.core.rules.calendar import next_days
from tournaments.desk.forms import DaysForm, SeriesForm
from tournaments.desk.pages.drawing import substitutes
from tournaments.desk.verbs import again as again_verbs
from tournaments.desk.verbs import leaving as verbs
from tournaments.desk.verbs.again import names_for, repeat_on
from tournaments.draw.forms import LeavingForm
from tournaments.events.access import entry_for_director, event_for_director
from tournaments.events.models.events import Event
from tournaments.events.pages.frame import manage_frame
from tournaments.events.verbs.entries import entries_by_id
from tournaments.tables.access import table_for_director
from tournaments.tables.models.rounds import Seat, Table
from tournaments.tables.verbs.table_states import table_state
from tournaments.tables.verbs.tables import entries_by_table, table_seats


@members_form
def again(request: HttpRequest, ref: str) -> HttpResponse:
    """Choose the days of events like this one. A series is shown as a list before it is created."""
    event = event_for_director(actor_of(request), ref)
    if request.method == "POST" and "dates" in request.POST:
        return _create(request, event)
    taken = Event.objects.filter(club=event.club_id).values_list("starts_on", flat=True)
    near = next_days(event.starts_on, timezone.localdate(), set(taken))
    form = SeriesForm(request.POST if request.method == "POST" else None, initial={"first": near[0]})
    days = form.days if form.is_bound and form.is_valid() else []
    return show(
        request,
        "desk/again.html",
        manage_frame(request, event, "again")
        | {
            "near": [(day, names_for(event, [day])[0]) for day in near],
            "days": list(zip(days, names_for(event, days), strict=True)),
            "came": event.entries.exclude(status="withdrawn").count(),
            "with_players": "players" in request.POST if form.is_bound else True,
        },
        form=form,
    )


def _create(request: HttpRequest, event: Event) -> HttpResponse:
    form = DaysForm(request.POST)
    made: list[Event] = []
    if form.is_valid():
        attempt(
            request,
            lambda: made.extend(
                repeat_on(event, actor_of(request), form.days, players=form.cleaned_data["players"])
            ),
        )
    else:
        messages.error(request, _("Choose the days again."))
    if not made:
        return redirect("again", event.ref)
    if len(made) == 1:
        messages.success(request, _("%(event)s is created.") % {"event": made[0].name})
        return redirect("entries", made[0].ref)
    messages.success(
        request,
        ngettext("%(count)d event is created.", "%(count)d events are created.", len(made))
        % {"count": len(made)},
    )
    return redirect("club", event.club.slug)


@members_form
def leaving(request: HttpRequest, table_id: str) -> HttpResponse:
    """Choose who leaves and who sits in, if anybody; then see what happens to the chips; then confirm."""
    actor = actor_of(request)
    table = table_for_director(actor, table_id)
    seats = table_seats(table)
    form = _form(request, table, seats)
    preview: verbs.Leaving | None = None
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data
        out = entry_for_director(actor, chosen["out"])
        into = entry_for_director(actor, chosen["into"]) if chosen["into"] else None
        act = (table, actor, out, into, chosen["from_deal"])
        if request.POST.get("step") == "send":
            left = attempt_form(form, lambda: verbs.leave_table(*act, withdraw=chosen["withdraw"]))
            if left is not None:
                names = {"name": left.out.player.name, "deal": left.last_deal}
                messages.success(request, _("%(name)s has left after deal %(deal)d.") % names)
                return redirect("table", table.pk)
        else:
            preview = attempt_form(form, lambda: verbs.preview_leave_table(*act))
    frame = manage_frame(request, table.round.event, "round") | {
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
    table, seat = table_for_director(actor, table_id), request.POST.get("seat", "")
    number = int(seat) if seat.isdecimal() and len(seat) < 3 else -1
    attempt(request, lambda: verbs.give_seat_back(table, actor, number), _("The seat is given back."))
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


@members_act
def rehearse(request: HttpRequest, ref: str) -> HttpResponse:
    """Begin a rehearsal. Next it is started like any event."""
    event = event_for_director(actor_of(request), ref)
    done = _("The rehearsal is ready. Start it, and go through the evening.")
    if attempt(request, lambda: again_verbs.rehearse(event, actor_of(request)), done):
        event = event.rehearsal
    return redirect("manage", event.ref)


@members_act
def delete_rehearsal(request: HttpRequest, ref: str) -> HttpResponse:
    """Delete a rehearsal. Next is the event that it copied."""
    event = event_for_director(actor_of(request), ref)
    done = _("The rehearsal is deleted.")
    if attempt(request, lambda: again_verbs.delete_rehearsal(event, actor_of(request)), done):
        event = event.rehearsal_of or event
    return redirect("manage", event.ref)
