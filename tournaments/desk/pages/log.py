"""The audit log in words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.core.models.log import AuditEntry
from tournaments.desk.pages.log_particulars import LogNames, particulars

DEEDS: Final = {
    "create_event": gettext_lazy("created the event"),
    "edit_event": gettext_lazy("changed the event"),
    "open_event": gettext_lazy("opened the event"),
    "start_event": gettext_lazy("started the event and froze its rules"),
    "finish_event": gettext_lazy("finished the event"),
    "rehearse": gettext_lazy("started a rehearsal"),
    "delete_rehearsal": gettext_lazy("deleted the rehearsal"),
    "reopen_event": gettext_lazy("reopened the event"),
    "import_event": gettext_lazy("imported the event from a document"),
    "add_entries": gettext_lazy("entered players"),
    "sign_up": gettext_lazy("signed somebody up"),
    "say_yes": gettext_lazy("noted that somebody comes after all"),
    "say_no": gettext_lazy("noted that somebody does not come"),
    "move_up": gettext_lazy("gave a place to the next on the waiting list"),
    "approve_reply": gettext_lazy("approved somebody who signed up"),
    "refuse_reply": gettext_lazy("refused somebody who signed up"),
    "let_in": gettext_lazy("gave somebody a place"),
    "same_person": gettext_lazy("said who somebody is who signed up"),
    "rename_reply": gettext_lazy("changed the name of somebody who signed up"),
    "remove_reply": gettext_lazy("removed a reply"),
    "note_payment": gettext_lazy("noted a payment"),
    "note_list": gettext_lazy("noted contacts and payments of a list"),
    "take_in": gettext_lazy("entered those who come"),
    "make_door": gettext_lazy("made a code for the door"),
    "check_in": gettext_lazy("checked a player in"),
    "check_in_all": gettext_lazy("checked everybody in"),
    "undo_check_in": gettext_lazy("undid a check-in"),
    "withdraw": gettext_lazy("withdrew an entry"),
    "draw_round": gettext_lazy("drew a round"),
    "redraw_round": gettext_lazy("drew a round again"),
    "swap_seats": gettext_lazy("swapped two seats"),
    "move_seat": gettext_lazy("moved a player to another table"),
    "seat_by_hand": gettext_lazy("seated a round by hand"),
    "substitute": gettext_lazy("seated a substitute"),
    "leave_out": gettext_lazy("took a seat away"),
    "leave_table": gettext_lazy("let a player leave in the middle of the round"),
    "give_seat_back": gettext_lazy("gave a seat back to the player who had left"),
    "start_search": gettext_lazy("started a longer search"),
    "stop_search": gettext_lazy("stopped a search"),
    "take_search": gettext_lazy("used the result of a search"),
    "start_simulation": gettext_lazy("started a simulation"),
    "cancel_simulation": gettext_lazy("cancelled a simulation"),
    "add_play_off": gettext_lazy("added a play-off"),
    "add_stage": gettext_lazy("added a stage"),
    "edit_stage": gettext_lazy("changed a stage"),
    "remove_stage": gettext_lazy("removed a stage"),
    "end_stage": gettext_lazy("ended a stage"),
    "replay_stage": gettext_lazy("let a stage be played again"),
    "set_seeding": gettext_lazy("seeded the players"),
    "add_wishes": gettext_lazy("added a wish"),
    "remove_wish": gettext_lazy("removed a wish"),
    "set_prizes": gettext_lazy("changed the prizes"),
    "set_tags": gettext_lazy("changed the tags of a player"),
    "publish_round": gettext_lazy("published a round"),
    "start_clock": gettext_lazy("started the clock of a round"),
    "pause_clock": gettext_lazy("paused the clock of a round"),
    "resume_clock": gettext_lazy("let the clock of a round go on"),
    "add_time": gettext_lazy("changed the time of a round or a table"),
    "announce": gettext_lazy("announced something"),
    "take_down_announcement": gettext_lazy("took an announcement down"),
    "discard_draw": gettext_lazy("discarded a draw"),
    "take_back_round": gettext_lazy("took a round back"),
    "close_round": gettext_lazy("closed a round"),
    "record_deal": gettext_lazy("recorded a deal"),
    "make_card": gettext_lazy("made the card of a table"),
    "revoke_card": gettext_lazy("revoked the card of a table"),
    "take_seat": gettext_lazy("took a seat by phone"),
    "leave_seat": gettext_lazy("left a seat"),
    "free_seat": gettext_lazy("freed the seat of a phone"),
    "correct_deal": gettext_lazy("corrected a deal"),
    "claim_deal": gettext_lazy("entered a deal that a second person must confirm"),
    "confirm_claim": gettext_lazy("confirmed a deal"),
    "dispute_claim": gettext_lazy("disputed a deal"),
    "withdraw_claim": gettext_lazy("withdrew an entered deal"),
    "void_deal": gettext_lazy("voided a deal"),
    "record_count": gettext_lazy("entered the total of a table"),
    "correct_count": gettext_lazy("corrected the total of a table"),
    "void_count": gettext_lazy("voided the total of a table"),
    "call_director": gettext_lazy("called the director"),
    "answer_call": gettext_lazy("answered a call"),
    "end_call": gettext_lazy("ended a call"),
    "issue_chips": gettext_lazy("issued chips"),
    "add_adjustment": gettext_lazy("added an adjustment"),
    "cancel_adjustment": gettext_lazy("cancelled an adjustment"),
}

DOORS: Final = {
    "page": "",
    "api": gettext_lazy("by a program"),
    "link": gettext_lazy("by phone"),
    "reply": gettext_lazy("by a personal link"),
    "door": gettext_lazy("by the code at the door"),
    "task": gettext_lazy("by itself"),
    "command": gettext_lazy("by a command on the server"),
}
"""How somebody came in (`Actor.via`). Nothing is said of pages."""


@dataclass(frozen=True)
class LogLine:
    """One line of the log: when, who, through which door, what, and details."""

    at: datetime
    actor: str
    via: str
    deed: str
    details: list[str]


def log_line(entry: AuditEntry, names: LogNames) -> LogLine:
    """The line of an audit entry."""
    return LogLine(
        at=entry.at,
        actor=_who(entry),
        via=str(DOORS.get(entry.via, "")),
        deed=str(DEEDS.get(entry.verb, "")),
        details=particulars(entry, names),
    )


def _who(entry: AuditEntry) -> str:
    if entry.actor is not None:
        return entry.actor.get_username()
    if (table := entry.data.get("link_of_table")) is None:
        return _("the system") if entry.via in ("task", "command") else _("somebody without an account")
    seat, phone = entry.data.get("link_seat"), entry.data.get("link_phone")
    if seat is None:
        text = _("card of table %(table)d") % {"table": table}
    else:
        text = _("card of table %(table)d, seat %(seat)d") % {"table": table, "seat": seat + 1}
    return text if phone is None else _("%(card)s, phone %(mark)s") % {"card": text, "mark": phone}
