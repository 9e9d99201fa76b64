"""The check of the audit log: its hash chains, and the rows that its entries are about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby
from typing import Any
from uuid import UUID

from django.db.models import QuerySet, Sum

from tournaments.clubs.models import Club
from tournaments.core import change
from tournaments.core.models.log import AuditEntry
from tournaments.core.rules import chain
from tournaments.events.models.events import Event
from tournaments.events.verbs.entries import records_of
from tournaments.programs.documents.parts import plain
from tournaments.programs.fsck.damage import Damage, Place, Scope, guarded
from tournaments.seasons.models import Season
from tournaments.tables.models.ledger import Adjustment, Deal, DealKind, Transfer
from tournaments.tables.models.rounds import Occupant
from tournaments.teams.verbs import showing as seasons

IMPORTED = "import_event"
CORRECTIONS = ("correct_deal", "correct_count")
DEAL_VERBS = ("record_deal", "void_deal", "record_count", "void_count", *CORRECTIONS)


@dataclass
class Told:
    """What the log of one event says."""

    imported: bool = False
    deals: list[tuple[UUID, AuditEntry]] = field(default_factory=list)
    """The deals that verbs wrote, in order, each with its entry."""
    later: set[UUID] = field(default_factory=set)
    """The deals that a correction replayed."""
    issued: dict[str, int] = field(default_factory=dict)
    """The chips that the bank issued, by table."""
    adjustments: dict[str, AuditEntry] = field(default_factory=dict)
    cancelled: set[str] = field(default_factory=set)
    taken_over: set[tuple[str, int, str, int]] = field(default_factory=set)
    """Who took over a seat: table, seat, entry (or "None") and first deal."""
    records: dict[str, dict[str, Any]] = field(default_factory=dict)
    """What was said last of an event or a season, by its id: `records_of`."""


def check(scope: Scope, counts: Counter[str]) -> Iterator[Damage]:
    """Check the logs of the clubs and of the events of the scope. Counts entries."""
    clubs, events = scope.rows(Club), scope.rows(Event)
    own, entries = AuditEntry.objects.filter(event=None), AuditEntry.objects.filter(event__isnull=False)
    if scope.parts is not None:
        own, entries = own.filter(club__in=clubs), entries.filter(event__in=events)
    places = {
        pk: (Place(name, pk), length, head)
        for pk, name, length, head in clubs.values_list("pk", "name", "log_length", "log_head")
    }
    yield from _chains(own, "club_id", places, counts)
    here = events.values_list("pk", "name", "club_id", "club__name", "log_length", "log_head")
    heads = {
        pk: (Place(club, club_id, name, pk), length, head) for pk, name, club_id, club, length, head in here
    }
    yield from _chains(entries, "event_id", heads, counts)


def _chains(
    entries: QuerySet[AuditEntry],
    owner: str,
    heads: dict[UUID, tuple[Place, int, str]],
    counts: Counter[str],
) -> Iterator[Damage]:
    """Follow each log from its first entry to the head that its owner stores."""
    left = dict(heads)
    stream = entries.order_by(owner, "number", "pk").iterator(chunk_size=2000)
    for key, log in groupby(stream, key=lambda entry: getattr(entry, owner)):
        place, length, head = left.pop(key, (Place(), 0, ""))
        told, number, digest = Told(), 0, chain.START
        for entry in log:
            counts["audit"] += 1
            if entry.number != number + 1:
                yield Damage(
                    "audit_gap", place, at=entry.at, entry=entry.pk, number=entry.number, before=number
                )
            elif entry.digest != chain.link(digest, change.content(entry)):
                yield Damage(
                    "audit_changed", place, at=entry.at, entry=entry.pk, number=entry.number, verb=entry.verb
                )
            number, digest = entry.number, entry.digest
            yield from guarded(partial(_note, told, entry), place)
        if (number, digest) != (length, head):
            yield _cut(place, number, length)
        if key in heads:
            yield from guarded(partial(_rows if owner == "event_id" else _seasons, key, place, told), place)
    for key, (place, length, _head) in left.items():
        if length:
            yield _cut(place, 0, length)
        yield from guarded(partial(_rows if owner == "event_id" else _seasons, key, place, Told()), place)


def _cut(place: Place, number: int, length: int) -> Damage:
    return Damage("audit_cut", place, number=number, length=length)


def _note(told: Told, entry: AuditEntry) -> Iterator[Damage]:
    """Note what an entry says about other rows. Yields nothing."""
    yield from ()
    data, target = entry.data, entry.target.rpartition(" ")[2]
    if "records" in data:
        told.records.setdefault(data.get("season", target), {}).update(data["records"])
    if entry.verb == IMPORTED:
        told.imported = True
    elif entry.verb in DEAL_VERBS:
        told.deals.append((UUID(target), entry))
        told.later |= {UUID(new) for _old, new in data.get("later", ())}
    elif entry.verb == "issue_chips":
        told.issued[target] = told.issued.get(target, 0) + data["chips"] * len(data["seats"])
    elif entry.verb == "leave_table":
        told.taken_over.add((target, data["seat"], str(data["into"]), data["number"]))
    elif entry.verb == "give_seat_back":
        told.taken_over.discard((target, data["seat"], str(data["out"]), data["number"]))
    elif entry.verb == "add_adjustment":
        told.adjustments[target] = entry
    elif entry.verb == "cancel_adjustment":
        told.cancelled.add(target)


def _rows(event: UUID, place: Place, told: Told) -> Iterator[Damage]:
    """The rows of an event must be those that its log names, and no others."""
    row = Event.objects.get(pk=event)
    yield from _records(told, event, records_of(row), place)
    yield from _deals(event, place, told)
    yield from _adjustments(event, place, told)
    if told.imported:
        return
    taken_over = {
        (str(table), seat, str(entry), from_deal)
        for table, seat, entry, from_deal in Occupant.objects.filter(round__event=event).values_list(
            "seat__table_id", "seat__number", "entry_id", "from_deal"
        )
    }
    for table, seat, _entry, from_deal in taken_over ^ told.taken_over:
        yield Damage("taken_over_differs", place, seat=seat, table=table, deal=from_deal)
    issued = {
        str(table): chips
        for table, chips in Transfer.objects.filter(table__round__event=event, reason="issue")
        .values_list("table_id")
        .annotate(chips=Sum("chips"))
        .order_by()
    }
    for table in issued.keys() | told.issued.keys():
        if issued.get(table, 0) != told.issued.get(table, 0):
            yield Damage(
                "issue_differs",
                place,
                table=table,
                stored=issued.get(table, 0),
                expected=told.issued.get(table, 0),
            )


def _seasons(club: UUID, place: Place, told: Told) -> Iterator[Damage]:
    """The records of the seasons of a club must be those that its log says."""
    for season in Season.objects.filter(league__club=club).order_by("pk"):
        where = Place(f"{place.club}, {season.name}", club)
        yield from _records(told, season.pk, seasons.records_of(season), where)


def _records(told: Told, key: UUID, stored: dict[str, Any], place: Place) -> Iterator[Damage]:
    said = told.records.get(str(key), {})
    stored = plain(stored)
    for name in said.keys() | stored.keys():
        if (said.get(name) or None) != (stored.get(name) or None):
            yield Damage("record_differs", place, name=name)


def _deals(event: UUID, place: Place, told: Told) -> Iterator[Damage]:
    rows = {
        pk: (number, kind, version, table, at)
        for pk, number, kind, version, table, at in Deal.objects.filter(table__round__event=event)
        .order_by()
        .values_list("pk", "number", "kind", "event_version", "table_id", "recorded_at")
    }
    newest = 0
    corrected: set[int] = set()
    for pk, entry in told.deals:
        if pk not in rows:
            yield Damage(
                "deal_gone",
                place,
                at=entry.at,
                entry=entry.pk,
                verb=entry.verb,
                number=entry.data.get("number", 0),
            )
            continue
        number, _kind, version, table, at = rows[pk]
        if entry.verb in CORRECTIONS:
            corrected.add(version)
        where = replace(place, deal=number, deal_id=pk)
        if version <= newest:
            yield Damage("version_wrong.log", where, at=at, entry=entry.pk)
        newest = max(newest, version)
        if entry.data.get("number") != number or entry.data.get("table", str(table)) != str(table):
            yield Damage("deal_moved", where, at=at, entry=entry.pk)
    if told.imported:
        return
    named = {pk for pk, _entry in told.deals} | told.later
    for pk, (number, kind, version, _table, at) in rows.items():
        if pk not in named and not (kind == DealKind.VOID and version in corrected):
            yield Damage("deal_unlogged", replace(place, deal=number, deal_id=pk), at=at)


def _adjustments(event: UUID, place: Place, told: Told) -> Iterator[Damage]:
    rows = {str(row.pk): row for row in Adjustment.objects.filter(event=event)}
    for pk, entry in told.adjustments.items():
        row = rows.get(pk)
        stored: Any = None if row is None else (str(row.entry_id), row.amounts, row.reason)
        amount: dict[str, Any] = {
            unit: entry.data[unit] for unit in ("chips", "points") if unit in entry.data
        }
        if stored != (entry.data["entry"], amount, entry.data["reason"]):
            yield Damage("adjustment_differs", place, at=entry.at, entry=entry.pk, adjustment=pk, **amount)
    for pk, row in rows.items():
        if told.imported and pk not in told.adjustments:
            continue
        if pk not in told.adjustments or (row.cancelled_at is not None) != (pk in told.cancelled):
            unlogged: dict[str, Any] = {**row.amounts, "adjustment": pk}
            yield Damage("adjustment_unlogged", place, at=row.created_at, **unlogged)
