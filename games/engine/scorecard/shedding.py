"""The shedding of a scorecard: can any play end with these cards left and these runs?

The scorecard gives the first leader, the cards that each seat was dealt and has left, and (with ``stop_pay``)
the seats that ended a run. The seat that ends a run leads the next one, so the runs form a chain. The seat
that went out played the last card of the deal. This card ended the last run of the list, or it belonged to
one more run that was still going on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.errors import EngineError, gettext_noop, seat_error

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
