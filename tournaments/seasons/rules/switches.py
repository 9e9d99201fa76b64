"""Each switch of a scheme as a plain sentence: what it is, and what a scheme says with it.

A sentence is a template with placeholders, as in a refusal; pages translate it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tournaments.core.rules.errors import Param, gettext_noop
from tournaments.events.rules.counting import FIXED, MEAN, NOTHING
from tournaments.seasons.rules.exact import written
from tournaments.seasons.rules.scheme import (
    BY_LIST,
    DEALS,
    EVEN,
    FULL,
    HALF,
    LINEAR,
    MEMBERS,
    NET_ROOT,
    NOT,
    POINTS,
    ROOT,
    SCORE,
    TABLES,
    Scheme,
)

Sentence = tuple[str, Mapping[str, Param]]

SWITCHES: Final[Mapping[str, str]] = {
    "worth": gettext_noop("What an evening is worth."),
    "points": gettext_noop("The points of each place, the first place first."),
    "beyond": gettext_noop("The points of all places after the list."),
    "among": gettext_noop("Whether places count among all who played, or among the members of the season."),
    "planned": gettext_noop("How many evenings the season has."),
    "best": gettext_noop("Only so many of the best evenings count."),
    "struck": gettext_noop("So many of the worst evenings do not count."),
    "mean_from": gettext_noop("The score is a mean, from so many evenings on."),
    "decay": gettext_noop("After how many days an evening counts less, and how much of it is left."),
    "bonus": gettext_noop("Points for each evening that somebody attended."),
    "least_ranked": gettext_noop("The minimum for a place in the table, in evenings or deals."),
    "least_final": gettext_noop("The minimum for the final, in evenings or deals."),
    "least_in": gettext_noop("Whether a minimum is a number of evenings or of deals."),
    "excused": gettext_noop("What an excused absence is worth."),
    "excused_points": gettext_noop("The fixed number of points of an excused absence."),
    "unexcused": gettext_noop("What an absence without an excuse is worth."),
    "unexcused_points": gettext_noop("The fixed number of points of an absence without an excuse."),
    "organiser": gettext_noop("What an evening is worth for whoever organised it and did not play."),
    "organiser_points": gettext_noop("The fixed number of points for whoever organised an evening."),
    "ties": gettext_noop("What separates people with equal points, in this order."),
    "final": gettext_noop("How many people play the final."),
    "carry": gettext_noop("What finalists take into the final."),
    "carry_points": gettext_noop("The points that each place takes into the final, the first place first."),
    "carry_step": gettext_noop("Points that finalists take along are rounded to a multiple of this."),
}
"""What each switch is."""

_WORTH: Final[Mapping[str, str]] = {
    POINTS: gettext_noop("Places make points: %(points)s, then %(beyond)s for each further place."),
    LINEAR: gettext_noop("The first of an evening gets 1000 points, the last 0, the others in equal steps."),
    ROOT: gettext_noop(
        "A place is worth 10 times the root of the number of people, divided by the root of the place."
    ),
    TABLES: gettext_noop("An evening is worth the sum of the place points at its tables, from 1 down to 0."),
    EVEN: gettext_noop("An evening is worth the chips won, comparable between tables of different sizes."),
    NET_ROOT: gettext_noop("An evening is worth the square root of the chips won, with its sign."),
    SCORE: gettext_noop("An evening is worth the score in its own standing."),
}
_ABSENCE: Final[Mapping[tuple[str, str], str]] = {
    ("excused", NOTHING): gettext_noop("An excused absence is worth nothing."),
    ("excused", MEAN): gettext_noop("An excused absence is worth one's own mean."),
    ("excused", FIXED): gettext_noop("Points for an excused absence: %(points)s."),
    ("unexcused", NOTHING): gettext_noop("An absence without an excuse is worth nothing."),
    ("unexcused", MEAN): gettext_noop("An absence without an excuse is worth one's own mean."),
    ("unexcused", FIXED): gettext_noop("Points for an absence without an excuse: %(points)s."),
    ("organiser", NOTHING): gettext_noop("Whoever organises an evening gets nothing for it."),
    ("organiser", MEAN): gettext_noop("Whoever organises an evening gets their own mean for it."),
    ("organiser", FIXED): gettext_noop("Points for whoever organises an evening: %(points)s."),
}
_CARRY: Final[Mapping[str, str]] = {
    FULL: gettext_noop("Finalists take all their points into the final."),
    HALF: gettext_noop("Finalists take half of their points into the final."),
    BY_LIST: gettext_noop("Finalists take points by their place into the final: %(points)s."),
    NOT: gettext_noop("The final starts at 0 for everybody."),
}


def described(scheme: Scheme) -> list[Sentence]:
    """Return a scheme in sentences, as a page of rules shows it."""
    listed = " ".join(map(written, scheme.points))
    said: list[Sentence] = [(_WORTH[scheme.worth], {"points": listed, "beyond": written(scheme.beyond)})]
    if scheme.among == MEMBERS:
        members = gettext_noop(
            "Places count among the members alone, without guests; with divisions, within each division."
        )
        said.append((members, {}))
    said += [*_counting(scheme), *_attendance(scheme)]
    said.append((gettext_noop("Equal points are separated by: %(ties)s."), {"ties": scheme.ties}))
    if scheme.final is not None:
        said.append((gettext_noop("People who play the final: %(final)d."), {"final": scheme.final}))
        said.append((_CARRY[scheme.carry], {"points": " ".join(map(written, scheme.carry_points))}))
    return said


def _counting(scheme: Scheme) -> list[Sentence]:
    said: list[Sentence] = []
    if scheme.best is not None and scheme.planned is not None:
        sentence = gettext_noop("Evenings that count: the best %(best)d of %(planned)d.")
        said.append((sentence, {"best": scheme.best, "planned": scheme.planned}))
    elif scheme.best is not None:
        said.append((gettext_noop("Evenings that count: the best %(best)d."), {"best": scheme.best}))
    elif scheme.struck is not None:
        said.append((gettext_noop("Worst evenings that are struck: %(struck)d."), {"struck": scheme.struck}))
    else:
        said.append((gettext_noop("All evenings count."), {}))
    if scheme.mean_from is not None:
        sentence = gettext_noop("The score is their mean. Evenings that are missing to %(mean)d count 0.")
        said.append((sentence, {"mean": scheme.mean_from}))
    for days, factor in scheme.decay:
        sentence = gettext_noop("Of an evening of more than %(days)d days ago, %(factor)s counts.")
        said.append((sentence, {"days": days, "factor": str(factor)}))
    return said


def _attendance(scheme: Scheme) -> list[Sentence]:
    said: list[Sentence] = []
    if scheme.bonus:
        sentence = gettext_noop("Points for each evening that somebody attends: %(bonus)s.")
        said.append((sentence, {"bonus": written(scheme.bonus)}))
    for reason in ("excused", "unexcused", "organiser"):
        worth, fixed = scheme.of_absence(reason)
        said.append((_ABSENCE[reason, worth], {"points": written(fixed or 0)}))
    in_deals = scheme.least_in == DEALS
    if scheme.least_ranked is not None:
        sentence = gettext_noop("Evenings that somebody needs for a place: %(least)d.")
        if in_deals:
            sentence = gettext_noop("Deals that somebody needs for a place: %(least)d.")
        said.append((sentence, {"least": scheme.least_ranked}))
    if scheme.least_final is not None:
        sentence = gettext_noop("Evenings that somebody needs for the final: %(least)d.")
        if in_deals:
            sentence = gettext_noop("Deals that somebody needs for the final: %(least)d.")
        said.append((sentence, {"least": scheme.least_final}))
    return said
