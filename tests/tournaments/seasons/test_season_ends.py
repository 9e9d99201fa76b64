"""The end of a season: finals, honours, moves between divisions, the next draft, and reopening."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import make_event, owner_of, play_round, published_round, refusal, work
from tests.tournaments.seasons import a_club, fresh, more_players, played, scores, standing, started
from tournaments.core.rules.refusals import Conflict, Invalid
from tournaments.desk.verbs.lifecycle import finish_event, reopen_event, start_event
from tournaments.events.verbs import entries
from tournaments.models import Adjustment, AuditEntry, Club, Entry, Honour, Season, SeasonStatus
from tournaments.seasons.pages.table import honours_to_show
from tournaments.seasons.verbs import divisions, ending, evenings, facts, finals, members, seasons
from tournaments.seasons.verbs.tables import newest_standing
from tournaments.standings.verbs.adjustments import add_adjustment

pytestmark = pytest.mark.django_db


def two_divisions(nights: int = 2, **scheme: Any) -> tuple[Club, list[str], Season]:
    """A running season of eight people in two divisions, one goes up and one down."""
    club, people = a_club(8)
    actor = owner_of(club)
    season = seasons.create_season(club, actor, "Winter 2025/26", enrols=False, scheme=scheme)
    rows = divisions.set_divisions(season, actor, [{"name": "First", "down": 1}, {"name": "Second", "up": 1}])
    members.add_members(season, actor, people[:4], division=rows[0])
    members.add_members(season, actor, people[4:], division=rows[1])
    evenings.add_evenings(season, actor, [played(club, people, seed=seed) for seed in range(1, nights + 1)])
    return club, people, seasons.start_season(season, actor)


def orders(season: Season) -> list[list[str]]:
    return [[line["player"] for line in each["lines"]] for each in standing(season).tables]


def test_the_end_does_what_its_preview_says_and_makes_the_next_draft() -> None:
    club, _people, season = two_divisions()
    newcomer = more_players(club, 1, first=8)[0]
    plan = ending.plan_end(season, newcomers=[newcomer])
    assert (fresh(season).status, Honour.objects.count()) == (SeasonStatus.RUNNING, 0)
    following = ending.end_season(season, owner_of(club), newcomers=[newcomer], seen=plan.digest)
    upper, lower = orders(season)
    assert plan.divisions == {
        "First": (*upper[:3], lower[0]),
        "Second": (upper[3], *lower[1:], newcomer),
    }
    rows = following.members.order_by("position").values_list("division__name", "player")
    listed = [(name, str(player)) for name, player in rows]
    assert listed == [(name, player) for name, order in plan.divisions.items() for player in order]
    assert (following.name, following.status, following.previous) == ("Winter 2026/27", "draft", season)
    assert following.scheme == fresh(season).scheme
    honours = list(ending.honours_of(season))
    assert [str(each.member.player_id) for each in honours] == [*upper, *lower]
    assert [(each.division, each.place, each.move) for each in honours][3:5] == [
        ("First", 4, "down"),
        ("Second", 1, "up"),
    ]
    assert {str(each.member.player_id): each.points / 1000 for each in honours} == scores(season)
    told = ending.honours_of_league(season.league, places=1)
    assert [str(each.member.player_id) for each in told] == [upper[0], lower[0]]
    assert facts.names_of_members(season)[upper[0]] == told[0].member.player.public_name


def test_a_plan_that_is_old_is_refused_and_nothing_is_stored() -> None:
    club, people, season = two_divisions()
    plan = ending.plan_end(season)
    members.give_credit(season, owner_of(club), people[7], 50_000, "a gift")
    with refusal("season_end_changed", Conflict):
        ending.end_season(season, owner_of(club), seen=plan.digest)
    assert (fresh(season).status, Honour.objects.count(), Season.objects.count()) == ("running", 0, 1)
    ending.end_season(season, owner_of(club))
    with refusal("season_status", Conflict):
        ending.end_season(season, owner_of(club))
    assert AuditEntry.objects.filter(verb="end_season").count() == 1


def test_a_season_does_not_end_while_an_evening_is_open_or_reopened() -> None:
    club, people = a_club(4)
    empty = seasons.start_season(seasons.create_season(club, owner_of(club), "Empty"), owner_of(club))
    with refusal("season_empty", Conflict):
        ending.end_season(empty, owner_of(club))
    event = played(club, people)
    season = started(club, [event])
    event = reopen_event(event, owner_of(club))
    with refusal("season_evening_open", Conflict):
        ending.plan_end(season)
    finish_event(event, owner_of(club))
    evenings.add_evening(season, owner_of(club), make_event(club))
    with refusal("season_evening_open", Conflict):
        ending.end_season(season, owner_of(club))


def test_a_correction_after_the_end_moves_the_table_and_not_the_honours() -> None:
    club, people = a_club(4)
    event = played(club, people)
    season = started(club, [event], scheme={"worth": "score"})
    ending.end_season(season, owner_of(club))
    last = standing(season).tables[0]["lines"][-1]["player"]
    event = reopen_event(event, owner_of(club), "wrong chips")
    entry = Entry.objects.get(event=event, player=last)
    add_adjustment(event, owner_of(club), entry, "found chips", chips=5000)
    finish_event(event, owner_of(club))
    work()
    newest = newest_standing(season)
    assert newest is not None
    assert newest.tables[0]["lines"][0]["player"] == last
    moved = {str(each["honour"].member.player_id): each for each in honours_to_show(season, newest)}
    assert (moved[last]["honour"].place, moved[last]["now"][0], moved[last]["has_moved"]) == (4, "1", True)


def test_a_reopened_season_ends_anew_and_fills_the_same_draft() -> None:
    club, people, season = two_divisions()
    following = ending.end_season(season, owner_of(club))
    with refusal("reason_missing", Invalid):
        ending.reopen_season(season, owner_of(club), "")
    season = ending.reopen_season(season, owner_of(club), "a credit was forgotten")
    assert not Honour.objects.exists()
    worst = orders(season)[0][3]
    members.give_credit(season, owner_of(club), worst, 50_000, "forgotten")
    again = ending.end_season(season, owner_of(club))
    assert again == following
    assert again.members.filter(player_id=worst, division__name="First").exists()
    assert again.members.count() == 8
    evenings.add_evening(again, owner_of(club), played(club, people))
    seasons.start_season(again, owner_of(club))
    with refusal("season_next_started", Conflict):
        ending.reopen_season(season, owner_of(club), "too late")


def test_the_new_end_of_a_reopened_season_keeps_what_was_done_in_the_draft() -> None:
    club, people, season = two_divisions()
    actor = owner_of(club)
    following = ending.end_season(season, actor)
    added = more_players(club, 1, first=8)[0]
    members.add_members(following, actor, [added], division=following.divisions.get(name="Second"))
    first = following.members.get(player__pk=people[0])
    members.edit_member(first, actor, start=10, joined=2, status="reserve")
    season = ending.reopen_season(season, actor, "a credit was forgotten")
    upper, lower = orders(season)
    members.give_credit(season, actor, upper[3], 50_000, "forgotten")
    gone = next(player for player in lower if player != people[0])
    plan = ending.plan_end(season, leaving=[gone])
    assert plan.removed == (gone,)
    again = ending.end_season(season, actor, leaving=[gone], seen=plan.digest)
    rows = {str(row.player_id): row for row in again.members.select_related("division")}
    assert set(rows) == {*people, added} - {gone}
    changed = rows[people[0]]
    assert (changed.start, changed.joined, changed.status) == (10_000, 2, "reserve")
    assert [str(rows[player].division) for player in (upper[3], upper[2])] == ["First", "Second"]
    listed = [player for order in plan.divisions.values() for player in order]
    assert sorted(rows, key=lambda player: rows[player].position) == [*listed, added]


def a_final(carry: str = "half", **fields: Any) -> tuple[Club, Season, Any]:
    """A season with a final of three, whose event is open."""
    club, people = a_club(6)
    scheme = {"worth": "points", "points": [10, 8, 6, 4, 2], "final": 3, "carry": carry, "carry_step": "0.1"}
    season = started(club, [played(club, people)], scheme=scheme)
    event = make_event(club, rounds_planned=1, deals_per_round=1, **fields)
    return club, season, evenings.add_evening(season, owner_of(club), event, kind="final")


def test_finalists_are_entered_seeded_and_take_half_of_their_points_along() -> None:
    club, season, final = a_final()
    actor = owner_of(club)
    (order,) = orders(season)
    entered = finals.enter_finalists(final, actor)
    assert [str(entry.player_id) for entry in entered] == order[:3]
    assert [entry.seeding for entry in entered] == [1, 2, 3]
    finals.enter_finalists(final, actor)
    draft = seasons.create_season(club, actor, "Next", scheme={"final": 3})
    with refusal("season_status", Conflict):
        finals.enter_finalists(evenings.add_evening(draft, actor, make_event(club), kind="final"), actor)
    with refusal("evening_is_no_final", Invalid):
        finals.enter_finalists(season.evenings.get(number=1), actor)
    entries.check_in_all(final.event, actor)
    event = start_event(final.event, actor)
    assert finals.give_start_points(final, actor, "taken along") == 3
    with refusal("final_points_given", Conflict):
        finals.give_start_points(final, actor, "taken along")
    given = {str(each.entry.player_id): each.chips for each in Adjustment.objects.select_related("entry")}
    assert given == dict(zip(order[:3], (5, 4, 3), strict=True))
    play_round(published_round(event))
    finish_event(event, actor)
    work()
    lines = standing(season).tables[0]["lines"]
    assert sorted(line["final"] for line in lines) == [1, 2, 3, 4, 5, 6]
    assert {line["player"] for line in lines if line["final"] <= 3} == set(order[:3])
    ending.end_season(season, actor)
    assert Honour.objects.filter(finalist=True).count() == 3
    best = Honour.objects.get(place=1)
    assert next(line["final"] for line in lines if line["player"] == str(best.member.player_id)) == 1


def test_a_correction_that_waits_for_the_workers_counts_in_what_is_taken_along() -> None:
    club, people = a_club(4)
    actor, first = owner_of(club), played(club, people)
    season = started(club, [first], scheme={"worth": "score", "final": 4, "carry": "full"})
    event = make_event(club, rounds_planned=1, deals_per_round=1)
    final = evenings.add_evening(season, actor, event, kind="final")
    finals.enter_finalists(final, actor)
    entries.check_in_all(event, actor)
    start_event(event, actor)
    first = reopen_event(first, actor, "wrong chips")
    add_adjustment(first, actor, Entry.objects.get(event=first, player_id=people[0]), "late", chips=-50)
    finish_event(first, actor)
    finals.give_start_points(final, actor, "taken along")
    given = {str(each.entry.player_id): each.chips for each in Adjustment.objects.filter(event=event)}
    assert given == {player: score for player, score in scores(season).items() if score}
