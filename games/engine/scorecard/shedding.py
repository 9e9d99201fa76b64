"""The shedding of a scorecard: could any play have ended with these cards left and these runs?

Known are who led first, the cards each seat was dealt and has left, and (with ``stop_pay``) who ended each
run. Whoever ends a run leads the next one, so the list of runs is a chain: the leader leads the first, the
last card of the deal is that of the seat which went out, and it either ends the last run named or belongs to
one more run that was still going on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.scorecard.wording import contradiction, counted, seat_word, seats_word


class Played(NamedTuple):
    """What a scorecard tells of the shedding. ``dealt`` and ``left`` are cards by seat."""

    dealt: Sequence[int]
    left: Sequence[int]
    leader: int
    stops: Sequence[int]

    @property
    def out(self) -> int:
        """The seat that went out."""
        return self.left.index(0)

    def cards(self, seat: int) -> int:
        """How many cards the seat played."""
        return self.dealt[seat] - self.left[seat]


def check_left(dealt: Sequence[int], left: Sequence[int]) -> None:
    """Raise ``EngineError`` unless exactly one seat has no card left and no seat more than it was dealt."""
    for seat, cards in enumerate(left):
        if cards > dealt[seat]:
            raise contradiction(
                "more_left_than_dealt",
                f"{seat_word(seat)} is said to have {counted(cards, 'card')} left, but was dealt "
                f"{dealt[seat]}",
                f"/left/{seat}",
            )
    out = [seat for seat, cards in enumerate(left) if cards == 0]
    if not out:
        raise contradiction(
            "nobody_out",
            "every seat is said to have cards left, but a deal ends when a seat has none",
            "/left",
        )
    if len(out) > 1:
        raise contradiction(
            "several_out",
            f"{seats_word(out)} are said to have no cards left, but a deal ends as soon as one seat has none",
            "/left",
        )


def check_shedding(played: Played, *, tricks: bool, stop_pay: int, runs: Sequence[int]) -> None:
    """Raise ``EngineError`` if no play could have ended with these cards left and these runs.

    ``runs``: the longest runs the pack allows, in cards, longest first (the upcard cuts its suit in two
    unless it joined a hand). The stops are only looked at where a run's end is paid.
    """
    if played.stops and (tricks or stop_pay == 0):
        why = "there are no runs in tricks" if tricks else "these rules pay nothing for it (stop_pay is 0)"
        raise contradiction("stops_not_paid", f"the card names seats that ended a run, but {why}", "/stops")
    if played.cards(played.leader) == 0:
        raise contradiction(
            "leader_played_nothing",
            f"{seat_word(played.leader)} leads the shedding, so it plays at least one card, but is said to "
            f"have all its {counted(played.dealt[played.leader], 'card')} left",
            f"/left/{played.leader}",
        )
    if not tricks and stop_pay:
        _check_chain(played, runs)


def may_end_within_a_run(played: Played, runs: Sequence[int]) -> bool:
    """Whether the last card of the deal can have left a run going on, by the runs that are named.

    For rules under which a run's end is paid; ``runs`` as in ``check_shedding``.
    """
    ending = _Ending.of(played, still_going=True)
    total = sum(played.cards(seat) for seat in range(len(played.left)))
    return ending.seat_short_of_cards(played) is None and total <= ending.most_cards(runs)


def _check_chain(played: Played, runs: Sequence[int]) -> None:
    ends_with_last_run = bool(played.stops) and played.stops[-1] == played.out
    endings = [_Ending.of(played, still_going=True)]
    if ends_with_last_run:
        endings.insert(0, _Ending.of(played, still_going=False))
    too_few = [ending.seat_short_of_cards(played) for ending in endings]
    if all(seat is not None for seat in too_few):
        seat = next(seat for seat in too_few if seat is not None)
        least = min(ending.least[seat] for ending in endings)
        raise contradiction(
            "too_few_cards_for_runs",
            f"{seat_word(seat)} played {counted(played.cards(seat), 'card')} by what it has left, but to "
            f"lead and end the runs as the card tells it needs at least {least}: whoever ends a run leads "
            "the next",
            "/stops",
        )
    total = sum(played.cards(seat) for seat in range(len(played.left)))
    most = max(ending.most_cards(runs) for ending, seat in zip(endings, too_few, strict=True) if seat is None)
    if total > most:
        raise contradiction(
            "too_many_cards_for_runs",
            f"{counted(total, 'card')} were played by what is left, but "
            f"{counted(len(played.stops), 'finished run')} "
            f"and the play that went out have room for {most}",
            "/stops",
        )


class _Ending(NamedTuple):
    """One of the two ways a chain of runs ends: the last card finishes a run, or one is still going on."""

    least: list[int]
    """The fewest cards each seat played: one for each run it led or ended (one card can do both)."""
    runs: int
    still_going: bool

    @classmethod
    def of(cls, played: Played, *, still_going: bool) -> _Ending:
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
        """Runs of a suit share its cards; a run still going on waits for a card that nobody played."""
        return sum(runs[: self.runs]) - int(self.still_going)
