"""Changes of seats by hand, in a proposal, and in a published round at tables without a deal.

Each change makes a new certificate, and the audit log says what it costs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from tournaments.core.actors import Actor
from tournaments.core.change import lock_round
from tournaments.core.refusals import sentence
from tournaments.core.rules.refusals import Invalid, Refusal, gettext_noop
from tournaments.core.rules.statuses import EntryStatus
from tournaments.desk.verbs.reseating import Seating, Tables, certify, cost_of, reseat, seating_now
from tournaments.draw.rules.check import SamePlayer
from tournaments.draw.rules.pasted import read_seating
from tournaments.draw.verbs.entrants import is_closed, to_be_seated
from tournaments.draw.verbs.seating import (
    SeatingFault,
    SeatingInput,
    entries_at,
    faults_of,
    is_seated_by_hand,
    refused_seating,
)
from tournaments.draw.verbs.wishes import BotsApart
from tournaments.events.models.events import Entry, Event, Stage
from tournaments.events.rules.phases.facts import EntryFacts, EventFacts, RoundFacts
from tournaments.events.rules.phases.seats import verify_reseat
from tournaments.events.verbs.entries import EntryUnknown
from tournaments.events.verbs.plans import event_facts
from tournaments.tables.models.rounds import Round, Table
from tournaments.tables.verbs.tables import has_played_in


@dataclass(frozen=True)
class SeatingPreview:
    """A seating by hand and its cost before the change is made. With faults, it has no certificate."""

    tables: list[list[Entry]]
    certificate: dict[str, Any]
    before: Mapping[str, int]
    after: Mapping[str, int] | None
    faults: list[str]


class PlayerNotSeated(Invalid):
    """The player has no seat in this round."""

    sentence = gettext_noop("Choose a player who has a seat in this round.")


@transaction.atomic
def swap_seats(round_: Round, actor: Actor, a: Entry, b: Entry, draw_seen: int) -> Round:
    """Swap the seats of two entries."""
    round_, now = _locked(round_)
    at = [now.table_of(entry) for entry in (a, b)]
    _verify("swap_seats", round_, draw_seen, now.deals_at(at))
    if a.pk == b.pk:
        raise SamePlayer(sentence=gettext_noop("Choose two different players to swap."))
    if None in at:
        raise PlayerNotSeated(sentence=gettext_noop("Choose two players who have seats in this round."))
    same_kind(round_.stage, a, b)
    other = {str(a.pk): str(b.pk), str(b.pk): str(a.pk)}
    seats = [[other.get(entry, entry) for entry in table] for table in now.seats]
    return reseat(round_, actor, "swap_seats", now, seats, entries=list(other))


class TableNotOther(Invalid):
    """The table must be another table of the round."""

    sentence = gettext_noop("Choose a different table of this round.")


@transaction.atomic
def move_seat(round_: Round, actor: Actor, entry: Entry, table: Table, draw_seen: int) -> Round:
    """Move an entry to the last seat of another table. The players behind it move up."""
    round_, now = _locked(round_)
    here = now.table_of(entry)
    there = next((index for index, other in enumerate(now.tables) if other.pk == table.pk), None)
    left = None if here is None else len(now.seats[here]) - 1
    more = None if there is None else len(now.seats[there]) + 1
    _verify("move_seat", round_, draw_seen, now.deals_at({here, there}), left=left, there=more)
    if here is None:
        raise PlayerNotSeated
    if there is None or there == here:
        raise TableNotOther
    same_kind(round_.stage, entry, *entries_at([now.seats[there][:1]]).values())
    seats = _without(now, entry)
    seats[there].append(str(entry.pk))
    return reseat(
        round_, actor, "move_seat", now, seats, entries=[str(entry.pk)], table=now.tables[there].number
    )


@transaction.atomic
def seat_by_hand(round_: Round, actor: Actor, seats: SeatingInput, draw_seen: int) -> Round:
    """Seat the whole round by hand. Raises Invalid with every fault of the seating."""
    round_, now = _locked(round_)
    ids = _as_ids(seats)
    touched = [index for index in now.changed(ids) if index < len(now.tables)]
    _verify("seat_by_hand", round_, draw_seen, now.deals_at(touched))
    if faults := _faults(round_, now, ids):
        raise refused_seating(faults)
    return reseat(round_, actor, "seat_by_hand", now, ids, tables=[index + 1 for index in touched])


@transaction.atomic
def substitute(round_: Round, actor: Actor, out: Entry, into: Entry, draw_seen: int) -> Round:
    """Give `into` the seat of the missing `out`. `into` is checked in, `out` is registered again."""
    round_, now = _locked(round_)
    here = now.table_of(out)
    into = fresh_entry(into, round_.event)
    sits_in = EntryFacts(into.status, has_played_in(round_, into), into.player.name)
    _verify("substitute", round_, draw_seen, now.deals_at([here]), into=sits_in)
    if here is None:
        raise PlayerNotSeated(field="out")
    out = fresh_entry(out, round_.event)
    same_kind(round_.stage, out, into)
    if into.status != EntryStatus.CHECKED_IN or into.from_round > round_.number:
        set_status(into, EntryStatus.CHECKED_IN, round_.number)
    _step_back(out, EntryStatus.REGISTERED, round_)
    inherit(round_, out, into, gone=True)
    seats = [[str(into.pk) if seat == str(out.pk) else seat for seat in table] for table in now.seats]
    data = {"out": str(out.pk), "into": str(into.pk), "table_number": now.tables[here].number}
    return reseat(round_, actor, "substitute", now, seats, entries_changed=True, **data)


@transaction.atomic
def leave_out(round_: Round, actor: Actor, entry: Entry, draw_seen: int, *, withdraw: bool = False) -> Round:
    """Remove the seat of a missing player. The table goes on with one seat less.

    The entry is registered again and can check in later. With `withdraw` it leaves the event.
    """
    round_, now = _locked(round_)
    here = now.table_of(entry)
    left = None if here is None else len(now.seats[here]) - 1
    _verify("leave_out", round_, draw_seen, now.deals_at([here]), left=left)
    if here is None:
        raise PlayerNotSeated
    status = EntryStatus.WITHDRAWN if withdraw else EntryStatus.REGISTERED
    _step_back(fresh_entry(entry, round_.event), status, round_)
    data = {"entries": [str(entry.pk)], "withdraw": withdraw, "table_number": now.tables[here].number}
    return reseat(round_, actor, "leave_out", now, _without(now, entry), entries_changed=True, **data)


def preview_seats(round_: Round, seats: SeatingInput) -> SeatingPreview:
    """The result and every fault of `seat_by_hand` with these seats, without a change."""
    now, ids = seating_now(round_), _as_ids(seats)
    faults = _faults(round_, now, ids)
    with_deals = now.deals_at(index for index in now.changed(ids) if index < len(now.tables))
    if with_deals:
        try:
            _verify("seat_by_hand", round_, round_.draw, with_deals)
        except Refusal as error:
            faults.append((error.code, sentence(error)))
    entries = entries_at(ids)
    return SeatingPreview(
        tables=[[entries[entry] for entry in table if entry in entries] for table in ids],
        certificate={} if faults else certify(round_, now.seats, ids),
        before=cost_of(round_, now.seats),
        after=None if faults else cost_of(round_, ids),
        faults=[text for _code, text in faults],
    )


def parse_seating(event: Event, text: str) -> Tables:
    """Read a pasted seating of the entries of an event: one table in each line, with the club's names.

    Raises Invalid, whose `lines` has every fault.
    """
    entered = Entry.objects.filter(event=event).select_related("player").order_by("number")
    pasted = read_seating(text, [(str(entry.pk), entry.player.name) for entry in entered])
    if pasted.faults:
        lines = [{"line": line, "detail": sentence(error)} for line, error in pasted.faults]
        refusal = Invalid(
            "seating_unreadable",
            " ".join(gettext("Line %(line)d: %(detail)s") % fault for fault in lines),
            field="seats",
        )
        refusal.extra["lines"] = lines
        raise refusal
    return [list(table) for table in pasted.tables]


def _locked(round_: Round) -> tuple[Round, Seating]:
    """The round, locked, and its present seats."""
    round_ = lock_round(round_)
    return round_, seating_now(round_)


def _verify(change: str, round_: Round, draw_seen: int, deals: int, **about: Any) -> None:
    """Allow a change of seats, or raise what `verify_reseat` raises."""
    facts = RoundFacts(round_.number, round_.status, round_.draw)
    verify_reseat(change, _facts(round_), facts, draw_seen, deals, **about)


def _facts(round_: Round) -> EventFacts:
    """The facts about the event, with the table sizes of the stage."""
    stage, event = round_.stage, round_.event
    return replace(event_facts(event), least=stage.least or event.least, most=stage.most or event.most)


def _as_ids(seats: SeatingInput) -> Tables:
    return [[str(getattr(entry, "pk", entry)) for entry in table] for table in seats]


def _without(now: Seating, entry: Entry) -> Tables:
    """The tables without this entry; the players behind it move up."""
    return [[seat for seat in table if seat != str(entry.pk)] for table in now.seats]


def _faults(round_: Round, now: Seating, seats: Tables) -> list[SeatingFault]:
    """The faults of this seating of the whole round."""
    facts = _facts(round_)
    if round_.is_public:
        seated, upper = entries_at(now.seats), round_.stage.upper
        faults = faults_of(round_.event, seats, seated, facts.least, facts.most, upper)
        if len(seats) != len(now.tables):
            faults.append(
                (
                    "tables_fixed",
                    gettext("Round %(round)d is published with %(tables)d tables. Write one line for each.")
                    % {"round": round_.number, "tables": len(now.tables)},
                )
            )
        return faults
    by_hand = is_seated_by_hand(round_)
    expected = entries_at([list(to_be_seated(round_.event, round_.stage, round_.number, by_hand=by_hand))])
    return faults_of(round_.event, seats, expected, facts.least, facts.most, round_.stage.upper)


def fresh_entry(entry: Entry, event: Event) -> Entry:
    """Read the entry again under the lock. Raises Invalid for an entry of another event."""
    fresh = Entry.objects.filter(pk=entry.pk, event=event).select_related("player").first()
    if fresh is None:
        raise EntryUnknown(sentence=gettext_noop("Choose players who are entered in this event."))
    return fresh


class GroupsApart(Invalid):
    """Players who qualified and the others sit at tables of their own."""

    sentence = gettext_noop("One of them qualified and the other did not. Each stays in their own group.")


def same_kind(stage: Stage, a: Entry, b: Entry) -> None:
    """Raise Invalid unless these two can sit at the same table of this stage."""
    if a.player.is_bot != b.player.is_bot:
        raise BotsApart(sentence=gettext_noop("People and bots cannot sit at the same table."))
    ids, entrants = {str(a.pk), str(b.pk)}, set(stage.entrants or ())
    if stage.upper is not None and ids <= entrants and len(ids & stage.upper) == 1:
        raise GroupsApart


def _step_back(entry: Entry, status: EntryStatus, round_: Round) -> None:
    """Set the status of a player who lost the seat, unless they have withdrawn."""
    if entry.status != EntryStatus.WITHDRAWN:
        set_status(entry, status, round_.number)


def set_status(entry: Entry, status: EntryStatus, from_round: int) -> None:
    """Give an entry this status, from a round on."""
    entry.status, entry.from_round = status, from_round
    entry.save(update_fields=["status", "from_round"])


def inherit(round_: Round, out: Entry, into: Entry, *, gone: bool) -> None:
    """In a closed stage, give the place and the seed of `out` to the substitute.

    In the upper of two groups (`Stage.upper`) the substitute comes beside `out`, so that all its rounds stay
    rounds of this group. gone: `out` has no seat in this round any more, and leaves the group if it was only
    there for this round.
    """
    stage = round_.stage
    if stage.upper is not None:
        if str(out.pk) in stage.upper:
            entrants, report = list(stage.entrants or ()), dict(stage.cut_report or {})
            if str(into.pk) not in entrants:
                entrants.insert(entrants.index(str(out.pk)), str(into.pk))
                report["entrants"] += 1
            if gone and not _has_seat(stage, out, besides=round_):
                entrants.remove(str(out.pk))
                report["entrants"] -= 1
            stage.entrants, stage.cut_report = entrants, report
            stage.save(update_fields=["entrants", "cut_report"])
    elif is_closed(stage):
        stage.entrants = [
            str(into.pk) if entrant == str(out.pk) else entrant
            for entrant in stage.entrants or ()
            if entrant != str(into.pk)
        ]
        stage.save(update_fields=["entrants"])


def _has_seat(stage: Stage, entry: Entry, *, besides: Round) -> bool:
    """Whether an entry has, or had, a seat in another round of this stage."""
    others = Round.objects.filter(stage=stage).exclude(pk=besides.pk)
    return any(has_played_in(other, entry) for other in others)
