"""What an act in the log was about: which round, table and deal, whom, how many chips, and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from tournaments.forms.events import EventForm
from tournaments.forms.stages import StageForm
from tournaments.models import AuditEntry, Deal, Entry, Event, Round, Table, WithdrawalCause
from tournaments.sentences.phrases import figure

OF_A_STAGE: Final = ("add_stage", "edit_stage", "remove_stage", "end_stage")
OF_A_TABLE: Final = ("make_link", "revoke_link", "take_seat", "leave_seat", "free_seat")
"""Deeds whose number is a stage's, or a table's. A round's is known by its target; any other is a deal's."""


@dataclass(frozen=True)
class Known:
    """What the acts of an event name by id: rounds by number, tables by round and number, people by name."""

    rounds: dict[str, int]
    tables: dict[str, tuple[int, int]]
    people: dict[str, str]
    table_of_deal: dict[str, str]


def known_of(event: Event, entries: Iterable[AuditEntry]) -> Known:
    """What these acts may name, in four queries however many there are."""
    tables = Table.objects.filter(round__event=event).values_list("pk", "round__number", "number")
    deals = [_of(entry, "deal") for entry in entries]
    return Known(
        rounds={
            str(pk): number for pk, number in Round.objects.filter(event=event).values_list("pk", "number")
        },
        tables={str(pk): (of, number) for pk, of, number in tables},
        people={
            str(pk): name for pk, name in Entry.objects.filter(event=event).values_list("pk", "player__name")
        },
        table_of_deal={
            str(pk): str(table)
            for pk, table in Deal.objects.filter(pk__in=filter(None, deals)).values_list("pk", "table_id")
        },
    )


def particulars(entry: AuditEntry, known: Known) -> list[str]:
    """What this act was about, each thing in a few words."""
    data: dict[str, Any] = entry.data
    said = [*_where(entry, known)]
    if (person := known.people.get(data.get("entry") or _of(entry, "entry"))) is not None:
        said.append(person)
    if data.get("draw") is not None:
        said.append(_("draw %(draw)s") % {"draw": data["draw"]})
    if isinstance(data.get("repeats"), list):
        before, after = data["repeats"]
        if before != after:
            said.append(_("repeats: %(after)s instead of %(before)s") % {"before": before, "after": after})
    if isinstance(data.get("chips"), int):
        said.append(_("%(chips)s chips") % {"chips": figure(data["chips"])})
    if data.get("changed"):
        said.append(", ".join(_setting(name) for name in data["changed"]))
    if data.get("early") is True:
        said.append(_("before every table was done"))
    if data.get("reason"):
        said.append(_("“%(reason)s”") % {"reason": data["reason"]})
    if (why := data.get("overtaken")) in WithdrawalCause.values:
        said.append(str(WithdrawalCause(why).label))
    return said


def _where(entry: AuditEntry, known: Known) -> Iterable[str]:
    data: dict[str, Any] = entry.data
    number = data.get("number")
    if (of := known.rounds.get(_of(entry, "round"))) is not None:
        yield _("round %(number)d") % {"number": of}
        return
    table = data.get("table") or _of(entry, "table") or known.table_of_deal.get(_of(entry, "deal"))
    if str(table) in known.tables:
        round_number, table_number = known.tables[str(table)]
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


def _of(entry: AuditEntry, kind: str) -> str:
    """The id of the act's target, if it is of this kind; else nothing."""
    what, _space, pk = entry.target.partition(" ")
    return pk if what == kind else ""


def _setting(name: str) -> str:
    """A setting as its form calls it."""
    for form in (EventForm, StageForm):
        if name in form.base_fields and form.base_fields[name].label:
            return str(form.base_fields[name].label)
    return name.replace("_", " ")
