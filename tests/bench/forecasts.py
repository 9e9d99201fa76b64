"""Forecast the last round of evenings that bots play to the end, and see how often this was right.

    python -m tests.bench.forecasts                       # 1,000 evenings of 24: some minutes
    python -m tests.bench.forecasts --people 12 --rounds 3 --evenings 500
    python -m tests.bench.forecasts --seasons 300 --rounds 6    # the last evening of seasons of six evenings

Each evening has its own people: bots of three kinds, drawn by chance. They play all rounds but the last, the
forecast is made, then they play the last round. The forecast knows nothing of bots or of the cards.

* Brier score: the mean of (chance - outcome) squared over all people, in thousandths; less is better. Beside
  it are the scores of "all equal" (everybody has the same chance) and of "leader stays" (the places after the
  last round are those before it).
* Calibration: of all chances between two limits, what they were on average, and how often it came so.
* Chips: of those who got as many chips as an even chance needs, give or take 10, how many reached the goal.

The seed was chosen before the first run: it is the number of the issue that asked for forecasts. It needs the
compiled core (`./poch fast`).
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import pairwise
from random import Random

import games.services as games
from games.engine import bulk
from tournaments.rules.forecasts.facts import Goal, LastRound, Person, Table
from tournaments.rules.forecasts.forecast import forecast
from tournaments.rules.scoring import Row, Tally, rows

KINDS = ("expert", "cautious", "bold")
POINTS = {4: (5, 3, 1, 0)}
SIZE = 4
LIMITS = (0.0, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 1.01)
CLOSE = 10
SCORINGS = ("chips", "average", "place", "points")

Play = Callable[[Sequence[int]], Sequence[int]]
"""Plays a table of these people, and returns their net chips."""


@dataclass
class Judged:
    """The forecasts of one goal: squared errors of each method, (chance, outcome), and who got what was
    needed (`needed`)."""

    needed: str = "the chips"
    errors: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    chances: list[tuple[float, float]] = field(default_factory=list)
    close: list[float] = field(default_factory=list)

    def add(self, outcome: float, chances: Mapping[str, float]) -> None:
        """Count what came, and the chance of each method."""
        for method, chance in chances.items():
            self.errors[method] += (chance - outcome) ** 2
        self.chances.append((chances["forecast"], outcome))

    def brier(self, method: str) -> float:
        """Return the Brier score."""
        return self.errors[method] / len(self.chances)


def main() -> None:
    options = argparse.ArgumentParser(description="How right are the forecasts of the last round?")
    options.add_argument("--evenings", type=int, default=1_000)
    options.add_argument("--people", type=int, default=24, help="a multiple of 4 (24)")
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--deals", type=int, default=12, help="deals of a table in a round")
    options.add_argument("--scorings", nargs="+", default=SCORINGS, choices=SCORINGS)
    options.add_argument("--seed", type=int, default=18)
    options.add_argument(
        "--seasons",
        type=int,
        help="forecast the last evening of so many seasons of --rounds evenings instead",
    )
    arguments = options.parse_args()
    if not bulk.is_compiled():
        raise SystemExit("The compiled core is not installed: ./poch fast adds it.")
    if arguments.seasons:
        _seasons(arguments.seasons, arguments.people, arguments.rounds, arguments.deals, arguments.seed)
        return
    sys.stdout.write(
        f"{arguments.evenings} evenings of {arguments.people} bots, {arguments.rounds} rounds of "
        f"{arguments.deals} deals, seed {arguments.seed}\n"
    )
    sys.stdout.flush()
    for scoring in arguments.scorings:
        judged = judge(
            scoring,
            arguments.evenings,
            arguments.people,
            arguments.rounds,
            bots(arguments.people, arguments.deals, arguments.seed),
            deals=arguments.deals,
            seed=arguments.seed,
        )
        sys.stdout.write("\n".join([scoring, *(line for goal in judged for line in told(*goal)), ""]))
        sys.stdout.flush()


def _seasons(seasons: int, people: int, evenings: int, deals: int, seed: int) -> None:
    from tests.bench.forecasts_of_seasons import ROUNDS, SCHEMES, judge_seasons

    sys.stdout.write(
        f"{seasons} seasons of {people} bots, {evenings} evenings of {ROUNDS} rounds of {deals} deals, "
        f"seed {seed}\n"
    )
    for scheme in SCHEMES:
        judged = judge_seasons(scheme, seasons, people, evenings, bots(people, deals, seed), seed=seed)
        sys.stdout.write("\n".join([scheme, *(line for goal in judged for line in told(*goal)), ""]))
        sys.stdout.flush()


def bots(people: int, deals: int, seed: int) -> Callable[[int], Play]:
    """Return what makes the tables of an evening: each person is a bot of some kind."""
    rules = games.resolve_rules({"preset": "pagat"})
    played: dict[tuple[str, ...], int] = defaultdict(int)

    @cache
    def job(kinds: tuple[str, ...]) -> bulk.Job:
        # A seed of its own: else the tables of an evening would have the same cards.
        own = Random(f"{seed} {kinds}").getrandbits(32)
        return bulk.job(rules, list(kinds), seed=own, deals_each=deals)

    def evening(number: int) -> Play:
        chance = Random(f"{seed} {number}")
        kind = [chance.choice(KINDS) for _person in range(people)]

        def play(table: Sequence[int]) -> Sequence[int]:
            kinds = tuple(kind[person] for person in table)
            played[kinds] += 1
            totals = bulk.play(job(kinds), played[kinds] - 1, 1)
            return totals.chips[: len(table)]

        return play

    return evening


def judge(
    scoring: str,
    evenings: int,
    people: int,
    rounds: int,
    make: Callable[[int], Play],
    *,
    deals: int = 12,
    seed: int = 18,
    runs: int | None = None,
) -> list[tuple[str, Judged]]:
    """Play the evenings. Return what came of the forecasts to win, and to be among the first three."""
    goals = {"to win": Judged(), "first three": Judged()}
    for number in range(evenings):
        chance, play = Random(f"{seed} seats {number}"), make(number)
        tallies: list[Tally] = []
        for round_number in range(1, rounds):
            tallies += _round(round_number, _seated(people, chance), play, deals)
        before = _rows(people, tallies, scoring)
        last_tables = _seated(people, chance)
        last = LastRound(
            tuple(Person(row.entry, row.results, net=row.net, deals=row.deals) for row in before),
            rounds,
            tuple(Table(tuple(map(str, table)), (0,) * SIZE, deals) for table in last_tables),
            scoring=scoring,
            points=tuple(POINTS.items()),
            seed=number,
        )
        found = forecast(last, runs)
        if found is None:
            raise RuntimeError("these evenings can be forecast")
        ends = _round(rounds, last_tables, play, deals)
        after = _rows(people, [*tallies, *ends], scoring)
        won = {tally.entry: tally.chips for tally in ends}
        for place, name in ((1, "to win"), (3, "first three")):
            outcome, leads = reached(after, place), reached(before, place)
            for outlook in found.outlooks:
                goal: Goal = outlook.win if place == 1 else outlook.top
                _count(
                    goals[name],
                    goal,
                    outcome[outlook.entry],
                    {
                        "forecast": goal.share,
                        "all equal": place / people,
                        "leader stays": leads[outlook.entry],
                    },
                    won[outlook.entry],
                )
    return list(goals.items())


def _count(judged: Judged, goal: Goal, outcome: float, chances: dict[str, float], won: int) -> None:
    judged.add(outcome, chances)
    if goal.chips is not None and abs(won - goal.chips) <= CLOSE:
        judged.close.append(outcome)


def reached(table: Sequence[Row], place: int) -> dict[str, float]:
    """Return who has this place or a better one: 1 or 0, or a part if equal scores share the last of them."""
    return reached_by({row.entry: row.score for row in table}, place)


def reached_by(scores: Mapping[str, Fraction | int], place: int) -> dict[str, float]:
    """Return the same for these scores."""
    line = sorted(scores.values(), reverse=True)[place - 1]
    above = sum(score > line for score in scores.values())
    equal = sum(score == line for score in scores.values())
    return {
        entry: 1.0 if score > line else (place - above) / equal if score == line else 0.0
        for entry, score in scores.items()
    }


def told(name: str, judged: Judged) -> list[str]:
    """Return the lines about one goal."""
    scores = ", ".join(f"{method} {1000 * judged.brier(method):.1f}" for method in judged.errors)
    lines = [f"  {name}: Brier score {scores}"]
    for low, high in pairwise(LIMITS):
        within = [(chance, outcome) for chance, outcome in judged.chances if low <= chance < high]
        if within:
            mean = sum(chance for chance, _outcome in within) / len(within)
            share = sum(outcome for _chance, outcome in within) / len(within)
            spread = (max(mean * (1 - mean), 1e-9) / len(within)) ** 0.5
            lines.append(
                f"    {low:4.0%} to {min(high, 1):4.0%}: {len(within):6} chances, mean {mean:6.1%}, "
                f"came {share:6.1%} (±{2 * spread:.1%})"
            )
    if judged.close:
        share = sum(judged.close) / len(judged.close)
        lines.append(f"    with {judged.needed} for an even chance: {share:.0%} of {len(judged.close)}")
    return lines


def _seated(people: int, chance: Random) -> list[list[int]]:
    order = list(range(people))
    chance.shuffle(order)
    return [order[first : first + SIZE] for first in range(0, people, SIZE)]


def _round(number: int, tables: Sequence[Sequence[int]], play: Play, deals: int) -> list[Tally]:
    return [
        Tally(str(person), number, str(index), chips, deals=deals)
        for index, table in enumerate(tables)
        for person, chips in zip(table, play(table), strict=True)
    ]


def _rows(people: int, tallies: Sequence[Tally], scoring: str) -> list[Row]:
    return rows(map(str, range(people)), tallies, scoring, POINTS)


if __name__ == "__main__":
    main()
