"""The Pochen of a scorecard: could any betting have ended with these stakes?

A scorecard knows each seat's total stake and who passed, not the bets. What follows is exact: a betting
exists if and only if ``check_betting`` raises nothing (rules.md 3.4 and 3.6; the tests compare it with every
betting of small games). Seats that staked nothing passed or were skipped when their turn came, which is
always possible; only the seats that staked matter.

With ``raising: opener`` the first of them opened and made every raise, so it holds the highest stake, and
whoever passed later may have stopped at any smaller stake.

With ``raising: open`` a seat that passed with a stake v needs a level v in the betting: some seat A raised to
v, the turn went round, all who passed with v came along, and some seat B, which had not yet spoken since,
raised beyond v. So the seats that stopped at v all sit between A and B in the order of speaking. Between two
stakes at least two chips apart there may be a level that no stake names, which lets any seat be the next A;
where they are one chip apart, B's raise is the next level, so B is the next A. The first bet is the opener's.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from games.engine.scorecard.wording import contradiction, counted, seat_word, seats_word


def check_betting(
    order: Sequence[int],
    stakes: Sequence[int],
    passed: frozenset[int],
    *,
    purses: Sequence[int] | None,
    bet_limit: int | None,
    opener_raises: bool,
) -> None:
    """Raise ``EngineError`` if no betting could have ended with these stakes.

    ``order``: the seats as they speak. ``stakes``: chips by seat, never negative. ``passed``: who dropped out
    or never bet. ``purses``: chips by seat when the betting began (``purse: table``), None with ``credit``.
    """
    staying = [seat for seat in order if seat not in passed]
    if not any(stakes):
        if staying:
            raise contradiction(
                "in_without_stake",
                f"{seats_word(sorted(staying))} did not pass, but nobody staked anything: "
                "whoever never bet counts as having passed",
                "/passed",
            )
        return
    if not staying:
        seat = next(seat for seat, stake in enumerate(stakes) if stake)
        raise contradiction(
            "stakes_without_bet",
            f"{seat_word(seat)} is said to have staked {counted(stakes[seat], 'chip')}, but everybody is "
            "said to have passed: when somebody bets, at least one seat stays in",
            f"/stakes/{seat}",
        )
    if purses is not None or bet_limit is not None:
        _check_limits(stakes, purses, bet_limit)
    _check_who_stayed(stakes, passed, purses)
    speakers = [seat for seat in order if stakes[seat]]
    if opener_raises:
        _check_opener(speakers[0], stakes, passed)
    else:
        _check_turns(speakers, stakes, passed)


def _check_limits(stakes: Sequence[int], purses: Sequence[int] | None, bet_limit: int | None) -> None:
    for seat, stake in enumerate(stakes):
        if bet_limit is not None and stake > bet_limit:
            raise contradiction(
                "stake_over_limit",
                f"{seat_word(seat)} is said to have staked {counted(stake, 'chip')}, but these rules "
                f"let nobody stake more than {bet_limit} in one deal",
                f"/stakes/{seat}",
            )
        if purses is not None and stake > purses[seat]:
            raise contradiction(
                "stake_over_purse",
                f"{seat_word(seat)} is said to have staked {counted(stake, 'chip')}, but had only "
                f"{purses[seat]} when the betting began",
                f"/stakes/{seat}",
            )


def _check_who_stayed(stakes: Sequence[int], passed: frozenset[int], purses: Sequence[int] | None) -> None:
    highest = max(stakes)
    for seat, stake in enumerate(stakes):
        all_in = purses is not None and stake == purses[seat]
        if seat in passed:
            if stake == highest:
                raise contradiction(
                    "passed_with_highest_stake",
                    f"{seat_word(seat)} is said to have passed, but its stake of {stake} is the highest: "
                    "whoever holds the highest stake is not asked again",
                    f"/stakes/{seat}",
                )
            if stake and all_in:
                raise contradiction(
                    "all_in_passed",
                    f"{seat_word(seat)} is said to have passed after staking {counted(stake, 'chip')}, but "
                    "that was its whole purse: whoever is all-in stays in and is not asked again",
                    f"/stakes/{seat}",
                )
        elif stake == 0:
            raise contradiction(
                "in_without_stake",
                f"{seat_word(seat)} did not pass, but staked nothing, though another seat staked {highest}",
                f"/stakes/{seat}",
            )
        elif stake < highest and not all_in:
            short = "" if purses is None else f" and still had {counted(purses[seat] - stake, 'chip')}"
            raise contradiction(
                "unequal_stakes",
                f"{seat_word(seat)} stayed in with a stake of {stake}{short}, but the highest stake is "
                f"{highest}: whoever stays in brings the stake up to the highest",
                f"/stakes/{seat}",
            )


def _check_opener(opener: int, stakes: Sequence[int], passed: frozenset[int]) -> None:
    """Only the opener raises, and never passes."""
    if opener in passed or stakes[opener] < max(stakes):
        said = "passed" if opener in passed else f"staked {stakes[opener]}, less than the highest stake,"
        raise contradiction(
            "opener_outbid",
            f"{seat_word(opener)} is said to have {said} but opened the betting, being the first to speak of "
            "those who staked: under these rules only the opener raises, and the opener does not pass",
            f"/stakes/{opener}",
        )


def _check_turns(speakers: Sequence[int], stakes: Sequence[int], passed: frozenset[int]) -> None:
    """``raising: open``: follow the stakes at which seats stopped, from the lowest to the highest."""
    highest = max(stakes)
    levels = sorted({stakes[seat] for seat in speakers if seat in passed})
    raisers: set[int] = {speakers[0]} if levels and levels[0] == 1 else set(speakers)
    for level, above in pairwise([*levels, highest]):
        alive = [seat for seat in speakers if stakes[seat] >= level]
        stopping = [seat for seat in alive if seat in passed and stakes[seat] == level]
        beyond = _who_raises_beyond(alive, stopping, raisers.intersection(alive), stakes, level)
        if not beyond:
            raise contradiction(
                "stakes_out_of_turn",
                f"{seats_word(stopping)} passed after staking {counted(level, 'chip')}, but whatever the "
                "others bet, nobody could raise beyond that after it was staked: the betting would have "
                "ended with equal stakes",
                f"/stakes/{stopping[0]}",
            )
        raisers = beyond if above == level + 1 else set(speakers)


def _who_raises_beyond(
    alive: Sequence[int], stopping: Sequence[int], raisers: set[int], stakes: Sequence[int], level: int
) -> set[int]:
    """The seats that can raise beyond ``level`` after one of ``raisers`` set it and ``stopping`` came."""
    place = {seat: index for index, seat in enumerate(alive)}
    found = set()
    for last in alive:
        if stakes[last] <= level:
            continue
        for first in raisers:
            span = (place[last] - place[first]) % len(alive)
            if first != last and all((place[seat] - place[first]) % len(alive) < span for seat in stopping):
                found.add(last)
                break
    return found
