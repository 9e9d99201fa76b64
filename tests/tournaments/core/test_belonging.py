"""Nothing crosses clubs or events, and no status goes back: the database says so, not the code alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import pytest
from django.apps import apps
from django.db import DatabaseError, models, transaction
from django.utils import timezone

from tests.builders import (
    enter,
    make_card,
    make_club,
    make_event,
    make_key,
    make_user,
    owner_of,
    play,
    published_round,
    the_table,
)
from tests.by_hand import by_hand, sqlite, write_again, write_over
from tournaments.clubs.verbs.people import add_player
from tournaments.core.triggers.belonging import FIXED, REFERENCE_RULES, STATUS_ORDERS, StatusOrder
from tournaments.desk.verbs.calls import call_director
from tournaments.desk.verbs.clocks import start_clock
from tournaments.desk.verbs.lifecycle import start_event
from tournaments.desk.verbs.rehearsals import rehearse
from tournaments.desk.verbs.rounds import close_round
from tournaments.draw.verbs import draws
from tournaments.draw.verbs.wishes import add_wishes
from tournaments.events.verbs import entries
from tournaments.models import (
    Absence,
    ApiKey,
    DealClaim,
    Division,
    Entry,
    Evening,
    EveningWorth,
    Event,
    Honour,
    KeyGrant,
    LeagueClub,
    LineUp,
    LineUpPlace,
    Occupant,
    Player,
    Rating,
    Reply,
    Round,
    Season,
    SeasonMember,
    SeasonStanding,
    SeatingWish,
    Standing,
    Team,
    TeamMember,
    TeamScheme,
)
from tournaments.play.verbs.cards import enter_by_secret
from tournaments.seasons.verbs import seasons
from tournaments.seasons.verbs.members import add_members, give_credit
from tournaments.standings.verbs.adjustments import add_adjustment
from tournaments.teams.verbs.leagues import agree_to_league, ask_club, leave_league

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def refused(code: str) -> Any:
    return pytest.raises(DatabaseError, match=code)


@dataclass
class World:
    """A club's event of eight that is running; what belongs to it is made as it is asked for."""

    event: Event

    def row(self, table: str) -> Any:
        """What belongs to this world in a table of the database."""
        return getattr(self, table.removeprefix("tournaments_"))

    def reference(self, table: str, column: str) -> Any:
        """The id of what a row of this world would refer to in this column."""
        target = MODELS[table]._meta.get_field(column.removesuffix("_id")).related_model
        return self.row(target._meta.db_table).pk  # type: ignore[union-attr]

    club = property(lambda w: w.event.club)
    user = property(lambda w: w.boss.user)
    member = cached_property(lambda w: w.club.members.all()[0])
    apikey = property(lambda w: w.keygrant.key)
    stage = cached_property(lambda w: w.event.stages.get())
    seat = property(lambda w: w.table.seats.get(number=0))
    tablecard = property(lambda w: w.phone.card)
    league = property(lambda w: w.season.league)
    boss = cached_property(lambda w: owner_of(w.event.club))
    entry = cached_property(lambda w: Entry.objects.filter(event=w.event).order_by("number")[0])
    player = cached_property(lambda w: add_player(w.event.club, w.boss, f"Bystander of {w.event.name}"))
    reply = cached_property(
        lambda w: Reply.objects.create(
            event=w.event, number=1, player=w.player, answer="yes", token_digest=w.event.slug
        )
    )
    round = cached_property(lambda w: published_round(w.event))
    table = cached_property(lambda w: the_table(w.round))

    @cached_property
    def occupant(self) -> Occupant:
        """Somebody who takes over a seat from the second deal on."""
        play(self.table, 1)
        substitute = enter(self.event, 1)[0]
        return Occupant.objects.create(
            seat=self.table.seats.get(number=0),
            round=self.round,
            entry=substitute,
            from_deal=2,
            event_version=self.event.version,
        )

    adjustment = cached_property(
        lambda w: add_adjustment(w.event, w.boss, w.entry, "late", chips=-5, played_round=w.round)
    )
    roundclock = cached_property(lambda w: start_clock(w.round, w.boss, 40))
    standing = cached_property(lambda w: Standing.objects.create(event=w.event, version=0, rows=[]))

    @cached_property
    def seatingwish(self) -> SeatingWish:
        players = [str(entry.player_id) for entry in self.event.entries.order_by("number")[:2]]
        return add_wishes(self.event.club, owner_of(self.event.club), "apart", players, event=self.event)[0]

    @cached_property
    def keygrant(self) -> KeyGrant:
        make_key(self.event.club)
        return KeyGrant.objects.create(key=ApiKey.objects.get(member__club=self.event.club), event=self.event)

    phone = cached_property(lambda w: enter_by_secret(make_card(w.table).secret).phone)
    call = cached_property(lambda w: call_director(w.table, w.boss).call)

    rehearsal = cached_property(lambda w: rehearse(make_event(w.event.club), w.boss))

    season = cached_property(
        lambda w: seasons.create_season(w.event.club, w.boss, "Winter", events=[w.event])
    )
    evening = cached_property(lambda w: w.season.evenings.get())
    division = cached_property(lambda w: Division.objects.create(season=w.season, number=1, name="First"))
    seasonmember = cached_property(lambda w: add_members(w.season, w.boss, [w.player])[0])
    absence = cached_property(
        lambda w: Absence.objects.create(evening=w.evening, member=w.seasonmember, reason="excused")
    )
    credit = cached_property(lambda w: give_credit(w.season, w.boss, w.seasonmember.player, 3, "helped"))
    honour = cached_property(lambda w: Honour.objects.create(member=w.seasonmember, place=1, points=0))
    teamscheme = cached_property(lambda w: TeamScheme.objects.create(season=w.season))
    team = cached_property(
        lambda w: Team.objects.create(season=w.season, number=1, name="Foxes", short_name="FOX")
    )
    teammember = cached_property(lambda w: TeamMember.objects.create(team=w.team, member=w.seasonmember))
    lineup = cached_property(lambda w: LineUp.objects.create(team=w.team, evening=w.evening))
    lineupplace = cached_property(
        lambda w: LineUpPlace.objects.create(line_up=w.lineup, number=1, member=w.teammember)
    )
    eveningworth = cached_property(
        lambda w: EveningWorth.objects.create(evening=w.evening, version=0, key="", data={})
    )
    seasonstanding = cached_property(
        lambda w: SeasonStanding.objects.create(season=w.season, version=1, covers={}, tables=[])
    )
    rating = cached_property(
        lambda w: Rating.objects.create(
            player=w.player, event=w.event, family="pagat", mu=25, sigma=3, events=1
        )
    )

    @cached_property
    def leagueclub(self) -> LeagueClub:
        """Another club that takes part in the league."""
        asked = ask_club(self.season.league, owner_of(self.event.club), make_club())
        return agree_to_league(asked, owner_of(asked.club))


MODELS = {model._meta.db_table: model for model in apps.get_app_config("tournaments").get_models()}


def a_world() -> World:
    event = make_event()
    enter(event, 8)
    return World(start_event(event, owner_of(event.club)))


@pytest.fixture
def here() -> World:
    return a_world()


@pytest.fixture
def there() -> World:
    return a_world()


@contextmanager
def undone(*worlds: World) -> Iterator[tuple[World, ...]]:
    """These worlds once more; what is made of them goes afterwards."""
    with transaction.atomic():
        yield tuple(World(Event.objects.select_related("club").get(pk=world.event.pk)) for world in worlds)
        transaction.set_rollback(True)


ANOTHER = {"number": 9, "name": "Others", "short_name": "OTH"}
"""Of a team: what its season has once."""

HARMLESS = {
    ("standing_of_its_event", "event_id"),
    ("occupant_of_its_seat", "seat_id"),
    ("club_of_another_league", "club_id"),
    ("club_of_another_league", "league_id"),
    ("season_standing_of_its_season", "season_id"),
    ("rehearsal_has_bots", "event_id"),
    ("rehearsal_has_bots", "player_id"),
    ("grant_of_its_club", "table_id"),
    ("team_of_its_league", "season_id"),
}
"""Columns whose row may be another one as far as this rule is concerned."""

BY_HAND = {
    "seat_of_who_may_sit",
    "claim_of_its_table",
    "person_in_a_season_once",
    "round_seats_who_is_here",
    "void_round_loses_no_deal",  # test_void_rounds.py
}
"""Rules that have a test of their own."""

CROSSINGS: list[tuple[str, Callable[[World, World], None]]] = [
    ("standing_of_its_event", lambda a, b: write_again(a.standing, version=a.event.version + 100)),
    ("occupant_of_its_seat", lambda a, b: write_again(a.occupant, seat_id=b.occupant.seat_id, from_deal=9)),
    ("grant_of_its_club", lambda a, b: write_again(a.keygrant, event_id=None, table_id=b.table.pk)),
    ("phone_of_its_card", lambda a, b: write_again(a.phone, table_id=the_table(a.round, 2).pk)),
    (
        "rehearsal_of_its_club",
        lambda a, b: write_again(a.rehearsal, rehearsal_of_id=a.rehearsal.pk),
    ),
    ("rehearsal_has_bots", lambda a, b: write_again(a.entry, event_id=a.rehearsal.pk, number=99)),
    ("club_of_another_league", lambda a, b: write_again(a.leagueclub, club_id=a.event.club_id)),
    ("evening_of_its_league", lambda a, b: write_again(a.evening, event_id=a.rehearsal.pk)),
    ("season_standing_of_its_season", lambda a, b: write_again(a.seasonstanding, version=99)),
]
"""What the column alone does not say."""


def update(row: models.Model, **changes: Any) -> None:
    """Change these columns of a row."""
    columns = ", ".join(f"{name} = %s" for name in changes)
    by_hand(f"UPDATE {row._meta.db_table} SET {columns} WHERE id = %s", *changes.values(), row.pk)


def test_a_row_with_two_references_refers_to_rows_that_belong_together(
    here: World, there: World, subtests: pytest.Subtests
) -> None:
    """A copy with one reference to the other club or event is refused, and so is such a change."""
    for rule in REFERENCE_RULES:
        columns = {name for name in rule.columns if name.endswith("_id")}
        for column in sorted(columns - {name for code, name in HARMLESS if code == rule.code}):
            if rule.code in BY_HAND:
                continue
            with subtests.test(rule.code, column=column), undone(here, there) as (one, other):
                row, changes = one.row(rule.table), {column: other.reference(rule.table, column)}
                with refused(rule.code):
                    write_again(row, **changes)
                if column not in FIXED.get(rule.table, ()):
                    with refused(rule.code):
                        update(row, **changes)
    for code, crossing in CROSSINGS:
        with subtests.test(code), undone(here, there) as (one, other), refused(code):
            crossing(one, other)


def test_a_row_that_keeps_to_its_own_is_let_in(here: World) -> None:
    """The control: what is refused is refused for what it changes."""
    write_again(here.entry, player_id=here.player.pk, number=99)
    write_again(here.round, number=9, status="closed")
    write_again(here.adjustment)
    write_again(here.adjustment, round_id=None)
    write_again(here.standing, version=1, round_id=here.round.pk)
    write_again(here.seatingwish, other_id=here.player.pk)
    write_again(here.keygrant, event_id=None, table_id=here.table.pk)
    write_again(here.phone, token_digest="x")
    write_again(here.rehearsal, rehearsal_of_id=here.event.pk, slug="x")
    write_again(here.evening, event_id=make_event(here.event.club).pk, division_id=here.division.pk)
    guest = add_player(here.leagueclub.club, owner_of(here.leagueclub.club), "A guest")
    write_again(here.seasonmember, player_id=guest.pk, through_id=here.leagueclub.pk)
    write_again(here.absence, member_id=SeasonMember.objects.get(player=guest).pk)
    write_again(here.seasonstanding, version=2)
    write_again(here.team, club_id=here.leagueclub.club_id, **ANOTHER)
    write_again(here.teammember, member_id=SeasonMember.objects.get(player=guest).pk)
    write_again(here.lineup, team_id=Team.objects.get(number=9).pk)
    write_again(here.lineupplace, number=2, from_series=2)


def test_a_bot_is_seated_among_bots_alone(here: World) -> None:
    seat = here.table.seats.get(number=0)
    bot = enter(here.event, 1, bot="random")[0]
    with refused("seat_of_who_may_sit"):
        write_again(seat, entry_id=bot.pk, number=7)
    with refused("seat_of_who_may_sit"):
        update(seat, entry_id=bot.pk)
    with refused("stays_where_it_is"):
        by_hand("UPDATE tournaments_player SET bot = 'random' WHERE id = %s", here.entry.player_id)


def test_a_withdrawn_player_is_not_seated_again(here: World) -> None:
    gone = entries.withdraw(enter(here.event, 1)[0], owner_of(here.event.club))
    with refused("seat_of_who_may_sit"):
        write_again(here.table.seats.get(number=0), entry_id=gone.pk, number=7)


def test_a_round_with_a_withdrawn_player_is_not_published(here: World) -> None:
    drawn = draws.draw_round(here.event, owner_of(here.event.club))
    entries.withdraw(here.entry, owner_of(here.event.club))
    with refused("round_seats_who_is_here"):
        by_hand("UPDATE tournaments_round SET status = 'published' WHERE id = %s", drawn.pk)


def test_a_confirmed_claim_is_the_deal_that_it_speaks_of(here: World) -> None:
    deal = play(here.table)[0]
    fields = {"table": here.table, "number": 1, "document": {}, "result": {}, "status": "confirmed"}
    DealClaim.objects.create(deal=deal, **fields)
    for changes in ({"number": 2}, {"table": the_table(here.round, 2)}):
        with refused("claim_of_its_table"), transaction.atomic():
            DealClaim.objects.create(deal=deal, **(fields | changes))


CHANGED = {"number": 9, "bot": "random", "from_deal": 9, "event_version": 0, "version": 0}
"""Another value of a column that is no reference."""


def test_the_owner_of_a_row_never_changes(here: World, there: World, subtests: pytest.Subtests) -> None:
    for table, columns in FIXED.items():
        for column in columns[1:]:
            with subtests.test(table, column=column), undone(here, there) as (one, other):
                row = one.row(table)
                value = CHANGED[column] if column in CHANGED else other.reference(table, column)
                others = [
                    rule.code for rule in REFERENCE_RULES if column in rule.columns and rule.table == table
                ]
                codes = "|".join(["stays_where_it_is", *others])
                with refused(codes):
                    update(row, **{column: value})
                if sqlite():
                    with refused(codes):
                        write_over(row, **{column: value})


STATUSES = {
    "tournaments_event": ["draft", "open", "running", "finished"],
    "tournaments_round": ["drawn", "published", "playing", "closed", "void"],
    "tournaments_entry": ["registered", "checked_in", "withdrawn"],
    "tournaments_season": ["draft", "open", "running", "finished"],
}


@pytest.mark.parametrize("life", STATUS_ORDERS, ids=lambda life: life.table)
def test_a_status_moves_along_its_life_and_no_other_way(here: World, life: StatusOrder) -> None:
    """Every step there is, from a row that begins with every status."""
    model = {model._meta.db_table: model for model in (Event, Round, Entry, Season)}[life.table]
    play(here.table)
    closed = close_round(here.round, owner_of(here.event.club), early=True)
    copies: dict[type[models.Model], tuple[models.Model, dict[str, Any]]] = {
        Event: (here.event, {"slug": "again"}),
        Round: (closed, {"number": 9}),
        Entry: (here.entry, {"number": 9, "player_id": here.player.pk}),
        Season: (here.season, {"slug": "again"}),
    }
    row, own = copies[model]
    for before, after in product(STATUSES[life.table], repeat=2):
        with transaction.atomic():
            is_void = isinstance(row, Round) and before == "void"
            ended = (
                {"finished_at": timezone.now()} if isinstance(row, Season) and before == "finished" else {}
            )
            write_again(
                row, status=before, **own, **ended, **({"void_as": "played_again"} if is_void else {})
            )
            (made,) = model._base_manager.filter(**own).exclude(pk=row.pk)
            also = ", void_as = 'played_again'" if isinstance(row, Round) and after == "void" else ""
            if isinstance(row, Season):
                also = f", finished_at = {'created_at' if after == 'finished' else 'NULL'}"
            move = (f"UPDATE {life.table} SET status = %s{also} WHERE id = %s", after, made.pk)
            if before == after or [before, after] in life.steps:
                by_hand(*move)
            else:
                with refused(life.code):
                    by_hand(*move)
            transaction.set_rollback(True)


def test_the_scheme_of_a_season_is_frozen_and_its_version_only_grows(here: World) -> None:
    season = seasons.start_season(here.season, owner_of(here.event.club))
    with refused("season_scheme_frozen"):
        by_hand("UPDATE tournaments_season SET scheme = '{}' WHERE id = %s", season.pk)
    with refused("season_version_grows"):
        by_hand("UPDATE tournaments_season SET version = version - 1 WHERE id = %s", season.pk)


def test_a_credit_is_cancelled_once_and_never_changed_or_removed(here: World) -> None:
    pk = here.credit.pk
    for sql in (
        "UPDATE tournaments_credit SET points = 1 WHERE id = %s",
        "UPDATE tournaments_credit SET reason = 'another', points = 1 WHERE id = %s",
        "DELETE FROM tournaments_credit WHERE id = %s",
    ):
        with refused("credit_stays"):
            by_hand(sql, pk)
    by_hand("UPDATE tournaments_credit SET cancelled_at = given_at WHERE id = %s", pk)
    with refused("credit_stays"):
        by_hand("UPDATE tournaments_credit SET cancelled_at = NULL WHERE id = %s", pk)


def test_a_club_that_has_left_a_league_enters_nothing_more(here: World) -> None:
    guest, season = here.leagueclub.club, here.season
    evening = {"season": season, "event": make_event(guest), "number": 9}
    leave_league(here.leagueclub, owner_of(guest))
    asked = ask_club(season.league, owner_of(here.event.club), guest)
    for consent in (here.leagueclub, asked):
        with refused("evening_of_its_league"), transaction.atomic():
            Evening.objects.create(through=consent, **evening)


def test_a_person_is_a_member_of_a_season_once(here: World) -> None:
    """Whichever comes first, the two members or the account; unless one of the members is set aside."""
    guest = add_player(here.leagueclub.club, owner_of(here.leagueclub.club), "The same")
    user = here.seasonmember.player.user = make_user()
    here.seasonmember.player.save()
    member = {"season": here.season, "player": guest, "through": here.leagueclub, "position": 9}
    guests = Player.objects.filter(pk=guest.pk)
    with transaction.atomic():
        guests.update(user=user)
        with refused("season_member_of_its_league"), transaction.atomic():
            SeasonMember.objects.create(**member)
        aside = SeasonMember.objects.create(**member, set_aside=True)
        with refused("season_member_of_its_league"), transaction.atomic():
            by_hand("UPDATE tournaments_seasonmember SET set_aside = false WHERE id = %s", aside.pk)
        transaction.set_rollback(True)
    aside = SeasonMember.objects.create(**member, set_aside=True)
    with transaction.atomic():
        guests.update(user=user)
        transaction.set_rollback(True)
    SeasonMember.objects.filter(pk=aside.pk).update(set_aside=False)
    with refused("person_in_a_season_once"), transaction.atomic():
        guests.update(user=user)
