"""Make the club of the demo, and play its past in a worker: one round at a time, by the ordinary verbs.

The first page must come soon. So `begin` makes only what runs now. The evenings of the last year follow by
rows of the outbox, while somebody looks. Each verb is told the moment in which it acts (`core.moments`), and
everything else comes from one seed, so all demos have the same champions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cached_property
from random import Random
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _

import games.services as games
from tournaments.clubs.models import Club, PersonVisibility, Player, Role, User
from tournaments.clubs.verbs.clubs import create_club
from tournaments.clubs.verbs.people import Someone, add_player, set_visibility
from tournaments.core import moments, outbox
from tournaments.core.actors import Actor
from tournaments.core.rules.names import slugify
from tournaments.core.rules.refusals import Refusal
from tournaments.core.zones import in_language_of, moment_of, today_of, zone_of
from tournaments.desk.verbs.lifecycle import create_open_event, finish_event, start_event
from tournaments.desk.verbs.rounds import close_round, publish_round
from tournaments.draw.verbs.draws import draw_round
from tournaments.events.models.events import Event
from tournaments.events.verbs import entries, replies
from tournaments.play.verbs.cards import make_cards
from tournaments.play.verbs.results import record
from tournaments.seasons.models import Evening, Season
from tournaments.seasons.verbs import ending, evenings, seasons, tables
from tournaments.site.demo import story, strip
from tournaments.site.demo.story import BEFORE, NOW, TEAM, Night
from tournaments.standings.rules.prizes import PrizeList
from tournaments.standings.verbs.prizes import set_prizes
from tournaments.tables.models.rounds import Round, Table
from tournaments.tables.verbs.table_states import TOTAL, table_state
from tournaments.tables.verbs.tables import table_seats
from tournaments.teams.models import Team
from tournaments.teams.verbs import line_ups, teams
from tournaments.teams.verbs.leagues import create_league

TASK: Final = "demo.play"

FIRST_LOOK: Final = timedelta(seconds=5)
"""The past begins after this time, so that it does not hold up the first page."""

BEGINS: Final = time(19, 30)
ROUND: Final = timedelta(minutes=55)
DEAL: Final = timedelta(minutes=6)
ROUNDS, DEALS = 3, 6


@dataclass(frozen=True)
class Demo:
    """The club of the demo."""

    club: Club
    actor: Actor

    @cached_property
    def people(self) -> list[Player]:
        """The people in the order of the story, in which they were made. The visitor may rename them."""
        people = Player.objects.filter(club=self.club, bot="").order_by("created_at", "pk")
        return list(people[: len(story.PEOPLE)])

    @cached_property
    def hands(self) -> dict[UUID, str]:
        """The bot that plays for each of the people."""
        return {player.pk: hand for player, hand in zip(self.people, story.PEOPLE.values(), strict=False)}

    @property
    def friday(self) -> date:
        """The next Friday after the day on which the demo began."""
        today = today_of(self.club, self.club.created_at)
        return today + timedelta(days=(4 - today.weekday()) % 7 or 7)

    def event(self, name: str, **fields: Any) -> Event:
        """A public event that is open."""
        fields = {"rounds_planned": ROUNDS, "deals_per_round": DEALS} | fields
        return create_open_event(self.club, self.actor, name, rules={"preset": "pagat"}, **fields)

    def season_name(self, season: str) -> str:
        """What a season is called, such as "League 2026/27"."""
        return self._called(story.SEASONS, season)

    def evening_name(self, season: str, number: int) -> str:
        """What an evening of a season is called."""
        return self._called(story.EVENINGS, season, number=number)

    def _called(self, names: Mapping[str, str], season: str, **numbers: int) -> str:
        year = self.friday.year - (season == BEFORE)
        return _(names[season]) % {"year": year, "next": (year + 1) % 100, **numbers}

    def slug_of(self, season: str) -> str:
        """The slug of a season, which stays when the visitor renames it."""
        return slugify(self.season_name(season), season, longest=40)

    def begins(self, weeks: int) -> datetime:
        """When the evening begins that is so many weeks after the next Friday."""
        return moment_of(self.friday + timedelta(weeks=weeks), BEGINS, zone_of(self.club))


def begin(user: User) -> Club:
    """Make the club, its people and bots, an evening of bots that runs, and an evening for the visitor."""
    actor = Actor(user, "command")
    club = create_club(story.CLUB, actor, user)
    with in_language_of(club):
        demo = Demo(club, actor)
        for name in story.PEOPLE:
            add_player(club, actor, name)
        policies = [bot.name for bot in games.bots()]
        bots = [
            add_player(club, actor, name, bot=policies[number % len(policies)])
            for number, name in enumerate(story.BOTS)
        ]
        watched = demo.event(
            _("Bots' evening"), deals_per_round=10, pace_ms=4000, auto_draw=True, encore=True
        )
        entries.add_entries(watched, actor, [str(bot.pk) for bot in bots])
        start_event(watched, actor)
        own = demo.event(demo.evening_name(NOW, story.TONIGHT), starts_on=today_of(club), starts_at=BEGINS)
        entries.add_entries(own, actor, [str(player.pk) for player in demo.people[:18]])
    strip.show()
    outbox.add(TASK, club.pk, 0, own.pk, delay=FIRST_LOOK)
    return club


def play_on(club_id: str, step: str, own: str) -> None:
    """Play a round of an evening of the past, and queue the next one; after the last one, what is to come.

    An evening for which the visitor has changed too much is left out. own: the id of the evening for the
    visitor.
    """
    number, club = int(step), Club.objects.get(pk=club_id)
    owner = User.objects.filter(memberships__club=club, memberships__role=Role.OWNER).earliest("date_joined")
    demo = Demo(club, Actor(owner, "command"))
    with in_language_of(club):
        if number < len(story.NIGHTS):
            is_over = True
            with suppress(Refusal):
                is_over = play_some(demo, story.NIGHTS[number])
            outbox.add(TASK, club_id, number + is_over, own)
        else:
            make_what_comes(demo, own)


def play_some(demo: Demo, night: Night) -> bool:
    """Play the next round of an evening. Return whether the evening is over."""
    begins = demo.begins(night.weeks)
    opened = Event.objects.filter(
        evenings__season__slug=demo.slug_of(night.season), evenings__number=night.number
    )
    event = opened.select_related("club").first()
    if event is None:
        with moments.at(begins - timedelta(days=1)):
            event = open_night(demo, night, begins)
    number = event.rounds.count()
    play_round(demo, night, event, begins + number * ROUND)
    if number + 1 < ROUNDS:
        return False
    with moments.at(begins + ROUNDS * ROUND):
        finish_event(event, demo.actor)
        season = season_of(demo, night.season)
        tables.refresh(season.pk)
    if night.is_last:
        with moments.at(begins + timedelta(days=8)):
            ending.end_season(season, demo.actor, next_name=demo.season_name(NOW))
    return True


def open_night(demo: Demo, night: Night, begins: datetime) -> Event:
    """Open an evening of a season, and start it with those who come."""
    season = season_of(demo, night.season)
    event = demo.event(
        demo.evening_name(night.season, night.number), starts_on=begins.date(), starts_at=BEGINS
    )
    evening = evenings.add_evening(season, demo.actor, event, number=night.number)
    chance = luck_of(night)
    come = chance.sample(demo.people, chance.randint(15, 18))
    if night.season == TEAM:
        come = [player for each in teams.teams_of(season) for player in hand_in(demo, each, evening)]
    entries.add_entries(event, demo.actor, [str(player.pk) for player in still_here(come)])
    entries.check_in_all(event, demo.actor)
    plan = {"first": 1, "what": _(story.HAM)}, {"first": 2, "what": _(story.WINE)}
    event = set_prizes(event, demo.actor, PrizeList.read({"prizes": plan}))
    with moments.at(begins - timedelta(minutes=10)):
        return start_event(event, demo.actor)


def still_here(people: Sequence[Player]) -> list[Player]:
    """Those whom the visitor has not removed."""
    return [player for player in people if player.removed_at is None]


def season_of(demo: Demo, name: str) -> Season:
    """A season that has started. Before its first evening it is made."""
    found = Season.objects.filter(slug=demo.slug_of(name)).select_related("league__club").first()
    season = found or make_season(demo, name)
    return seasons.start_season(season, demo.actor) if season.is_planned else season


def make_season(demo: Demo, name: str) -> Season:
    """Make a season with everybody, and with the first one show their pages. Teams have their own league."""
    league = create_league(demo.club, demo.actor, _(story.TEAM_LEAGUE)) if name == TEAM else None
    season = seasons.create_season(
        demo.club,
        demo.actor,
        demo.season_name(name),
        league=league,
        scheme={} if name == TEAM else story.SCHEME,
        players=still_here(demo.people),
    )
    if name == BEFORE:
        for player in still_here(demo.people):
            set_visibility(Someone((player,)), demo.actor, PersonVisibility.PUBLIC)
    if name == TEAM:
        teams.set_team_scheme(season, demo.actor, result="match")
        for number, team in enumerate(story.TEAMS):
            teams.make_team(season, demo.actor, _(team), players=still_here(demo.people[number::4]))
    return season


def hand_in(demo: Demo, team: Team, evening: Evening) -> list[Player]:
    """Hand in the line-up of a team: four of its five people."""
    five = demo.people[team.number - 1 :: 4]
    four = still_here([player for index, player in enumerate(five) if (index + evening.number) % 5])
    line_ups.hand_in_line_up(team, evening, demo.actor, four)
    return four


def play_round(demo: Demo, night: Night, event: Event, begins: datetime) -> None:
    """Draw, publish, play and close a round. The tables take turns in entering what they play."""
    round_ = publish_next(demo, event, begins)
    last = begins + DEALS * DEAL
    tables = list(Table.objects.select_related("round__event__club").filter(round=round_).order_by("number"))
    for number in range(1, DEALS + 1) if night.by_deals else ():
        for table in tables:
            with moments.at(begins + number * DEAL + timedelta(seconds=25 * table.number)):
                record(table, demo.actor, number, next_deal(demo, table, luck_of(night, table)))
    for table in () if night.by_deals else tables:
        with moments.at(last + timedelta(seconds=40 * table.number)):
            record(table, demo.actor, TOTAL, total_of(demo, table, luck_of(night, table)))
    with moments.at(last + 2 * DEAL):
        close_round(round_, demo.actor)


def publish_next(demo: Demo, event: Event, begins: datetime) -> Round:
    """Draw the next round of an event, and publish it."""
    with moments.at(begins):
        drawn = draw_round(event, demo.actor, seed=event.rounds.count())
        return publish_round(drawn, demo.actor, drawn.draw)


def hands_at(demo: Demo, table: Table) -> list[str]:
    """The bots that play for the people at a table."""
    return [demo.hands.get(seat.entry.player_id, "cautious") for seat in table_seats(table)]


def luck_of(night: Night, table: Table | None = None) -> Random:
    """The luck of an evening or of a table. It is the same in all demos, whatever their day and language."""
    at = "" if table is None else f"{table.round.number} {table.number}"
    return Random(f"{night.season} {night.number} {at}")  # noqa: S311 - nothing secret comes from it


def next_deal(demo: Demo, table: Table, chance: Random) -> dict[str, Any]:
    """The next deal of a table, as the bots play it that play for its people."""
    state = table_state(table)
    return games.play_deal(
        state.rules,
        dealer=state.next_dealer,
        chips=state.purses,
        pools=state.pools,
        bots=hands_at(demo, table),
        seed=chance.getrandbits(40),
        number=state.next_number,
    )


STRENGTH: Final = {"expert": 6, "bold": 2, "cautious": 0, "random": -8}
"""The chips that people win in a round, beside people of strength 0 and without luck."""


def total_of(demo: Demo, table: Table, chance: Random) -> dict[str, Any]:
    """A total as a table would enter it: by strength and luck. Some chips stay on the board."""
    luck = [STRENGTH[hand] + chance.gauss(0, 14) for hand in hands_at(demo, table)]
    net = [round(each - sum(luck) / len(luck)) - 2 for each in luck]
    return {"format": "poch-count/1", "deals": DEALS, "net": net, "board": -sum(net)}


def make_what_comes(demo: Demo, own: str) -> None:
    """Make the table for a phone, the evenings that come, and their places in the seasons.

    own: the id of the evening for the visitor. It may be gone, or changed so that it cannot count.
    """
    actor, people = demo.actor, demo.people
    table = demo.event(_("At the kitchen table"), rounds_planned=1, deals_per_round=12)
    entries.add_entries(table, actor, [str(player.pk) for player in still_here(people[4:8])])
    entries.check_in_all(table, actor)
    publish_next(demo, start_event(table, actor), moments.now())
    strip.show(make_cards(table, actor, [1])[0].secret)
    friday = demo.event(
        demo.evening_name(NOW, story.FRIDAY),
        starts_on=demo.friday,
        starts_at=BEGINS,
        sign_up="open",
        capacity=20,
        price=500,
        currency="€",
        about=_(story.ABOUT),
    )
    for player in still_here(people[3:14]):
        replies.sign_up(friday, actor, player=player, as_director=True)
    season, of_teams = season_of(demo, NOW), season_of(demo, TEAM)
    for event in [*Event.objects.select_related("club").filter(pk=own), friday]:
        with suppress(Refusal):
            evenings.add_evening(season, actor, event)
    day = demo.event(demo.evening_name(TEAM, 3), starts_on=demo.friday + timedelta(days=4), starts_at=BEGINS)
    match_day = evenings.add_evening(of_teams, actor, day)
    for team in teams.teams_of(of_teams)[:2]:
        entries.add_entries(day, actor, [str(player.pk) for player in hand_in(demo, team, match_day)])
