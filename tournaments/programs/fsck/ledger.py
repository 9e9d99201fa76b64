"""The check of one table, from plain rows: it is played again, and every balance is added up again.

Before each deal, purses, pools and dealer must be those of its document; the engine's result must be the
stored result, and every part of the deal must follow from it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple
from uuid import UUID

import games.services as games
from tournaments.core.rules.statuses import RoundStatus
from tournaments.play.verbs.leftovers import REASON
from tournaments.play.verbs.results import counted_from
from tournaments.programs.fsck.damage import Damage, Place
from tournaments.programs.replay import Replay, in_order
from tournaments.tables.models.ledger import Deal, DealKind
from tournaments.tables.rules.places import account_names
from tournaments.tables.verbs.ledger import Parts, parts_of, reversed_parts
from tournaments.tables.verbs.table_states import Start

DIFFERS = {
    "transfers": "transfers_differ",
    "seat_results": "seat_result_differs",
    "payouts": "payout_differs",
    "showdowns": "showdown_differs",
}
"""The code of the damage, by the kind of the part."""


class Move(NamedTuple):
    """A transfer without a deal."""

    id: int
    source: int
    target: int
    chips: int
    reason: str


@dataclass
class TableRows:
    """The rows of one table, and where it is."""

    place: Place
    status: str
    rules: dict[str, Any]
    event_version: int
    seats: dict[int, int] = field(default_factory=dict)
    """The id of each seat, by number."""
    taken_over: list[tuple[int, int]] = field(default_factory=list)
    """The number of each seat that changed hands, and the first deal after that."""
    left: list[tuple[int, int, int]] = field(default_factory=list)
    """The number of each seat that stays empty, its first deal, and the version of that change."""
    accounts: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The id and the stored balance of each account, by name."""
    moves: list[Move] = field(default_factory=list)
    deals: list[Deal] = field(default_factory=list)
    first: dict[UUID, int] = field(default_factory=dict)
    """The id of the first transfer of each deal."""
    parts: defaultdict[UUID, Parts] = field(
        default_factory=lambda: defaultdict(lambda: Parts([], [], [], []))
    )
    """The parts of each deal as they are stored, without the deal."""

    @property
    def transfers(self) -> int:
        """The number of transfers."""
        return len(self.moves) + sum(len(parts.transfers) for parts in self.parts.values())

    def damage(self, code: str, deal: Deal | None = None, /, **params: Any) -> Damage:
        """A damage of this table, or of one of its deals."""
        if deal is None:
            return Damage(code, self.place, **params)
        return Damage(
            code, replace(self.place, deal=deal.number, deal_id=deal.pk), at=deal.recorded_at, **params
        )


def check(rows: TableRows) -> Iterator[Damage]:
    """Everything that is wrong at one table."""
    yield from _balances(rows)
    yield from _taken_over(rows)
    yield from _Check(rows).run()


def _balances(rows: TableRows) -> Iterator[Damage]:
    sums: Counter[int] = Counter()
    moved = [(row.source, row.target, row.chips) for row in rows.moves]
    moved += [_of(row) for parts in rows.parts.values() for row in parts.transfers]
    for source, target, chips in moved:
        sums[target] += chips
        sums[source] -= chips
    for name, (pk, balance) in rows.accounts.items():
        if balance != sums[pk]:
            yield rows.damage("balance_differs", account=name, stored=balance, expected=sums[pk])


def _of(transfer: Mapping[str, Any]) -> tuple[int, int, int]:
    return transfer["source_id"], transfer["target_id"], transfer["chips"]


def _taken_over(rows: TableRows) -> Iterator[Damage]:
    """A player who takes over a seat has the next deal or an earlier one."""
    last = max((deal.number for deal in rows.deals), default=0)
    for seat, from_deal in rows.taken_over:
        if from_deal > last + 1:
            yield rows.damage("takes_over_too_late", seat=seat, deal=from_deal, last=last)


class _Check:
    """The ledger of a table, played again from its first transfer to its last."""

    def __init__(self, rows: TableRows) -> None:
        self.rows = rows
        self.names = {pk: name for name, (pk, _balance) in rows.accounts.items()}
        self.ids = {name: pk for name, (pk, _balance) in rows.accounts.items()}
        self.replay = Replay(rows.rules, rows.seats, rows.left)

    def run(self) -> Iterator[Damage]:
        rows, replay, newest = self.rows, self.replay, 0
        for act in in_order(
            ((rows.first.get(deal.pk), deal) for deal in rows.deals), ((row.id, row) for row in rows.moves)
        ):
            if isinstance(act, Move):
                yield from self._move(act)
                continue
            version = act.event_version
            if not 0 < version <= rows.event_version:
                yield rows.damage("version_wrong", act, version=version, newest=rows.event_version)
            if version < newest:
                yield rows.damage("version_wrong.before", act, version=version, newest=newest)
            newest = max(newest, version)
            if not replay.is_open:
                yield rows.damage("leftover_differs", act)
            yield from self._recorded(act) if act.kind == DealKind.RECORDED else self._void(act)
            for row in rows.parts[act.pk].transfers:
                source, target, chips = _of(row)
                replay.pay(self.names.get(source, ""), self.names.get(target, ""), chips)
        over = rows.status in (RoundStatus.CLOSED, RoundStatus.VOID)
        if not (replay.is_closed if over else replay.is_open):
            yield rows.damage("leftover_differs")

    def _move(self, row: Move) -> Iterator[Damage]:
        """A transfer outside a deal: by the bank, or a share of the leftovers."""
        source, target = self.names.get(row.source, ""), self.names.get(row.target, "")
        if not self.replay.move(source, target, row.chips, row.reason):
            code = "leftover_differs" if row.reason == REASON else "transfer_without_reason"
            yield self.rows.damage(code, transfer=row.id, source=source, target=target)

    def _recorded(self, deal: Deal) -> Iterator[Damage]:
        replay, rows = self.replay, self.rows
        if not replay.follows(deal.number, deal.revision, deal.replaces_id):
            yield rows.damage("revision_wrong", deal, revision=deal.revision, number=deal.number)
        start = replay.start(deal.number, deal.event_version)
        deal.places = start.places
        if deal.counted is not None or replay.counted:
            if replay.counted or deal.document.get("after", 0) != len(replay.deals):
                yield rows.damage("count_beside_deals", deal)
        else:
            for key, value in start.filled_in.items():
                if deal.document.get(key) != value:
                    yield rows.damage("start_differs", deal, key=key)
        yield from self._result(deal, start)
        replay.record(deal)

    def _result(self, deal: Deal, start: Start) -> Iterator[Damage]:
        """What the document of a deal says must be stored."""
        rows = self.rows
        try:
            if not games.is_count(deal.document) and deal.counted is None:
                result = games.replay(deal.document)
            else:
                result = counted_from(start, deal.document)
        except games.EngineError as error:
            yield rows.damage("document_impossible", deal, error=error.code)
            return
        plain = {key: value for key, value in result.items() if key != "transfers"}
        stored = (deal.result, deal.next_dealer, deal.counted)
        if (plain, result["next_dealer"], result["deals"] if "melds" not in result else None) != stored:
            yield rows.damage("result_differs", deal)
        seats = {index: rows.seats[seat] for index, seat in enumerate(start.places[: len(result["net"])])}
        try:
            names = account_names(start.places).items()
            accounts = {**self.ids, **{name: self.ids[account] for name, account in names}}
            parts = parts_of(result, accounts=accounts, seats=seats)
        except KeyError as error:
            yield rows.damage("account_missing", deal, name=error)
            return
        yield from self._compare(deal, parts)

    def _void(self, deal: Deal) -> Iterator[Damage]:
        if not self.replay.undoes(deal.number, deal.revision, deal.replaces_id):
            yield self.rows.damage("revision_wrong", deal, revision=deal.revision, number=deal.number)
        else:
            old = self.replay.deals[-1]
            same = (old.document, old.result, old.counted, old.dealer)
            if (deal.document, deal.result, deal.counted, deal.next_dealer) != same:
                yield self.rows.damage("void_differs", deal)
            undone = self.rows.parts[old.pk]
            yield from self._compare(deal, reversed_parts(undone.transfers, undone.seat_results))
        self.replay.void(deal)

    def _compare(self, deal: Deal, parts: Parts) -> Iterator[Damage]:
        stored = self.rows.parts[deal.pk]
        for name, code in DIFFERS.items():
            if not _same_rows(getattr(stored, name), getattr(parts, name)):
                yield self.rows.damage(code, deal)


def _same_rows(stored: list[dict[str, Any]], expected: list[dict[str, Any]]) -> bool:
    """Whether these are the same rows, in any order."""
    return stored == expected or sorted(map(_key, stored)) == sorted(map(_key, expected))


def _key(row: Mapping[str, Any]) -> str:
    return repr(sorted(row.items()))
