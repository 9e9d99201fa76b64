"""The check of the audit log: its hash chains, and the rows that its entries are about."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
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

CORRECTIONS = ("correct_deal", "correct_count")
DEAL_VERBS = ("record_deal", "void_deal", "record_count", "void_count", *CORRECTIONS)
SEAT_VERBS = ("leave_table", "give_seat_back")
OTHER_VERBS = ("import_event", "issue_chips", "add_adjustment", "cancel_adjustment")

Said = dict[str, list[AuditEntry]]
"""The entries of a log that name rows, by verb. `deals` and `seats` are those of all verbs of deals and of
seats, and `records` those that say what `records_of` returns. All are in their order."""

Rows = Callable[[UUID, Place, Said], Iterator[Damage]]


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
    yield from _logs(own, "club_id", places, _seasons, counts)
    here = events.values_list("pk", "name", "club_id", "club__name", "log_length", "log_head")
    heads = {
        pk: (Place(club, club_id, name, pk), length, head) for pk, name, club_id, club, length, head in here
    }
    yield from _logs(entries, "event_id", heads, _rows, counts)


def _logs(
    entries: QuerySet[AuditEntry],
    owner: str,
    heads: dict[UUID, tuple[Place, int, str]],
    rows: Rows,
    counts: Counter[str],
) -> Iterator[Damage]:
    """Check each log. heads: the length and the head that its owner stores. rows: checks what it names."""
    stream = entries.order_by(owner, "number", "pk").iterator(chunk_size=2000)
    empty = set(heads)
    for key, log in groupby(stream, key=lambda entry: getattr(entry, owner)):
        empty.discard(key)
        place, length, head = heads.get(key, (Place(), 0, ""))
        check_rows = partial(rows, key) if key in heads else None
        yield from guarded(partial(_log, log, place, length, head, check_rows, counts), place)
    for key in empty:
        place, length, head = heads[key]
        yield from guarded(partial(_log, (), place, length, head, partial(rows, key), counts), place)


def _log(
    log: Iterable[AuditEntry],
    place: Place,
    length: int,
    head: str,
    rows: Callable[[Place, Said], Iterator[Damage]] | None,
    counts: Counter[str],
) -> Iterator[Damage]:
    """Follow a log from its first entry to its head, then check the rows that it names."""
    said: Said = defaultdict(list)
    number, digest = 0, chain.START
    for entry in log:
        counts["audit"] += 1
        at: dict[str, Any] = {"at": entry.at, "entry": entry.pk, "number": entry.number}
        if entry.number != number + 1:
            yield Damage("audit_gap", place, **at, before=number)
        elif entry.digest != chain.link(digest, change.content(entry)):
            yield Damage("audit_changed", place, **at, verb=entry.verb)
        number, digest = entry.number, entry.digest
        yield from guarded(partial(_note, said, entry), place)
    if (number, digest) != (length, head):
        yield Damage("audit_cut", place, number=number, length=length)
    if rows is not None:
        yield from rows(place, said)


def _note(said: Said, entry: AuditEntry) -> Iterator[Damage]:
    """Note an entry that names rows. Yields nothing."""
    yield from ()
    if entry.verb in DEAL_VERBS:
        said["deals"].append(entry)
    elif entry.verb in SEAT_VERBS:
        said["seats"].append(entry)
    elif entry.verb in OTHER_VERBS:
        said[entry.verb].append(entry)
    if "records" in entry.data:
        said["records"].append(entry)


def _each(
    entries: Iterable[AuditEntry], read: Callable[[AuditEntry], Iterator[Damage]], place: Place
) -> Iterator[Damage]:
    """Read each of these entries. One that is damaged hides nothing of the others."""
    for entry in entries:
        yield from guarded(partial(read, entry), place)


def _target(entry: AuditEntry) -> str:
    """The id of the row that an entry is about."""
    return entry.target.rpartition(" ")[2]


def _rows(event: UUID, place: Place, said: Said) -> Iterator[Damage]:
    """The rows of an event must be those that its log names, and no others."""
    parts: list[Rows] = [_own_records, _deals, _adjustments]
    if not said["import_event"]:
        parts += [_taken_over, _issued]
    for part in parts:
        yield from guarded(partial(part, event, place, said), place)


def _own_records(event: UUID, place: Place, said: Said) -> Iterator[Damage]:
    yield from _records(said, event, records_of(Event.objects.get(pk=event)), place)


def _taken_over(event: UUID, place: Place, said: Said) -> Iterator[Damage]:
    named: set[tuple[str, int, str, int]] = set()

    def read(entry: AuditEntry) -> Iterator[Damage]:
        yield from ()
        leaves = entry.verb == "leave_table"
        who = str(entry.data["into" if leaves else "out"])
        taking = (_target(entry), entry.data["seat"], who, entry.data["number"])
        (named.add if leaves else named.discard)(taking)

    yield from _each(said["seats"], read, place)
    occupants = Occupant.objects.filter(round__event=event).values_list(
        "seat__table_id", "seat__number", "entry_id", "from_deal"
    )
    taken_over = {(str(table), seat, str(who), from_deal) for table, seat, who, from_deal in occupants}
    for table, seat, _who, from_deal in taken_over ^ named:
        yield Damage("taken_over_differs", place, seat=seat, table=table, deal=from_deal)


def _issued(event: UUID, place: Place, said: Said) -> Iterator[Damage]:
    expected: Counter[str] = Counter()

    def read(entry: AuditEntry) -> Iterator[Damage]:
        yield from ()
        expected[_target(entry)] += entry.data["chips"] * len(entry.data["seats"])

    yield from _each(said["issue_chips"], read, place)
    issued = Transfer.objects.filter(table__round__event=event, reason="issue").order_by()
    sums = issued.values_list("table_id").annotate(chips=Sum("chips"))
    stored = Counter({str(table): chips for table, chips in sums})
    for table in stored.keys() | expected.keys():
        if stored[table] != expected[table]:
            yield Damage("issue_differs", place, table=table, stored=stored[table], expected=expected[table])


def _seasons(club: UUID, place: Place, said: Said) -> Iterator[Damage]:
    """The records of the seasons of a club must be those that its log says."""
    for season in Season.objects.filter(league__club=club).order_by("pk"):
        where = Place(f"{place.club}, {season.name}", club)
        yield from _records(said, season.pk, seasons.records_of(season), where)


def _records(said: Said, key: UUID, stored: dict[str, Any], place: Place) -> Iterator[Damage]:
    last: dict[str, Any] = {}

    def read(entry: AuditEntry) -> Iterator[Damage]:
        yield from ()
        if entry.data.get("season", _target(entry)) == str(key):
            last.update(entry.data["records"])

    yield from _each(said["records"], read, place)
    stored = plain(stored)
    for name in last.keys() | stored.keys():
        if (last.get(name) or None) != (stored.get(name) or None):
            yield Damage("record_differs", place, name=name)


def _deals(event: UUID, place: Place, said: Said) -> Iterator[Damage]:
    rows = Deal.objects.filter(table__round__event=event).order_by().defer("document", "result").in_bulk()
    newest = 0
    named: set[UUID] = set()
    corrected: set[int] = set()

    def read(entry: AuditEntry) -> Iterator[Damage]:
        nonlocal newest
        pk, number = UUID(_target(entry)), entry.data.get("number", 0)
        named.update((pk, *(UUID(new) for _old, new in entry.data.get("later", ()))))
        deal = rows.get(pk)
        if deal is None:
            yield Damage("deal_gone", place, at=entry.at, entry=entry.pk, verb=entry.verb, number=number)
            return
        if entry.verb in CORRECTIONS:
            corrected.add(deal.event_version)
        where = replace(place, deal=deal.number, deal_id=pk)
        if deal.event_version <= newest:
            yield Damage("version_wrong.log", where, at=deal.recorded_at, entry=entry.pk)
        newest = max(newest, deal.event_version)
        table = str(deal.table_id)
        if (number, entry.data.get("table", table)) != (deal.number, table):
            yield Damage("deal_moved", where, at=deal.recorded_at, entry=entry.pk)

    yield from _each(said["deals"], read, place)
    for pk, deal in rows.items() if not said["import_event"] else ():
        if pk not in named and not (deal.kind == DealKind.VOID and deal.event_version in corrected):
            where = replace(place, deal=deal.number, deal_id=pk)
            yield Damage("deal_unlogged", where, at=deal.recorded_at)


def _adjustments(event: UUID, place: Place, said: Said) -> Iterator[Damage]:
    rows = {str(row.pk): row for row in Adjustment.objects.filter(event=event)}
    added = {_target(entry): entry for entry in said["add_adjustment"]}
    cancelled = {_target(entry) for entry in said["cancel_adjustment"]}

    def read(entry: AuditEntry) -> Iterator[Damage]:
        pk = _target(entry)
        row, data = rows.get(pk), entry.data
        stored: Any = None if row is None else (str(row.entry_id), row.amounts, row.reason)
        amount: dict[str, Any] = {unit: data[unit] for unit in ("chips", "points") if unit in data}
        if stored != (data["entry"], amount, data["reason"]):
            yield Damage("adjustment_differs", place, at=entry.at, entry=entry.pk, adjustment=pk, **amount)

    yield from _each(added.values(), read, place)
    for pk, row in rows.items():
        if said["import_event"] and pk not in added:
            continue
        if pk not in added or (row.cancelled_at is not None) != (pk in cancelled):
            unlogged: dict[str, Any] = {**row.amounts, "adjustment": pk}
            yield Damage("adjustment_unlogged", place, at=row.created_at, **unlogged)
