"""What is shown of ratings: nothing where they cannot tell people apart, else points with their range."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef

from tournaments.models import Club, Player, Rating, RatingReport
from tournaments.rules.ratings.points import Shown, shown
from tournaments.services.ratings.ratings import strength_of
from tournaments.services.seasons.people import Someone

MOST = 300
"""So many ratings of one rule family are shown, the best ones."""


@dataclass(frozen=True)
class RatedPlayer:
    """The rating of a player as it is today. rated_on: the day of their last rated round."""

    someone: Someone
    shown: Shown
    rounds: int
    rated_on: date

    @property
    def player(self) -> Player:
        return self.someone.players[0]


@dataclass(frozen=True)
class FamilyRatings:
    """The ratings of a club under one rule family, best first; none if its report tells nobody apart."""

    report: RatingReport
    players: list[RatedPlayer]


@dataclass(frozen=True)
class PersonRating:
    """The rating of a person under one rule family."""

    family: str
    shown: Shown
    rounds: int
    rated_on: date


def ratings_of_club(club: Club, day: date, sees: Callable[[Someone], bool]) -> list[FamilyRatings]:
    """The ratings of a club on a day, by rule family (two queries).

    sees: whether the reader may see the page of a person; others are left out. Provisional ones come last.
    """
    reports = list(RatingReport.objects.filter(club=club).order_by("family"))
    telling = [each.family for each in reports if each.tells_apart]
    rows = Rating.objects.filter(player__club=club, player__removed_at=None, family__in=telling)
    players: dict[str, list[RatedPlayer]] = {each.family: [] for each in reports}
    for row in rows.select_related("player__club", "player"):
        someone = Someone((row.player,))
        if sees(someone):
            now = shown(strength_of(row), day.toordinal())
            players[row.family].append(RatedPlayer(someone, now, row.rounds, row.rated_on))
    return [FamilyRatings(each, sorted(players[each.family], key=_order)[:MOST]) for each in reports]


def _order(rated: RatedPlayer) -> tuple[bool, int, str]:
    return rated.shown.is_provisional, -rated.shown.points, rated.player.public_name


def ratings_of_person(someone: Someone, day: date) -> list[PersonRating]:
    """The ratings of a person that a report of one of their clubs lets be shown (one query)."""
    telling = RatingReport.objects.filter(
        club=OuterRef("player__club"), family=OuterRef("family"), tells_apart=True
    )
    rows = Rating.objects.filter(Exists(telling), player__in=someone.players).order_by("family", "pk")
    by_family = {
        row.family: PersonRating(
            row.family, shown(strength_of(row), day.toordinal()), row.rounds, row.rated_on
        )
        for row in rows
    }
    return list(by_family.values())
