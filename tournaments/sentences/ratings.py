"""Ratings in words: points with their range, and whether they tell people apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import games.services as games
from tournaments.models import RatingReport
from tournaments.rules.ratings.evaluation import LEAST_EVENTS
from tournaments.rules.ratings.points import Shown
from tournaments.services.ratings.showing import FamilyRatings, PersonRating, RatedPlayer


@dataclass(frozen=True)
class RatingLine:
    """A rating of a player. person: the address of their page."""

    name: str
    person: str
    points: str
    rounds: str
    is_provisional: bool


@dataclass(frozen=True)
class FamilyLines:
    """The ratings under one rule family. verdict: whether they tell people apart, and why."""

    family: str
    tells_apart: bool
    verdict: str
    lines: list[RatingLine]


def family_lines(families: Iterable[FamilyRatings]) -> list[FamilyLines]:
    """The ratings of a club, by rule family."""
    return [
        FamilyLines(
            family_name(each.report.family),
            each.report.tells_apart,
            verdict(each.report),
            [_line(rated) for rated in each.players],
        )
        for each in families
    ]


def person_lines(ratings: Iterable[PersonRating]) -> list[tuple[str, str, str, bool]]:
    """For each rule family of a person: its name, the rating, the rounds, and whether it is provisional."""
    return [
        (family_name(each.family), points_text(each.shown), _rounds(each.rounds), each.shown.is_provisional)
        for each in ratings
    ]


def _line(rated: RatedPlayer) -> RatingLine:
    return RatingLine(
        rated.player.public_name,
        rated.someone.ref,
        points_text(rated.shown),
        _rounds(rated.rounds),
        rated.shown.is_provisional,
    )


def points_text(shown: Shown) -> str:
    """A rating with its range, such as "1540 ± 120"."""
    return _("%(points)d ± %(around)d") % {"points": shown.points, "around": shown.around}


def family_name(family: str) -> str:
    """The name of a rule family for people."""
    return _(games.preset_info(family).title) if family in games.presets() else family


def verdict(report: RatingReport) -> str:
    """Whether ratings tell people apart, and on how many events that was tried."""
    figures = report.figures
    if report.tells_apart:
        return _(
            "Before each of %(events)d events the ratings said how likely everybody was to win a table. That "
            "was nearer to what happened than if all were equal. (The log-loss of a table is %(loss)s "
            "instead of %(equal)s. Less is better.)"
        ) % {
            "events": figures["events"],
            "loss": number_format(figures["log_loss"], 3),
            "equal": number_format(figures["log_loss_equal"], 3),
        }
    if figures["events"] < LEAST_EVENTS:
        return ngettext(
            "After %(events)d event it is too early to tell people apart. It takes %(least)d events.",
            "After %(events)d events it is too early to tell people apart. It takes %(least)d events.",
            figures["events"],
        ) % {"events": figures["events"], "least": LEAST_EVENTS}
    return _(
        "Before each of %(events)d events the ratings said how likely everybody was to win a table. That was "
        "no nearer to what happened than the guess that all are equal, or nearer only by chance."
    ) % {"events": figures["events"]}


def _rounds(number: int) -> str:
    return ngettext("%(rounds)d round", "%(rounds)d rounds", number) % {"rounds": number}
