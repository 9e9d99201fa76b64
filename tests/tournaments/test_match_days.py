"""Match days of teams, drawn series by series: mates apart, each opponent once, substitutes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest

from tests.builders import play_round, published_round, refusal
from tests.tournaments.seasons import more_players
from tests.tournaments.teams import League, a_league, begin, finish
from tournaments.core.rules.refusals import Conflict
from tournaments.desk.verbs.publish import publish_round
from tournaments.draw.rules.request import request_from_json
from tournaments.draw.verbs import draws
from tournaments.draw.verbs.draws import check_draw
from tournaments.events.verbs import entries
from tournaments.models import Entry, Evening, Event, LineUp, Round, Seat
from tournaments.seasons.verbs import seasons
from tournaments.teams.verbs import line_ups
from tournaments.teams.verbs.tables import team_table_of

pytestmark = pytest.mark.django_db


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


def test_on_a_match_day_everybody_meets_each_opponent_once_and_no_mate() -> None:
    league, evening, event, _handed_in = a_match_day(4, 4, 4, 4, deals_per_round=1)
    rounds = [play_round(published_round(event), seed=number) for number in range(1, 5)]
    team_of = {player: number for number, own in enumerate(league.players) for player in own}
    people = [player for own in league.players for player in own[:4]]
    assert met(rounds) == {
        frozenset((a, b)): 1 for a, b in combinations(people, 2) if team_of[a] != team_of[b]
    }
    for round_ in rounds:
        assert keeps_mates_apart(round_)
        assert all(check["same"] for check in check_draw(round_))
    outlook = rounds[0].certificate["people"]["outlook"]
    assert (outlook["rounds"], outlook["repeats"], outlook["proved"]) == (4, 0, True)
    finish(event)
    (day,) = team_table_of(league.season).evenings
    assert len(day.matches) == 1
    assert all(series.people == 4 for line in day.matches[0] for series in line.series)
    assert evening.event_id == event.pk


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


def test_a_place_whose_person_is_not_here_is_empty() -> None:
    league, _evening, event, _handed_in = a_match_day(4, 4, 4, 4)
    entries.undo_check_in(entry_of(event, league.players[3][2]), league.director)
    drawn = draws.draw_round(event, league.director)
    assert [len(table) for table in tables_of(drawn)] == [4, 4, 4, 3]
    assert keeps_mates_apart(drawn)
    assert drawn.certificate["people"]["outlook"]["repeats"] == 0


def test_only_people_in_a_line_up_get_a_seat() -> None:
    league, _evening, event, _handed_in = a_match_day(4, 4, 4, 4)
    entries.add_entries(event, league.director, more_players(league.club, 2, 40))
    entries.check_in_all(event, league.director)
    drawn = draws.draw_round(event, league.director)
    assert sum(map(len, tables_of(drawn))) == 16
    assert len(drawn.certificate["people"]["waiting"]) == 2
    publish_round(drawn, league.director, drawn.draw)


def test_a_director_who_seats_by_hand_seats_everybody() -> None:
    league, _evening, event, _handed_in = a_match_day(4, 4, 4, 4)
    by_team = [[str(entry_of(event, player).pk) for player in own[:4]] for own in league.players]
    drawn = draws.draw_round(event, league.director, seats=by_team)
    assert len(drawn.certificate["people"]["faults"]) == 24
    publish_round(drawn, league.director, drawn.draw)


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
