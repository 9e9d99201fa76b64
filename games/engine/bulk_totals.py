"""The totals of many deals, in the style of the core. They come from the ledgers, which are checked."""

from __future__ import annotations

from games.engine.core.state import (
    ACCOUNTS,
    ANTES,
    BETS,
    FIRST_POOL,
    LEFTOVER,
    PASS,
    POOL_COUNT,
    SEATS,
    UPCARD_POOL,
    Rules,
    State,
)

KINDS = ANTES + 1
"""The number of kinds of events that move chips: ``UPCARD_POOL`` to ``LEFTOVER``, and ``ANTES``."""
LENGTHS = 256
"""Deals are counted by their number of actions. The last counter is for all longer deals, too."""


class Totals:
    """All counters. Lists with two indexes are flat: ``[seat * SEATS + place]``."""

    __slots__ = (
        "actions", "chips", "chips_by_kind", "chips_from_pool", "chips_squared", "deals", "events", "lengths",
        "place_chips", "refused", "tables", "unbalanced",
    )  # fmt: skip

    def __init__(self) -> None:
        self.tables = 0
        self.deals = 0
        self.actions = 0
        self.events = 0
        self.refused = 0
        """Deals that ended because the rules refused an action of a bot. If it is not 0, a bot has a bug."""
        self.unbalanced = 0
        """Deals whose ledger does not explain the change of the chips. If it is not 0, the core has a bug."""
        self.chips = [0] * SEATS
        """By seat: chips won minus chips lost, over all tables."""
        self.chips_squared = [0] * SEATS
        """By seat: the sum of the squares of its net chips at each table, for standard errors."""
        self.place_chips = [0] * (SEATS * SEATS)
        """By seat and place in the order of play (0 is forehand, the last is the dealer): net chips."""
        self.chips_by_kind = [0] * (SEATS * KINDS)
        """By seat and kind of event: net chips."""
        self.chips_from_pool = [0] * (SEATS * POOL_COUNT)
        """By seat and pool: chips taken from it in play, without those that the upcard gave the dealer."""
        self.lengths = [0] * LENGTHS
        """Deals by their number of actions."""


def events_in(state: State) -> int:
    """Return the number of events in the log. A compiled form replaces this function."""
    return len(state.log)


def count_table(totals: Totals, state: State, chips: int) -> None:
    """Count a table from the state of its last deal. Each seat started with ``chips`` chips."""
    totals.tables += 1
    for seat in range(state.seats):
        won = state.account[seat] - chips
        totals.chips[seat] += won
        totals.chips_squared[seat] += won * won


def count_deal(rules: Rules, totals: Totals, balance: list[int], state: State) -> None:
    """Count a finished deal and move ``balance``, the chips in all accounts, by its ledger."""
    count_ledger(rules, totals, balance, state)
    count_balances(totals, balance, state)
    totals.deals += 1


def count_ledger(rules: Rules, totals: Totals, balance: list[int], state: State) -> None:
    """Count events, actions, and chips by the reason of their transfer."""
    events = events_in(state)
    actions = 0
    for at in range(events):
        event = state.log[at]
        kind = event >> 10 & 63
        if kind <= LEFTOVER:
            source = event >> 5 & 31
            target = event & 31
            chips = event >> 16
            balance[source] -= chips
            balance[target] += chips
            count_transfer(totals, kind, source, target, chips)
        elif kind == ANTES:
            count_antes(rules, totals, balance, state.seats)
        elif kind >= PASS:
            actions += 1
    totals.events += events
    totals.actions += actions
    totals.lengths[min(actions, LENGTHS - 1)] += 1


def count_transfer(totals: Totals, kind: int, source: int, target: int, chips: int) -> None:
    """Count one transfer between two accounts."""
    if source < SEATS:
        totals.chips_by_kind[source * KINDS + kind] -= chips
    if target < SEATS:
        totals.chips_by_kind[target * KINDS + kind] += chips
        if FIRST_POOL <= source < BETS and kind != LEFTOVER and kind != UPCARD_POOL:
            totals.chips_from_pool[target * POOL_COUNT + source - FIRST_POOL] += chips


def count_antes(rules: Rules, totals: Totals, balance: list[int], seats: int) -> None:
    """Count the ante of each seat to each dressed pool."""
    ante = rules.stake * rules.dressed_size
    for seat in range(seats):
        balance[seat] -= ante
        totals.chips_by_kind[seat * KINDS + ANTES] -= ante
    for at in range(rules.dressed_size):
        balance[FIRST_POOL + rules.dressed[at]] += rules.stake * seats


def count_balances(totals: Totals, balance: list[int], state: State) -> None:
    """Count the chips of each seat at its place, and a wrong ledger."""
    wrong = state.account[BETS]
    for account in range(ACCOUNTS):
        wrong |= balance[account] ^ state.account[account]
    totals.unbalanced += 1 if wrong else 0
    seat = state.forehand
    for place in range(state.seats):
        won = state.account[seat] - state.brought[seat]
        totals.place_chips[seat * SEATS + place] += won
        seat = state.after[seat]
