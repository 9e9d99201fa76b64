"""The order of the rounds of a plan: small tables fair on the way, and repeats late."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tournaments.draw.rules.request import Grouping
from tournaments.draw.rules.search.prices import SeatingProblem, beyond, meetings, met_before

_STEPS = 20_000
"""How many players an order may look at, so that it costs little in large events."""

_MOST_ROUNDS = 60
"""The most rounds that are put in order."""


def in_order(problem: SeatingProblem, rounds: Sequence[Grouping], *, repeats_late: bool) -> list[Grouping]:
    """Return the rounds in a good order, as far as a short search finds it.

    First nobody is further from their fair share of small tables than in the present order, if possible
    nobody at all. Then, as an event may end early, rounds with few repeats come first.
    """
    if not 1 < len(rounds) <= _MOST_ROUNDS:
        return list(rounds)
    orders = _Orders(problem, rounds, repeats_late)
    best, far = list(range(len(rounds))), orders.present()
    if found := orders.follow([], orders.past, problem.met, 0):
        best, far = found, 0
    elif found := orders.follow([], orders.past, problem.met, far):
        best, far = found, orders.present(found)
    while far and (found := orders.follow([], orders.past, problem.met, far - 1)):
        best, far = found, orders.present(found)
    return [rounds[number] for number in best]


class _Orders:
    """The search of an order. past: how often each player has been at small tables so far."""

    def __init__(self, problem: SeatingProblem, rounds: Sequence[Grouping], repeats_late: bool) -> None:  # noqa: FBT001
        self.problem, self.rounds, self.repeats_late = problem, rounds, repeats_late
        self.small = [
            {player for table in tables if len(table) < problem.sizes[0] for player in table}
            for tables in rounds
        ]
        self.past = list(problem.small or (0,) * problem.players)
        self.steps = max(len(rounds) ** 2, _STEPS // problem.players)

    def present(self, order: Sequence[int] = ()) -> int:
        """Return `Costs.far` of this order, by default of the present one."""
        far, times = 0, self.past
        for place, number in enumerate(order or range(len(self.rounds))):
            more, times = self.after(times, number, place)
            far += more
        return far

    def after(self, times: list[int], number: int, place: int) -> tuple[int, list[int]]:
        """Return the part of `Costs.far` of this round at this place, and the times after it."""
        small = self.small[number]
        times = [count + (player in small) for player, count in enumerate(times)]
        share = self.problem.share
        return sum(
            beyond(limits[place], count) ** 3 for limits, count in zip(share, times, strict=False)
        ), times

    def follow(self, chosen: list[int], times: list[int], met: dict[int, int], far: int) -> list[int] | None:
        """Return an order that begins like this and costs at most `far` more; None if the steps find none."""
        self.steps -= 1
        late = [number for number in range(len(self.rounds)) if number not in chosen]
        if not late or self.steps < 0:
            return None if late else chosen
        choices = []
        for number in late[:1] if not chosen and self.problem.first_differs else late:
            costs, after = self.after(times, number, len(chosen))
            if costs <= far:
                again = met_before(self.problem, met, self.rounds[number]) if self.repeats_late else 0
                choices.append((costs, again, number, after))
        for costs, _again, number, after in sorted(choices):
            known = met
            if self.repeats_late:
                known = meetings(replace(self.problem, met=met), [self.rounds[number]])
            if found := self.follow([*chosen, number], after, known, far - costs):
                return found
        return None
