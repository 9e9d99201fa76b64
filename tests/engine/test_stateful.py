"""A table with rules and purses made at random, where anyone tries anything, deal after deal.

No sequence of legal actions breaks conservation, gets stuck, or disagrees with its own replay; an illegal
action is refused and changes nothing. ``POCH_SOAK=2000`` sits down at so many tables instead of a few.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games import services
from games.engine import cards
from games.engine.cards import NAMES, NUMBERS
from games.engine.deal import Choice, Deal, Event
from tests.engine.reading import SOAK
from tests.engine.scorecard_deals import SWITCHES

VERBS = ("pass", "bet", "call", "raise", "show", "play")
TAME = ("pass", "show", "call", "play")
"""Verbs that bring a deal to its end, whatever has been bet: nobody raises any more."""
LONGEST_TAME_END = 2 * 10 + 52
"""Every seat answers and the opener shows, then every card is played."""


class Table(RuleBasedStateMachine):
    """One table: the document it began with, and the deal as it stands."""

    document: dict[str, Any]
    deal: Deal

    @initialize(rules=SWITCHES, data=st.data())
    def sit_down(self, rules: dict[str, Any], data: st.DataObject) -> None:
        """Take seats with purses that are often too short to go through with everything."""
        least, most = rules["players"]
        seats = data.draw(st.integers(least, most))
        ante = rules["stake"] * (len(rules["pools"]) - len(rules["undressed"]))
        lowest = ante if rules["purse"] == "table" else -20
        self.document = {
            "format": "poch-deal/1",
            "rules": rules,
            "dealer": data.draw(st.integers(0, seats - 1)),
            "chips": data.draw(st.lists(st.integers(lowest, ante + 12), min_size=seats, max_size=seats)),
            "pools": data.draw(st.dictionaries(st.sampled_from(rules["pools"]), st.integers(0, 9)))
            if rules["pools"]
            else {},
            "actions": [],
        }
        self.deal_out(data.draw(st.integers(0, 2**63 - 1)))

    def deal_out(self, seed: int) -> None:
        """Shuffle and begin."""
        size = self.document["rules"]["pack"][str(len(self.document["chips"]))]
        self.document["deck"] = " ".join(NAMES[card] for card in cards.deck(size, seed, 0))
        self.deal = Deal(self.document)

    def record(self) -> dict[str, Any]:
        """The deal so far, as it would be sent."""
        return self.document | {"actions": self.deal.actions()}

    @precondition(lambda self: not self.deal.over)
    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        """Whose turn it is does one of the things it may."""
        action = written(data, data.draw(st.sampled_from(self.deal.legal_actions())))
        assert self.deal.verify(action) is None, action
        self.deal.apply(action)

    @rule(
        seat=st.integers(0, 10),
        verb=st.sampled_from(VERBS),
        argument=st.one_of(st.none(), st.integers(-1, 30), st.sampled_from(sorted(NUMBERS))),
    )
    def try_anything(self, seat: int, verb: str, argument: int | str | None) -> None:
        """Any seat tries anything: done if it is among the legal actions, else refused, changing nothing."""
        action = f"{seat} {verb}" if argument is None else f"{seat} {verb} {argument}"
        if any(allows(choice, seat, verb, argument) for choice in self.deal.legal_actions()):
            self.deal.apply(action)
            return
        before = everything(self.deal)
        assert not self.deal.can(action)
        with pytest.raises(services.EngineError):
            self.deal.apply(action)
        assert everything(self.deal) == before

    @precondition(lambda self: not self.deal.over)
    @rule()
    def come_to_an_end(self) -> None:
        """With nobody raising any more the deal ends, and soon."""
        for _ in range(LONGEST_TAME_END):
            if self.deal.over:
                break
            choice = min(
                (choice for choice in self.deal.legal_actions() if choice.verb in TAME),
                key=lambda choice: TAME.index(choice.verb),
            )
            card = f" {choice.cards[-1]}" if choice.cards else ""
            self.deal.apply(f"{choice.seat} {choice.verb}{card}")
        assert self.deal.over

    @precondition(lambda self: self.deal.over)
    @rule(seed=st.integers(0, 2**63 - 1))
    def deal_again(self, seed: int) -> None:
        """The next deal begins with what this one left, until somebody cannot ante."""
        result = self.deal.result()
        self.document |= {
            "dealer": result["next_dealer"],
            "chips": result["chips"],
            "pools": result["pools"],
        }
        if not services.can_ante(self.document["rules"], result["chips"]):
            with pytest.raises(services.EngineError, match="cannot_ante"):
                self.deal_out(seed)
            self.document["chips"] = [chips + 100 for chips in result["chips"]]  # a director issues chips
        self.deal_out(seed)

    @invariant()
    def chips_are_conserved_and_nobody_pays_what_is_not_there(self) -> None:
        balance = {f"seat {seat}": chips for seat, chips in enumerate(self.document["chips"])}
        purses = list(balance)
        balance |= dict.fromkeys(self.document["rules"]["pools"], 0) | self.document["pools"] | {"bets": 0}
        before = sum(balance.values())
        bounded = set(balance) - (set(purses) if self.document["rules"]["purse"] == "credit" else set())
        for source, target, chips in map(transfer, self.deal.events()):
            assert chips >= 0
            balance[source] -= chips
            balance[target] += chips
            assert source not in bounded or balance[source] >= 0, source
        assert sum(balance.values()) == before
        assert self.deal.seen_by(0)["chips"] == [balance[purse] for purse in purses]
        assert balance["bets"] == 0 or not self.deal.over

    @invariant()
    def somebody_can_act_until_somebody_is_out(self) -> None:
        choices = self.deal.legal_actions()
        assert bool(choices) == (not self.deal.over)
        assert {choice.seat for choice in choices} == (set() if self.deal.over else {self.deal.turn})

    @invariant()
    def the_record_so_far_replays_to_the_same(self) -> None:
        record = self.record()
        assert everything(Deal(record)) == everything(self.deal)
        if self.deal.over:
            assert services.replay(record) == self.deal.result()
        else:
            with pytest.raises(services.EngineError, match="ends_too_early"):
                services.replay(record)


def written(data: st.DataObject, choice: Choice) -> str:
    """One of the actions that a choice allows, as a record writes it."""
    action = f"{choice.seat} {choice.verb}"
    if choice.cards:
        return f"{action} {data.draw(st.sampled_from(choice.cards))}"
    if choice.least is None:
        return action
    most = choice.least + 12 if choice.most is None else choice.most
    return f"{action} {data.draw(st.integers(choice.least, most))}"


def allows(choice: Choice, seat: int, verb: str, argument: int | str | None) -> bool:
    """Whether a choice allows an action."""
    if (choice.seat, choice.verb) != (seat, verb):
        return False
    if choice.cards:
        return argument in choice.cards
    if choice.least is None:
        return argument is None
    return isinstance(argument, int) and choice.least <= argument <= (choice.most or argument)


def transfer(event: Event) -> tuple[str, str, int]:
    """From which account to which an event moves how many chips; none, for what is no transfer."""
    if event.kind != "transfer":
        return "bets", "bets", 0
    assert event.source is not None
    assert event.target is not None
    assert event.chips is not None
    return event.source, event.target, event.chips


def everything(deal: Deal) -> object:
    """All that there is to know of a deal: what happened, what can be done, what each seat sees."""
    seats = range(len(deal.seen_by(0)["chips"]))
    return deal.events(), deal.legal_actions(), [deal.seen_by(seat) for seat in seats]


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=SOAK or 40,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)
