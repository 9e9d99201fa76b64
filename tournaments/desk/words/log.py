"""The log of an event in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.core.models.log import AuditEntry
from tournaments.core.numbers import number
from tournaments.events.forms.events import EventForm
from tournaments.events.forms.stages import StageForm
from tournaments.events.models.events import Entry, Event
from tournaments.events.models.replies import Reply
from tournaments.play.models import WithdrawalCause
from tournaments.tables.models.ledger import Deal
from tournaments.tables.models.rounds import Round, Table

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
    "come_back": gettext_lazy("went on by phone in the next round, without the card"),
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
    "command": gettext_lazy("by a command on the server"),
}
"""How somebody came in (`Actor.via`). Nothing is said of pages, and of the system."""


def log_line(entry: AuditEntry, names: LogNames) -> dict[str, Any]:
    """An audit entry for `desk/log.html`: when, who, through which door, what, and details."""
    return {
        "at": entry.at,
        "actor": _who(entry),
        "via": DOORS.get(entry.via, ""),
        "deed": DEEDS.get(entry.verb, ""),
        "details": particulars(entry, names),
    }


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


OF_A_STAGE: Final = ("add_play_off", "add_stage", "edit_stage", "remove_stage", "end_stage", "replay_stage")
OF_A_TABLE: Final = (
    *("make_card", "revoke_card", "take_seat", "come_back", "leave_seat", "free_seat"),
    *("record_count", "correct_count", "void_count"),
    *("call_director", "answer_call", "end_call"),
)
"""Verbs whose number is that of a stage or of a table. Other numbers are those of deals."""

OTHER_SETTINGS: Final = {
    "auto_draw": gettext_lazy("Rounds draw themselves"),
    "encore": gettext_lazy("The demo goes on by itself"),
    "pace_ms": gettext_lazy("Seconds per deal"),
    "play_off": gettext_lazy("Play-off"),
    "rules": gettext_lazy("Rules"),
    "share": gettext_lazy("Scores of earlier stages"),
    "tie_breaks": gettext_lazy("Tie-breaks"),
    "weights": gettext_lazy("What the draw weighs"),
}
"""The labels of settings that are no field of these forms."""


@dataclass(frozen=True)
class LogNames:
    """The numbers and names behind the ids in audit entries."""

    rounds: dict[str, int]
    tables: dict[str, tuple[int, int]]
    people: dict[str, str]
    table_of_deal: dict[str, str]


def names_for(event: Event, entries: Iterable[AuditEntry]) -> LogNames:
    """The names for these audit entries (four queries)."""
    tables = Table.objects.filter(round__event=event).values_list("pk", "round__number", "number")
    entries = list(entries)
    deals = [_target(entry, "deal") for entry in entries]
    replies = [_target(entry, "reply") for entry in entries]
    return LogNames(
        rounds={
            str(pk): number for pk, number in Round.with_void.filter(event=event).values_list("pk", "number")
        },
        tables={str(pk): (round_number, number) for pk, round_number, number in tables},
        people={
            str(pk): name for pk, name in Entry.objects.filter(event=event).values_list("pk", "player__name")
        }
        | _names_of_replies(filter(None, replies)),
        table_of_deal={
            str(pk): str(table)
            for pk, table in Deal.objects.filter(pk__in=filter(None, deals)).values_list("pk", "table_id")
        },
    )


def _names_of_replies(ids: Iterable[str]) -> dict[str, str]:
    """The names of these replies; no query without ids."""
    wanted = list(ids)
    if not wanted:
        return {}
    rows = Reply.objects.filter(pk__in=wanted).values_list("pk", "player__name", "name")
    return {str(pk): player or name for pk, player, name in rows}


def particulars(entry: AuditEntry, names: LogNames) -> list[str]:
    """The details of an audit entry, each in a few words."""
    data: dict[str, Any] = entry.data
    details = [*_where(entry, names)]
    about = data.get("entry") or _target(entry, "entry") or _target(entry, "reply")
    if (person := names.people.get(about or "")) is not None:
        details.append(person)
    details += _two_people(data, names)
    if data.get("draw") is not None:
        details.append(_("draw %(draw)s") % {"draw": data["draw"]})
    if isinstance(data.get("repeats"), list):
        before, after = data["repeats"]
        if before != after:
            details.append(_("repeats: %(after)s instead of %(before)s") % {"before": before, "after": after})
    if isinstance(data.get("chips"), int):
        details.append(_("%(chips)s chips") % {"chips": number(data["chips"], plus=True)})
    details += _of_a_notice(data)
    if data.get("changed"):
        details.append(", ".join(filter(None, map(setting_label, data["changed"]))))
    if data.get("early") is True:
        details.append(_("before every table was done"))
    if data.get("not_played") is True:
        details.append(_("not played"))
    if data.get("reason"):
        details.append(_("“%(reason)s”") % {"reason": data["reason"]})
    if (why := data.get("overtaken")) in WithdrawalCause.values:
        details.append(str(WithdrawalCause(why).label))
    return details


def _of_a_notice(data: dict[str, Any]) -> list[str]:
    """The details of a clock or an announcement."""
    details = []
    if isinstance(data.get("table_number"), int):
        details.append(_("table %(table)d") % {"table": data["table_number"]})
    if isinstance(data.get("minutes"), int):
        details.append(_("minutes: %(minutes)d") % {"minutes": data["minutes"]})
    if data.get("by_mail") is True:
        details.append(_("by mail, too"))
    return details


def _two_people(data: dict[str, Any], names: LogNames) -> list[str]:
    """Say who has taken over the seat of whom. If the seat stayed empty, name only who left."""
    into, out = (names.people.get(data.get(name) or "") for name in ("into", "out"))
    if into and out:
        return [_("%(into)s for %(out)s") % {"into": into, "out": out}]
    return [name for name in (into, out) if name]


def _where(entry: AuditEntry, names: LogNames) -> Iterable[str]:
    data: dict[str, Any] = entry.data
    number = data.get("number")
    if (round_number := names.rounds.get(_target(entry, "round"))) is not None:
        yield _("round %(number)d") % {"number": round_number}
        return
    table = data.get("table") or _target(entry, "table") or names.table_of_deal.get(_target(entry, "deal"))
    if str(table) in names.tables:
        round_number, table_number = names.tables[str(table)]
        yield _("round %(round)d, table %(table)d") % {"round": round_number, "table": table_number}
        if entry.verb in OF_A_TABLE:
            return
    if number is None:
        return
    if entry.verb in OF_A_STAGE:
        yield _("stage %(number)d") % {"number": number}
    elif entry.verb in OF_A_TABLE:
        yield _("table %(number)d") % {"number": number}
    elif "round" in entry.verb or "draw" in entry.verb:
        yield _("round %(number)d") % {"number": number}
    else:
        yield _("deal %(number)d") % {"number": number}


def _target(entry: AuditEntry, kind: str) -> str:
    """The id of the target if it is of this kind, else an empty string."""
    what, _space, pk = entry.target.partition(" ")
    return pk if what == kind else ""


def setting_label(name: str) -> str:
    """The label of a setting in its form; a test finds settings without one."""
    if name in OTHER_SETTINGS:
        return str(OTHER_SETTINGS[name])
    for form in (EventForm, StageForm):
        if name in form.base_fields and form.base_fields[name].label:
            return str(form.base_fields[name].label)
    return ""
