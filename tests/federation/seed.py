"""The club that is multiplied: one of everything that a club does, by the ordinary verbs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db.models import Count
from django.utils import timezone

from tests.builders import (
    make_card,
    make_club,
    make_event,
    owner_of,
    play,
    published_round,
    the_table,
    with_account,
    work,
)
from tests.federation.ids import START, marked_ids
from tests.tournaments.evenings import WITHOUT_LOTS, evening
from tests.tournaments.seasons import fresh, play_to_the_end, started
from tests.tournaments.teams import League, begin, finish, play_series
from tournaments.clubs.verbs import people
from tournaments.clubs.verbs.people import Someone, add_player
from tournaments.core.actors import Actor
from tournaments.desk.verbs.lifecycle import finish_event, start_event
from tournaments.desk.verbs.rounds import close_round
from tournaments.events.verbs import entries, replies
from tournaments.events.verbs.stages import edit_stage
from tournaments.models import Club, Event, Player, Round, Season, Table
from tournaments.play.verbs import results
from tournaments.seasons.verbs import evenings, members, seasons
from tournaments.standings.verbs import standings
from tournaments.tables.verbs.table_states import TOTAL
from tournaments.teams.verbs import teams

DEALS = 60
"""Deals of a table of the running event, so that a bench has enough to record."""


@dataclass(frozen=True)
class Places:
    """What there is to see in a club."""

    club: Club
    owner: Actor
    running: Event
    """Its second round is open: table 1 waits for a deal."""
    waiting: Event
    """It waits for the draw of its second round."""
    coming: Event
    """People can sign up for it."""
    finished: Event
    """An evening in which everything happened: voids, corrections, people who left and came."""
    totals: Event
    """A finished event with totals only."""
    season: Season
    team_season: Season
    person: Player
    """Somebody with an account and a public page, who played the most events of the club."""

    @property
    def round(self) -> Round:
        return self.running.rounds.get(number=2)

    @property
    def table(self) -> Table:
        return the_table(self.round)


def find(number: int) -> Places:
    """Look for the places of a club by its number."""
    club = Club.objects.get(pk__gte=_first(number), pk__lt=_first(number + 1))
    events = {event.name: event for event in Event.objects.filter(club=club, name__in=NAMES).order_by("-pk")}
    winter, team_season = (Season.objects.get(league__club=club, name=name) for name in ("Winter", "Teams"))
    players = Player.objects.filter(club=club, user__isnull=False)
    person = players.annotate(played=Count("entries")).latest("played")
    running, waiting, coming, finished, totals = (events[name] for name in NAMES)
    return Places(
        club, owner_of(club), running, waiting, coming, finished, totals, winter, team_season, person
    )


def _first(number: int) -> str:
    return f"{START}{number:04x}0-0000-0000-0000-000000000000"


NAMES = ("Running evening", "Evening before a draw", "Coming evening", "Evening of everything", "Totals only")


def seed_club(*, players: int = 60) -> Places:
    """Make club 0, in a database without clubs. players: on its roster, at least 20."""
    with marked_ids():
        club = make_club("Federated Club")
        owner, today = owner_of(club), timezone.localdate()
        roster = [str(add_player(club, owner, f"Person {number:04}").pk) for number in range(players)]
        _past_evenings(club, roster, today)
        _open_evenings(club, roster, today)
        _season(club, roster, today)
        _team_season(club, roster)
        for player in Player.objects.filter(pk__in=roster[:2]):
            with_account(player)
            people.set_visibility(Someone((Player.objects.get(pk=player.pk),)), owner, "public")
        work()
        for event in Event.objects.filter(club=club):
            standings.refresh(event.pk)
        work()
    return find(0)


def _event(club: Club, **fields: Any) -> Event:
    """An open event. Lots depend on the ids of entries, so in a copy they would fall another way."""
    return make_event(club, **{"tie_breaks": WITHOUT_LOTS, **fields})


def _past_evenings(club: Club, roster: list[str], today: date) -> None:
    evening(club=club, name="Evening of everything", starts_on=today - timedelta(days=5))
    settings: list[dict[str, Any]] = [{}, {"rounds_planned": 2}, {"scoring": "auto"}]
    for number, fields in enumerate(settings):
        on = today - timedelta(days=7 + number)
        event = _event(
            club,
            **{"name": f"Evening {number}", "rounds_planned": 1, "deals_per_round": 1, **fields},
            starts_on=on,
        )
        _play(event, roster[: 8 + number])
    event = _event(
        club,
        name="Totals only",
        rules={"preset": "none"},
        tie_breaks=["net"],
        rounds_planned=1,
        starts_on=today,
    )
    _play(event, roster[:8])


def _play(event: Event, players: list[str]) -> None:
    """Play all rounds of an open event, by totals if it has no rules, and finish it."""
    owner = owner_of(event.club)
    entries.add_entries(event, owner, players)
    entries.check_in_all(event, owner)
    event = start_event(event, owner)
    for _ in range(event.stages.get().rounds_planned or 1):
        round_ = published_round(event)
        for number in range(1, round_.tables.count() + 1):
            table = the_table(round_, number)
            if event.without_rules:
                net = [9, -1, -8, *[0] * (table.seats.count() - 3)]
                results.record(table, owner, TOTAL, {"format": "poch-count/1", "deals": 6, "net": net})
            else:
                play(table, seed=number)
        close_round(round_, owner)
    finish_event(Event.objects.select_related("club").get(pk=event.pk), owner)


def _open_evenings(club: Club, roster: list[str], today: date) -> None:
    """An event in its second round, one before its second draw, and one for which people sign up."""
    owner = owner_of(club)
    for name, is_drawn in (("Running evening", True), ("Evening before a draw", False)):
        event = _event(club, name=name, starts_on=today, deals_per_round=DEALS)
        # Its plan is known, so a draw hardly searches.
        edit_stage(event.stages.get(), owner, format="rotation", rounds_planned=5)
        entries.add_entries(event, owner, roster[:16])
        entries.check_in_all(event, owner)
        event = start_event(event, owner)
        first = published_round(event)
        for number in range(1, 5):
            play(the_table(first, number), 2 if is_drawn else 1, seed=number)
        close_round(first, owner, early=True)
        if is_drawn:
            play(the_table(published_round(event)), 1)
            make_card(the_table(event.rounds.get(number=2)))
    soon = today + timedelta(days=60)
    coming = _event(club, name="Coming evening", starts_on=soon, sign_up="open", capacity=12, price=500)
    for number in range(16):
        replies.sign_up(coming, owner, name=f"Visitor {number}", as_director=True)


def _season(club: Club, roster: list[str], today: date) -> None:
    """A season of three played evenings and one to come."""
    owner = owner_of(club)
    nights = [
        _event(club, name=f"Winter night {number}", rounds_planned=1, deals_per_round=1, starts_on=on)
        for number, on in enumerate(today + timedelta(days=days) for days in (-28, -21, -14, 62))
    ]
    for number, night in enumerate(nights[:3]):
        play_to_the_end(night, roster[number : number + 12], seed=number)
    season = started(club, [Event.objects.get(pk=night.pk) for night in nights], name="Winter")
    members.add_members(fresh(season), owner, roster[16:20])
    members.give_credit(fresh(season), owner, roster[0], 3, "helped")
    evenings.edit_evening(season.evenings.order_by("number").last(), owner, weight=2)  # type: ignore[arg-type]


def _team_season(club: Club, roster: list[str]) -> None:
    """A season of four teams with one match day played."""
    owner = owner_of(club)
    season = seasons.create_season(club, owner, "Teams")
    members.add_members(season, owner, roster[:16])
    sides = [roster[first : first + 4] for first in (0, 4, 8, 12)]
    made = [
        teams.make_team(season, owner, name, players=side)
        for name, side in zip(("Foxes", "Owls", "Bears", "Hares"), sides, strict=True)
    ]
    league = League(club, seasons.start_season(fresh(season), owner), made, sides)
    night: Any = league.evening(name="Match day", tie_breaks=WITHOUT_LOTS)
    league.hand_in(night)
    event = begin(night, sides)
    for number in range(2):
        play_series(event, sides, number)
    finish(event)
