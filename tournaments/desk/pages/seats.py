"""For the director: changes of seats by hand. Swap, move, a missing player, or the whole seating as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.core.pages.common import (
    actor_of,
    attempt_form,
    members_act,
    members_form,
    show,
)
from tournaments.desk.pages.drawing import draw_seen, with_draw
from tournaments.desk.verbs import seats as verbs
from tournaments.draw.forms import SeatingForm
from tournaments.draw.words.certificate import verdict_of
from tournaments.draw.words.tables import table_cards, tables_to_draw
from tournaments.events.access import entry_for_director
from tournaments.events.pages.frame import manage_frame
from tournaments.events.rules.formats import FORMATS
from tournaments.events.verbs import entries
from tournaments.tables.access import round_for_director, table_for_director
from tournaments.tables.models.rounds import Round


@members_act
def swap(request: HttpRequest, round_id: str) -> HttpResponse:
    """Swap two players."""
    first, second = request.POST.get("first", ""), request.POST.get("second", "")
    if not first or not second or first == second:
        messages.error(request, _("Choose two different players to swap."))
        return redirect("draw", round_for_director(actor_of(request), round_id).pk)
    actor = actor_of(request)
    a, b = (entry_for_director(actor, entry) for entry in (first, second))
    return with_draw(
        request,
        round_id,
        lambda round_, seen: verbs.swap_seats(round_, actor, a, b, seen),
        _("The two players have swapped seats."),
    )


@members_act
def move(request: HttpRequest, round_id: str) -> HttpResponse:
    """Move a player to another table."""
    who, to = request.POST.get("entry", ""), request.POST.get("table", "")
    if not who or not to:
        messages.error(request, _("Choose a player and a table."))
        return redirect("draw", round_for_director(actor_of(request), round_id).pk)
    actor = actor_of(request)
    entry, table = entry_for_director(actor, who), table_for_director(actor, to)
    return with_draw(
        request,
        round_id,
        lambda round_, seen: verbs.move_seat(round_, actor, entry, table, seen),
        _("The player now sits at the other table."),
    )


@members_act
def missing(request: HttpRequest, round_id: str) -> HttpResponse:
    """A player is missing: a substitute sits in, or the table plays with one seat less."""
    who, substitute = request.POST.get("out", ""), request.POST.get("into", "")
    if not who:
        messages.error(request, _("Choose the missing player."))
        return redirect("draw", round_for_director(actor_of(request), round_id).pk)
    gone = request.POST.get("withdraw") == "1"
    if substitute:

        def sit_in(round_: Round, seen: int) -> None:
            out, into = (entry_for_director(actor_of(request), entry) for entry in (who, substitute))
            verbs.substitute(round_, actor_of(request), out, into, seen)
            if gone:
                entries.withdraw(out, actor_of(request))

        return with_draw(request, round_id, sit_in, _("The substitute now has the seat."))

    def leave_out(round_: Round, seen: int) -> None:
        out = entry_for_director(actor_of(request), who)
        verbs.leave_out(round_, actor_of(request), out, seen, withdraw=gone)

    return with_draw(request, round_id, leave_out, _("The table now plays with one seat less."))


@members_form
def seating(request: HttpRequest, round_id: str) -> HttpResponse:
    """The whole seating as text: edit it, see its cost, save it."""
    round_ = round_for_director(actor_of(request), round_id)
    tables = table_cards(round_.event, round_, tables_to_draw(round_), for_members=True)
    written = "\n".join(_line(table) for table in tables)
    form = SeatingForm(
        request.POST if request.method == "POST" else None, initial={"seats": written, "draw": round_.draw}
    )
    preview: dict[str, Any] | None = None
    if request.method == "POST" and form.is_valid():
        seats = attempt_form(form, lambda: verbs.parse_seating(round_.event, form.cleaned_data["seats"]))
        if seats is not None and request.POST.get("keep") == "1":
            seen = draw_seen(request)
            kept = attempt_form(form, lambda: verbs.seat_by_hand(round_, actor_of(request), seats, seen))
            if kept is not None:
                messages.success(request, _("The seating is saved as you wrote it."))
                return redirect("draw", round_.pk)
        elif seats is not None:
            preview = attempt_form(form, lambda: _preview(round_, seats))
    return show(
        request,
        "desk/seating.html",
        manage_frame(request, round_.event, "tables") | {"round": round_, "preview": preview},
        form=form,
    )


def _line(table: Mapping[str, Any]) -> str:
    """A table as a line: "Table 1: Anna, Ben, Cleo"; with semicolons if a name contains a comma."""
    between = "; " if any("," in name for name in table["people"]) else ", "
    return _("Table %(number)d: %(names)s") % {
        "number": table["number"],
        "names": between.join(table["people"]),
    }


def _preview(round_: Round, seats: Any) -> dict[str, Any]:
    """A seating with its cost, compared with the present one."""
    new = verbs.preview_seats(round_, seats)
    names = {str(entry.pk): entry.player.name for table in new.tables for entry in table}
    return {
        "tables": [[entry.player.name for entry in table] for table in new.tables],
        "verdicts": [
            verdict_of(
                group,
                certificate,
                names,
                for_directors=True,
                by_format=FORMATS[round_.stage.format].seats,
                by_hand=True,
            )
            for group, certificate in new.certificate.items()
        ],
        "several": len(new.certificate) > 1,
        "before": new.before,
        "after": new.after,
        "faults": new.faults,
    }
