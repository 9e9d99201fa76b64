"""What a season could become: other schemes, and what people need on the last evening."""

from __future__ import annotations

import pytest

from tests.builders import make_event, owner_of, refusal, work
from tests.tournaments.seasons import a_club, played, scores, standing, started
from tournaments import tasks
from tournaments.errors import Conflict, Invalid
from tournaments.models import OutboxTask, SeasonStanding
from tournaments.rules.season.reading import read_scheme
from tournaments.rules.season.trial import try_scheme
from tournaments.services.fsck import run as fsck
from tournaments.services.seasons import divisions, evenings, members, seasons, trials, trying

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
    longer = started(club, [played(club, people)], scheme={**POINTS, "planned": 3}, name="Longer")
    evenings.add_evening(longer, owner_of(club), make_event(club))
    assert trials.needs_on_last_evening(longer) == [], "one more is planned"


def test_who_plays_the_last_evening_from_other_divisions_takes_places_too() -> None:
    club, people = a_club(6)
    actor = owner_of(club)
    season = seasons.create_season(
        club, actor, "Winter", events=[played(club, people)], scheme={"worth": "linear", "final": 2}
    )
    divisions.set_divisions(season, actor, [{"name": "A"}, {"name": "B"}])
    for number in (1, 2):
        members.add_members(season, actor, people[3 * number - 3 : 3 * number], division=number)
    evenings.add_evening(season, actor, make_event(club))
    season = seasons.start_season(season, actor)
    for player, score in scores(season).items():
        if gift := round((600 if player == people[0] else 0) - score, 3):
            members.give_credit(season, actor, player, gift, "to make it plain")
    first, second = trials.needs_on_last_evening(season)
    assert (first.people, first.final, second.people, second.final) == (6, True, 6, False)
    # 1000, 800, 600, 400, 200, 0: at the last place the leader is third if the two rivals come first.
    assert {need.person: need.sure for need in first.needs}[people[0]] == 4
    assert {need.sure for need in second.needs} == {1}, "they need to win: no final is theirs"


def test_places_among_members_are_those_of_the_own_division() -> None:
    club, people = a_club(6)
    actor, scheme = owner_of(club), {"among": "members"}
    season = seasons.create_season(club, actor, "Winter", events=[played(club, people)], scheme=scheme)
    divisions.set_divisions(season, actor, [{"name": "A"}, {"name": "B"}])
    members.add_members(season, actor, people[:4], division=1)
    members.add_members(season, actor, people[4:], division=2)
    evenings.add_evening(season, actor, make_event(club))
    season = seasons.start_season(season, actor)
    assert [last.people for last in trials.needs_on_last_evening(season)] == [4, 2]


def test_workers_try_a_scheme_in_slices_with_the_same_outcome(monkeypatch: pytest.MonkeyPatch) -> None:
    club, people = a_club(4)
    nights = [played(club, people, seed=seed) for seed in (1, 2, 3)]
    season = seasons.create_season(club, owner_of(club), "Winter", events=nights)
    scheme = {**POINTS, "planned": 6, "best": 4, "final": 3, "carry": "half"}
    monkeypatch.setattr(trying, "SLICE", 0.0)
    trial = trying.start_trial(season, owner_of(club), scheme=scheme, seasons=23)
    with refusal("trial_running", Conflict):
        trying.start_trial(season, owner_of(club))
    for _slice in range(2):
        tasks.try_scheme(str(OutboxTask.objects.get(task=trying.TASK, done_at=None).pk))
    trial.refresh_from_db()
    assert (trial.status, trial.done, trial.percent) == ("running", 10, 43)
    assert [item.code for item in fsck.run().damage] == []
    work()
    trial.refresh_from_db()
    assert (trial.status, trial.done, sum(trial.wins)) == ("done", 23, 23)
    report = trying.report_of(trial)
    assert report.without_final is not None
    assert report.best.mean == report.wins[0] / 23
    whole = try_scheme(read_scheme(scheme), trials.club_of(club), 6, 23, trial.seed)
    assert list(whole.wins) == trial.wins
    with refusal("trial_out_of_range", Invalid):
        trying.start_trial(season, owner_of(club), seasons=0)
    with refusal("season_best_and_struck", Invalid):
        trying.start_trial(season, owner_of(club), scheme={"best": 1, "struck": 1})


def test_a_trial_is_stopped_and_needs_results_of_the_club() -> None:
    club, people = a_club(4)
    season = seasons.create_season(club, owner_of(club), "Winter")
    with refusal("trial_spread_missing", Invalid):
        trying.start_trial(season, owner_of(club))
    for seed in (1, 2):
        played(club, people, seed=seed)
    trial = trying.start_trial(season, owner_of(club), seasons=1000, evenings=2)
    trial = trying.stop_trial(trial, owner_of(club))
    work()
    trial.refresh_from_db()
    assert (trial.status, trial.done) == ("stopped", 0)
    assert list(trying.trials_of(season)) == [trial]
    seasons.remove_season(season, owner_of(club))
