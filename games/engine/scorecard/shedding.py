"""The shedding of a scorecard: sequences, and how they end.

The scorecard gives the first leader, the cards that each seat was dealt and has left, and (with ``stop_pay``)
the seats that ended a run. The seat that ends a run leads the next one, so the runs form a chain. The seat
that went out played the last card of the deal. This card ended the last run of the list, or it belonged to
one more run that was still going on.

All hands are known if every seat showed its whole hand (``ties: kickers``), or if the hands are so small that
melds and sets give every card. The core plays. This module tries the possible cards one after another, as
long as no seat plays too many cards and the runs end with the right seats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from games.engine.core import play
from games.engine.core.melding import run_value
from games.engine.core.state import IN_SHEDDING, NOBODY, OVER, PLAY, RUN_ENDED, SEQUENCE_LONGEST, Rules, State
from games.engine.errors import EngineError, gettext_noop, seat_error
from games.engine.scorecard.evidence import bits
from games.engine.scorecard.form import Scorecard
from games.engine.scorecard.hands import Search, keep_one_out

# fmt: off
_MORE_LEFT_THAN_DEALT = gettext_noop(
    "Seat %(seat)d cannot have more cards left (%(left)d) than it was dealt (%(dealt)d).")
_NOBODY_OUT = gettext_noop(
    "Every seat has cards left, but a deal ends when a seat has none. One seat must have 0.")
_SEVERAL_OUT = gettext_noop(
    "Seat %(first)d and seat %(second)d have no cards left, but a deal ends as soon as one seat has none.")
_STOPS_WITH_TRICKS = gettext_noop(
    "The scorecard names seats that ended a run, but these rules have tricks and no runs.")
_STOPS_NOT_PAID = gettext_noop(
    "The scorecard names seats that ended a run, but these rules do not pay for it (stop_pay is 0).")
_LEADER_PLAYED_NOTHING = gettext_noop(
    "Seat %(seat)d leads the shedding, so it plays at least one card. It cannot have all its cards left "
    "(%(left)d).")
_TOO_FEW_CARDS_FOR_RUNS = gettext_noop(
    "To lead and end these runs, seat %(seat)d must play more cards: at least %(least)d. By its cards left "
    "it played %(played)d. A seat that ends a run leads the next one.")
_TOO_MANY_CARDS_FOR_RUNS = gettext_noop(
    "By the cards left, %(played)d cards were played, but the runs have room for at most %(most)d. Perhaps "
    "the end of a run is missing.")
# fmt: on


class Played(NamedTuple):
    """The shedding of a scorecard. ``dealt`` and ``left`` are numbers of cards by seat."""

    dealt: Sequence[int]
    left: Sequence[int]
    leader: int
    stops: Sequence[int]

    @property
    def out(self) -> int:
        """The seat that went out."""
        return self.left.index(0)

    def cards(self, seat: int) -> int:
        """The number of cards that the seat played."""
        return self.dealt[seat] - self.left[seat]


def check_left(dealt: Sequence[int], left: Sequence[int]) -> None:
    """Raise ``EngineError`` unless one seat has no card left, and no seat has more than it was dealt."""
    for seat, cards in enumerate(left):
        if cards > dealt[seat]:
            params = {"left": cards, "dealt": dealt[seat]}
            raise seat_error("more_left_than_dealt", _MORE_LEFT_THAN_DEALT, "left", seat, **params)
    out = [seat for seat, cards in enumerate(left) if cards == 0]
    if not out:
        raise EngineError("nobody_out", _NOBODY_OUT, pointer="/left")
    if len(out) > 1:
        raise EngineError("several_out", _SEVERAL_OUT, pointer="/left", first=out[0] + 1, second=out[1] + 1)


def check_shedding(played: Played, *, tricks: bool, stop_pay: int, runs: Sequence[int]) -> None:
    """Raise ``EngineError`` if no play can end with these cards left and these runs.

    ``runs``: the lengths of the longest runs that the pack allows, longest first (see ``longest_runs``). The
    ends of runs matter only if the rules pay for them.
    """
    if played.stops and (tricks or stop_pay == 0):
        template = _STOPS_WITH_TRICKS if tricks else _STOPS_NOT_PAID
        raise EngineError("stops_not_paid", template, pointer="/stops")
    if played.cards(played.leader) == 0:
        leader = played.leader
        params = {"left": played.dealt[leader]}
        raise seat_error("leader_played_nothing", _LEADER_PLAYED_NOTHING, "left", leader, **params)
    if not tricks and stop_pay:
        _check_chain(played, runs)


def may_end_within_a_run(played: Played, runs: Sequence[int]) -> bool:
    """Whether a run can have been going on after the last card of the deal.

    The rules must pay for the end of a run. ``runs``: as in ``check_shedding``.
    """
    ending = _Ending.chain(played, still_going=True)
    total = sum(played.cards(seat) for seat in range(len(played.left)))
    return ending.seat_short_of_cards(played) is None and total <= ending.most_cards(runs)


def _check_chain(played: Played, runs: Sequence[int]) -> None:
    ends_with_last_run = bool(played.stops) and played.stops[-1] == played.out
    endings = [_Ending.chain(played, still_going=True)]
    if ends_with_last_run:
        endings.insert(0, _Ending.chain(played, still_going=False))
    too_few = [ending.seat_short_of_cards(played) for ending in endings]
    if all(seat is not None for seat in too_few):
        seat = next(seat for seat in too_few if seat is not None)
        least = min(ending.least[seat] for ending in endings)
        raise EngineError(
            "too_few_cards_for_runs",
            _TOO_FEW_CARDS_FOR_RUNS,
            pointer="/stops",
            seat=seat + 1,
            least=least,
            played=played.cards(seat),
        )
    total = sum(played.cards(seat) for seat in range(len(played.left)))
    most = max(ending.most_cards(runs) for ending, seat in zip(endings, too_few, strict=True) if seat is None)
    if total > most:
        raise EngineError(
            "too_many_cards_for_runs", _TOO_MANY_CARDS_FOR_RUNS, pointer="/stops", played=total, most=most
        )


class _Ending(NamedTuple):
    """One of the two ends of a chain of runs: the last card ends a run, or a run is still going on."""

    least: list[int]
    """The fewest cards of each seat: one for each run that it led or ended. One card can do both."""
    runs: int
    still_going: bool

    @classmethod
    def chain(cls, played: Played, *, still_going: bool) -> _Ending:
        leaders = [played.leader, *played.stops]
        enders = [*played.stops, played.out] if still_going else list(played.stops)
        least = [0] * len(played.left)
        for leader, ender in zip(leaders, enders, strict=False):
            for seat in {leader, ender}:
                least[seat] += 1
        return cls(least, len(enders), still_going)

    def seat_short_of_cards(self, played: Played) -> int | None:
        for seat, least in enumerate(self.least):
            if played.cards(seat) < least:
                return seat
        return None

    def most_cards(self, runs: Sequence[int]) -> int:
        """The most cards of all runs. A run that is still going on lacks at least one card."""
        return sum(runs[: self.runs]) - int(self.still_going)


_LANE = 0xFFFF
_SHORTEST = 3


class Runs(NamedTuple):
    """How runs compare at a table."""

    rules: Rules
    pay_suit: int
    places: tuple[int, ...]
    """By seat, its place in the order of play."""

    @classmethod
    def from_scorecard(cls, card: Scorecard) -> Runs:
        """The comparison for the deal of a scorecard."""
        table, step = card.state, card.rules.step
        places = tuple((seat - table.forehand) * step % table.seats for seat in range(table.seats))
        return cls(card.rules, card.upcard >> 4, places)

    def value(self, lane: int, suit: int) -> int:
        """The value of the best run among the cards of one suit; 0 if there is no run."""
        return run_value(self.rules, lane, int(suit == self.pay_suit))


class TakesTheSequence(NamedTuple):
    """The seat holds the best run of all hands."""

    runs: Runs
    seat: int

    def ways(self, hands: Sequence[int]) -> Iterable[Callable[[Search], None]] | None:
        """One way for each run that can be the best. Short and high runs come first."""
        best = max(self.runs.value(hands[self.seat] >> suit * 16 & _LANE, suit) for suit in range(4))
        if best and NoBetterRun(self.runs, best, self.seat).ways(hands) is None:
            return None
        return self._with_each_run(max(hand.bit_count() for hand in hands))

    def _with_each_run(self, longest: int) -> Iterator[Callable[[Search], None]]:
        if self.runs.rules.sequence != SEQUENCE_LONGEST:
            longest = _SHORTEST
        for length in range(_SHORTEST, longest + 1):
            for top in range(12, length - 2, -1):
                lane = (1 << top + 1) - (1 << top + 1 - length)
                for suit in sorted(range(4), key=self.runs.pay_suit.__ne__):
                    yield partial(self._with_run, suit=suit, lane=lane)

    def _with_run(self, search: Search, suit: int, lane: int) -> None:
        for rank in range(13):
            if lane >> rank & 1:
                search.hold(suit * 16 + rank, self.seat)
        search.alternatives = [other for other in search.alternatives if other is not self]
        search.alternatives.append(NoBetterRun(self.runs, self.runs.value(lane, suit), self.seat))


class NoBetterRun(NamedTuple):
    """No other hand has a run that beats this value. With the value 0, no hand has a run."""

    runs: Runs
    value: int
    seat: int
    """The seat with the run of this value, or -1."""

    def ways(self, hands: Sequence[int]) -> Iterable[Callable[[Search], None]] | None:
        """One way for each card to take out of a better run."""
        for seat, hand in enumerate(hands):
            if seat == self.seat:
                continue
            for suit in range(4):
                value = self.runs.value(hand >> suit * 16 & _LANE, suit)
                if value > self.value or (value and value == self.value and self._earlier(seat)):
                    return keep_one_out(self._run_to_break(suit, value), seat)
        return None

    def _earlier(self, seat: int) -> bool:
        return self.runs.places[seat] < self.runs.places[self.seat]

    def _run_to_break(self, suit: int, value: int) -> int:
        """The top cards of a run that is too good: just as many as make it too good."""
        length = min(value >> 8, max(self.value >> 8, _SHORTEST - 1) + 1)
        top = (value >> 1 & 127) + suit * 16
        return (1 << top + 1) - (1 << top + 1 - length)


EFFORT = 2000
"""Cards to try before the search gives up. The scorecard is then accepted."""

_Position = tuple[tuple[int, ...], int, int, int, int, int, int]


def check_play(card: Scorecard, hands: Sequence[int]) -> None:
    """Check that the shedding can end as the scorecard says. All hands are known.

    hands: all cards of each seat, as bits. ``card.state`` is the state before the first card is played, with
    its ``leader``. Raises ``EngineError`` (``cannot_be_played``) if no order of play leads to this end. It
    accepts the scorecard if the search gives up.
    """
    if not _play_exists(card, _dealt(card.state, hands)):
        raise EngineError(
            "cannot_be_played",
            gettext_noop(
                "The shown cards and the melds give every hand. But no play of these hands ends with these "
                "cards left and with these ends of runs."
            ),
            pointer="/left",
        )


def _dealt(table: State, hands: Sequence[int]) -> State:
    """The beginning of the shedding with these hands."""
    state = _copied(table)
    state.owner = [NOBODY] * len(state.owner)
    for seat, hand in enumerate(hands):
        state.hand[seat] = hand
        state.count[seat] = hand.bit_count()
        for held in bits(hand):
            state.owner[held] = seat
    state.stage = IN_SHEDDING
    state.turn = state.leader
    return state


def _play_exists(card: Scorecard, start: State) -> bool:
    """Search depth first. Return True also if the search gives up."""
    rules, left, stops = card.rules, card.left, card.stops
    has_stops = bool(rules.stop_pay and not rules.tricks)
    waiting = [(start, 0)]
    seen: set[tuple[_Position, int]] = set()
    effort = EFFORT
    while waiting:
        state, ended = waiting.pop()
        mover = state.turn
        if state.count[mover] == left[mover]:
            continue
        for action in _plays(rules, state):
            effort -= 1
            if effort == 0:
                return True
            after = _copied(state)
            play.act(rules, after, action)
            now_ended = ended
            if has_stops and any(event >> 10 & 63 == RUN_ENDED for event in after.log):
                if ended == len(stops) or stops[ended] != mover:
                    continue
                now_ended += 1
            if after.stage == OVER:
                if after.count[: after.seats] == left and (not has_stops or now_ended == len(stops)):
                    return True
                continue
            position = (_position(after), now_ended)
            if position not in seen:
                seen.add(position)
                waiting.append((after, now_ended))
    return False


def _plays(rules: Rules, state: State) -> Iterator[int]:
    """The possible actions of the seat at turn."""
    for held in bits(state.hand[state.turn]):
        action = held << 16 | PLAY << 10 | state.turn << 5
        if not play.verify(rules, state, action):
            yield action


def _position(state: State) -> _Position:
    """Everything that the further play depends on."""
    return (
        tuple(state.hand[: state.seats]),
        state.turn,
        state.forced,
        state.led_suit,
        state.trick_card,
        state.trick_winner,
        state.trick_left,
    )


def _copied(state: State) -> State:
    """An independent copy for further play, with an empty log."""
    twin = State.__new__(State)
    for name in State.__slots__:
        setattr(twin, name, getattr(state, name))
    twin.account, twin.hand, twin.owner, twin.count = (
        state.account[:], state.hand[:], state.owner[:], state.count[:]
    )  # fmt: skip
    twin.log = []
    return twin
