"""The check of one table, from plain rows: every deal is replayed, and every balance is added up again.

`walk` follows the ledger in its order. Before each deal, purses, pools and dealer must be those of its
document; the engine's result must be the stored result, and every part of the deal must follow from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

import games.services as games
from tournaments.core.rules.statuses import RoundStatus
from tournaments.play.verbs.leftovers import shares_of
from tournaments.programs.fsck.damage import Damage, Place
from tournaments.tables.models.ledger import BANK, BETS, DealKind, seat_account
from tournaments.tables.rules.places import account_names, in_turn
from tournaments.tables.verbs.ledger import ADDITIVE, Parts, parts_of
from tournaments.tables.verbs.table_states import pools_of


class TransferRow(NamedTuple):
    id: int
    deal: UUID | None
    seq: int
    source: int
    target: int
    chips: int
    reason: str


class DealRow(NamedTuple):
    id: UUID
    number: int
    revision: int
    kind: str
    counted: int | None
    replaces: UUID | None
    document: Any
    result: Any
    next_dealer: int
    version: int
    at: datetime

    @property
    def dealer(self) -> int:
        """Who dealt, as `Deal.dealer`."""
        return int(self.result.get("first_dealer", 0) if self.counted else self.document["dealer"])

    @property
    def last_dealer(self) -> int:
        """Who dealt the last deal, as `Deal.last_dealer`."""
        return int(self.result["last_dealer"] if self.counted else self.document["dealer"])


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
    left_empty: list[tuple[int, int, int]] = field(default_factory=list)
    """The number of each seat that stays empty, its first deal, and the version of that change."""
    accounts: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The id and the stored balance of each account, by name."""
    transfers: list[TransferRow] = field(default_factory=list)
    deals: dict[UUID, DealRow] = field(default_factory=dict)
    seat_results: dict[UUID, list[dict[str, Any]]] = field(default_factory=dict)
    payouts: dict[UUID, list[dict[str, Any]]] = field(default_factory=dict)
    showdowns: dict[UUID, list[dict[str, Any]]] = field(default_factory=dict)

    def damage(self, code: str, deal: DealRow | None = None, /, **params: Any) -> Damage:
        """A damage of this table, or of one of its deals."""
        if deal is None:
            return Damage(code, self.place, **params)
        return Damage(code, replace(self.place, deal=deal.number, deal_id=deal.id), at=deal.at, **params)


def check(rows: TableRows) -> Iterator[Damage]:
    """Everything that is wrong at one table."""
    yield from _balances(rows)
    yield from _revisions(rows)
    yield from _taken_over(rows)
    yield from _Walk(rows).run()


def _balances(rows: TableRows) -> Iterator[Damage]:
    names = {pk: name for name, (pk, _balance) in rows.accounts.items()}
    sums: Counter[int] = Counter()
    for row in rows.transfers:
        if row.source not in names or row.target not in names:
            yield rows.damage(
                "transfer_elsewhere", None if row.deal is None else rows.deals.get(row.deal), transfer=row.id
            )
        sums[row.target] += row.chips
        sums[row.source] -= row.chips
    for name, (pk, balance) in rows.accounts.items():
        if balance != sums[pk]:
            yield rows.damage("balance_differs", account=name, stored=balance, expected=sums[pk])


def _revisions(rows: TableRows) -> Iterator[Damage]:
    before: DealRow | None = None
    for deal in sorted(rows.deals.values(), key=lambda deal: (deal.number, deal.revision)):
        first = before is None or before.number != deal.number
        fits = (
            deal.revision == 1
            and deal.kind == DealKind.RECORDED
            and deal.replaces is None
            and deal.number == (1 if before is None else before.number + 1)
            if first
            else before is not None
            and (deal.revision, deal.replaces) == (before.revision + 1, before.id)
            and deal.kind != before.kind
        )
        if not fits:
            yield rows.damage("revision_wrong", deal, revision=deal.revision, number=deal.number)
        if not 0 < deal.version <= rows.event_version:
            yield rows.damage("version_wrong", deal, version=deal.version, newest=rows.event_version)
        before = deal


def _taken_over(rows: TableRows) -> Iterator[Damage]:
    """A player who takes over a seat has the next deal or an earlier one."""
    last = max((deal.number for deal in rows.deals.values()), default=0)
    for seat, from_deal in rows.taken_over:
        if from_deal > last + 1:
            yield rows.damage("takes_over_too_late", seat=seat, deal=from_deal, last=last)


class _Walk:
    """The ledger of a table, followed from its first transfer to its last."""

    def __init__(self, rows: TableRows) -> None:
        self.rows = rows
        self.names = {pk: name for name, (pk, _balance) in rows.accounts.items()}
        self.ids = {name: pk for name, (pk, _balance) in rows.accounts.items()}
        self.balances: Counter[str] = Counter()
        self.counting: list[DealRow] = []
        """The deals that count, in order."""
        self.shared: Counter[tuple[str, str]] = Counter()
        """The chips of leftovers that each pool has paid to each seat."""
        self.issued: Counter[str] = Counter()
        """The chips that the bank has given to each seat."""
        self.issued_before: dict[UUID, Counter[str]] = {}
        """The same, before each recorded deal."""
        self.parts: dict[UUID, list[TransferRow]] = {}
        for row in rows.transfers:
            if row.deal is not None:
                self.parts.setdefault(row.deal, []).append(row)

    def run(self) -> Iterator[Damage]:
        rows, newest = self.rows, 0
        done: set[UUID] = set()
        for row in rows.transfers:
            if row.deal is None:
                yield from self._move(row)
                self._apply(row)
                continue
            if row.deal in done:
                continue
            done.add(row.deal)
            deal = rows.deals.get(row.deal)
            if deal is None:
                yield self.rows.damage("deal_missing", transfer=row.id)
            else:
                if deal.version < newest:
                    yield self.rows.damage("version_wrong.before", deal, version=deal.version, newest=newest)
                newest = max(newest, deal.version)
                yield from self._without_transfers(done, before=deal)
                yield from self._deal(deal)
            for part in self.parts[row.deal]:
                self._apply(part)
        yield from self._without_transfers(done)
        for deal in rows.deals.values():
            if deal.id not in done:
                yield self.rows.damage("transfers_missing", deal)
        for kind, present in (("seat result", rows.seat_results), ("showdown", rows.showdowns)):
            for absent in present.keys() - rows.deals.keys():
                yield self.rows.damage("deal_missing_of_part", part=kind, deal=absent)
        yield from self._leftovers()

    def _without_transfers(self, done: set[UUID], before: DealRow | None = None) -> Iterator[Damage]:
        """Check the counts that move no chips, up to this deal. Only counts can: each deal moves antes."""
        for deal in sorted(self.rows.deals.values(), key=lambda row: (row.version, row.revision)):
            if before is not None and (deal.version, deal.revision) > (before.version, before.revision):
                return
            if deal.counted and deal.id not in self.parts and deal.id not in done:
                done.add(deal.id)
                yield from self._deal(deal)

    def _apply(self, row: TransferRow) -> None:
        self.balances[self.names.get(row.target, "")] += row.chips
        self.balances[self.names.get(row.source, "")] -= row.chips

    def _move(self, row: TransferRow) -> Iterator[Damage]:
        """A transfer outside a deal: by the bank, or a share of the leftovers."""
        source, target = self.names.get(row.source, ""), self.names.get(row.target, "")
        if BANK in (source, target):
            self.issued[target] += row.chips
            self.issued[source] -= row.chips
        if row.reason == "leftover":
            pool, seat = (source, target) if target.startswith("seat ") else (target, source)
            self.shared[pool, seat] += row.chips if seat == target else -row.chips
            fits = seat.startswith("seat ") and pool not in (BANK, BETS) and not pool.startswith("seat ")
        elif row.reason == "return":
            fits = source.startswith("seat ") and target == BANK and not self.counting
        else:
            fits = row.reason in ("start", "issue") and source == BANK and target.startswith("seat ")
        if not fits:
            yield self.rows.damage("transfer_without_reason", transfer=row.id, source=source, target=target)

    def _leftovers(self) -> Iterator[Damage]:
        rules, expected = self.rows.rules, Counter[tuple[str, str]]()
        over = self.rows.status in (RoundStatus.CLOSED, RoundStatus.VOID)
        if over and rules["leftover"] == "split" and self.counting:
            last = self.counting[-1]
            pools = {
                pool: chips + sum(shared for (source, _seat), shared in self.shared.items() if source == pool)
                for pool, chips in pools_of(self.balances, rules, counted=last.counted is not None).items()
            }
            for share in shares_of(rules, pools, self._places(last), last.last_dealer):
                expected[share["from"], share["to"]] += share["chips"]
        if +expected != +self.shared or any(chips < 0 for chips in self.shared.values()):
            yield self.rows.damage("leftover_differs")

    def _deal(self, deal: DealRow) -> Iterator[Damage]:
        if deal.kind == DealKind.RECORDED:
            yield from self._before(deal)
            yield from self._recorded(deal)
            self.counting.append(deal)
        else:
            yield from self._void(deal)
            if self.counting:
                self.counting.pop()

    def _places(self, deal: DealRow) -> list[int]:
        """The seats that play this deal, in the order of its document."""
        empty = {
            seat
            for seat, from_deal, version in self.rows.left_empty
            if from_deal <= deal.number and version < deal.version
        }
        return [seat for seat in sorted(self.rows.seats) if seat not in empty]

    def _dealer(self, places: list[int]) -> int:
        """Who deals next, counted among these places."""
        if not self.counting:
            return 0
        last = self.counting[-1]
        return in_turn(last.next_dealer, self._places(last), places, self.rows.rules)

    def _pools(self) -> dict[str, int]:
        return {pool: self.balances[pool] for pool in games.board(self.rows.rules)}

    def _before(self, deal: DealRow) -> Iterator[Damage]:
        """The document must start from the table as the ledger left it."""
        counted = any(row.counted is not None for row in self.counting)
        if deal.counted is not None or counted:
            after = len(self.counting)
            if counted or deal.number != after + 1 or deal.document.get("after", 0) != after:
                yield self.rows.damage("count_beside_deals", deal)
            return
        places = self._places(deal)
        document, issued = deal.document, self._issued_before(deal)
        expected = {
            "rules": self.rows.rules,
            "dealer": self._dealer(places),
            "chips": [
                self.balances[name] - self.issued[name] + issued[name] for name in map(seat_account, places)
            ],
            "pools": self._pools(),
        }
        for key, value in expected.items():
            if document.get(key) != value:
                yield self.rows.damage("start_differs", deal, key=key)
        if deal.number != len(self.counting) + 1:
            yield self.rows.damage("order_wrong", deal, number=deal.number)

    def _issued_before(self, deal: DealRow) -> Counter[str]:
        """What the bank had given before a deal. A corrected deal is played before chips that came later."""
        void = None if deal.replaces is None else self.rows.deals.get(deal.replaces)
        issued = Counter(self.issued)
        if void is not None and void.version == deal.version and void.replaces in self.issued_before:
            issued = self.issued_before[void.replaces]
        self.issued_before[deal.id] = issued
        return issued

    def _recorded(self, deal: DealRow) -> Iterator[Damage]:
        try:
            result = self._result(deal)
        except games.EngineError as error:
            yield self.rows.damage("document_impossible", deal, error=error.code)
            return
        plain = {key: value for key, value in result.items() if key != "transfers"}
        if plain != deal.result or result["next_dealer"] != deal.next_dealer:
            yield self.rows.damage("result_differs", deal)
        places = self._places(deal)
        seats = {index: self.rows.seats[seat] for index, seat in enumerate(places[: len(result["net"])])}
        try:
            names = account_names(places).items()
            accounts = {**self.ids, **{name: self.ids[account] for name, account in names}}
            parts = parts_of(result, accounts=accounts, seats=seats)
        except KeyError as error:
            yield self.rows.damage("account_missing", deal, name=error)
            return
        yield from self._compare(deal, parts)

    def _result(self, deal: DealRow) -> dict[str, Any]:
        """What the document of a deal says. Raises EngineError."""
        if not games.is_count(deal.document) and deal.counted is None:
            return games.replay(deal.document)
        issued = self._issued_before(deal)
        places = self._places(deal)
        accounts = [seat_account(seat) for seat in places]
        purses = [self.balances[name] - self.issued[name] + issued[name] for name in accounts]
        result = games.count(deal.document, self.rows.rules, purses, self._pools(), self._dealer(places))
        # A row that is a count in one column only has another result.
        return result if result["deals"] == deal.counted else {**result, "deals": None}

    def _void(self, deal: DealRow) -> Iterator[Damage]:
        old = None if deal.replaces is None else self.rows.deals.get(deal.replaces)
        if old is None or not self.counting or self.counting[-1].id != old.id:
            yield self.rows.damage("void_wrong", deal)
            return
        if (deal.document, deal.result, deal.counted, deal.next_dealer) != (
            old.document,
            old.result,
            old.counted,
            old.dealer,
        ):
            yield self.rows.damage("void_differs", deal)
        undone = sorted(self.parts.get(old.id, ()), key=lambda row: -row.seq)
        yield from self._compare(
            deal,
            Parts(
                transfers=[
                    {"seq": seq, "source_id": row.target, "target_id": row.source, "chips": row.chips,
                     "reason": "void"}
                    for seq, row in enumerate(undone)
                ],
                seat_results=[
                    {name: -value if name in ADDITIVE else value for name, value in row.items()}
                    for row in self.rows.seat_results.get(old.id, ())
                ],
                payouts=[],
                showdowns=[],
            ),
        )  # fmt: skip

    def _compare(self, deal: DealRow, parts: Parts) -> Iterator[Damage]:
        rows = self.rows
        stored = sorted(row[2:] for row in self.parts.get(deal.id, []))
        if stored != [tuple(row.values()) for row in parts.transfers]:
            yield self.rows.damage("transfers_differ", deal)
        for part, finding in (
            (
                "seat_results",
                self.rows.damage("seat_result_differs", deal),
            ),
            ("payouts", self.rows.damage("payout_differs", deal)),
            ("showdowns", self.rows.damage("showdown_differs", deal)),
        ):
            if not _same_rows(getattr(rows, part).get(deal.id, []), getattr(parts, part)):
                yield finding


def _same_rows(stored: list[dict[str, Any]], expected: list[dict[str, Any]]) -> bool:
    return len(stored) == len(expected) and sorted(map(_key, stored)) == sorted(map(_key, expected))


def _key(row: Mapping[str, Any]) -> str:
    return repr(sorted(row.items()))
