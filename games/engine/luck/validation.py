"""What taking the cards out of the score leaves, on evenings of bots that were not used for the weights."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any, NamedTuple

from games.engine.luck.features import HANDS, MELDING, melding_size
from games.engine.luck.fitting import fitted_weights
from games.engine.luck.measuring import CHUNKS, SEED, Spec, add, hands_spec, play_hands_chunk, sessions
from games.engine.luck.worth import worths

UNSEEN = SEED + 1
"""The seed of the evenings that validate the weights."""


class Kind(NamedTuple):
    """The rounds of one kind of bot. In chips: its mean, the deviation of a round, the mean of what the cards
    gave with its standard error, and the mean of the rest with its standard error."""

    bot: str
    rounds: int
    net: float
    deviation: float
    cards: float
    cards_error: float
    play: float
    play_error: float


class Validation(NamedTuple):
    """by: what is known of the cards. ratio: the variance of the play by that of the chips, within kinds."""

    by: str
    ratio: float
    kinds: list[Kind]


def measured_weights(spec: Spec, chunks: int = CHUNKS) -> dict[str, list[int]]:
    """The weights of a spec, measured here and now."""
    sums = play_hands_chunk(spec, 0)
    for number in range(1, chunks):
        sums = add(sums, play_hands_chunk(spec, number))
    return fitted_weights(sums, spec["seats"])


def validate(
    rules: Mapping[str, Any], *, seats: int = 4, evenings: int = 2000, chips: int = 0, chunks: int = CHUNKS
) -> list[Validation]:
    """Measure the weights, then judge them on rounds that they have not seen."""
    spec = hands_spec(rules, seats, chips)
    weights = measured_weights(spec, chunks)
    net: dict[tuple[int, int], int] = defaultdict(int)
    cards: dict[str, dict[tuple[int, int], int]] = {MELDING: defaultdict(int), HANDS: defaultdict(int)}
    bots: dict[tuple[int, int], str] = {}
    size = melding_size(seats)
    for deal in sessions(spec, UNSEEN, 0, evenings):
        values = {
            MELDING: worths([row[:size] for row in deal.rows], weights[MELDING]),
            HANDS: worths(deal.rows, weights[HANDS]),
        }
        for seat, bot in enumerate(deal.bots):
            key = deal.session, seat
            bots[key] = bot
            net[key] += deal.net[seat]
            for by, value in values.items():
                cards[by][key] += value[seat]
    return [_judged(by, bots, net, cards[by]) for by in (MELDING, HANDS)]


def _judged(
    by: str,
    bots: Mapping[tuple[int, int], str],
    net: Mapping[tuple[int, int], int],
    cards: Mapping[tuple[int, int], int],
) -> Validation:
    kinds, before, after = [], 0.0, 0.0
    for bot in sorted(set(bots.values())):
        keys = [key for key, name in bots.items() if name == bot]
        chips = [float(net[key]) for key in keys]
        gave = [cards[key] / 1000 for key in keys]
        rest = [mine - dealt for mine, dealt in zip(chips, gave, strict=True)]
        count = len(keys)
        kinds.append(
            Kind(
                bot, count, _mean(chips), sqrt(_variance(chips)),
                _mean(gave), sqrt(_variance(gave) / count), _mean(rest), sqrt(_variance(rest) / count),
            )
        )  # fmt: skip
        before += _variance(chips) * count
        after += _variance(rest) * count
    return Validation(by, after / before, kinds)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _variance(values: Sequence[float]) -> float:
    mean = _mean(values)
    return sum((value - mean) ** 2 for value in values) / len(values)
