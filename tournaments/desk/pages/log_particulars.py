"""The details of a log line: round, table, deal, player, chips and reason."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.core.models.log import AuditEntry
from tournaments.core.numbers import number
from tournaments.events.forms.events import EventForm
from tournaments.events.forms.invitation import InvitationForm
from tournaments.events.forms.stages import StageForm
from tournaments.events.models.events import Entry, Event
from tournaments.events.models.replies import Reply
from tournaments.play.models.claims import WithdrawalCause
from tournaments.tables.models.ledger import Deal
from tournaments.tables.models.rounds import Round, Table

OF_A_STAGE: Final = ("add_play_off", "add_stage", "edit_stage", "remove_stage", "end_stage", "replay_stage")
OF_A_TABLE: Final = (
    *("make_card", "revoke_card", "take_seat", "leave_seat", "free_seat"),
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
    """Who has a seat in place of whom; only one of them, if nobody sat in."""
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
    for form in (EventForm, InvitationForm, StageForm):
        if name in form.base_fields and form.base_fields[name].label:
            return str(form.base_fields[name].label)
    return ""
