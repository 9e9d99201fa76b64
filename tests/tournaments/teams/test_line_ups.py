"""Line-ups when something changes: who leaves, who comes late, what others can learn of a hidden one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any
from uuid import UUID

import pytest

from tests.builders import make_club, owner_of, play_round, published_round, refusal, work
from tests.tournaments.clubs.test_people import one_person
from tests.tournaments.seasons import fresh, more_players
from tests.tournaments.teams import League, a_league, begin, finish, play_series
from tournaments.core.rules.refusals import Conflict, Invalid
from tournaments.desk.verbs.rounds import publish_round
from tournaments.draw.rules.request import request_from_json
from tournaments.draw.verbs import draws
from tournaments.draw.verbs.draws import check_draw
from tournaments.events.verbs import entries
from tournaments.models import (
    AuditEntry,
    Entry,
    Evening,
    Event,
    LineUp,
    LineUpPlace,
    Player,
    Round,
    SeasonMember,
    Seat,
    TeamMember,
)
from tournaments.seasons.verbs import members, seasons
from tournaments.seasons.verbs.evenings import take_off_evening
from tournaments.teams.rules.results import TeamDay
from tournaments.teams.verbs import leagues, line_ups, teams
from tournaments.teams.verbs.showing import line_ups_for
from tournaments.teams.verbs.tables import team_evening_of, team_table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> League:
    """Four teams of five in a season that runs, who play matches."""
    league = a_league(result="match")
    league.season = seasons.start_season(league.season, league.director)
    return league


def in_team(league: League, team: int, number: int) -> TeamMember:
    """Somebody in a team of a league."""
    return TeamMember.objects.get(team=league.teams[team], member__player=UUID(league.players[team][number]))


def the_match(evening: Evening) -> Sequence[TeamDay]:
    """The only match of an evening so far."""
    shown = LineUp.objects.filter(evening=evening).prefetch_related("places")
    (match,) = team_evening_of(evening, teams.members_of_teams(evening.season), shown).matches
    return match


def people_of(line_up: LineUp, series: int) -> dict[int, str]:
    """Who has each place of a line-up in a series."""
    rows = line_up.places.filter(from_series__lte=series).order_by("from_series")
    return {number: str(player) for number, player in rows.values_list("number", "member__member__player")}


def places(line_up: LineUp) -> dict[int, str]:
    """Who has each place of a line-up in the end."""
    return people_of(line_up, 99)


def test_who_is_in_a_hidden_line_up_is_told_by_no_refusal(league: League) -> None:
    league.hand_in(league.evening(), teams=[0])
    refused = []
    for number in (0, 4):  # Anna is in the line-up, Emil is not
        with refusal("team_line_up_hidden", Conflict) as error:
            teams.remove_team_member(in_team(league, 0, number), league.director)
        refused.append(error.value.detail.replace(("Anna", "Emil")[number > 0], "NAME"))
    assert refused[0] == refused[1]
    teams.remove_team_member(in_team(league, 1, 0), league.director)


def test_a_round_seated_by_hand_tells_nothing_of_a_hidden_line_up(league: League) -> None:
    evening = league.evening()
    league.hand_in(evening, teams=[0])
    event = begin(evening, league.players)
    entry_of = {str(entry.player_id): str(entry.pk) for entry in event.entries.all()}
    mates = [[entry_of[player] for player in own[:4]] for own in league.players]
    hidden = draws.propose_round(event, seats=mates)
    assert request_from_json(hidden.request["people"]).apart == ()
    line_ups.reveal_line_ups(evening, league.director)
    shown = draws.propose_round(event, seats=mates)
    assert shown.certificate["people"]["faults"]


def test_a_director_who_joins_a_team_does_not_see_what_it_has_handed_in(league: League) -> None:
    evening = league.evening()
    (handed_in,) = league.hand_in(evening, teams=[0])
    LineUp.objects.update(handed_in_by=None)
    (spy,) = more_players(league.club, 1, 40)
    Player.objects.filter(pk=spy).update(user=league.director.user)
    members.add_members(fresh(league.season), league.director, [spy])
    teams.add_team_members(league.teams[0], league.director, [spy])
    assert not line_ups_for(league.director).exists()
    line_ups.hand_in_line_up(league.teams[0], evening, league.captain(), league.players[0][:4])
    assert line_ups_for(league.director).get() == handed_in


@pytest.mark.parametrize("how", ["team", "season"])
def test_who_leaves_has_no_place_in_a_line_up_that_waits(league: League, how: str) -> None:
    played_one, waiting, hidden = league.evening(), league.evening(), league.evening()
    first = league.hand_in(played_one)[0]
    play_series(begin(played_one, league.players), [own[:4] for own in league.players], 1)
    second = league.hand_in(waiting)[0]
    (third,) = league.hand_in(hidden, teams=[0])
    anna, *others = league.players[0][:4]
    before = AuditEntry.objects.latest("pk").pk
    if how == "team":
        teams.edit_team_member(in_team(league, 0, 0), league.director, left=0)
    else:
        members.withdraw_member(SeasonMember.objects.get(player=UUID(anna)), league.director)
    assert places(first)[1] == anna, "what was played stays"
    assert places(second) == places(third) == dict(enumerate(others, 2)), "nobody moves up"
    (told,) = AuditEntry.objects.filter(pk__gt=before, verb="empty_place")
    assert (told.data["evening"], told.data["place"]) == (str(waiting.pk), 1)
    with refusal("not_in_team", Invalid):
        line_ups.hand_in_line_up(league.teams[0], hidden, league.director, [anna, *others])
    line_ups.substitute(second, league.director, 1, league.players[0][4])
    assert people_of(second, 1)[1] == league.players[0][4]


def test_an_evening_is_taken_off_with_hidden_line_ups_and_not_with_others(league: League) -> None:
    evening, other = league.evening(), league.evening()
    league.hand_in(evening, teams=[0])
    take_off_evening(evening, league.director)
    assert not LineUpPlace.objects.exists()
    league.hand_in(other)
    with refusal("evening_has_line_ups", Conflict):
        take_off_evening(other, league.director)
    assert LineUp.objects.count() == 4


def test_a_team_that_is_late_plays_from_the_next_series_on(league: League) -> None:
    evening, people = league.evening(), [own[:4] for own in league.players]
    league.hand_in(evening, teams=[0, 1, 2])
    line_ups.reveal_line_ups(evening, league.director)
    event = begin(evening, league.players)
    play_series(event, people, 1)
    (late,) = league.hand_in(evening, teams=[3])
    assert late.revealed_at is not None
    assert set(late.places.values_list("from_series", flat=True)) == {2}
    with refusal("line_ups_begun", Conflict):
        league.hand_in(evening, teams=[3])
    drawn = draws.propose_round(event)
    assert sum(map(len, drawn.tables)) == 16
    play_series(event, people, 2)
    (line,) = [line for line in the_match(evening) if line.team == str(league.teams[3].pk)]
    assert [(series.plays, series.people) for series in line.series] == [(False, 0), (True, 4)]


def a_best_league() -> tuple[League, Evening, LineUp, list[str]]:
    """Two teams of three whose best people count, and an evening with open line-ups of three."""
    league = a_league(teams_of=4, number=2, result="best", best=4)
    league.season = seasons.start_season(league.season, league.director)
    evening = league.evening(size=3, least=3)
    handed_in = [
        line_ups.hand_in_line_up(team, evening, league.director, own[:3])
        for team, own in zip(league.teams, league.players, strict=True)
    ]
    return league, evening, handed_in[0], league.players[0]


def counted(league: League, evening: Evening) -> list[tuple[str, ...]]:
    """Who makes each result of the first team, the best first."""
    work()
    (day,) = team_table_of(fresh(league.season)).evenings
    (line,) = [line for line in day.matches[0] if line.team == str(league.teams[0].pk)]
    return list(line.counted)


@pytest.mark.parametrize("both", [False, True])
def test_by_the_best_a_place_of_a_line_up_is_one_result(both: bool) -> None:
    """Unless both play a series: then they are two people of the evening."""
    league, evening, line_up, own = a_best_league()
    event = begin(evening, [own[:3], league.players[1][:3]])
    rounds = [[*own[:3], *league.players[1][:3]], [own[0], own[1], own[3], *league.players[1][:3]]]
    if both:
        rounds[1] = [*own, *league.players[1][:2]]
    by_hand(event, rounds[0], 1)
    line_ups.substitute(line_up, league.director, 3, own[3])
    by_hand(event, rounds[1], 2)
    finish(event)
    shared = {frozenset(people) for people in counted(league, evening) if len(people) > 1}
    assert shared == (set() if both else {frozenset((own[2], own[3]))})


def by_hand(event: Any, players: list[str], number: int) -> None:
    """Play a series of two tables."""
    play_series(event, [[player] for player in players], number, tables=2)


def linked(league: League, team: int = 1) -> tuple[str, str]:
    """The same human twice in the season: in the first team, and as a guest in this one."""
    club = make_club()
    leagues.agree_to_league(leagues.ask_club(league.season.league, league.director, club), owner_of(club))
    (guest,) = more_players(club, 1)
    members.add_members(fresh(league.season), owner_of(club), [guest])
    teams.add_team_members(league.teams[team], league.director, [guest])
    return league.players[0][0], guest


def link(one: str, other: str) -> None:
    one_person(Player.objects.get(pk=one), Player.objects.get(pk=other))


def test_a_person_with_two_members_plays_for_one_team(league: League) -> None:
    here, there = linked(league)
    link(here, there)
    evening = league.evening()
    with refusal("plays_for_another_team", Invalid) as refused:
        line_ups.hand_in_line_up(league.teams[1], evening, league.director, [there, *league.players[1][:3]])
    assert all(name in refused.value.detail for name in ("Anna", "Foxes"))
    line_ups.hand_in_line_up(league.teams[0], evening, league.director, [here, *league.players[0][1:4]])


def test_a_person_found_twice_in_line_ups_keeps_one_place(league: League) -> None:
    here, there = linked(league)
    before, waiting = league.evening(), league.evening()
    for evening in (before, waiting):
        line_ups.hand_in_line_up(league.teams[0], evening, league.director, league.players[0][:4])
        line_ups.hand_in_line_up(league.teams[1], evening, league.director, [there, *league.players[1][:3]])
    people = [own[:4] for own in league.players]
    play_series(begin(before, league.players), people, 1)
    link(here, there)
    first, second = LineUp.objects.filter(evening=waiting).order_by("team__number")
    assert (places(first)[1], sorted(places(second))) == (here, [2, 3, 4])
    played = {line.team: line.series[0].people for line in the_match(before)}
    assert [played[str(team.pk)] for team in league.teams[:2]] == [4, 3]


def a_match_day(*people: int, **fields: object) -> tuple[League, Evening, Event, list[LineUp]]:
    """A running event of teams with so many people each, whose line-ups are open."""
    league = a_league(result="match")
    league.season = seasons.start_season(league.season, league.director)
    evening = league.evening(**{"rounds_planned": 4, **fields})
    handed_in = [
        line_ups.hand_in_line_up(team, evening, league.director, own[:number])
        for team, own, number in zip(league.teams, league.players, people, strict=True)
    ]
    event = begin(evening, [own[:number] for own, number in zip(league.players, people, strict=True)])
    return league, evening, event, handed_in


def entry_of(event: Event, player: str) -> Entry:
    """The entry of a player, by their id."""
    return next(entry for entry in event.entries.all() if str(entry.player_id) == player)


def tables_of(round_: Round) -> list[list[str]]:
    """The ids of the players at each table."""
    tables: dict[int, list[str]] = {}
    rows = Seat.objects.filter(round=round_).order_by("table__number", "number")
    for table, player in rows.values_list("table__number", "entry__player"):
        tables.setdefault(table, []).append(str(player))
    return list(tables.values())


def met(rounds: Sequence[Round]) -> Counter[frozenset[str]]:
    """How often each two people have met."""
    return Counter(
        frozenset(pair) for round_ in rounds for table in tables_of(round_) for pair in combinations(table, 2)
    )


def keeps_mates_apart(round_: Round) -> bool:
    """Whether the request demands that mates sit apart, and the certificate has no fault."""
    request = request_from_json(round_.request["people"])
    return bool(request.apart) and round_.certificate["people"]["faults"] == []


def test_a_substitute_gets_the_seats_of_the_place_from_the_next_series_on() -> None:
    league, _evening, event, handed_in = a_match_day(4, 4, 4, 4, deals_per_round=1)
    old, new = league.players[0][1], league.players[0][4]
    entries.add_entries(event, league.director, [new])
    entries.check_in_all(event, league.director)
    rounds = [play_round(published_round(event), seed=number) for number in (1, 2)]
    assert new not in {player for round_ in rounds for table in tables_of(round_) for player in table}
    waiting = [str(entry_of(event, new).pk)]
    assert rounds[1].certificate["people"]["waiting"] == waiting

    drawn = draws.draw_round(event, league.director)
    line_ups.substitute(handed_in[0], league.captain(), 2, new)
    with refusal("entries_changed", Conflict):
        publish_round(drawn, league.director, drawn.draw)
    drawn = draws.redraw_round(drawn, league.director, drawn.draw)
    rounds.append(play_round(publish_round(drawn, league.director, drawn.draw), seed=3))
    rounds.append(play_round(published_round(event), seed=4))

    assert all(keeps_mates_apart(round_) for round_ in rounds)
    assert all(check["same"] for round_ in rounds for check in check_draw(round_))
    pairs = met(rounds)
    assert max(pairs.values()) == 1
    opponents = [{*pair} - {old, new} for pair in pairs if pair & {old, new}]
    expected = {player for own in league.players[1:] for player in own[:4]}
    assert Counter(player for rest in opponents for player in rest) == dict.fromkeys(expected, 1)


def test_a_substitute_takes_over_the_seats_of_a_plan_that_was_searched() -> None:
    league, _evening, event, handed_in = a_match_day(3, 3, 3, 3, rounds_planned=2, deals_per_round=1)
    new = league.players[0][4]
    first = play_round(published_round(event))
    assert [len(table) for table in tables_of(first)] == [4, 4, 4]
    assert keeps_mates_apart(first)
    entries.add_entries(event, league.director, [new])
    entries.check_in_all(event, league.director)
    line_ups.substitute(handed_in[0], league.captain(), 1, new)
    second = draws.draw_round(event, league.director)
    assert keeps_mates_apart(second)
    assert all(check["same"] for check in check_draw(second))
    request = request_from_json(second.request["people"])
    entry = str(entry_of(event, new).pk)
    assert not request.ahead_seated
    assert all(any(entry in table for table in tables) for tables in request.ahead)


def test_a_match_day_is_not_drawn_while_line_ups_are_hidden_or_nobody_of_them_is_here() -> None:
    league = a_league(result="match")
    evening = league.evening()
    event = begin(evening, league.players)
    league.hand_in(evening, teams=[0, 1, 2])
    with refusal("line_ups_hidden", Conflict):
        draws.propose_round(event)
    line_ups.reveal_line_ups(evening, league.director)
    proposal = draws.propose_round(event)
    assert sorted(map(len, proposal.tables)) == [3, 3, 3, 3]
    for player in (player for own in league.players[:3] for player in own[:4]):
        entries.undo_check_in(entry_of(event, player), league.director)
    with refusal("line_ups_absent", Conflict):
        draws.propose_round(event)
