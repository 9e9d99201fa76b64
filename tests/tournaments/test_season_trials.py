"""What a season could become: other schemes, and what people need on the last evening."""

from __future__ import annotations

import pytest

from tests.builders import make_event, owner_of, refusal
from tests.tournaments.seasons import a_club, played, scores, standing, started
from tournaments.errors import Invalid
from tournaments.models import SeasonStanding
from tournaments.rules.errors import RulesError
from tournaments.services.seasons import evenings, trials

pytestmark = pytest.mark.django_db

POINTS = {"worth": "points", "points": [10, 6, 3, 1]}


def test_another_scheme_is_laid_over_the_evenings_and_nothing_is_stored() -> None:
    club, people = a_club(4)
    nights = [played(club, people, seed=seed) for seed in (1, 2, 3)]
    season = started(club, nights, scheme=POINTS)
    before = standing(season)
    (same,) = trials.what_if(season, POINTS)
    assert {line.person: same.score_of(line) for line in same.lines} == scores(season)
    assert all(each.before == each.after for each in same.moved)
    (best,) = trials.what_if(season, {**POINTS, "best": 1})
    other = started(club, nights, scheme={**POINTS, "best": 1}, name="Another")
    assert {line.person: best.score_of(line) for line in best.lines} == scores(other)
    with refusal("season_best_and_struck", Invalid):
        trials.what_if(season, {"best": 1, "struck": 1})
    assert SeasonStanding.objects.get(season=season) == before


def test_the_first_see_what_they_need_on_the_last_evening() -> None:
    club, people = a_club(4)
    season = started(club, [played(club, people)], scheme=POINTS)
    assert trials.needs_on_last_evening(season) == [], "no further evening is planned"
    evenings.add_evening(season, owner_of(club), make_event(club))
    (last,) = trials.needs_on_last_evening(season)
    order = [line["player"] for line in standing(season).tables[0]["lines"]]
    assert [need.person for need in last.needs] == order
    assert (last.people, last.evening.number) == (4, 2)
    # After 10 6 3 1, the second is level with the leader if they win and the leader comes second.
    assert [need.sure for need in last.needs] == [1, None, None, None]
    assert last.needs[3].possible == 1, "11 are enough if the leader comes last"
    evenings.add_evening(season, owner_of(club), make_event(club))
    assert trials.needs_on_last_evening(season) == [], "two evenings are to come"


def test_the_spread_of_a_club_comes_from_its_events() -> None:
    club, people = a_club(4)
    with pytest.raises(RulesError) as refused:
        trials.club_of(club)
    assert refused.value.code == "trial_spread_missing"
    for seed in (1, 2, 3):
        played(club, people, seed=seed)
    spread = trials.club_of(club)
    assert (len(spread.strengths), spread.comes) == (4, 1000)
