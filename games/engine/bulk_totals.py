"""What is counted of many deals, in the core's style: from their ledgers, which are checked on the way."""

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
"""The kinds of events that move chips: ``UPCARD_POOL`` to ``LEFTOVER``, and ``ANTES``."""
SET_KINDS = 5
"""The kinds of sets, from none to four of a rank."""
LENGTHS = 256
"""Deals are counted by their number of actions; the last count is of deals with so many less one, or more."""
NOBODY_BET, ONE_LEFT, SHOWDOWN = 0, 1, 2
"""How the Pochen of a deal ended."""


class Totals:
    """What is counted. Lists over two things are flat: ``[seat * SEATS + place]``. Chips are whole."""

    __slots__ = (
        "actions",
        "betting",
        "chips",
        "chips_by_kind",
        "chips_from_pool",
        "chips_squared",
        "deals",
        "deals_at_place",
        "events",
        "lengths",
        "place_chips",
        "pool_carried",
        "pool_chips_left",
        "pool_highest",
        "pool_won",
        "refused",
        "sets_shown",
        "sets_won",
        "staked",
        "tables",
        "unbalanced",
    )

    def __init__(self) -> None:
        self.tables = 0
        self.deals = 0
        self.actions = 0
        self.events = 0
        self.refused = 0
        """Deals cut short because the rules refused what a bot did: 0, or the bot has a fault."""
        self.unbalanced = 0
        """Deals whose ledger does not lead from the chips before to those after: 0, or the core has one."""
        self.chips = [0] * SEATS
        """Chips that each seat won (less those it lost) over all tables."""
        self.chips_squared = [0] * SEATS
        """The sum of the squares of what it won at one table: for the spread of means."""
        self.deals_at_place = [0] * (SEATS * SEATS)
        """By seat and place in the order of play (0 forehand, the last the dealer): deals."""
        self.place_chips = [0] * (SEATS * SEATS)
        """By seat and place: chips won."""
        self.chips_by_kind = [0] * (SEATS * KINDS)
        """By seat and kind of event: chips won (less those lost) by it."""
        self.chips_from_pool = [0] * (SEATS * POOL_COUNT)
        """By seat and pool: chips taken out of it in play, but for what the upcard brought the dealer."""
        self.pool_won = [0] * POOL_COUNT
        """Deals in which chips were taken out of the pool in play."""
        self.pool_carried = [0] * POOL_COUNT
        """Deals that left chips in it."""
        self.pool_chips_left = [0] * POOL_COUNT
        """The sum of what they left."""
        self.pool_highest = [0] * POOL_COUNT
        """The most that one left."""
        self.betting = [0] * 3
        """Deals by how the Pochen ended: nobody bet, one was left, showdown."""
        self.staked = 0
        """The sum of the highest stakes."""
        self.sets_shown = [0] * SET_KINDS
        """Hands in a showdown, by the kind of their best set."""
        self.sets_won = [0] * SET_KINDS
        """Those that won the Pochen, alone or shared."""
        self.lengths = [0] * LENGTHS
        """Deals by their number of actions."""


def events_in(state: State) -> int:
    """How many events the log holds. A compiled form replaces this function."""
    return len(state.log)


def count_table(totals: Totals, state: State, chips: int) -> None:
    """Count a table by its last deal; every seat had brought so many chips."""
    totals.tables += 1
    for seat in range(state.seats):
        won = state.account[seat] - chips
        totals.chips[seat] += won
        totals.chips_squared[seat] += won * won


def count_deal(rules: Rules, totals: Totals, balance: list[int], state: State) -> None:
    """Count a deal that is over; its ledger moves ``balance``, the chips in every account before it."""
    count_ledger(rules, totals, balance, state)
    count_balances(rules, totals, balance, state)
    count_pochen(totals, state)
    totals.deals += 1


def count_ledger(rules: Rules, totals: Totals, balance: list[int], state: State) -> None:
    """Count events, actions and chips by why they moved, and which pools were won."""
    events = events_in(state)
    actions = 0
    sources = 0
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
            if kind != LEFTOVER:
                sources |= 1 << source
        elif kind == ANTES:
            count_antes(rules, totals, balance, state.seats)
        elif kind >= PASS:
            actions += 1
    totals.events += events
    totals.actions += actions
    totals.lengths[min(actions, LENGTHS - 1)] += 1
    for at in range(rules.board_size):
        totals.pool_won[rules.board[at]] += sources >> FIRST_POOL + rules.board[at] & 1


def count_transfer(totals: Totals, kind: int, source: int, target: int, chips: int) -> None:
    """Count chips that moved from an account to another."""
    if source < SEATS:
        totals.chips_by_kind[source * KINDS + kind] -= chips
    if target < SEATS:
        totals.chips_by_kind[target * KINDS + kind] += chips
        if FIRST_POOL <= source < BETS and kind != LEFTOVER and kind != UPCARD_POOL:
            totals.chips_from_pool[target * POOL_COUNT + source - FIRST_POOL] += chips


def count_antes(rules: Rules, totals: Totals, balance: list[int], seats: int) -> None:
    """Count what every seat paid into every dressed pool."""
    ante = rules.stake * rules.dressed_size
    for seat in range(seats):
        balance[seat] -= ante
        totals.chips_by_kind[seat * KINDS + ANTES] -= ante
    for at in range(rules.dressed_size):
        balance[FIRST_POOL + rules.dressed[at]] += rules.stake * seats


def count_balances(rules: Rules, totals: Totals, balance: list[int], state: State) -> None:
    """Count what is left on the board, what each seat won at its place, and a ledger that leads elsewhere."""
    wrong = state.account[BETS]
    for account in range(ACCOUNTS):
        wrong |= balance[account] ^ state.account[account]
    totals.unbalanced += 1 if wrong else 0
    for at in range(rules.board_size):
        pool = rules.board[at]
        left = state.account[FIRST_POOL + pool]
        totals.pool_carried[pool] += 1 if left else 0
        totals.pool_chips_left[pool] += left
        totals.pool_highest[pool] = max(totals.pool_highest[pool], left)
    seat = state.forehand
    for place in range(state.seats):
        won = state.account[seat] - state.brought[seat]
        at = seat * SEATS + place
        totals.deals_at_place[at] += 1
        totals.place_chips[at] += won
        seat = state.after[seat]


def count_pochen(totals: Totals, state: State) -> None:
    """Count how the betting ended, and the sets that were shown."""
    totals.staked += state.staked
    if not state.staked:
        totals.betting[NOBODY_BET] += 1
        return
    if state.in_count == 1:
        totals.betting[ONE_LEFT] += 1
        return
    totals.betting[SHOWDOWN] += 1
    for seat in range(state.seats):
        if state.inside[seat]:
            kind = state.best[seat] >> 8
            totals.sets_shown[kind] += 1
            totals.sets_won[kind] += state.pot_winners[0] >> seat & 1
