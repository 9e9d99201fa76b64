"""Persons over clubs: an account with its players, left as easily, forgotten when asked."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

from tests.builders import actor_of, make_club, make_member, make_user, owner_of, refusal, with_account, work
from tests.tournaments.evenings import evening
from tests.tournaments.seasons import a_club, fresh, played, scores, standing, started
from tournaments.clubs.verbs import people
from tournaments.clubs.verbs.people import Someone, add_player, someone_of
from tournaments.core.actors import Actor
from tournaments.core.rules.refusals import Conflict, Invalid, NotAllowed, NotFound
from tournaments.models import (
    Club,
    Entry,
    Event,
    Player,
    Season,
    SeasonMember,
    SeatResult,
    Showdown,
    User,
)
from tournaments.programs.privacy import anonymise_player
from tournaments.seasons.access import (
    person_for_editing,
    person_for_viewer,
)
from tournaments.seasons.verbs import ending, evenings, figures, members
from tournaments.tables.verbs.tallies import seat_tallies
from tournaments.teams.verbs import leagues

pytestmark = pytest.mark.django_db


def player_of(club: Club, name: str = "Anna") -> Player:
    return add_player(club, owner_of(club), name)


def two_clubs() -> tuple[Player, Player]:
    """The same human in the rosters of two clubs."""
    return player_of(make_club()), player_of(make_club())


def one_person(*known: Player) -> Actor:
    """The actor who has the account of these players."""
    user = make_user()
    for player in known:
        with_account(player, user)
    return Actor(user, "page")


def pair_of(here: str, there: str) -> tuple[Player, Player]:
    return Player.objects.get(pk=here), Player.objects.get(pk=there)


def leave(player: Player, actor: Actor) -> None:
    """Leave a player whom another request has read again."""
    people.leave(Player.objects.get(pk=player.pk), actor)


def players(ref: object) -> set[Player]:
    someone = people.someone_of(ref)
    return set() if someone is None else set(someone.players)


def test_an_account_takes_players_of_two_clubs_by_their_links_and_leaves_them() -> None:
    player, other = two_clubs()
    old, secret = (people.make_link(player, owner_of(player.club)) for _ in range(2))
    with refusal("player_link_not_open", NotFound):
        people.player_of_link(old)
    user = people.take_by_link(secret, username="anna", password="three words are easy").user
    assert user == User.objects.get(username="anna")
    with refusal("player_link_not_open", NotFound):
        people.take_by_link(secret, user=make_user())
    with refusal("person_linked", Conflict):
        people.make_link(player, owner_of(player.club))
    me = with_account(other, user)
    assert players(player.pk) == players(other.pk) == {player, other}
    with refusal("person_twice_in_club", Conflict):
        with_account(player_of(player.club, "Bert"), user)
    leave(player, me)
    leave(other, owner_of(other.club))
    assert (players(player.pk), players(other.pk)) == ({player}, {other})
    assert people.someone_of(player.pk).user_id is None  # type: ignore[union-attr]


def test_a_person_asks_and_a_director_of_that_club_decides() -> None:
    player, other = two_clubs()
    me, another = with_account(player), Actor(make_user(), "page")
    assert me.user is not None
    for _ in range(2):
        people.ask_for_player(other, me)
    assert players(player.pk) == {player}, "the club has not said yes"
    with refusal("person_linked", Conflict):
        people.ask_for_player(other, another)
    with refusal("person_link_gone", Conflict):
        people.agree(other, owner_of(other.club), another.user.pk)  # type: ignore[union-attr]
    leave(other, owner_of(other.club))  # no
    with refusal("person_link_gone", Conflict):
        people.agree(other, owner_of(other.club), me.user.pk)
    people.ask_for_player(other, me)
    for _ in range(2):
        people.agree(other, owner_of(other.club), me.user.pk)
    assert players(other.pk) == {player, other}
    assert [each.pk for each in people.players_of_account(me.user)] == [player.pk, other.pk]


def test_who_is_asked_for_must_be_named_in_public_and_can_be_a_person_only() -> None:
    club = make_club()
    bot, anna = add_player(club, owner_of(club), "Robo", bot="random"), player_of(club)
    with refusal("player_unknown", Invalid):
        people.player_named(club, "Anna", in_public_events=True)
    assert people.player_named(club, "Anna", in_public_events=False) == anna
    with refusal("player_is_a_bot", Conflict):
        people.make_link(bot, owner_of(club))
    anonymise_player(anna, owner_of(club))
    with refusal("player_anonymous", Conflict):
        people.ask_for_player(anna, Actor(make_user(), "page"))


def a_league_of_two() -> tuple[Season, str, str]:
    """A season of two clubs; somebody plays in both, and became two members."""
    club, here = a_club(4)
    other, there = a_club(4)
    season = started(club, [played(club, here)], scheme={"worth": "points", "points": [4, 3, 2, 1]})
    leagues.agree_to_league(leagues.ask_club(season.league, owner_of(club), other), owner_of(other))
    evenings.add_evening(season, owner_of(other), played(other, there, seed=2))
    standing(season)
    return season, here[0], there[0]


def test_results_of_both_players_count_for_one_member_until_it_is_undone() -> None:
    season, here, there = a_league_of_two()
    before = scores(season)
    player, other = pair_of(here, there)
    me = one_person(player, other)
    work()
    assert scores(season)[here] == before[here] + before[there]
    assert there not in scores(season)
    with refusal("person_twice_in_season", Invalid):
        members.add_members(season, owner_of(season.league.club), [there])
    leave(other, me)
    work()
    assert scores(season) == before


def test_what_directors_have_said_of_two_members_counts_for_the_one_who_stands_for_both() -> None:
    season, here, there = a_league_of_two()
    player, other = pair_of(here, there)
    actor = owner_of(season.league.club)
    members.edit_member(season.members.get(player=other), actor, start=50)
    members.give_credit(season, actor, there, 7, "helped")
    evening = season.evenings.get(number=1)
    members.note_absence(evening, actor, there, "excused")
    before = scores(season)
    kept = list(SeasonMember.objects.filter(player=other).values())
    me = one_person(player, other)
    assert scores(season)[here] == before[here] + before[there], "with 50 + 7 points"
    with refusal("season_member_gone", Conflict):
        members.edit_member(SeasonMember.objects.get(player=other), actor, start=0)
    leave(other, me)
    assert scores(season) == before
    assert list(SeasonMember.objects.filter(player=other).values()) == kept
    assert evening.absences.get(member__player=other).reason == "excused"


def test_members_of_a_finished_season_stay_when_they_become_one_person() -> None:
    season, here, there = a_league_of_two()
    player, other = pair_of(here, there)
    ending.end_season(season, owner_of(season.league.club))
    before = scores(season)
    me = one_person(player, other)
    assert len(scores(season)) == 8, "what is finished keeps its members"
    with refusal("person_twice_in_season", Conflict):
        ending.reopen_season(season, owner_of(season.league.club), "a mistake")
    assert fresh(season).is_over
    leave(other, me)
    assert scores(season) == before


def test_members_see_a_person_and_others_only_if_the_person_wants_it() -> None:
    player, other = two_clubs()
    me = one_person(player, other)
    stranger, friend = owner_of(make_club()), actor_of(make_member(other.club, "scorer"))
    owner = owner_of(player.club)
    for who in (stranger, Actor(None, "page")):
        with pytest.raises(NotFound):
            person_for_viewer(who, player.pk)
    assert set(person_for_viewer(friend, player.pk).players) == {player, other}
    for who in (friend, owner):
        with refusal("person_not_yours", NotAllowed):
            person_for_editing(who, player.pk)
    mine = person_for_editing(me, other.pk)
    with refusal("season_value_unknown", Invalid):
        people.set_visibility(mine, me, "everywhere")
    people.set_visibility(mine, me, "public")
    for ref in (player.pk, other.pk):
        assert person_for_viewer(stranger, ref).ref == str(player.pk)
    leave(other, me)
    with pytest.raises(NotFound):
        person_for_viewer(stranger, other.pk)
    people.set_visibility(person_for_editing(me, player.pk), me, "hidden")
    with_account(other, me.user)
    for who in (stranger, friend, owner):
        for ref in (player.pk, other.pk):
            with pytest.raises(NotFound):
                person_for_viewer(who, ref)
    leave(other, owner_of(other.club))
    with pytest.raises(NotFound):
        person_for_viewer(friend, other.pk)
    assert person_for_editing(owner_of(other.club), other.pk).ref == str(other.pk)


def test_who_becomes_anonymous_has_no_account() -> None:
    season, here, there = a_league_of_two()
    player, other = pair_of(here, there)
    me = one_person(player, other)
    anonymise_player(Player.objects.get(pk=player.pk), owner_of(player.club))
    work()
    assert people.someone_of(player.pk) is None
    assert players(other.pk) == {other}
    assert [each.pk for each in people.players_of_account(me.user)] == [other.pk]  # type: ignore[arg-type]
    assert here in scores(season), "results stay"


def everybody(event: Event) -> list[Someone]:
    """The people of an event."""
    players = Player.objects.filter(entries__event=event, bot="", anonymised_at=None)
    return [someone for player in players if (someone := someone_of(player.pk)) is not None]


@pytest.fixture
def event() -> Event:
    return evening()


def test_head_to_head_adds_up_to_the_tallies_of_the_tables(event: Event) -> None:
    names = {str(entry.pk): str(entry.player_id) for entry in Entry.objects.filter(event=event)}
    tables: dict[str, Counter[str]] = defaultdict(Counter)
    for tally in seat_tallies(event):
        if tally.deals > 0:
            tables[tally.table][names[tally.entry]] += int(tally.chips)
    events = Event.objects.filter(pk=event.pk)
    for someone in everybody(event):
        own = str(someone.players[0].pk)
        expected: dict[str, list[int]] = defaultdict(list)
        for table in tables.values():
            if own in table:
                for other in table.keys() - {own}:
                    expected[other].append(table[own] - table[other])
        rows = {row.ref: row for row in figures.opponents(someone, events)}
        assert {ref: row.tables for ref, row in rows.items()} == {
            ref: len(more) for ref, more in expected.items()
        }
        for ref, row in rows.items():
            assert row.difference.mean == pytest.approx(sum(expected[ref]) / len(expected[ref]))
            ahead = sum((more > 0) + (more == 0) / 2 for more in expected[ref])
            assert row.ahead.mean == pytest.approx(ahead / len(expected[ref]))


def test_the_best_deals_are_those_of_the_ledger(event: Event) -> None:
    events = Event.objects.filter(pk=event.pk)
    counting = {"deal__kind": "recorded", "deal__replaced_by": None}
    found = [deal for someone in everybody(event) for deal in figures.best_deals(someone, events)]
    pots = SeatResult.objects.filter(**counting).order_by("-pots").values_list("pots", flat=True)
    assert max(deal.value for deal in found if deal.kind == "pot") == pots[0]
    fours = Showdown.objects.filter(kind="four", **counting)
    assert {deal.deal for deal in found if deal.kind == "four"} <= set(fours.values_list("deal", flat=True))
    for deal in found:
        assert SeatResult.objects.filter(deal=deal.deal, deal__number=deal.number).exists()
