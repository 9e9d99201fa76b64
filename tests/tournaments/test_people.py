"""Persons over clubs: by consent, undone as easily, forgotten when asked."""

from __future__ import annotations

from uuid import UUID

import pytest

from tests.builders import actor_of, make_club, make_member, make_user, owner_of, refusal, work
from tests.tournaments.seasons import a_club, fresh, played, scores, standing, started
from tournaments import access
from tournaments.errors import Conflict, Invalid, NotAllowed, NotFound
from tournaments.kernel.audit import Actor
from tournaments.models import Club, Person, PersonLink, Player, Season, SeasonMember
from tournaments.services.clubs.players import add_player
from tournaments.services.privacy.people import anonymise_player
from tournaments.services.seasons import ending, evenings, leagues, links, members, people

pytestmark = pytest.mark.django_db


def player_of(club: Club, name: str = "Anna") -> Player:
    return add_player(club, owner_of(club), name)


def two_clubs() -> tuple[Player, Player]:
    """The same human in the rosters of two clubs."""
    return player_of(make_club()), player_of(make_club())


def by_both(player: Player, other: Player) -> PersonLink:
    """The link of two players by the consent of both clubs."""
    return people.agree_link(people.ask_link(player, other, owner_of(player.club)), owner_of(other.club))


def players(ref: object) -> set[Player]:
    someone = people.someone_of(ref)
    return set() if someone is None else set(someone.players)


def test_two_clubs_say_that_their_players_are_one_person() -> None:
    player, other = two_clubs()
    link = people.ask_link(player, other, owner_of(player.club))
    assert players(player.pk) == {player}, "the other club has not agreed"
    assert [row.pk for row in links.links_to_answer(other.club)] == [link.pk]
    with refusal("person_linked", Conflict):
        people.ask_link(player, other, owner_of(player.club))
    people.agree_link(link, owner_of(other.club))
    assert players(player.pk) == players(other.pk) == players(link.person_id) == {player, other}
    people.undo_link(link, owner_of(other.club))
    assert (players(player.pk), players(other.pk)) == ({player}, {other})
    assert not Person.objects.exists(), "nothing is left of a person of one player"
    with refusal("person_link_gone", Conflict):
        people.agree_link(link, owner_of(other.club))


def test_a_person_links_their_own_players() -> None:
    user = make_user()
    mine = [player_of(make_club()) for _ in range(2)]
    me = Actor(user, "page")
    with refusal("person_not_yours", NotAllowed):
        people.link_mine(mine[0], me)
    with refusal("account_not_of_club", Invalid):
        people.set_account(mine[0], owner_of(mine[0].club), user)
    for player in mine:
        player.club.members.create(user=user, role="scorer")
        people.set_account(player, owner_of(player.club), user)
        people.link_mine(Player.objects.get(pk=player.pk), me)
    assert players(mine[0].pk) == set(mine)
    with refusal("account_taken", Invalid):
        people.set_account(player_of(mine[0].club, "Bert"), owner_of(mine[0].club), user)
    third = player_of(make_club())
    with refusal("person_has_account", Conflict):
        people.ask_link(Player.objects.get(pk=mine[0].pk), third, owner_of(mine[0].club))
    people.forget_person(Person.objects.get(user=user), me)
    assert players(mine[0].pk) == {mine[0]}
    assert not PersonLink.objects.exists()


def with_account(player: Player) -> Actor:
    """The actor whose account an owner has given to this player."""
    user = make_member(player.club, "scorer").user
    people.set_account(player, owner_of(player.club), user)
    return Actor(user, "page")


def test_clubs_do_not_speak_for_who_has_an_account() -> None:
    player, other = two_clubs()
    me = with_account(player)
    for one, two in ((player, other), (other, player)):
        with refusal("person_has_account", Conflict):
            people.ask_link(one, two, owner_of(one.club))
    third, fourth = two_clubs()
    link = people.ask_link(third, fourth, owner_of(third.club))
    with_account(fourth)
    with refusal("person_has_account", Conflict):
        people.agree_link(link, owner_of(fourth.club))
    assert access.person_for_editing(me, player.pk).players == (Player.objects.get(pk=player.pk),)


@pytest.mark.parametrize("given_to", [0, 1])
def test_who_gets_an_account_speaks_for_what_clubs_have_said_of_them(given_to: int) -> None:
    both = two_clubs()
    by_both(*both)
    owner = owner_of(both[0].club)
    people.set_visibility(access.person_for_editing(owner, both[0].pk), owner, "hidden")
    mine = both[given_to]
    me = with_account(mine)
    for each in both:
        assert set(access.person_for_editing(me, each.pk).players) == set(both)
        with pytest.raises(NotFound):
            access.person_for_viewer(owner_of(each.club), each.pk)
        with refusal("person_not_yours", NotAllowed):
            access.person_for_editing(owner_of(each.club), each.pk)
    people.set_account(mine, owner_of(mine.club), None)
    with pytest.raises(NotFound):
        access.person_for_viewer(me, mine.pk)
    assert set(access.person_for_editing(owner, mine.pk).players) == set(both), "as clubs have said"


def test_who_says_this_is_me_leaves_what_clubs_have_said() -> None:
    season, here, there = a_league_of_two()
    player, other = (Player.objects.get(pk=pk) for pk in (here, there))
    before = scores(season)
    by_both(player, other)
    me = with_account(other)
    people.link_mine(Player.objects.get(pk=other.pk), me)
    assert (players(player.pk), players(other.pk)) == ({player}, {other})
    assert [person.user_id for person in Person.objects.all()] == [me.user.pk]  # type: ignore[union-attr]
    assert scores(season) == before


def test_an_account_that_is_taken_back_has_the_player_no_more() -> None:
    mine = two_clubs()
    me = with_account(mine[0])
    assert me.user is not None
    mine[1].club.members.create(user=me.user, role="scorer")
    for player in mine:
        people.set_account(player, owner_of(player.club), me.user)
        people.link_mine(Player.objects.get(pk=player.pk), me)
    people.set_account(mine[0], owner_of(mine[0].club), None)
    assert (players(mine[0].pk), players(mine[1].pk)) == ({mine[0]}, {mine[1]})
    assert access.person_for_editing(owner_of(mine[0].club), mine[0].pk).user_id is None


def test_a_person_by_clubs_has_one_account() -> None:
    player, other = two_clubs()
    link = by_both(player, other)
    me = with_account(player)
    with refusal("person_linked", Conflict):
        with_account(other)
    assert access.person_link_for_undoing(me, link.pk) == link, "it is theirs, though by clubs"
    people.undo_link(link, me)
    they = with_account(other)
    assert people.someone_of(other.pk).user_id == they.user.pk  # type: ignore[union-attr]


def test_a_person_is_one_player_of_a_club() -> None:
    player, other = two_clubs()
    twin = player_of(player.club, "Anna B")
    with refusal("person_twice_in_club", Conflict):
        people.ask_link(player, twin, owner_of(player.club))
    by_both(player, other)
    with refusal("person_twice_in_club", Conflict):
        people.ask_link(other, twin, owner_of(other.club))
    bot = add_player(other.club, owner_of(other.club), "Robo", bot="random")
    with refusal("player_unknown", Invalid):
        people.ask_link(player, bot, owner_of(player.club))
    with refusal("player_is_a_bot", Conflict):
        people.set_account(bot, owner_of(other.club), None)


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
    player, other = (Player.objects.get(pk=pk) for pk in (here, there))
    link = by_both(player, other)
    work()
    assert scores(season)[here] == before[here] + before[there]
    assert there not in scores(season)
    with refusal("person_twice_in_season", Invalid):
        members.add_members(season, owner_of(season.league.club), [there])
    people.undo_link(link, owner_of(player.club))
    work()
    assert scores(season) == before


def test_what_directors_have_said_of_two_members_counts_for_the_one_who_stands_for_both() -> None:
    season, here, there = a_league_of_two()
    player, other = (Player.objects.get(pk=pk) for pk in (here, there))
    actor = owner_of(season.league.club)
    members.edit_member(season.members.get(player=other), actor, start=50)
    members.give_credit(season, actor, there, 7, "helped")
    evening = season.evenings.get(number=1)
    members.note_absence(evening, actor, there, "excused")
    before = scores(season)
    kept = list(SeasonMember.objects.filter(player=other).values())
    link = by_both(player, other)
    assert scores(season)[here] == before[here] + before[there], "with 50 + 7 points"
    with refusal("season_member_gone", Conflict):
        members.edit_member(SeasonMember.objects.get(player=other), actor, start=0)
    people.undo_link(link, owner_of(player.club))
    assert scores(season) == before
    assert list(SeasonMember.objects.filter(player=other).values()) == kept
    assert evening.absences.get(member__player=other).reason == "excused"


@pytest.mark.parametrize("parted", [0, 1, 2])
def test_whoever_of_three_parts_the_others_stand_together(parted: int) -> None:
    season, here, there = a_league_of_two()
    club, actor = make_club(), owner_of(season.league.club)
    third = player_of(club)
    leagues.agree_to_league(leagues.ask_club(season.league, actor, club), owner_of(club))
    members.add_members(season, owner_of(club), [third])
    before = scores(season)
    three = [*(Player.objects.get(pk=pk) for pk in (here, there)), third]
    for other in three[1:]:
        by_both(three[0], other)
    together = sum(before[str(player.pk)] for player in three)
    assert scores(season)[here] == together
    people.undo_link(PersonLink.objects.get(player=three[parted]), actor)
    alone = three.pop(parted)
    now = scores(season)
    assert now[str(alone.pk)] == before[str(alone.pk)]
    assert [now[str(player.pk)] for player in three if str(player.pk) in now] == [
        together - before[str(alone.pk)]
    ]


def test_a_person_who_is_removed_from_a_season_leaves_nothing_behind() -> None:
    season, _here, _there = a_league_of_two()
    actor = owner_of(season.league.club)
    club = make_club()
    leagues.agree_to_league(leagues.ask_club(season.league, actor, club), owner_of(club))
    pair = [player_of(season.league.club, "New"), player_of(club, "New")]
    members.add_members(season, actor, pair)
    by_both(pair[0], pair[1])
    members.remove_member(season.members.get(player=pair[0]), actor)
    assert not season.members.filter(player__in=pair).exists()


def test_who_played_for_another_club_is_withdrawn_and_not_removed() -> None:
    season, _here, there = a_league_of_two()
    club, actor = season.league.club, owner_of(season.league.club)
    new = player_of(club, "New")
    members.add_members(season, actor, [new], status="reserve")
    by_both(new, Player.objects.get(pk=there))
    stands = season.members.get(player__in=[new, there], set_aside=False)
    with refusal("season_member_has_results", Conflict):
        members.remove_member(stands, actor)


def test_who_has_played_just_now_is_not_removed() -> None:
    club, people_there = a_club(4)
    season = started(club, [], players=people_there)
    evenings.add_evening(season, owner_of(club), played(club, people_there))
    with refusal("season_member_has_results", Conflict):
        members.remove_member(season.members.get(player=UUID(people_there[0])), owner_of(club))


def test_members_of_a_finished_season_stay_when_they_become_one_person() -> None:
    season, here, there = a_league_of_two()
    player, other = (Player.objects.get(pk=pk) for pk in (here, there))
    ending.end_season(season, owner_of(season.league.club))
    before = scores(season)
    link = by_both(player, other)
    assert len(scores(season)) == 8, "what is finished keeps its members"
    with refusal("person_twice_in_season", Conflict):
        ending.reopen_season(season, owner_of(season.league.club), "a mistake")
    assert fresh(season).is_over
    people.undo_link(link, owner_of(player.club))
    assert scores(season) == before


def test_members_see_a_person_and_others_only_if_the_person_wants_it() -> None:
    player, other = two_clubs()
    link = by_both(player, other)
    stranger, friend = owner_of(make_club()), actor_of(make_member(other.club, "scorer"))
    owner = owner_of(player.club)
    for who in (stranger, Actor(None, "page")):
        with pytest.raises(NotFound):
            access.person_for_viewer(who, player.pk)
    someone = access.person_for_viewer(friend, player.pk)
    assert someone.ref == str(link.person_id)
    with refusal("person_not_yours", NotAllowed):
        access.person_for_editing(friend, player.pk)
    with refusal("season_value_unknown", Invalid):
        people.set_visibility(access.person_for_editing(owner, player.pk), owner, "everywhere")
    people.set_visibility(access.person_for_editing(owner, player.pk), owner, "public")
    assert access.person_for_viewer(stranger, other.pk).ref == str(link.person_id)
    people.set_visibility(access.person_for_editing(owner, player.pk), owner, "hidden")
    for who in (stranger, friend, owner):
        with pytest.raises(NotFound):
            access.person_for_viewer(who, player.pk)
    assert access.person_for_editing(owner, player.pk).ref == str(link.person_id)
    assert access.person_link_for_undoing(owner, link.pk) == link
    with pytest.raises(NotFound):
        access.person_link_for_undoing(stranger, link.pk)


def test_who_becomes_anonymous_is_linked_to_nobody() -> None:
    season, here, there = a_league_of_two()
    player, other = (Player.objects.get(pk=pk) for pk in (here, there))
    by_both(player, other)
    anonymise_player(player, owner_of(player.club))
    work()
    assert not PersonLink.objects.filter(player=player).exists()
    assert people.someone_of(player.pk) is None
    assert players(other.pk) == {other}
    assert here in scores(season), "results stay"
