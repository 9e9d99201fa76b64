"""Seasons of a club with pages to look at: with six of eight evenings played, over, and one of teams.

    python -m tests.browser.season_to_show

The command makes them in the database of the demo, for its user, and prints the addresses of their pages as
JSON.
"""

from __future__ import annotations

import json
import sys
from datetime import timedelta
from typing import Any

import django

EVENINGS, PLAYED = 8, 6


def make() -> dict[str, str]:
    """Make the seasons. Return the address of each page by its name."""
    from django.urls import reverse
    from django.utils import timezone

    from tests.builders import make_event
    from tests.tournaments.seasons import play_to_the_end
    from tournaments.clubs.verbs.clubs import create_club
    from tournaments.clubs.verbs.people import add_player
    from tournaments.core.actors import Actor
    from tournaments.models import Club, User
    from tournaments.seasons.verbs import divisions, ending, evenings, members, seasons, tables
    from tournaments.teams.verbs import line_ups, teams

    user = User.objects.get(username="demo")
    actor = Actor(user, "page")
    club: Club = create_club("Pochrunde Altstadt", actor, user)
    people = [str(add_player(club, actor, name).pk) for name in NAMES]
    today = timezone.localdate()

    def evening(number: int, weeks: int) -> Any:
        return make_event(
            club,
            name=f"{number}. Abend",
            starts_on=today + timedelta(weeks=weeks),
            rounds_planned=2,
            deals_per_round=2,
        )

    def play(event: Any, number: int) -> None:
        # At each evening some others are missing.
        here = [player for index, player in enumerate(people) if (index + number) % 6]
        play_to_the_end(event, here, seed=number)

    over = seasons.create_season(
        club,
        actor,
        "Sommer 2026",
        events=[evening(number, number - 30) for number in (1, 2, 3)],
        scheme={"worth": "points", "points": [10, 6, 4, 2]},
    )
    over = seasons.start_season(over, actor)
    for each in over.evenings.order_by("number").select_related("event__club"):
        play(each.event, each.number)
    tables.refresh(over.pk)
    ending.end_season(over, actor)

    nights = [evening(number, number - PLAYED) for number in range(1, EVENINGS + 1)]
    scheme = {
        "worth": "root",
        "best": 5,
        "planned": EVENINGS,
        "final": 4,
        "carry": "half",
        "carry_step": 1,
        "bonus": 1,
    }
    season = seasons.create_season(club, actor, "Winter 2026/27", events=nights, scheme=scheme)
    divisions.set_divisions(season, actor, [{"name": "Erste", "down": 2}, {"name": "Zweite", "up": 2}])
    first, second = season.divisions.all()
    members.add_members(season, actor, people[:6], division=str(first.pk))
    members.add_members(season, actor, people[6:], division=str(second.pk))
    season = seasons.start_season(season, actor)
    for number, event in enumerate(nights[:PLAYED], 1):
        play(event, number)
    members.give_credit(season, actor, people[2], "1.5", "made the cake")
    tables.refresh(season.pk)

    def of_teams() -> dict[str, str]:
        """A season of three teams of four: a match day that is over, and one that is to come."""
        teams_season = seasons.create_season(club, actor, "Mannschaften 2026/27")
        members.add_members(teams_season, actor, people)
        teams.set_team_scheme(teams_season, actor, result="match")
        made = [
            teams.make_team(teams_season, actor, name, players=people[4 * index : 4 * index + 4])
            for index, name in enumerate(TEAMS)
        ]
        teams.edit_team_member(made[0].members.all()[0], actor, captain=True)
        teams_season = seasons.start_season(teams_season, actor)
        over, coming = (
            evenings.add_evening(teams_season, actor, evening(number, number - 2)) for number in (1, 2)
        )
        for index, team in enumerate(made):
            line_ups.hand_in_line_up(team, over, actor, people[4 * index : 4 * index + 4])
        play_to_the_end(over.event, people)
        line_ups.hand_in_line_up(made[0], coming, actor, people[:3])
        return of(teams_season, "season_teams", "manage_teams") | {
            "season.team": reverse("team", args=[teams_season.slug, made[0].pk]),
            "season.manage_team": reverse("manage_team", args=[made[0].pk]),
            "season.team_evening": reverse("team_evening", args=[teams_season.slug, over.pk]),
            "season.team_evening_to_come": reverse("team_evening", args=[teams_season.slug, coming.pk]),
            "season.line_up": reverse("line_up", args=[made[1].pk, coming.pk]),
        }

    def of(season: Any, *names: str) -> dict[str, str]:
        return {f"season.{season.slug}.{name}": reverse(name, args=[season.slug]) for name in names}

    def person(player: str, *names: str) -> dict[str, str]:
        return {f"{name}": reverse(name, args=[player]) for name in names}

    last = season.evenings.order_by("number").last()
    assert last is not None
    member = season.members.order_by("position")[0]
    return {
        **of(season, "season", "season_evenings", "season_ladder", "manage_season", "season_settings"),
        **of(season, "what_if", "season_members", "season_credits", "manage_evenings", "season_divisions"),
        **of(season, "end_season", "embed_season", "season_to_print", "season_rules"),
        **of(over, "season", "season_ladder"),
        **of_teams(),
        "season.absences": reverse("absences", args=[last.pk]),
        "season.member": reverse("season_member", args=[member.pk]),
        **person(people[0], "person"),
        "season.seasons": reverse("club_seasons", args=[club.slug]),
        "season.new": reverse("new_season", args=[club.slug]),
        "season.records": reverse("records", args=[club.slug]),
        "season.ratings": reverse("ratings", args=[club.slug]),
        "season.league": reverse("league", args=[season.league_id]),
    }


NAMES = [
    *("Anna Keller", "Ben Aydin", "Cleo von der Heide-Schmidt", "Dora Lang", "Emil Öztürk", "Fritz Weber"),
    *("Gerda Hoffmann", "Hans-Joachim Müller", "Ida Roth", "Jan Krause", "Karl Vogt", "Lea Sommer"),
]

TEAMS = ["Pochfreunde", "Die Füchse vom Marktplatz", "Kartenspielgemeinschaft Oberpfaffenhofen"]

if __name__ == "__main__":
    django.setup()
    json.dump(make(), sys.stdout)
