"""The state from which the next deal of a table starts."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import CharField, Exists, OuterRef, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Cast, Coalesce, Concat
from django.utils import timezone
from django.utils.dateparse import parse_datetime

import games.services as games
from tournaments.core import refreshes
from tournaments.core.change import LogHead
from tournaments.core.refreshes import RefreshQueue
from tournaments.core.rules.refusals import NotFound, gettext_noop
from tournaments.tables.models.ledger import BOARD, Account, Deal, SeatResult, seat_account
from tournaments.tables.models.rounds import Occupant, Round, Seat, Table
from tournaments.tables.rules.places import account_names, in_turn, places_in
from tournaments.tables.verbs.tables import table_plays

TOTAL: Final = None
"""In the place of the number of a deal: the total of the table (poch-count/1), also called its count.

It is a `Deal` that stands for all deals of its table, or for the rest after the first ones (`Deal.counted`),
so its ledger, revisions, claims, documents and checks are those of a deal. No deal comes after it. Chips that
stay lie in the account `board`, because a total does not say in which pools they are.
"""


class NoSuchDeal(NotFound):
    """No deal has this number."""

    sentence = gettext_noop("Deal %(number)d has not been recorded at this table.")


class NoCount(NotFound):
    """The table has no total."""

    sentence = gettext_noop("No total has been entered for table %(table)d.")


def recorded_deal(table: Table, number: int | None) -> Deal | None:
    """The deal with this number, or the total, that counts at a table, with the user who recorded it."""
    deals = Deal.objects.effective().filter(table=table).select_related("recorded_by")
    deal = (deals.counts() if number is TOTAL else deals.single().filter(number=number)).first()
    if deal is not None:
        deal.table = table
    return deal


def deal_at(table: Table, number: int | None) -> Deal:
    """The deal with this number, or the total, that counts at a table. Raises NotFound if there is none."""
    deal = recorded_deal(table, number)
    if deal is None:
        raise NoCount(table=table.number) if number is TOTAL else NoSuchDeal(number=number)
    return deal


@dataclass(frozen=True)
class Start:
    """From what a deal starts. Amounts are chips; seats count from 0."""

    rules: dict[str, Any]
    places: list[int]
    """The seats that play, by their numbers at the table. Everything else counts these from 0."""
    purses: list[int]
    pools: dict[str, int]
    next_dealer: int

    @property
    def filled_in(self) -> dict[str, Any]:
        """The fields of a document that follow from the table."""
        return {"rules": self.rules, "dealer": self.next_dealer, "chips": self.purses, "pools": self.pools}


@dataclass(frozen=True)
class TableState(Start):
    """The state from which the next deal of a table starts."""

    next_number: int
    next_revision: int
    """The revision of the next deal (more than 1 after a void)."""
    next_replaces: UUID | None
    """The void that the next deal replaces."""
    last_deal_id: UUID | None
    """The last deal that counts."""
    head: tuple[int, int]
    """The number of revisions, and of deals that count. It changes with every deal and void."""
    deals_planned: int
    event_status: str
    round_status: str
    all_seat_ids: dict[int, int]
    """All seats of the table, by number."""
    all_account_ids: dict[str, int]
    """All accounts of the table, by name."""
    empty_from: dict[int, int]
    """The first deal without a seat, for each seat whose player has left."""
    has_bots: bool
    """Whether this is a table of bots."""
    counted: int | None
    """The deals of the count of the table; None: it has none. All chips in its pools are then in `board`."""
    event_version: int = field(compare=False)
    """The version of the event when this was read. Deals of other tables change it too."""
    log_head: LogHead = field(compare=False)
    """The head of the log of the event when this was read."""
    refresh_queue: RefreshQueue = field(compare=False)
    """What was queued for the standings of the event when this was read."""

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.places)

    @property
    def seat_ids(self) -> dict[int, int]:
        """The seats that play."""
        return {index: self.all_seat_ids[seat] for index, seat in enumerate(self.places)}

    @property
    def account_ids(self) -> dict[str, int]:
        """The accounts, by their names in documents."""
        names = account_names(self.places).items()
        return {**self.all_account_ids, **{name: self.all_account_ids[account] for name, account in names}}

    @property
    def can_ante(self) -> bool:
        """Whether all purses can pay the antes of another deal (always on credit)."""
        return games.can_ante(self.rules, self.purses)

    @property
    def is_over(self) -> bool:
        """Whether all planned deals are played, or a purse cannot pay the antes."""
        return self.counted is not None or self.next_number > self.deals_planned or not self.can_ante

    @property
    def deals_played(self) -> int:
        """The deals that were played: those that are recorded, and those of the count."""
        return self.next_number - 1 if self.counted is None else self.next_number - 2 + self.counted


def table_state(table: Table) -> TableState:
    """The present state of a table (one query, if its round and event are loaded).

    A table that is only drawn has no accounts and no deals.
    """
    event = table.round.event
    rules = event.rules_in_force
    rows = _rows(table)
    first = rows[0] if rows else {}
    last, void = first.get("last_id"), first.get("void_id")
    balances = {row["name"]: row["balance"] for row in rows}
    # Count seats, not accounts: the account of a removed seat stays, with no chips.
    seats = {row["seat_number"]: row for row in rows if row["seat_id"] is not None}
    empty_from = {number: row["empty_from"] for number, row in seats.items() if row["empty_from"]}
    # Only the last deal can be voided, so the numbers have no gap.
    played = first.get("last_number") or 0
    places = places_in(seats, empty_from, played + 1)
    dealer = first.get("next_dealer") or 0
    if empty_from:
        dealer = in_turn(dealer, places_in(seats, empty_from, played), places, rules)
    return TableState(
        rules=rules,
        places=places,
        purses=[balances[seat_account(seat)] for seat in places],
        pools=pools_of(balances, rules, counted=first.get("counted") is not None),
        next_dealer=dealer,
        next_number=played + 1,
        next_revision=(first.get("void_revision") or 0) + 1,
        next_replaces=UUID(str(void)) if void else None,
        last_deal_id=UUID(str(last)) if last else None,
        head=(first.get("revisions", 0), played),
        deals_planned=first.get("deals_planned", table.deals_planned),
        event_status=first.get("event_status", event.status),
        round_status=first.get("round_status", table.round.status),
        all_seat_ids={number: row["seat_id"] for number, row in seats.items()},
        all_account_ids={row["name"]: row["id"] for row in rows},
        empty_from=empty_from,
        has_bots=bool(first.get("has_bots")),
        counted=first.get("counted"),
        event_version=first.get("event_version", event.version),
        log_head=LogHead(first.get("log_length", event.log_length), first.get("log_head", event.log_head)),
        refresh_queue=RefreshQueue(bool(first.get("refresh_waits")), _moment(first.get("counted_at"))),
    )


def state_before(table: Table, deal: Deal) -> TableState:
    """The state of the table before this deal or count."""
    return replace(
        table_state(table),
        places=deal.places,
        purses=deal.purses_before,
        pools=deal.pools_before,
        next_dealer=deal.dealer,
        next_number=deal.number,
    )


def pools_of(balances: Mapping[str, int], rules: Mapping[str, Any], *, counted: bool) -> dict[str, int]:
    """The chips in each pool of a table with these balances. After a count the only pool is `board`."""
    return {pool: balances.get(pool, 0) for pool in ([BOARD] if counted else games.board(rules))}


HIGHEST_NUMBER = "highest_number"
"""The attribute that `Table` declares. A literal annotation would declare it a second time."""


def with_highest_number(tables: QuerySet[Table]) -> QuerySet[Table]:
    """The tables, each with the highest number of its deals (`Table.highest_number`)."""
    last = Deal.objects.filter(table=OuterRef("pk")).order_by("-number").values("number")[:1]
    return tables.annotate(**{HIGHEST_NUMBER: Coalesce(Subquery(last), 0)})


_STATE = """
WITH here AS MATERIALIZED (
    SELECT
        t.id, t.deals_planned, r.status AS round_status, e.status AS event_status, e.version AS event_version,
        e.log_length, e.log_head,
        (SELECT count(*) FROM tournaments_deal d WHERE d.table_id = t.id) AS revisions,
        -- The last deal that counts.
        (SELECT d.id FROM tournaments_deal d
         WHERE d.table_id = t.id AND d.kind = 'recorded'
         AND NOT EXISTS (SELECT 1 FROM tournaments_deal later WHERE later.replaces_id = d.id)
         ORDER BY d.number DESC LIMIT 1) AS last_id,
        -- The void that the next deal replaces, if there is one.
        (SELECT d.id FROM tournaments_deal d
         WHERE d.table_id = t.id AND d.kind = 'void'
         AND NOT EXISTS (SELECT 1 FROM tournaments_deal later WHERE later.replaces_id = d.id)
         ORDER BY d.number LIMIT 1) AS void_id,
        EXISTS (SELECT 1 FROM tournaments_seat s
                JOIN tournaments_entry n ON n.id = s.entry_id
                JOIN tournaments_player p ON p.id = n.player_id
                WHERE s.table_id = t.id AND s.number = 0 AND p.bot <> '') AS has_bots,
        -- The same as `refreshes.refresh_queue`.
        EXISTS (SELECT 1 FROM tournaments_outboxtask o
                WHERE o.done_at IS NULL AND o.attempts = 0 AND o.not_before <= %(soon)s
                AND o.task = %(task)s AND o.args = %(args)s) AS refresh_waits,
        (SELECT s.computed_at FROM tournaments_standing s
         WHERE s.event_id = e.id ORDER BY s.version DESC LIMIT 1) AS counted_at
    FROM tournaments_table t
    JOIN tournaments_round r ON r.id = t.round_id
    JOIN tournaments_event e ON e.id = r.event_id
    WHERE t.id = %(table)s
)
SELECT
    a.id, a.name, a.balance, s.id AS seat_id, s.number AS seat_number,
    (SELECT o.from_deal FROM tournaments_occupant o
     WHERE o.seat_id = s.id AND o.entry_id IS NULL) AS empty_from,
    here.deals_planned, here.round_status, here.event_status, here.event_version, here.revisions,
    here.has_bots, here.log_length, here.log_head, here.refresh_waits, here.counted_at,
    last.id AS last_id, last.number AS last_number, last.next_dealer, last.counted,
    void.id AS void_id, void.revision AS void_revision
FROM here
JOIN tournaments_account a ON a.table_id = here.id
LEFT JOIN tournaments_seat s ON s.table_id = here.id AND a.name = 'seat ' || s.number
LEFT JOIN tournaments_deal last ON last.id = here.last_id
LEFT JOIN tournaments_deal void ON void.id = here.void_id
"""
"""The accounts of a table with their seats, and what the next deal starts from, the same in each row.

Plain SQL: to build this query from the models takes ten times as long as to run it, for each deal.
"""


def _rows(table: Table) -> list[dict[str, Any]]:
    params = {
        "table": Table._meta.pk.get_db_prep_value(table.pk, connection),
        "soon": connection.ops.adapt_datetimefield_value(timezone.now() + refreshes.INTERVAL),
        "task": refreshes.TASK,
        "args": json.dumps([str(table.round.event_id)]),
    }
    with connection.cursor() as cursor:
        cursor.execute(_STATE, params)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def _moment(value: datetime | str | None) -> datetime | None:
    """Return a time that plain SQL has read. SQLite returns a text in UTC."""
    parsed = parse_datetime(value) if isinstance(value, str) else value
    return parsed.replace(tzinfo=UTC) if parsed is not None and parsed.tzinfo is None else parsed


def purse_accounts(tables: Collection[UUID]) -> QuerySet[Account]:
    """The accounts of the seats of these tables. The account of a removed seat is not one of them.

    Neither is that of a seat whose player has left, if the next deal is without it.
    """
    counting = Deal.objects.effective().filter(table=OuterRef("seat__table")).order_by("-number")
    last = Coalesce(Subquery(counting.values("number")[:1]), 0)
    empty = Occupant.objects.filter(seat=OuterRef("pk"), entry=None).filter(from_deal__lte=last + 1)
    seats = Seat.objects.filter(~Exists(empty), table=OuterRef("table")).annotate(
        account=Concat(Value("seat "), Cast("number", CharField()))
    )
    return Account.objects.filter(Exists(seats.filter(account=OuterRef("name"))), table__in=tables)


def unfinished_tables(round_: Round) -> Collection[UUID]:
    """The tables of a round with deals left to play, by ids (at most two queries).

    A table with `table` purses is also finished when a purse cannot pay the antes.
    """
    return tables_that_can_ante(round_, [play.id for play in table_plays(round_) if not play.over])


def tables_that_can_ante(round_: Round, tables: Collection[UUID]) -> Collection[UUID]:
    """Those of these tables whose purses can all pay the antes (at most one query)."""
    rules = round_.event.rules_in_force
    if rules["purse"] == "credit" or not tables:
        return tables
    purses: dict[UUID, list[int]] = {}
    for table_id, balance in purse_accounts(tables).values_list("table_id", "balance"):
        purses.setdefault(table_id, []).append(balance)
    return [pk for pk in tables if games.can_ante(rules, purses[pk])]


def seat_nets(table: Table) -> dict[int, int]:
    """The net chips of each seat of a table so far, without leftovers, by seat number."""
    return dict(
        SeatResult.objects.filter(seat__table=table)
        .values_list("seat__number")
        .annotate(net=Sum("net"))
        .order_by()
    )
