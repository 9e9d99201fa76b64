"""The audit log in words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import AuditEntry

from .log_particulars import Known, particulars

DEEDS: Final = {
    "create_event": gettext_lazy("made the event"),
    "edit_event": gettext_lazy("changed the event"),
    "open_event": gettext_lazy("opened the event"),
    "start_event": gettext_lazy("started the event and froze its rules"),
    "finish_event": gettext_lazy("finished the event"),
    "rehearse": gettext_lazy("began a rehearsal"),
    "put_rehearsal_away": gettext_lazy("put a rehearsal away"),
    "reopen_event": gettext_lazy("reopened the event"),
    "import_event": gettext_lazy("took the event in from a document"),
    "add_entries": gettext_lazy("entered players"),
    "check_in": gettext_lazy("checked somebody in"),
    "check_in_all": gettext_lazy("checked everybody in"),
    "undo_check_in": gettext_lazy("took a check-in back"),
    "withdraw": gettext_lazy("withdrew an entry"),
    "draw_round": gettext_lazy("drew a round"),
    "redraw_round": gettext_lazy("drew a round again"),
    "swap_seats": gettext_lazy("swapped two seats"),
    "move_seat": gettext_lazy("moved a player to another table"),
    "seat_by_hand": gettext_lazy("seated a round by hand"),
    "substitute": gettext_lazy("put a substitute in"),
    "leave_out": gettext_lazy("went on without somebody"),
    "start_search": gettext_lazy("began a longer search"),
    "stop_search": gettext_lazy("stopped a search"),
    "take_search": gettext_lazy("took what a search found"),
    "start_simulation": gettext_lazy("began a simulation"),
    "cancel_simulation": gettext_lazy("cancelled a simulation"),
    "remove_simulation": gettext_lazy("removed a simulation"),
    "add_stage": gettext_lazy("added a stage"),
    "edit_stage": gettext_lazy("changed a stage"),
    "remove_stage": gettext_lazy("took a stage out"),
    "end_stage": gettext_lazy("ended a stage"),
    "set_seeding": gettext_lazy("seeded the players"),
    "add_wishes": gettext_lazy("noted a wish"),
    "remove_wish": gettext_lazy("removed a wish"),
    "publish_round": gettext_lazy("published a round"),
    "discard_draw": gettext_lazy("threw a draw away"),
    "close_round": gettext_lazy("closed a round"),
    "record_deal": gettext_lazy("recorded a deal"),
    "make_link": gettext_lazy("made a link for a table"),
    "revoke_link": gettext_lazy("ended the link of a table"),
    "take_seat": gettext_lazy("took a seat by phone"),
    "leave_seat": gettext_lazy("left a seat"),
    "free_seat": gettext_lazy("freed a seat from a phone"),
    "correct_deal": gettext_lazy("corrected a deal"),
    "claim_deal": gettext_lazy("entered a deal for somebody to confirm"),
    "confirm_claim": gettext_lazy("confirmed a deal"),
    "dispute_claim": gettext_lazy("disputed a deal"),
    "withdraw_claim": gettext_lazy("threw an entered deal away"),
    "void_deal": gettext_lazy("voided a deal"),
    "issue_chips": gettext_lazy("issued chips"),
    "add_adjustment": gettext_lazy("gave an adjustment"),
    "cancel_adjustment": gettext_lazy("cancelled an adjustment"),
}


@dataclass(frozen=True)
class LogLine:
    """One act: when, by whom, through which door, what, and its particulars."""

    at: datetime
    actor: str
    via: str
    deed: str
    details: list[str]


def told(entry: AuditEntry, known: Known) -> LogLine:
    """An entry of the audit log for people."""
    return LogLine(
        at=entry.at,
        actor=_who(entry),
        via=entry.via,
        deed=str(DEEDS.get(entry.verb, entry.verb.replace("_", " "))),
        details=particulars(entry, known),
    )


def _who(entry: AuditEntry) -> str:
    if entry.actor is not None:
        return entry.actor.get_username()
    if (table := entry.data.get("link_of_table")) is None:
        return _("the machine")
    seat, phone = entry.data.get("link_seat"), entry.data.get("link_phone")
    if seat is None:
        said = _("table link of table %(table)d") % {"table": table}
    else:
        said = _("table link of table %(table)d, seat %(seat)d") % {"table": table, "seat": seat + 1}
    return said if phone is None else _("%(link)s, phone %(mark)s") % {"link": said, "mark": phone}
