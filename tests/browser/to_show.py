"""A club with pages to look at: evenings to come, in play and over; seasons in play, over, and of teams.

    python -m tests.browser.to_show

The command makes them in the database of the demo, for its user, and prints the addresses of their pages as
JSON. The names are long, and the states are those that the demo does not have.
"""

from __future__ import annotations

import json
import sys
from datetime import timedelta
from typing import Any

import django


def make() -> dict[str, str]:
    """Make the club. Return the address of each page by its name."""
    from django.urls import reverse

    from tournaments.clubs.verbs.clubs import create_club
    from tournaments.clubs.verbs.people import add_player
    from tournaments.core.actors import Actor
    from tournaments.models import User

    user = User.objects.get(username="demo")
    actor = Actor(user, "page")
    club = create_club("Kartenfreunde Neustadt", actor, user)
    people = [str(add_player(club, actor, name).pk) for name in NAMES]
    pages = {name: reverse(name, args=[club.slug]) for name in ("club", "new_event", "new_season")}
    pages |= {name: reverse(name, args=[club.slug]) for name in ("club_seasons", "records", "ratings")}
    pages["person"] = reverse("person", args=[people[0]])
    for part in (_evenings, _seasons, _teams):
        pages |= part(club, actor, people)
    return pages


def _of(thing: Any, *names: str) -> dict[str, str]:
    """The addresses of these pages of an event or a season."""
    from django.urls import reverse

    return {f"{thing.slug}.{name}": reverse(name, args=[thing.ref]) for name in names}


def _evenings(club: Any, actor: Any, people: list[str]) -> dict[str, str]:
    """Events: people sign up for one, one is played, one is before its last round, one is over."""
    from django.urls import reverse
    from django.utils import timezone

    from tests.builders import make_event, play, play_round, published_round, the_table
    from tournaments.desk.verbs import calls, clocks
    from tournaments.desk.verbs.lifecycle import finish_event, start_event
    from tournaments.events.verbs import arrivals, entries, replies
    from tournaments.events.verbs.announcements import announce
    from tournaments.play.verbs import cards, practices, results
    from tournaments.standings.rules.prizes import PrizeList
    from tournaments.standings.verbs import prizes
    from tournaments.standings.verbs.standings import refresh
    from tournaments.tables.verbs.table_states import TOTAL

    tomorrow = timezone.localdate() + timedelta(days=1)
    price: dict[str, Any] = {"price": 550, "currency": "€", "place": "Café Central, Marktstraße 2"}

    def played_by_all(name: str, **fields: Any) -> Any:
        event = make_event(club, name=name, starts_on=timezone.localdate(), **price, **fields)
        entries.add_entries(event, actor, people)
        entries.check_in_all(event, actor)
        plan = {"first": 1, "what": "a ham"}, {"first": 2, "amount": "12.50"}, {"first": 3, "amount": "5"}
        event = prizes.set_prizes(event, actor, PrizeList.read({"prizes": plan, "currency": "€"}))
        return start_event(event, actor)

    coming = make_event(
        club, name="Poch on Saturday", starts_on=tomorrow, capacity=8, sign_up="open", about=ABOUT, **price
    )
    listed = [
        replies.sign_up(coming, actor, name=name, contact="0170 5550102", as_director=True)
        for name in NAMES[:10]
    ]
    replies.note_payment(listed[0], actor, 550)
    replies.note_payment(listed[1], actor, 550)
    replies.say_no(listed[1], actor)
    arrivals.make_door(coming, actor)

    over = played_by_all("Autumn evening", rounds_planned=3, deals_per_round=3)
    for number in range(3):
        play_round(published_round(over), seed=number + 1)
    over = finish_event(over, actor)

    running = played_by_all("Poch tonight", rounds_planned=4, deals_per_round=4, clock_minutes=45)
    play_round(published_round(running))
    round_ = published_round(running)
    first, second, third = (the_table(round_, number) for number in (1, 2, 3))
    play(first, 2)
    results.record(
        second, actor, TOTAL, {"format": "poch-count/1", "deals": 4, "net": [3, -7, 0, 0], "board": 4}
    )
    clocks.start_clock(round_, actor, 45)
    announce(running, actor, "Soup is ready in the kitchen.\nPlease bring your own bowls.")
    calls.call_director(third, actor)
    cards.make_cards(running, actor, [1, 2, 3])
    ending = played_by_all("Before the last round", rounds_planned=4, deals_per_round=2)
    for number in range(3):
        play_round(published_round(ending), seed=number + 5)
    for event in (running, over, ending):
        refresh(event.pk)
    practice = practices.start_practice(running.rules, ["expert"] * 3, address="127.0.0.1")
    return {
        **_of(coming, "event", "sign_up", "entries", "payments", "door", "manage"),
        **_of(running, "event", "find", "standings", "standings_by_round", "projector", "manage", "score"),
        **_of(running, "table_cards", "paper", "prizes_to_print", "scorecards_to_print", "rules_to_print"),
        **_of(ending, "standings", "what_do_i_need", "projector"),
        **_of(over, "event", "standings", "standings_by_round", "again", "manage", "certificates_to_print"),
        **_of(over, "standings_to_print", "board_to_print", "prizes"),
        "own_reply": reverse("own_reply", args=[replies.token_of(listed[9])]),
        "here": reverse("here", args=[arrivals.secret_of(coming)]),
        "table": reverse("table", args=[first.pk]),
        "table.total": reverse("table", args=[second.pk]),
        "table.call": reverse("table", args=[third.pk]),
        "scorecard": reverse("scorecard", args=[first.pk]),
        "count": reverse("count", args=[third.pk]),
        "round_to_print": reverse("round_to_print", args=[round_.pk]),
        "practice_table": reverse("practice_table", args=[practice.pk]),
    }


def _evening(club: Any, number: int, weeks: int) -> Any:
    """An event of a season, so many weeks after today."""
    from django.utils import timezone

    from tests.builders import make_event

    day = timezone.localdate() + timedelta(weeks=weeks)
    return make_event(club, name=f"{number}. Abend", starts_on=day, rounds_planned=2, deals_per_round=2)


def _seasons(club: Any, actor: Any, people: list[str]) -> dict[str, str]:
    """A season that is over, and one of two divisions with six of eight evenings played."""
    from django.urls import reverse

    from tests.tournaments.seasons import play_to_the_end, started
    from tournaments.seasons.verbs import divisions, ending, members, seasons, tables

    def play(event: Any, number: int) -> None:
        # At each evening some others are missing.
        here = [player for index, player in enumerate(people) if (index + number) % 6]
        play_to_the_end(event, here, seed=number)

    nights = [_evening(club, number, number - 30) for number in (1, 2, 3)]
    over = started(club, nights, name="Sommer 2026", scheme={"worth": "points", "points": [10, 6, 4, 2]})
    for number, event in enumerate(nights, 1):
        play(event, number)
    tables.refresh(over.pk)
    ending.end_season(over, actor)

    nights = [_evening(club, number, number - 6) for number in range(1, 9)]
    scheme = {"worth": "root", "best": 5, "planned": 8, "final": 4, "carry": "half", "carry_step": 1}
    season = seasons.create_season(club, actor, "Winter 2026/27", events=nights, scheme=scheme | {"bonus": 1})
    divisions.set_divisions(season, actor, [{"name": "Erste", "down": 2}, {"name": "Zweite", "up": 2}])
    first, second = season.divisions.all()
    members.add_members(season, actor, people[:6], division=str(first.pk))
    members.add_members(season, actor, people[6:], division=str(second.pk))
    season = seasons.start_season(season, actor)
    for number, event in enumerate(nights[:6], 1):
        play(event, number)
    members.give_credit(season, actor, people[2], "1.5", "made the cake")
    tables.refresh(season.pk)
    last = season.evenings.order_by("number").last()
    assert last is not None
    return {
        **_of(season, "season", "season_evenings", "season_ladder", "manage_season", "season_settings"),
        **_of(season, "what_if", "season_members", "season_credits", "manage_evenings", "season_divisions"),
        **_of(season, "end_season", "embed_season", "season_to_print", "season_rules"),
        **_of(over, "season", "season_ladder"),
        "absences": reverse("absences", args=[last.pk]),
        "season_member": reverse("season_member", args=[season.members.order_by("position")[0].pk]),
        "league": reverse("league", args=[season.league_id]),
    }


def _teams(club: Any, actor: Any, people: list[str]) -> dict[str, str]:
    """A season of three teams of four: a match day that is over, and one that is to come."""
    from django.urls import reverse

    from tests.tournaments.seasons import play_to_the_end
    from tournaments.seasons.verbs import evenings, seasons
    from tournaments.teams.verbs import line_ups, teams

    season = seasons.create_season(club, actor, "Mannschaften 2026/27", players=people)
    teams.set_team_scheme(season, actor, result="match")
    made = [
        teams.make_team(season, actor, name, players=people[4 * index : 4 * index + 4])
        for index, name in enumerate(TEAMS)
    ]
    teams.edit_team_member(made[0].members.all()[0], actor, captain=True)
    season = seasons.start_season(season, actor)
    over, coming = (
        evenings.add_evening(season, actor, _evening(club, number, number - 2)) for number in (1, 2)
    )
    for index, team in enumerate(made):
        line_ups.hand_in_line_up(team, over, actor, people[4 * index : 4 * index + 4])
    play_to_the_end(over.event, people)
    line_ups.hand_in_line_up(made[0], coming, actor, people[:3])
    return {
        **_of(season, "season_teams", "manage_teams"),
        "team": reverse("team", args=[season.slug, made[0].pk]),
        "manage_team": reverse("manage_team", args=[made[0].pk]),
        "team_evening": reverse("team_evening", args=[season.slug, over.pk]),
        "team_evening_to_come": reverse("team_evening", args=[season.slug, coming.pk]),
        "line_up": reverse("line_up", args=[made[1].pk, coming.pk]),
    }


ABOUT = "Everybody is welcome.\n\n* Bring **change** for the board.\n* Doors open at 18:30."

NAMES = [
    *("Anna Keller", "Ben Aydin", "Cleo von der Heide-Schmidt", "Dora Lang", "Emil Öztürk", "Fritz Weber"),
    *("Gerda Hoffmann", "Hans-Joachim Müller", "Ida Roth", "Jan Krause", "Karl Vogt", "Lea Sommer"),
]

TEAMS = ["Pochfreunde", "Die Füchse vom Marktplatz", "Kartenspielgemeinschaft Oberpfaffenhofen"]

if __name__ == "__main__":
    django.setup()
    json.dump(make(), sys.stdout)
