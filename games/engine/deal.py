"""One deal with a typed interface: the possible actions, the events, and the view of one seat.

``verify`` returns the ``EngineError`` of an action, ``can`` a bool, and ``apply`` does the action. A refused
action changes nothing. Actions are written as in a record: ``"3 play 8c"``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.engine import cards as shuffle
from games.engine.cards import NAMES, NUMBERS
from games.engine.core import play
from games.engine.core.pochen import most_to_stake
from games.engine.core.state import (
    ANTES,
    BET,
    CALL,
    IN_POCHEN,
    LEFTOVER,
    OVER,
    PASS,
    PLAY,
    RAISE,
    RUN_ENDED,
    SHOW,
    Rules,
    State,
)
from games.engine.errors import EngineError, gettext_noop, refusal
from games.engine.record import DEAL_FORMAT, VERB_WORDS, an_action, header, read_deal, written_action
from games.engine.result import ACCOUNTS, REASONS, by_suit, result
from games.engine.sight import has_shown, not_asked


class Choice(NamedTuple):
    """One possible verb of a seat, with the range of stakes (``most`` None: no limit) or the cards."""

    seat: int
    verb: str
    least: int | None = None
    most: int | None = None
    cards: tuple[str, ...] = ()


class Event(NamedTuple):
    """One event: a transfer with its accounts and reason, or an act of a seat with chips or a card."""

    kind: str
    seat: int | None = None
    chips: int | None = None
    card: str | None = None
    source: str | None = None
    target: str | None = None
    reason: str | None = None


class Deal:
    """A deal, from the antes on. Make a new one with ``begin``."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._rules, self._state = read_deal(dict(document))
        play.begin(self._rules, self._state)
        for at, action in enumerate(document["actions"]):
            self.apply(action, at=at)

    @classmethod
    def begin(
        cls,
        rules: Mapping[str, Any],
        *,
        dealer: int,
        chips: Sequence[int],
        pools: Mapping[str, int],
        seed: int,
        number: int,
    ) -> Deal:
        """A new deal, shuffled from a seed and the number of the deal."""
        return cls(dealt(rules, dealer=dealer, chips=chips, pools=pools, seed=seed, number=number))

    @property
    def over(self) -> bool:
        """Whether a player went out."""
        return self._state.stage == OVER

    @property
    def turn(self) -> int | None:
        """The seat that must act, or None if the deal is over."""
        return None if self.over else self._state.turn

    def position(self) -> tuple[Rules, State]:
        """The records of the core, for modules of the engine. Never change them."""
        return self._rules, self._state

    def legal_actions(self) -> list[Choice]:
        """The possible actions of the seat at turn; empty if the deal is over."""
        rules, state, seat = self._rules, self._state, self._state.turn
        if self.over:
            return []
        if state.stage != IN_POCHEN:
            cards = [
                name
                for name, card in NUMBERS.items()
                if not play.verify(rules, state, _action(PLAY, seat, card))
            ]
            return [Choice(seat, VERB_WORDS[PLAY], cards=tuple(cards))]
        choices = [
            Choice(seat, VERB_WORDS[verb])
            for verb in (PASS, CALL, SHOW)
            if not play.verify(rules, state, _action(verb, seat, 0))
        ]
        for verb in (BET, RAISE):
            least = state.staked + 1
            if not play.verify(rules, state, _action(verb, seat, least)):
                most = most_to_stake(rules, state, seat)
                choices.append(Choice(seat, VERB_WORDS[verb], least, None if most < 0 else most))
        return choices

    def verify(self, action: str) -> EngineError | None:
        """The error of an action that is not possible now, or None."""
        try:
            number = an_action(action)
        except EngineError as error:
            return error
        code = play.verify(self._rules, self._state, number)
        return refusal(self._rules, self._state, code, action=number, as_written=action) if code else None

    def can(self, action: str) -> bool:
        """Whether an action is possible now."""
        return self.verify(action) is None

    def apply(self, action: str, *, at: int | None = None) -> None:
        """Do an action. Raise ``EngineError`` and change nothing if it is not possible now."""
        number = an_action(action, at)
        code = play.act(self._rules, self._state, number)
        if code:
            raise refusal(self._rules, self._state, code, action=number, as_written=action, at=at)

    def events(self) -> list[Event]:
        """All events so far, in order."""
        return [event for number in self._state.log for event in self._events(number)]

    def actions(self) -> list[str]:
        """The actions so far, as in a record."""
        return [written_action(event) for event in self._state.log if event >> 10 & 63 >= PASS]

    def result(self) -> dict[str, Any]:
        """The ``poch-result/1``. Raise ``EngineError`` if the deal is not over."""
        if not self.over:
            raise EngineError("ends_too_early", gettext_noop("The deal is not over yet."))
        return result(self._rules, self._state)

    def seen_by(self, seat: int) -> dict[str, Any]:
        """What one seat may see: its own hand, the sizes of the other hands, and all open cards.

        Open are the upcard, the played cards, and after a showdown the hands in it. A player who won
        without a call shows only if the rules say so. ``inside`` also names the seats that the betting has
        not come to yet: nobody knows whether they may bet.
        """
        rules, state = self._rules, self._state
        seats = range(state.seats)
        perhaps = set(not_asked(rules, state)) - {seat}
        return {
            "seat": seat,
            "turn": self.turn,
            "hand": by_suit(state.hand[seat]),
            "cards_left": state.count[: state.seats],
            "upcard": NAMES[state.upcard],
            "chips": state.account[: state.seats],
            "stakes": state.stake[: state.seats],
            "inside": [other for other in seats if state.inside[other] or other in perhaps],
            "played": [NAMES[event >> 16] for event in state.log if event >> 10 & 63 == PLAY],
            "shown": {
                other: by_suit(state.dealt[other]) for other in seats if has_shown(rules, state, other)
            },
            "pot": sum(state.stake),
        }

    def _events(self, event: int) -> list[Event]:
        kind = event >> 10 & 63
        a = event >> 5 & 31
        amount = event >> 16
        if kind == ANTES:
            rules = self._rules
            return [
                Event("transfer", seat, rules.stake, None, ACCOUNTS[seat], ACCOUNTS[10 + pool], "ante")
                for seat in range(self._state.seats)
                for pool in rules.dressed[: rules.dressed_size]
            ]
        if kind <= LEFTOVER:
            return [Event("transfer", None, amount, None, ACCOUNTS[a], ACCOUNTS[event & 31], REASONS[kind])]
        if kind == PLAY:
            return [Event("play", a, card=NAMES[amount])]
        if kind >= PASS:
            return [Event(VERB_WORDS[kind], a, amount if kind in (BET, RAISE) else None)]
        return [Event("run_ended" if kind == RUN_ENDED else "trick_won", a)]


def dealt(
    rules: Mapping[str, Any],
    *,
    dealer: int,
    chips: Sequence[int],
    pools: Mapping[str, int],
    seed: int,
    number: int,
) -> dict[str, Any]:
    """The ``poch-deal/1`` of a deal without actions yet, shuffled from a seed and the number of the deal."""
    document: dict[str, Any] = {
        "format": DEAL_FORMAT,
        "rules": dict(rules),
        "dealer": dealer,
        "chips": list(chips),
        "pools": dict(pools),
        "actions": [],
    }
    record, state = header(document)
    deck = shuffle.deck(record.pack[state.seats], seed, number)
    return document | {"deck": " ".join(NAMES[card] for card in deck)}


def _action(verb: int, seat: int, argument: int) -> int:
    return argument << 16 | verb << 10 | seat << 5
