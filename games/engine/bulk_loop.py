"""Tables of bots, one after another, in the core's style: what ``bulk`` plays, compiled or as it stands.

A table plays ``deals_each`` deals, the deal passing to forehand and unclaimed pools staying, or ends when
somebody cannot ante. Table ``number`` is dealt by seat ``number % seats`` first, and its deals have the
numbers ``number * deals_each`` and on: with one deal each, a table is a deal. Cards and bots draw from
generators that are seeded for each deal, so that nothing depends on who played what before.
"""

from __future__ import annotations

from games.engine import bots, shuffle
from games.engine.bulk_totals import Totals, count_deal, count_table
from games.engine.core import dealing, payments, play
from games.engine.core.state import ACCOUNTS, OVER, SEATS, Rules, State


class Table:
    """Who sits at every table, and what is played there."""

    __slots__ = ("balance", "chips", "deals_each", "policies", "seats", "seed")

    def __init__(self) -> None:
        self.seats = 0
        self.policies = [0] * SEATS
        """The bot at each seat, by its number in ``bots.NAMES``."""
        self.chips = 0
        """What every seat brings to a table."""
        self.deals_each = 1
        self.seed = 0
        self.balance = [0] * ACCOUNTS
        """Chips in every account of the table that is being played, by the ledgers of its deals."""


# --- What a compiled form replaces


def renew(state: State, blank: State) -> None:  # noqa: ARG001
    """Make a state as good as new: as ``blank`` is. A compiled form replaces this function."""
    State.__init__(state)


def keep(state: State, kept: list[list[int]] | None) -> None:
    """Keep a deal's log for the caller, if it wants it. A compiled form replaces this function."""
    if kept is not None:
        kept.append(state.log)


# --- The loop


def play_tables(
    rules: Rules,
    table: Table,
    totals: Totals,
    state: State,
    blank: State,
    pack: list[int],
    deck: list[int],
    kept: list[list[int]] | None,
    first: int,
    count: int,
) -> None:
    """Play ``count`` tables from number ``first`` on and count them; ``deck`` is as long as ``pack``."""
    for number in range(first, first + count):
        play_table(rules, table, totals, state, blank, pack, deck, kept, number)


def play_table(
    rules: Rules,
    table: Table,
    totals: Totals,
    state: State,
    blank: State,
    pack: list[int],
    deck: list[int],
    kept: list[list[int]] | None,
    number: int,
) -> None:
    """Play one table from its first ante to its last deal, and count it."""
    for account in range(ACCOUNTS):
        table.balance[account] = table.chips if account < table.seats else 0
    dealer = number % table.seats
    deals = 0
    going_on = 1
    while going_on:
        renew(state, blank)
        dealing.seat_down(rules, state, table.seats, dealer)
        play_deal(rules, table, totals, state, pack, deck, number * table.deals_each + deals)
        dealer = state.forehand
        deals += 1
        going_on = 1 if deals < table.deals_each and all_can_ante(rules, state) else 0
        if not going_on:
            payments.split_leftover(rules, state)
        count_deal(rules, totals, table.balance, state)
        keep(state, kept)
    count_table(totals, state, table.chips)


def play_deal(
    rules: Rules, table: Table, totals: Totals, state: State, pack: list[int], deck: list[int], number: int
) -> None:
    """Shuffle, deal and let the bots play one deal; every action is checked as anyone's would be."""
    for account in range(ACCOUNTS):
        state.account[account] = table.balance[account]
    for seat in range(table.seats):
        state.brought[seat] = table.balance[seat]
    for at in range(len(pack)):
        deck[at] = pack[at]
    shuffle.shuffle(deck, shuffle.generator(table.seed, number))
    state.random = shuffle.generator(table.seed ^ shuffle.MASK, number)
    dealing.deal(rules, state, deck)
    play.begin(rules, state)
    while state.stage != OVER:
        action = bots.decide(rules, state, table.policies[state.turn])
        if play.act(rules, state, action, play.WHOLE_RUN):
            totals.refused += 1
            return


def all_can_ante(rules: Rules, state: State) -> int:
    """1 if every seat can start another deal."""
    for seat in range(state.seats):
        if not dealing.can_ante(rules, state.account[seat]):
            return 0
    return 1
