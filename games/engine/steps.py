"""A finished deal as a list of steps, for people who watch it: ``poch-steps/1`` (see README.md).

Each step says who did what, which chips moved, and how the table stands afterwards. The core plays the deal;
this module only reads its log. A scorecard gives the steps that it knows: no hands, no single bets and no
single cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.engine.advice import advice
from games.engine.cards import NAMES, SUITS
from games.engine.core import dealing, play
from games.engine.core.state import (
    ANTES,
    BET,
    BETS,
    CALL,
    FIRST_POOL,
    IN_POCHEN,
    LEFTOVER,
    MELD,
    MOST_CARDS,
    OUT,
    OVER,
    PASS,
    PLAY,
    POT,
    RAISE,
    RUN_ENDED,
    STAKED,
    STOP,
    TRICK_WON,
    UPCARD_JOINS,
    UPCARD_POOL,
    Rules,
    State,
)
from games.engine.record import DEAL_FORMAT, VERB_WORDS, an_action, header, read_deal
from games.engine.result import ACCOUNTS, REASONS, by_suit, finished, in_order_of_play, showdown_cards
from games.engine.rules import resolve
from games.engine.switches import POOLS

STEPS_FORMAT = "poch-steps/1"

DEALING, MELDING, POCHEN, SHEDDING = "dealing", "melding", "pochen", "shedding"
"""The parts that steps belong to."""

MOST_ADVISED = 300
"""So many steps of a deal have the advice of the expert. Deals of people have fewer steps."""


def steps(document: dict[str, Any]) -> dict[str, Any]:
    """The ``poch-steps/1`` of a record or a scorecard. Raise ``EngineError`` if the deal is not possible."""
    rules, end = finished(document)
    watch = _Watch(rules, document, end)
    if document["format"] == DEAL_FORMAT:
        _record_steps(watch, document)
    else:
        _scorecard_steps(watch, end)
    return _whole(watch, document, end)


def steps_so_far(document: dict[str, Any]) -> dict[str, Any]:
    """The steps of a deal that is not over, as everybody at the table sees them: without hands and advice.

    The document is a ``poch-deal/1`` with the actions so far.
    """
    rules, state = read_deal(document)
    watch = _Watch(rules, document, state)
    state = _record_steps(watch, document, is_advised=False)
    for step in watch.steps:
        step["hands"] = None
    return _whole(watch, document, state)


def _whole(watch: _Watch, document: dict[str, Any], state: State) -> dict[str, Any]:
    """The document `poch-steps/1`: the steps, and what is the same in all of them."""
    return {
        "format": STEPS_FORMAT,
        "source": document["format"],
        "rules": resolve(document["rules"]),
        "dealer": state.dealer,
        "upcard": NAMES[state.upcard],
        "pay_suit": SUITS[state.pay_suit],
        "chips": list(document["chips"]),
        "steps": watch.steps,
    }


class _Watch:
    """The steps of a deal, made one by one, and the table after the last one: chips, hands, stakes."""

    def __init__(self, rules: Rules, document: dict[str, Any], end: State) -> None:
        _, start = header(document)
        self.rules = rules
        self.seats = range(start.seats)
        self.account = list(start.account)
        self.stakes = [0] * start.seats
        self.passed: set[int] = set()
        self.left: list[int] | None = None
        self.hands: list[int] | None = None
        self.run: list[dict[str, Any]] = []
        self.upcard = end.upcard
        self.steps: list[dict[str, Any]] = []

    def add(self, kind: str, part: str, events: Iterable[int] = (), **about: Any) -> dict[str, Any]:
        """Add a step with the chips that its events moved."""
        transfers = [row for event in events for row in self._moved(event)]
        board = self.rules.board[: self.rules.board_size]
        step: dict[str, Any] = {
            "kind": kind,
            "part": part,
            "seat": None,
            "card": None,
            "pool": None,
            "chips": None,
            "at": None,
            "winners": [],
            "showdown": [],
            "ended_by": None,
            **about,
            "transfers": transfers,
            "hands": None if self.hands is None else [" ".join(by_suit(hand)) for hand in self.hands],
            "left": None if self.left is None else list(self.left),
            "run": list(self.run),
            "stakes": list(self.stakes),
            "passed": sorted(self.passed),
            "purses": self.account[: len(self.seats)],
            "pools": {POOLS[pool]: self.account[FIRST_POOL + pool] for pool in board},
            "turn": None,
            "forced": False,
            "advice": None,
        }
        self.steps.append(step)
        return step

    def _moved(self, event: int) -> list[dict[str, Any]]:
        """The transfers of an event. Move their chips."""
        kind = event >> 10 & 63
        if kind == ANTES:
            rules = self.rules
            into = [FIRST_POOL + pool for pool in rules.dressed[: rules.dressed_size]]
            return [self._move(seat, pool, rules.stake, "ante") for seat in self.seats for pool in into]
        if kind > LEFTOVER:
            return []
        source, target, chips = event >> 5 & 31, event & 31, event >> 16
        if target == BETS:
            self.stakes[source] += chips
        elif kind == STAKED:  # with `passed_chips: pochen_pool` the stakes of those who passed join that pool
            self.stakes = [0 if seat in self.passed else self.stakes[seat] for seat in self.seats]
        return [self._move(source, target, chips, REASONS[kind])]

    def _move(self, source: int, target: int, chips: int, reason: str) -> dict[str, Any]:
        self.account[source] -= chips
        self.account[target] += chips
        return {"from": ACCOUNTS[source], "to": ACCOUNTS[target], "chips": chips, "reason": reason}

    def deal_out(self, state: State, hands: list[int] | None) -> None:
        """Add the antes, the deal and what the upcard gives the dealer. hands: None for a scorecard."""
        self.add("ante", DEALING, _of_kind(state.log, ANTES))
        self.hands = hands
        self.left = [dealing.cards_dealt(self.rules, state, seat) for seat in self.seats]
        joins = self.rules.upcard == UPCARD_JOINS
        owner = dealing.next_to_receive(self.rules, state) if joins else None
        if owner is not None:
            self.left[owner] += 1
        self.add("deal", DEALING, seat=owner, card=NAMES[self.upcard])
        for event in _of_kind(state.log, UPCARD_POOL):
            pool = POOLS[(event >> 5 & 31) - FIRST_POOL]
            self.add(
                "upcard", DEALING, [event], seat=event & 31, card=NAMES[self.upcard], pool=pool,
                chips=event >> 16,
            )  # fmt: skip

    def meld(self, state: State) -> None:
        """Add the pools that were melded, also the empty ones, in the order of the board."""
        moved = {(event >> 5 & 31) - FIRST_POOL: event for event in _of_kind(state.log, MELD)}
        for pool in self.rules.board[: self.rules.board_size]:
            seat = state.melded_by[pool]
            if seat >= 0:
                events = [moved[pool]] if pool in moved else []
                self.add("meld", MELDING, events, seat=seat, pool=POOLS[pool], chips=state.melded_chips[pool])

    def end_pochen(self, state: State) -> None:
        """Add the showdown and the pot; or that nobody bet."""
        self.passed = {seat for seat in self.seats if not state.inside[seat]}
        if not state.staked:
            self.add("unopened", POCHEN)
            return
        if state.in_count > 1:
            rows = []
            for seat in self.seats:
                if state.inside[seat]:
                    kind, cards = showdown_cards(self.rules, state, seat)
                    rows.append({"seat": seat, "kind": kind, "cards": cards})
            self.add("showdown", POCHEN, showdown=rows)
        winners = in_order_of_play(self.rules, state, state.pot_winners[0])
        paid = list(_of_kind(state.log, POT))
        self.stakes = [0] * len(self.seats)
        self.add("pot", POCHEN, paid, winners=winners, chips=sum(event >> 16 for event in paid))

    def go_out(self, state: State) -> None:
        """Add the payments of the end."""
        self.left = state.count[: len(self.seats)]
        paid = list(_of_kind(state.log, OUT))
        self.add("out", SHEDDING, paid, seat=state.out, chips=sum(event >> 16 for event in paid))
        most = list(_of_kind(state.log, MOST_CARDS))
        if most:
            self.add("most_cards", SHEDDING, most, chips=sum(event >> 16 for event in most))


def _record_steps(watch: _Watch, document: dict[str, Any], *, is_advised: bool = True) -> State:
    """Play a record action by action, and add its steps. Return the state at the end."""
    rules, state = read_deal(document)
    play.begin(rules, state)
    watch.deal_out(state, state.dealt[: state.seats])
    if not rules.pochen_first:
        watch.meld(state)
    if state.stage != IN_POCHEN:
        _after_pochen(watch, state)
    for at, text in enumerate(document["actions"]):
        _await(watch.steps[-1], rules, state, is_advised=is_advised and at < MOST_ADVISED)
        action = an_action(text, at)
        betting, logged = state.stage == IN_POCHEN, len(state.log)
        play.act(rules, state, action)
        new = state.log[logged:]
        if betting:
            _add_word(watch, action, new, at)
            if state.stage != IN_POCHEN:
                _after_pochen(watch, state)
        else:
            _add_card(watch, action, new, at)
    if state.stage == OVER:
        watch.go_out(state)
    else:
        _await(watch.steps[-1], rules, state, is_advised=is_advised)
    return state


def _await(step: dict[str, Any], rules: Rules, state: State, *, is_advised: bool) -> None:
    """Write into a step whose turn it is then, and what the expert would do there."""
    step["turn"] = state.turn
    step["forced"] = bool(state.forced)
    given = advice(rules, state) if is_advised and not state.forced else None
    if given is not None:
        step["advice"] = {
            "action": given.action,
            "code": given.code,
            "template": given.sentence.template,
            "params": dict(given.sentence.params),
            "detail": given.detail,
        }


def _after_pochen(watch: _Watch, state: State) -> None:
    watch.end_pochen(state)
    if watch.rules.pochen_first:
        watch.meld(state)


def _add_word(watch: _Watch, action: int, events: list[int], at: int) -> None:
    """Add an action of the Pochen. The chips are the new stake, or what a call cost."""
    verb = action >> 10 & 63
    if verb == PASS:
        watch.passed.add(action >> 5 & 31)
    staked = list(_of_kind(events, STAKED))
    chips = action >> 16 if verb in (BET, RAISE) else staked[0] >> 16 if verb == CALL else None
    watch.add(VERB_WORDS[verb], POCHEN, staked, seat=action >> 5 & 31, chips=chips, at=at)


def _add_card(watch: _Watch, action: int, events: list[int], at: int) -> None:
    """Add a card that was played, with the end of its run or trick."""
    seat, card = action >> 5 & 31, action >> 16
    assert watch.hands is not None and watch.left is not None  # noqa: S101, PT018 - a record has hands
    watch.hands[seat] ^= 1 << card
    watch.left[seat] -= 1
    if watch.steps[-1]["ended_by"] is not None or watch.steps[-1]["kind"] != VERB_WORDS[PLAY]:
        watch.run = []
    watch.run.append({"seat": seat, "card": NAMES[card]})
    ended = next((event >> 5 & 31 for event in _of_kind(events, RUN_ENDED, TRICK_WON)), None)
    watch.add(
        VERB_WORDS[PLAY], SHEDDING, _of_kind(events, STOP), seat=seat, card=NAMES[card], ended_by=ended, at=at
    )


def _scorecard_steps(watch: _Watch, end: State) -> None:
    """Add the steps of a scorecard, from its log and its finished state."""
    rules = watch.rules
    watch.deal_out(end, None)
    if not rules.pochen_first:
        watch.meld(end)
    if end.staked:
        watch.passed = {seat for seat in watch.seats if not end.inside[seat]}
        watch.add("stakes", POCHEN, _of_kind(end.log, STAKED))
    _after_pochen(watch, end)
    watch.left = None
    for ended, paid in _runs(end.log):
        watch.add("run_ended", SHEDDING, paid, seat=ended, ended_by=ended)
    watch.go_out(end)


def _runs(log: Iterable[int]) -> list[tuple[int, list[int]]]:
    """The seats that ended a run, each with the payments to it."""
    runs: list[tuple[int, list[int]]] = []
    for event in log:
        kind = event >> 10 & 63
        if kind == RUN_ENDED:
            runs.append((event >> 5 & 31, []))
        elif kind == STOP:
            runs[-1][1].append(event)
    return runs


def _of_kind(log: Iterable[int], *kinds: int) -> Iterable[int]:
    return (event for event in log if event >> 10 & 63 in kinds)
