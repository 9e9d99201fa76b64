"""What the demo tells: who is in the club, and its evenings in the order in which they are played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tournaments.core.rules.refusals import gettext_noop

CLUB: Final = "Café Rochester"

BOTS: Final = (
    *("Ada Ass", "Balthasar Bube", "Clara Cœur", "Dorothea Dame", "Egon Eckstein", "Fanny Farbe"),
    *("Gustav Geiger", "Hedwig Herz", "Ignaz Igel", "Jolanthe Joker", "Konrad König", "Lise Lusche"),
    *("Moritz Mariage", "Nanette Neun"),
)

PEOPLE: Final = {
    "Anna Albers": "expert",
    "Ben Becker": "bold",
    "Carla Conti": "cautious",
    "David Dumont": "cautious",
    "Eva Engel": "expert",
    "Felix Fournier": "bold",
    "Greta Graf": "cautious",
    "Hugo Huber": "random",
    "Ida Iversen": "expert",
    "Jakob Jung": "cautious",
    "Klara Keller": "bold",
    "Leo Lambert": "cautious",
    "Mina Marchetti": "expert",
    "Noah Nowak": "random",
    "Olga Ott": "cautious",
    "Paul Petit": "bold",
    "Rosa Roth": "cautious",
    "Samir Saleh": "expert",
    "Tilda Thoma": "bold",
    "Viktor Vogt": "cautious",
}
"""The people of the club, each with the bot that plays for them."""

TEAMS: Final = (
    *(gettext_noop("The Kings"), gettext_noop("The Queens")),
    *(gettext_noop("The Jacks"), gettext_noop("The Tens")),
)
"""Each fourth person of the club is in the same team."""

BEFORE, NOW, TEAM = "before", "now", "team"
"""The league of last year, the one of this year, and the one of teams."""

SEASONS: Final = {
    BEFORE: gettext_noop("League %(year)d/%(next)02d"),
    NOW: gettext_noop("League %(year)d/%(next)02d"),
    TEAM: gettext_noop("Team league %(year)d/%(next)02d"),
}
EVENINGS: Final = {
    BEFORE: gettext_noop("League evening %(number)d, %(year)d/%(next)02d"),
    NOW: gettext_noop("League evening %(number)d"),
    TEAM: gettext_noop("Match day %(number)d"),
}

SCHEME: Final = {"best": 6, "planned": 8}
"""The scheme of the league. That of teams has the usual one."""


@dataclass(frozen=True)
class Night:
    """An evening of the past. weeks: after the next Friday. by_deals: its deals are recorded, not totals."""

    season: str
    number: int
    weeks: int
    by_deals: bool = False
    is_last: bool = False


NIGHTS: Final = (
    *(Night(BEFORE, number, 3 * number - 69, is_last=number == 8) for number in range(1, 9)),
    Night(NOW, 1, -9),
    Night(TEAM, 1, -8),
    Night(NOW, 2, -7),
    Night(NOW, 3, -5, by_deals=True),
    Night(TEAM, 2, -4),
    Night(NOW, 4, -2, by_deals=True),
)
TONIGHT, FRIDAY = 5, 6
"""The evenings of this year that the visitor directs, and for which people sign up."""

TEAM_LEAGUE: Final = gettext_noop("Team league")
ABOUT: Final = gettext_noop(
    "Everybody is welcome, beginners too.\n\n* Bring **small change**.\n* The soup is ready at seven."
)
HAM, WINE = gettext_noop("a ham"), gettext_noop("a bottle of wine")
