"""The change of the seats of a round: rows, chips, certificate and cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from tournaments.core.actors import Actor
from tournaments.core.change import bump, log
from tournaments.core.models.columns import new_id
from tournaments.core.refreshes import queue_refresh
from tournaments.core.rules.refusals import Conflict, gettext_noop
from tournaments.draw.models import DrawSearch
from tournaments.draw.rules.certificate.audit import audit
from tournaments.draw.rules.certificate.bounds import COSTS, cost
from tournaments.draw.rules.certificate.explain import OF_FORMAT
from tournaments.draw.rules.request import Plan, Request
from tournaments.draw.rules.request import Tables as PureTables
from tournaments.draw.verbs.brief import request_of
from tournaments.draw.verbs.seating import entries_at, groups_of
from tournaments.events.models.events import Entry
from tournaments.events.rules.tables import deals_after
from tournaments.play.models import WithdrawalCause
from tournaments.play.verbs.claims import withdraw_all
from tournaments.play.verbs.leftovers import refit
from tournaments.play.verbs.phones import clear_seats
from tournaments.tables.models.ledger import Account, Deal, seat_account
from tournaments.tables.models.rounds import Occupant, Round, Seat, Table

Tables = list[list[str]]
"""Ids of entries: the tables in order, each in seat order."""


@dataclass(frozen=True)
class Seating:
    """The tables of a round with their seats."""

    tables: list[Table]
    seats: Tables

    def table_of(self, entry: Entry) -> int | None:
        """The index of the table of this entry; None without a seat."""
        return next((index for index, seats in enumerate(self.seats) if str(entry.pk) in seats), None)

    def deals_at(self, indices: Iterable[int | None]) -> int:
        """The number of deals at these tables (one query)."""
        tables = [self.tables[index] for index in indices if index is not None]
        return Deal.objects.effective().filter(table__in=tables).count()

    def changed(self, seats: Tables) -> list[int]:
        """The indices of the tables that these seats change or add."""
        both = zip(self.seats, seats, strict=False)
        changed = [index for index, (mine, other) in enumerate(both) if mine != other]
        fewer, more = sorted((len(self.seats), len(seats)))
        return changed + list(range(fewer, more))


def seating_now(round_: Round) -> Seating:
    """The present seats of this round (one query)."""
    tables: dict[Table, list[str]] = {}
    seats = Seat.objects.filter(round=round_).select_related("table").order_by("table__number", "number")
    for seat in seats:
        tables.setdefault(seat.table, []).append(str(seat.entry_id))
    for table in tables:
        table.round = round_
    return Seating(list(tables), list(tables.values()))


def certify(round_: Round, before: Tables, seats: Tables) -> dict[str, Any]:
    """The certificate of these seats, by group. `before`: the present seats.

    The reasons of the format stay at a table where the same players sit together.
    """
    earlier = {group: tables for group, _request, tables in _groups(round_, before)}
    certificate: dict[str, Any] = {}
    for group, request, tables in _groups(round_, seats):
        report: dict[str, Any] = dict(audit(request, Plan(tables=tables, moves=round_.moves)))
        stored = round_.certificate.get(group, {})
        kept = {
            frozenset(table): [reason for reason in entry["reasons"] if reason["code"] in OF_FORMAT]
            for table, entry in zip(earlier.get(group, ()), stored.get("tables", ()), strict=False)
        }
        for table, entry in zip(tables, report["tables"], strict=True):
            entry["reasons"] = [*kept.get(frozenset(table), ()), *entry["reasons"]]
        if "waiting" in stored:
            report["waiting"] = stored["waiting"]
        certificate[group] = report
    return certificate


def cost_of(round_: Round, seats: Tables) -> Counter[str]:
    """The cost of these seats, for all groups together."""
    return sum((cost(request, tables) for _group, request, tables in _groups(round_, seats)), Counter())


def _groups(round_: Round, seats: Tables) -> Iterator[tuple[str, Request, PureTables]]:
    """For each group: its name, its request with these tables, and its tables."""
    for group, members in groups_of(entries_at(seats).values(), round_.stage.upper).items():
        here = frozenset(members)
        tables = tuple(tuple(table) for table in seats if table[0] in here)
        yield group, request_of(round_, group, tables), tables


def reseat(
    round_: Round,
    actor: Actor,
    verb: str,
    now: Seating,
    seats: Tables,
    *,
    entries_changed: bool = False,
    **data: Any,
) -> Round:
    """Seat the locked `round_`, make its certificate, and log the cost with `data`.

    A proposal can get more or fewer tables. Where everybody deals equally often, a table that gets more or
    fewer seats gets more or fewer deals. For a published round the caller has checked that the number of
    tables stays and that no changed table has a deal. The plan of later rounds and a running search are
    dropped. Raises Conflict `seats_fixed` if a table with voided deals would get another number of seats.
    """
    before, after = cost_of(round_, now.seats), cost_of(round_, seats)
    round_.certificate = certify(round_, now.seats, seats)
    purses = _purses(round_, now, seats)
    _write(round_, now, seats)
    for index, brought in purses.items():
        refit(
            now.tables[index],
            {number: brought.get(entry) for number, entry in enumerate(seats[index])},
            seats_before=len(now.seats[index]),
        )
    if round_.is_public:
        _update_tables(actor, now, seats)
    round_.draw += 1
    round_.by_hand += 1
    round_.ahead = {}
    round_.save(update_fields=["draw", "by_hand", "certificate", "ahead"])
    DrawSearch.objects.filter(round=round_).delete()
    if round_.is_public or entries_changed:
        bump(round_.event)
        queue_refresh(round_.event_id)
    log(
        actor,
        verb,
        round_,
        within=round_.event,
        draw=round_.draw,
        **{name: [before[name], after[name]] for name in COSTS},
        **data,
    )
    return round_


def _update_tables(actor: Actor, now: Seating, seats: Tables) -> None:
    """Withdraw the claims of the tables that change, and make their phones choose a seat again."""
    for index in now.changed(seats):
        table, before, after = now.tables[index], now.seats[index], seats[index]
        withdraw_all(table, actor, WithdrawalCause.SEATS_CHANGED)
        pairs = enumerate(zip_longest(before, after))
        clear_seats(table, [number for number, (old, new) in pairs if old != new])


def _purses(round_: Round, now: Seating, seats: Tables) -> dict[int, dict[str, int]]:
    """For each published table that changes its number of seats: the chips of every entry at such tables.

    A player keeps their chips at such a table. At other tables the chips stay with the seats.
    """
    if not round_.is_public:
        return {}
    resized = [index for index in now.changed(seats) if len(now.seats[index]) != len(seats[index])]
    tables = {now.tables[index].pk: now.seats[index] for index in resized}
    brought = {}
    for table, name, balance in Account.objects.filter(table__in=tables).values_list(
        "table_id", "name", "balance"
    ):
        for number, entry in enumerate(tables[table]):
            if name == seat_account(number):
                brought[entry] = balance
    return dict.fromkeys(resized, brought)


class SeatsTakenOver(Conflict):
    """Somebody left the table in the middle of the round, so its seats cannot change."""

    sentence = gettext_noop(
        "Somebody has left table %(table)d in the middle of the round, so its seats cannot change. "
        "Give the seat back first."
    )


class SeatsFixed(Conflict):
    """The table has voided deals, so its number of seats cannot change."""

    sentence = gettext_noop(
        "Table %(table)d has voided deals, so its number of seats cannot change. Seat a "
        "substitute, or swap two players."
    )


def _write(round_: Round, now: Seating, seats: Tables) -> None:
    """Write the seats. A changed table gets new rows; with voided deals, its rows get new entries."""
    changed = now.changed(seats)
    tables = _as_many_tables(round_, now, seats)
    changed = [index for index in changed if index < len(tables)]
    taken = Occupant.objects.filter(seat__table__in=[tables[index] for index in changed])
    if (first := taken.select_related("seat__table").first()) is not None:
        raise SeatsTakenOver(table=first.seat.table.number)
    with_deals = set(
        Deal.objects.filter(table__in=[tables[index] for index in changed]).values_list("table_id", flat=True)
    )
    kept = [index for index in changed if tables[index].pk in with_deals]
    for index in kept:
        if len(now.seats[index]) != len(seats[index]):
            raise SeatsFixed(table=tables[index].number)
    # An entry has at most one seat in a round at any moment, so all seats are emptied first. The database
    # checks the foreign key of the temporary ids only at the commit.
    rows = {
        (seat.table_id, seat.number): seat
        for seat in Seat.objects.filter(table__in=[tables[index] for index in kept])
    }
    for seat in rows.values():
        Seat.objects.filter(pk=seat.pk).update(entry_id=new_id())
    renewed = [index for index in changed if index not in kept]
    Seat.objects.filter(table__in=[tables[index] for index in renewed]).delete()
    for index in kept:
        for number, entry in enumerate(seats[index]):
            Seat.objects.filter(pk=rows[tables[index].pk, number].pk).update(entry_id=entry)
    Seat.objects.bulk_create(
        Seat(table=tables[index], round=round_, number=number, entry_id=entry)
        for index in renewed
        for number, entry in enumerate(seats[index])
    )


def _as_many_tables(round_: Round, now: Seating, seats: Tables) -> list[Table]:
    """The tables of the round, with their deals. A proposal can get more or fewer tables."""
    tables = now.tables[: len(seats)]
    Table.objects.filter(pk__in=[table.pk for table in now.tables[len(seats) :]]).delete()
    planned = now.tables[0].deals_planned
    tables += Table.objects.bulk_create(
        Table(round=round_, number=number + 1, deals_planned=planned)
        for number in range(len(tables), len(seats))
    )
    for index in now.changed(seats):
        if index < len(tables):
            table = tables[index]
            table.deals_planned = deals_after(table.deals_planned, len(seats[index]), round_.deals_each)
            table.save(update_fields=["deals_planned"])
    return tables
