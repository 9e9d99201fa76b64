"""What the scorings mean, each with an example, and what a chip is worth at each table size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.utils.translation import gettext_lazy

from tournaments.core.models.choices import Scoring
from tournaments.events.models.events import Event, Stage
from tournaments.events.verbs.plans import plan_of
from tournaments.standings.verbs.spreads import scoring_at_start, worth_of

SCORINGS: Final = {
    Scoring.AUTO: (
        gettext_lazy("Chosen at the start"),
        gettext_lazy(
            "Comparable chips if people sit at tables of different sizes, such as 14 people at 4, 4, 3 and "
            "3. Otherwise the total of chips."
        ),
    ),
    Scoring.CHIPS: (
        gettext_lazy("Total of chips"),
        gettext_lazy("All chips won and lost are added up. Example: +30 and \N{MINUS SIGN}12 make +18."),
    ),
    Scoring.AVERAGE: (
        gettext_lazy("Chips per deal"),
        gettext_lazy(
            "For tables that play different numbers of deals. Example: +30 in 12 deals make 2.5 per deal."
        ),
    ),
    Scoring.EVEN: (
        gettext_lazy("Comparable chips"),
        gettext_lazy(
            "For tables of different sizes: a chip counts less where more chips change hands. Example: if it "
            "counts 0.67 at a table of three, +30 there are worth +20 at a table of four."
        ),
    ),
    Scoring.ROOT: (
        gettext_lazy("Square roots of chips"),
        gettext_lazy(
            "One lucky round counts less. Example: a round with +49 makes +7, one with \N{MINUS SIGN}9 makes "
            "\N{MINUS SIGN}3."
        ),
    ),
    Scoring.UMA: (
        gettext_lazy("Chips and a bonus by place"),
        gettext_lazy(
            "You say what each place at a table adds. Example: with 10 5 \N{MINUS SIGN}5 \N{MINUS SIGN}10, "
            "the first of four players turns +12 into +22."
        ),
    ),
    Scoring.PLACE: (
        gettext_lazy("Places at the tables"),
        gettext_lazy("The first gets 1, the last 0. Example: the second of three players gets 0.5."),
    ),
    Scoring.POINTS: (
        gettext_lazy("Points by place"),
        gettext_lazy(
            "You say what each place at a table earns. Example: with 5 3 2 1 the second of four gets 3."
        ),
    ),
}
"""The name of each scoring, and a sentence with an example."""


MEASURED: Final = frozenset({"preset", "bet_limit", "purse"})
"""What spreads depend on; other switches have the value of their preset."""


def scoring_choices() -> list[tuple[str, str, str]]:
    """(value, name, sentence) of each scoring."""
    return [(value.value, str(name), str(sentence)) for value, (name, sentence) in SCORINGS.items()]


def scoring_lines(event: Event) -> dict[str, Any]:
    """For `desk/scoring_lines.html`: the scoring that counts, or would count if the event started now.

    open: whether the scoring is still to be chosen, at the start. worths: what a chip counts at each table
    size. unmeasured: the rules differ from the preset in switches for which no spreads were measured.
    """
    scoring = Scoring(scoring_at_start(event))
    name, sentence = SCORINGS[scoring]
    worths = list(_worths(event)) if scoring == Scoring.EVEN else []
    return {
        "name": name,
        "sentence": sentence,
        "open": event.scoring == Scoring.AUTO,
        "worths": worths,
        "unmeasured": bool(worths and event.rules.keys() - MEASURED),
    }


def _worths(event: Event) -> Iterator[dict[str, Any]]:
    """What a chip counts at each table size; nothing before the event is open.

    Stages with another `deals_per` than the event have other values.
    """
    if event.spreads is None:
        return
    here = worth_of(event.spreads, event.size, str(event.deals_per))
    for seats in range(event.least, event.most + 1):
        yield {"seats": seats, "worth": here[seats]}
    own = Stage.objects.filter(event=event, deals_per_round__isnull=False).exclude(deals_per=event.deals_per)
    for stage in own.order_by("number"):
        there = worth_of(event.spreads, event.size, str(stage.deals_per))
        plan = plan_of(stage, event)
        for seats in range(plan.least, plan.most + 1):
            yield {"stage": stage.number, "seats": seats, "worth": there[seats]}
