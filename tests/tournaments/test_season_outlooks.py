"""What a season could become: other schemes, and what people need on the last evening."""

from __future__ import annotations

import pytest

from tests.builders import make_event, owner_of, refusal
from tests.tournaments.seasons import a_club, played, scores, standing, started
from tournaments.core.rules.refusals import Invalid
from tournaments.models import SeasonStanding
from tournaments.seasons.verbs import divisions, evenings, finals, members, seasons

pytestmark = pytest.mark.django_db

POINTS = {"worth": "points", "points": [10, 6, 3, 1]}


def test_another_scheme_is_laid_over_the_evenings_and_nothing_is_stored() -> None:
    club, people = a_club(4)
    nights = [played(club, people, seed=seed) for seed in (1, 2, 3)]
    season = started(club, nights, scheme=POINTS)
    before = standing(season)
    (same,) = finals.what_if(season, POINTS)
    assert {line.person: same.score_of(line) for line in same.lines} == scores(season)
    assert same.places_before == {line.person: line.place for line in same.lines}
    (best,) = finals.what_if(season, {**POINTS, "best": 1})
    other = started(club, nights, scheme={**POINTS, "best": 1}, name="Another")
    assert {line.person: best.score_of(line) for line in best.lines} == scores(other)
    with refusal("season_best_and_struck", Invalid):
        finals.what_if(season, {"best": 1, "struck": 1})
    assert SeasonStanding.objects.get(season=season) == before


def test_the_first_see_what_they_need_on_the_last_evening() -> None:
    club, people = a_club(4)
    season = started(club, [played(club, people)], scheme=POINTS)
    assert finals.needs_on_last_evening(season) == [], "no further evening is planned"
    evenings.add_evening(season, owner_of(club), make_event(club))
    (last,) = finals.needs_on_last_evening(season)
    order = [line["player"] for line in standing(season).tables[0]["lines"]]
    assert [need.person for need in last.needs] == order
    assert (last.people, last.evening.number) == (9, 2), "four points and four members"
    # After 10 6 3 1, the second is level with the leader if they win and the leader comes second.
    assert [need.sure for need in last.needs] == [1, None, None, None]
    assert last.needs[3].possible == 1, "11 are enough if the leader comes last"
    evenings.add_evening(season, owner_of(club), make_event(club))
    assert finals.needs_on_last_evening(season) == [], "two evenings are to come"
    longer = started(club, [played(club, people)], scheme={**POINTS, "planned": 3}, name="Longer")
    evenings.add_evening(longer, owner_of(club), make_event(club))
    assert finals.needs_on_last_evening(longer) == [], "one more is planned"


def test_who_plays_the_last_evening_from_other_divisions_takes_places_too() -> None:
    club, people = a_club(6)
    actor = owner_of(club)
    by = {"worth": "points", "points": [1000, 800, 600, 400, 200, 0], "final": 2}
    season = seasons.create_season(club, actor, "Winter", events=[played(club, people)], scheme=by)
    divisions.set_divisions(season, actor, [{"name": "A"}, {"name": "B"}])
    for number in (1, 2):
        members.add_members(season, actor, people[3 * number - 3 : 3 * number], division=number)
    evenings.add_evening(season, actor, make_event(club, capacity=6))
    season = seasons.start_season(season, actor)
    for player, score in scores(season).items():
        if gift := round((600 if player == people[0] else 0) - score, 3):
            members.give_credit(season, actor, player, gift, "to make it plain")
    first, second = finals.needs_on_last_evening(season)
    assert (first.people, first.final, second.people, second.final) == (6, True, 6, False)
    # 1000, 800, 600, 400, 200, 0: at the last place the leader is third if the two rivals come first.
    assert {need.person: need.sure for need in first.needs}[people[0]] == 4
    assert {need.sure for need in second.needs} == {1}, "they need to win: no final is theirs"


def test_places_among_members_are_those_of_the_own_division() -> None:
    club, people = a_club(6)
    actor, scheme = owner_of(club), {"among": "members"}
    season = seasons.create_season(
        club, actor, "Winter", events=[played(club, people)], scheme=scheme, enrols=False
    )
    divisions.set_divisions(season, actor, [{"name": "A"}, {"name": "B"}])
    members.add_members(season, actor, people[:4], division=1)
    members.add_members(season, actor, people[4:], division=2)
    evenings.add_evening(season, actor, make_event(club))
    season = seasons.start_season(season, actor)
    assert [last.people for last in finals.needs_on_last_evening(season)] == [4, 2]
