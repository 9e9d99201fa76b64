"""``poch-simulation/1``: who wins, where the chips come from, and how long a deal is.

Whole numbers are exact sums. A mean has a ``standard_error`` and the ends ``low`` and ``high`` of its 95 %
interval, which are null with a single batch. If a bot has several seats, each deal counts once for each seat:
``chips_per_deal`` is for one seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

from games.engine import bulk
from games.engine.bulk_loop import KINDS, LENGTHS, Totals
from games.engine.core.state import (
    ANTES,
    CENTRE,
    LEFTOVER,
    MOST_CARDS,
    OUT,
    POCH,
    POOL_COUNT,
    POT,
    SEATS,
    STAKED,
    STOP,
    UPCARD_DEALER,
    UPCARD_POOL,
    Rules,
)
from games.engine.errors import EngineError, gettext_noop
from games.engine.rules import rules_record
from games.engine.simulation.plan import Outcome, Spec, layout, read_batch
from games.engine.switches import POOLS

# ---- Means, their standard errors and 95 % intervals, by batch means.
#
# Each batch gives a pair: a sum x (for example chips) and a number d (deals). The estimate is the ratio of
# the totals, r = X / D. Its error comes from the residuals x - r d of the batches.
#
# All numbers are integers up to the last division, so the digits do not depend on the order of additions.


NORMAL = 1.959963984540054
"""The 0.975 quantile of the normal distribution."""

_FEW = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157)
"""The 0.975 quantiles of Student's distribution with 1 to 9 degrees of freedom, from a table."""

_TERMS = (2.372271230299, 2.82249861574, 2.555849679508, 1.589534053394)
"""The terms of the Cornish-Fisher expansion (Abramowitz and Stegun, 26.7.5) for z = ``NORMAL``, by powers.

The first is (z^3 + z) / 4, the second (5 z^5 + 16 z^3 + 3 z) / 96. They are constants, because powers may
differ in the last digit between machines.
"""


class Estimate(NamedTuple):
    """A mean with its interval. With a single batch only the mean is known."""

    value: float
    standard_error: float | None
    low: float | None
    high: float | None


def estimate(sums: Sequence[int], numbers: Sequence[int]) -> Estimate:
    """The mean from the sum and the number of every batch."""
    whole, number, batches = sum(sums), sum(numbers), len(sums)
    squares = sum((x * number - whole * d) ** 2 for x, d in zip(sums, numbers, strict=True))
    variance = Fraction(batches * squares, max(1, batches - 1) * number**4)
    return _with_interval(Fraction(whole, number), variance, batches)


def estimate_of_squares(whole: int, squares: int, batches: int, number: int) -> Estimate:
    """``estimate`` for equal batches, from their sum and the sum of their squares."""
    variance = Fraction(batches * squares - whole**2, batches**2 * max(1, batches - 1) * number**2)
    return _with_interval(Fraction(whole, batches * number), variance, batches)


def _with_interval(mean: Fraction, variance: Fraction, batches: int) -> Estimate:
    value = float(mean)
    if batches < 2:
        return Estimate(value, None, None, None)
    error = sqrt(variance)
    half = student(batches - 1) * error
    return Estimate(value, error, value - half, value + half)


def student(freedom: int) -> float:
    """The 0.975 quantile for 1 or more degrees of freedom. The expansion is exact to 0.00002."""
    if freedom <= len(_FEW):
        return _FEW[freedom - 1]
    more = 0.0
    for term in reversed(_TERMS):
        more = (more + term) / freedom
    return NORMAL + more


REPORT_FORMAT = "poch-simulation/1"
CONFIDENCE = 95
"""The confidence of the intervals, in percent."""
MOST_BINS = 30
_ORDINALS = ("forehand", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
"""Names of the places in the order of play. The last place of a table is called dealer instead."""

Seats = Sequence[int]
Count = Callable[[Totals], int]
"""Takes totals and returns one of their numbers."""
Row = dict[str, Any]


def simulation_report(spec: Spec, outcomes: Iterable[Outcome]) -> Row:
    """The report of a simulation, from the outcomes of all chunks in the order of their numbers.

    Raises ``EngineError`` ``simulation_incomplete``.
    """
    cut = layout(spec)
    batches = [read_batch(values) for outcome in outcomes for values in outcome]
    whole = Totals()
    for batch in batches:
        bulk.add(whole, batch)
    if (len(batches), whole.tables) != (cut.batches, spec["tables"]):
        template = gettext_noop("The simulation needs the outcome of each of its chunks once.")
        raise EngineError("simulation_incomplete", template)
    return {
        "format": REPORT_FORMAT,
        "spec": spec,
        "confidence": CONFIDENCE,
        "batches": cut.batches,
        **_Sections(spec, batches, whole).all(),
    }


class _Sections:
    """The sections of a report, from the totals of every batch and their sum."""

    def __init__(self, spec: Spec, batches: list[Totals], whole: Totals) -> None:
        self._batches, self._whole = batches, whole
        self._places = len(spec["seats"])
        self._rules = rules_record(spec["rules"])
        self._bots: dict[str, list[int]] = {}
        for index, bot in enumerate(spec["seats"]):
            self._bots.setdefault(bot, []).append(index)

    def all(self) -> Row:
        totals = self._whole
        names = ("tables", "deals", "actions", "refused", "unbalanced")
        return {
            "bots": [
                {"bot": bot, "seats": seats, **self._chips(_chips_of(seats), len(seats))}
                for bot, seats in self._bots.items()
            ],
            "positions": [
                {"position": name, **self._chips(_chips_at(place))}
                for place, name in enumerate([*_ORDINALS[: self._places - 1], "dealer"])
            ],
            # The rows of a bot add up to what it wins.
            "sources": [
                {"bot": bot, "source": source, **self._chips(count, len(seats))}
                for bot, seats in self._bots.items()
                for source, count in sources(self._rules, seats).items()
            ],
            "lengths": lengths(self._mean(lambda totals: totals.actions), totals.lengths),
            # refused and unbalanced must be 0. chips_left are in the pools when the tables end.
            "checks": {name: getattr(totals, name) for name in names} | {"chips_left": -sum(totals.chips)},
        }

    def _chips(self, chips: Count, times: int = 1) -> Row:
        mean = self._mean(chips, times)
        return {
            "deals": times * self._whole.deals,
            "chips": chips(self._whole),
            "chips_per_deal": mean.value,
            **_interval(mean),
        }

    def _mean(self, count: Count, times: int = 1) -> Estimate:
        return estimate(
            [count(batch) for batch in self._batches], [times * batch.deals for batch in self._batches]
        )


def sources(rules: Rules, seats: Seats) -> dict[str, Count]:
    """All sources of chips under the rules, by name. Together they are the net chips of these seats.

    ``pochen`` and ``going_out`` do not include the pools ``poch`` and ``centre``, which are sources of their
    own.
    """
    names = {"antes": _chips_by([ANTES], seats)}
    names |= {POOLS[pool]: _chips_out_of(pool, seats) for pool in rules.board[: rules.board_size]}
    if rules.upcard == UPCARD_DEALER:
        names["upcard"] = _chips_by([UPCARD_POOL], seats)
    names["pochen"] = _chips_by([STAKED, POT], seats, [POCH])
    if rules.stop_pay and not rules.tricks:
        names["stops"] = _chips_by([STOP], seats)
    names["going_out"] = _chips_by([OUT], seats, [CENTRE])
    if rules.most_cards_pays:
        names["most_cards"] = _chips_by([MOST_CARDS], seats)
    if rules.split_leftover:
        names["leftover"] = _chips_by([LEFTOVER], seats)
    return names


def lengths(mean: Estimate, counted: list[int]) -> Row:
    """The actions of a deal, from the first bet or pass to the last card: mean, quantiles and a histogram.

    Deals of ``LENGTHS - 1`` or more actions share one counter. ``open`` says whether there were any. Then the
    longest deal may be longer than ``longest``.
    """
    return {
        "mean": mean.value,
        **_interval(mean),
        "median": quantile(counted, 1, 2),
        "p90": quantile(counted, 9, 10),
        "longest": max(length for length, deals in enumerate(counted) if deals),
        "open": counted[LENGTHS - 1] > 0,
        "bins": bins(counted),
    }


def quantile(counted: list[int], part: int, whole: int) -> int:
    """The smallest length that ``part`` of ``whole`` deals do not exceed."""
    deals = sum(counted)
    up_to = 0
    for length, number in enumerate(counted):
        up_to += number
        if up_to * whole >= deals * part:
            return length
    return len(counted)


def bins(counted: list[int]) -> list[Row]:
    """A histogram with at most ``MOST_BINS`` bins of equal width, each for lengths ``least`` to ``most``."""
    deals = sum(counted)
    seen = [length for length, number in enumerate(counted) if number]
    width = (seen[-1] - seen[0]) // MOST_BINS + 1
    rows = []
    for least in range(seen[0], seen[-1] + 1, width):
        number = sum(counted[least : least + width])
        rows.append({"least": least, "most": least + width - 1, "deals": number, "share": number / deals})
    return rows


def _interval(mean: Estimate) -> Row:
    return {"standard_error": mean.standard_error, "low": mean.low, "high": mean.high}


def _chips_of(seats: Seats) -> Count:
    return lambda totals: sum(totals.chips[seat] for seat in seats)


def _chips_at(place: int) -> Count:
    return lambda totals: sum(totals.place_chips[place::SEATS])


def _chips_by(kinds: Sequence[int], seats: Seats, less: Sequence[int] = ()) -> Count:
    """The net chips of these seats from some kinds of events, minus what came out of the pools ``less``."""
    return lambda totals: sum(
        sum(totals.chips_by_kind[seat * KINDS + kind] for kind in kinds)
        - sum(totals.chips_from_pool[seat * POOL_COUNT + pool] for pool in less)
        for seat in seats
    )


def _chips_out_of(pool: int, seats: Seats) -> Count:
    """The chips that these seats took from a pool, without those from the upcard."""
    return lambda totals: sum(totals.chips_from_pool[seat * POOL_COUNT + pool] for seat in seats)
