"""A table played again, act by act: what its ledger must be by the rules.

An import plays the acts of a document and writes what follows from them. `fsck` plays the stored acts and
compares what follows with the rows.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Any, TypeVar
from uuid import UUID

from tournaments.play.verbs.leftovers import REASON, shares_of
from tournaments.tables.models.ledger import BANK, Deal, seat_account
from tournaments.tables.rules.places import in_turn
from tournaments.tables.verbs.table_states import Start, pools_of

Move = TypeVar("Move")


class Replay:
    """A table after the last of its acts that was played again. Amounts are chips."""

    def __init__(
        self, rules: dict[str, Any], seats: Iterable[int], left: Iterable[tuple[int, int, int]]
    ) -> None:
        """left: the number of each seat that stays empty, its first deal, and the version of that change."""
        self.rules, self.seats, self.left = rules, sorted(seats), list(left)
        self.balances: Counter[str] = Counter()
        self.deals: list[Deal] = []
        """The deals that count, in order."""
        self.revisions: dict[int, Deal] = {}
        """The last revision of each deal, by number."""
        self.due: list[dict[str, Any]] = []
        """Shares of the leftover chips that the rules require and that are not paid yet."""
        self.paid: Counter[tuple[str, str]] = Counter()
        """The leftover chips that each pool has paid to each seat, and that were not taken back."""
        self.issued: Counter[str] = Counter()
        """The chips that the bank has given to each seat."""
        self.issued_before: dict[int, Counter[str]] = {}
        """The same, before the last revision of each deal."""

    @property
    def counted(self) -> bool:
        """Whether the table has a total."""
        return bool(self.deals) and self.deals[-1].counted is not None

    def places(self, number: int, version: int) -> list[int]:
        """The seats that play the deal with this number and version, in the order of its document."""
        empty = {seat for seat, from_deal, since in self.left if from_deal <= number and since < version}
        return [seat for seat in self.seats if seat not in empty]

    def start(self, number: int, version: int) -> Start:
        """The state from which the next deal starts. version: the version of the event with this deal."""
        void = self.revisions.get(number)
        issued = Counter(self.issued)
        if void is not None and void.event_version == version:
            # A corrected deal is played before chips that came later.
            issued = self.issued_before.get(number, issued)
        self.issued_before[number] = issued
        places = self.places(number, version)
        names = [seat_account(seat) for seat in places]
        last = self.deals[-1] if self.deals else None
        return Start(
            rules=self.rules,
            places=places,
            purses=[self.balances[name] - self.issued[name] + issued[name] for name in names],
            pools=pools_of(self.balances, self.rules, counted=False),
            next_dealer=0 if last is None else in_turn(last.next_dealer, last.places, places, self.rules),
        )

    def follows(self, number: int, revision: int, replaces: UUID | None) -> bool:
        """Whether this is the next deal, and the next revision of it."""
        void = self.revisions.get(number)
        expected = (1, None) if void is None else (void.revision + 1, void.pk)
        return number == len(self.deals) + 1 and (revision, replaces) == expected

    def undoes(self, number: int, revision: int, replaces: UUID | None) -> bool:
        """Whether this void undoes the last deal."""
        last = self.deals[-1] if self.deals else None
        return last is not None and (number, revision, replaces) == (last.number, last.revision + 1, last.pk)

    def record(self, deal: Deal) -> None:
        """Let a deal count. The caller moves its chips by `pay`."""
        self.revisions[deal.number] = deal
        self.deals.append(deal)

    def void(self, deal: Deal) -> None:
        """Let the last deal no longer count. The caller moves its chips by `pay`."""
        self.revisions[deal.number] = deal
        del self.deals[-1:]

    def pay(self, source: str, target: str, chips: int) -> None:
        """Move chips between two accounts."""
        self.balances[source] -= chips
        self.balances[target] += chips

    def move(self, source: str, target: str, chips: int, reason: str) -> bool:
        """Move chips without a deal. Return whether the rules allow it."""
        allowed = (
            self._share(source, target, chips) if reason == REASON else self._by_bank(source, target, reason)
        )
        if BANK in (source, target):
            self.issued[target] += chips
            self.issued[source] -= chips
        self.pay(source, target, chips)
        return allowed

    def _by_bank(self, source: str, target: str, reason: str) -> bool:
        """Whether the bank gives chips to a seat or takes them back, in an event with purses."""
        if self.rules["purse"] != "table":
            return False
        if reason == "return":
            return target == BANK and is_seat(source) and not self.deals
        return reason in ("start", "issue") and source == BANK and is_seat(target)

    def _share(self, source: str, target: str, chips: int) -> bool:
        """Whether this is the next share of the leftover chips, or a share is taken back as a whole."""
        if is_seat(target):
            self.due = self.due or self.shares()
            share = self.due.pop(0) if self.due else {}
            self.paid[source, target] += chips
            return (share.get("from"), share.get("to"), share.get("chips")) == (source, target, chips)
        return not self.due and self.paid.pop((target, source), 0) == chips

    def shares(self) -> list[dict[str, Any]]:
        """The shares of the chips in the pools by the rules; none before the first deal."""
        if self.rules["leftover"] != "split" or not self.deals:
            return []
        pools = pools_of(self.balances, self.rules, counted=self.counted)
        return shares_of(self.rules, pools, self.deals[-1].places, self.deals[-1].last_dealer)

    @property
    def is_open(self) -> bool:
        """Whether no share of the leftover chips is paid or due, so that deals can be played."""
        return not self.due and not +self.paid

    @property
    def is_closed(self) -> bool:
        """Whether all shares of the leftover chips are paid."""
        return not self.due and not self.shares()


def is_seat(account: str) -> bool:
    """Whether this is the name of the purse of a seat."""
    return re.fullmatch(r"seat [0-9]", account) is not None


def in_order(
    deals: Iterable[tuple[int | None, Deal]], moves: Iterable[tuple[int, Move]]
) -> list[Deal | Move]:
    """Return all acts of a table, its deals and the moves outside of deals, in the order of its ledger.

    deals: each with the id of its first transfer. moves: each with the id of its transfer. A count that moves
    no chips has no transfer (None): it is placed before the first later deal.
    """
    rows = sorted(deals, key=lambda row: _age(row[1]))
    acts: Sequence[tuple[int, Deal | Move]] = [
        *((first, deal) for first, deal in rows if first is not None),
        *moves,
    ]
    ordered: list[Deal | Move] = [act for _first, act in sorted(acts, key=itemgetter(0))]
    for first, deal in rows:
        if first is None:
            later = (i for i, act in enumerate(ordered) if isinstance(act, Deal) and _age(act) > _age(deal))
            ordered.insert(next(later, len(ordered)), deal)
    return ordered


def _age(deal: Deal) -> tuple[int, int]:
    return deal.event_version, deal.revision
