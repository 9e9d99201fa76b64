"""Seasons: their life, their evenings and members, and what is refused."""

from __future__ import annotations

from math import copysign, sqrt
from typing import Any

import pytest

from tests.builders import (
    make_club,
    make_event,
    nets_by_the_ledger,
    owner_of,
    published_round,
    refusal,
    the_table,
    work,
)
from tests.tournaments.play.test_counts import is_clean
from tests.tournaments.seasons import (
    a_club,
    fresh,
    more_players,
    play_to_the_end,
    played,
    scores,
    standing,
    started,
)
from tournaments.core.rules.refusals import Conflict, Invalid
from tournaments.desk.verbs.lifecycle import finish_event, reopen_event, start_event
from tournaments.desk.verbs.rounds import close_round
from tournaments.events.verbs import entries, events
from tournaments.models import (
    Absence,
    AuditEntry,
    Evening,
    Event,
    Reply,
    Season,
    SeasonMember,
    SeasonStanding,
    SeasonStatus,
    Seat,
)
from tournaments.play.verbs import results
from tournaments.programs.fsck import run as fsck
from tournaments.seasons.verbs import divisions, ending, evenings, finals, members, seasons, tables, worths
from tournaments.standings.verbs import standings
from tournaments.standings.verbs.adjustments import add_adjustment
from tournaments.tables.verbs.table_states import TOTAL
from tournaments.teams.verbs import leagues

pytestmark = pytest.mark.django_db


def test_a_club_has_its_table_after_one_call_and_a_start() -> None:
    club, people = a_club(4)
    nights = [played(club, people, seed=seed) for seed in (1, 2)]
    season = started(club, nights, scheme={"worth": "points", "points": [10, 6, 3, 1]})
    assert season.status == SeasonStatus.RUNNING
    (table,) = standing(season).tables
    assert {line["player"] for line in table["lines"]} == set(people)
    assert sum(line["score"] for line in table["lines"]) == 2 * (10 + 6 + 3 + 1)
    assert standing(season).covers == {str(night.pk): night.version for night in nights}


def test_an_evening_that_is_finished_moves_the_table_by_itself() -> None:
    club, people = a_club(4)
    first = played(club, people)
    season = started(club, [first])
    later = played(club, people, finish=False)
    evenings.add_evening(season, owner_of(club), later, weight="1.5")
    work()
    before = standing(season)
    assert str(later.pk) not in before.covers
    finish_event(later, owner_of(club))
    work()
    now = SeasonStanding.objects.filter(season=season).latest("version")
    assert now.covers[str(later.pk)] == Event.objects.get(pk=later.pk).version
    assert now.version > before.version
    assert SeasonStanding.objects.get(pk=before.pk).tables == [], "only the newest needs its tables"
    assert {move["player"] for move in now.moves} <= set(people)


def test_a_corrected_evening_is_counted_anew_alone_and_says_who_moved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club, people = a_club(4)
    nights = [played(club, people, seed=seed) for seed in (1, 2, 3)]
    season = started(club, nights, scheme={"worth": "score"})
    work()
    before = standing(season)
    counted: list[Any] = []
    real = worths.worths_of

    def counting(*args: Any) -> Any:
        made = real(*args)
        counted.extend(each for each in made.values() if each.is_new)
        return made

    monkeypatch.setattr(tables, "worths_of", counting)
    event = reopen_event(nights[0], owner_of(club), "wrong chips")
    add_adjustment(event, owner_of(club), event.entries.order_by("number")[0], "late", chips=-7)
    work()
    assert str(event.pk) in standing(season).covers, "a reopened evening still counts"
    finish_event(event, owner_of(club))
    work()
    assert {each.worth.evening for each in counted} == {str(Evening.objects.get(event=event).pk)}
    (mover,) = tables.moved_since(season, before.version)
    assert mover["player"] == str(event.entries.order_by("number")[0].player_id)
    assert mover["score_before"] - mover["score_after"] == 7
    assert season.standings.latest("version").version > before.version


def test_the_sweep_finds_a_table_that_is_stale() -> None:
    club, people = a_club(4)
    season = started(club, [played(club, people)])
    work()
    assert tables.ask_for_stale() == 0
    Event.objects.update(version=99)
    assert standings.ask_for_stale() == 1
    work()
    assert set(season.standings.latest("version").covers.values()) == {99}
    Season.objects.update(version=99)
    assert tables.ask_for_stale() == 1
    assert tables.ask_for_stale() == 0, "it has been asked for"


def test_a_scheme_is_frozen_when_the_season_starts() -> None:
    club, people = a_club(4)
    actor = owner_of(club)
    season = seasons.create_season(club, actor, "Winter", events=[played(club, people)])
    with refusal("season_best_and_struck", Invalid):
        seasons.set_scheme(season, actor, {"best": 2, "struck": 1})
    assert fresh(season).scheme == season.scheme
    seasons.set_scheme(season, actor, {"best": 1, "planned": 1})
    with refusal("season_evenings_too_many", Invalid):
        evenings.add_evening(season, actor, make_event(club))
    seasons.open_season(season, actor)
    seasons.start_season(season, actor)
    with refusal("season_started", Conflict):
        seasons.set_scheme(season, actor, {})
    with refusal("season_status", Conflict):
        seasons.start_season(season, actor)
    with refusal("season_status", Conflict):
        seasons.remove_season(season, actor)


def test_a_running_season_is_set_back_to_a_draft_and_counted_anew_by_other_rules() -> None:
    club, people = a_club(4)
    actor, event = owner_of(club), played(club, people)
    season = started(club, [event], scheme={"worth": "linear"})
    members.give_credit(season, actor, people[0], 1, "helped")
    season = seasons.set_back_to_draft(season, actor)
    work()
    assert (season.status, season.started_at, season.version > 1) == ("draft", None, True)
    assert tables.newest_standing(season) is None
    assert seasons.set_back_to_draft(season, actor) == season
    assert AuditEntry.objects.filter(verb="set_back_to_draft").count() == 1
    seasons.set_scheme(season, actor, {"worth": "points", "points": [4, 3, 2, 1]})
    assert sum(scores(seasons.start_season(season, actor)).values()) == 11
    assert not fsck.run().damage


def test_evenings_that_cannot_count_are_refused_and_nothing_is_stored() -> None:
    club, people = a_club(4)
    actor, event = owner_of(club), played(club, people)
    season = started(club, [event])
    stranger = make_event(make_club())
    refused: list[tuple[str, Event, dict[str, Any]]] = [
        ("evening_known", event, {}),
        ("evening_of_other_rules", make_event(club, rules={"preset": "pierer"}), {}),
        ("club_not_in_league", stranger, {}),
        ("evening_stage_missing", make_event(club), {"counts": "stage", "stage": 3}),
        ("evening_stage_missing", make_event(club), {"stage": 1}),
        ("evening_out_of_range", make_event(club), {"weight": 0}),
        ("evening_out_of_range", make_event(club), {"weight": "many"}),
        ("evening_out_of_range", make_event(club), {"number": 0}),
        ("season_final_missing", make_event(club), {"kind": "final"}),
        ("season_value_unknown", make_event(club), {"kind": "gala"}),
        ("division_unknown", make_event(club), {"division": 1}),
    ]
    for code, wrong, settings in refused:
        with refusal(code, Invalid):
            evenings.add_evening(season, actor, wrong, **settings)
    assert Evening.objects.filter(season=season).count() == 1
    with refusal("evening_without_spreads", Invalid):
        seasons.create_season(club, actor, "Evened", events=[event], scheme={"worth": "even"})
    assert Season.objects.count() == 1
    evened = make_event(club, scoring="even")
    seasons.create_season(club, actor, "Evened", events=[evened], scheme={"worth": "even"})
    with refusal("evening_without_spreads", Conflict):
        events.change_settings(evened, actor, {"scoring": "chips"})
    with refusal("evening_of_other_rules", Conflict):
        coming = make_event(club)
        evenings.add_evening(season, actor, coming)
        events.change_settings(coming, actor, {"rules": {"preset": "pierer"}})


def test_a_change_of_an_evening_is_refused_for_what_it_makes_wrong_alone() -> None:
    club, _people = a_club(4)
    actor, nights = owner_of(club), [make_event(club, scoring="even") for _night in range(2)]
    season = seasons.create_season(club, actor, "Evened", events=nights, scheme={"worth": "even"})
    one, two = Evening.objects.filter(season=season).order_by("number")
    Event.objects.filter(pk=two.event_id).update(scoring="chips")
    evenings.edit_evening(one, actor, weight=2)
    two = evenings.edit_evening(two, actor, weight=2)
    two = evenings.edit_evening(two, actor, kind="friendly")
    with refusal("evening_without_spreads", Invalid):
        evenings.edit_evening(two, actor, kind="counting")


def test_an_evening_is_changed_and_taken_off_until_the_end() -> None:
    club, people = a_club(4)
    actor, nights = owner_of(club), [played(club, people, seed=seed) for seed in (1, 2)]
    season = started(club, nights, scheme={"worth": "points", "points": [9]})
    evening = Evening.objects.get(event=nights[1])
    evenings.edit_evening(evening, actor, weight=2)
    assert sum(scores(season).values()) == 9 + 18
    evenings.edit_evening(evening, actor, kind="friendly")
    assert sum(scores(season).values()) == 9
    evenings.take_off_evening(evening, actor)
    with refusal("evening_gone", Conflict):
        evenings.edit_evening(evening, actor, weight=3)
    ending.end_season(season, actor)
    with refusal("season_finished", Conflict):
        evenings.take_off_evening(Evening.objects.get(event=nights[0]), actor)


def test_who_plays_becomes_a_member_from_that_evening_on() -> None:
    club, people = a_club(4)
    late = more_players(club, 1, first=5)
    season = started(club, [played(club, people), played(club, people + late)])
    joined = dict(SeasonMember.objects.filter(season=season).values_list("player", "joined"))
    assert {str(player): number for player, number in joined.items()} == dict.fromkeys(people, 1) | {
        late[0]: 2
    }
    assert AuditEntry.objects.filter(verb="enrol_members").count() == 2
    (table,) = standing(season).tables
    line = next(line for line in table["lines"] if line["player"] == late[0])
    assert tables.outcomes_of(line)[0][1:] == ["missed", 0, "late"]


def test_without_enrolling_guests_are_in_no_table() -> None:
    club, people = a_club(5)
    season = started(club, [played(club, people)], enrols=False, players=people[:4])
    assert set(scores(season)) == set(people[:4])
    with refusal("season_member_known", Invalid):
        members.add_members(season, owner_of(club), [people[0]])
    with refusal("player_unknown", Invalid):
        members.add_members(season, owner_of(club), ["nobody"])
    (guest,) = members.add_members(season, owner_of(club), [people[4]], status="reserve")
    assert set(scores(season)) == set(people)
    with refusal("season_member_has_results", Conflict):
        members.remove_member(guest, owner_of(club))
    (mistake,) = members.add_members(season, owner_of(club), more_players(club, 1, first=6))
    members.remove_member(mistake, owner_of(club))
    assert set(scores(season)) == set(people)
    with refusal("season_member_gone", Conflict):
        members.edit_member(mistake, owner_of(club), joined=2)


def test_an_absence_follows_from_the_reply_and_a_director_corrects_it() -> None:
    club, people = a_club(6)
    event = make_event(club, rounds_planned=1, deals_per_round=1)
    for number, (player, answer) in enumerate([(people[4], "no"), (people[5], "yes")], 1):
        Reply.objects.create(
            event=event, number=number, player_id=player, answer=answer, token_digest=str(number)
        )
    scheme = {"excused": "fixed", "excused_points": 5, "organiser": "fixed", "organiser_points": 7}
    season = started(club, [], players=people, scheme=scheme)
    evening = evenings.add_evening(season, owner_of(club), event)
    play_to_the_end(event, people[:4])
    work()
    (absence,) = Absence.objects.all()
    assert (str(absence.member.player_id), absence.reason, absence.by_reply) == (people[4], "excused", True)
    assert (scores(season)[people[4]], scores(season)[people[5]]) == (5, 0)
    members.note_absence(evening, owner_of(club), people[5], "organiser")
    members.note_absence(evening, owner_of(club), people[4], None)
    assert (scores(season)[people[4]], scores(season)[people[5]]) == (0, 7)
    with refusal("season_value_unknown", Invalid):
        members.note_absence(evening, owner_of(club), people[5], "ill")
    with refusal("season_member_unknown", Invalid):
        members.note_absence(evening, owner_of(club), more_players(club, 1, first=7)[0], "excused")


def test_another_club_takes_part_by_the_consent_of_its_owner() -> None:
    club, people = a_club(4)
    other, guests = a_club(4)
    season = started(club, [played(club, people)])
    league = season.league
    asked = leagues.ask_club(league, owner_of(club), other)
    with refusal("league_club_known", Conflict):
        leagues.ask_club(league, owner_of(club), other)
    with refusal("league_of_this_club", Invalid):
        leagues.ask_club(league, owner_of(club), club)
    theirs = played(other, guests)
    with refusal("club_not_in_league", Invalid):
        evenings.add_evening(season, owner_of(other), theirs)
    leagues.agree_to_league(asked, owner_of(other))
    evening = evenings.add_evening(season, owner_of(other), theirs)
    assert evening.through == asked
    assert set(scores(season)) == {*people, *guests}
    leagues.leave_league(asked, owner_of(other))
    with refusal("club_not_in_league", Invalid):
        evenings.add_evening(season, owner_of(other), played(other, guests))
    with refusal("league_consent_over", Conflict):
        leagues.agree_to_league(asked, owner_of(other))
    assert set(scores(season)) == {*people, *guests}, "what was played stays"
    assert set(AuditEntry.objects.filter(verb="leave_league").values_list("club", flat=True)) == {
        club.pk,
        other.pk,
    }


def test_divisions_are_set_and_kept() -> None:
    club, people = a_club(8)
    actor = owner_of(club)
    season = seasons.create_season(club, actor, "Winter", enrols=False)
    first, second = divisions.set_divisions(season, actor, [{"name": "A", "down": 1}, {"name": "B", "up": 1}])
    members.add_members(season, actor, people[:4], division=first)
    members.add_members(season, actor, people[4:7], division=2)
    members.add_members(season, actor, people[7:])
    with refusal("season_member_without_division", Conflict):
        seasons.start_season(season, actor)
    lost = SeasonMember.objects.get(season=season, player_id=people[7])
    members.edit_member(lost, actor, division=second)
    with refusal("division_in_use", Conflict):
        divisions.set_divisions(season, actor, [{"name": "A"}])
    with refusal("division_twice", Invalid):
        divisions.set_divisions(season, actor, [{"name": "A"}, {"name": "A"}])
    for wrong in ({"name": "A", "ups": 1}, {"name": "A", "size": 0}):
        with refusal("division_malformed", Invalid):
            divisions.set_divisions(season, actor, [wrong])
    evenings.add_evening(season, actor, played(club, people))
    evenings.add_evening(season, actor, played(club, people[4:]), number=1, division=second)
    season = seasons.start_season(season, actor)
    upper, lower = standing(season).tables
    assert {line["player"] for line in upper["lines"]} == set(people[:4])
    assert (len(upper["evenings"]), len(lower["evenings"])) == (1, 2)
    with refusal("season_started", Conflict):
        divisions.set_divisions(season, actor, [{"name": "A"}])
    divisions.set_divisions(season, actor, [{"name": "B"}, {"name": "A"}])
    assert [division.name for division in season.divisions.all()] == ["B", "A"]


def test_the_net_chips_of_an_evening_are_those_of_all_its_stages() -> None:
    club, people = a_club(8)
    actor = owner_of(club)
    final = {"format": "final", "cut": 4, "carry": False, "rounds_planned": 1}
    stages = [{"format": "rotation", "rounds_planned": 1}, final]
    event = make_event(club, rules={"preset": "none"}, stages=stages)
    entries.add_entries(event, actor, people)
    entries.check_in_all(event, actor)
    event = start_event(event, actor)
    for net, tables_ in (([49, 16, -25, -40], 2), ([9, 4, -4, -9], 1)):
        round_ = published_round(event)
        for number in range(1, tables_ + 1):
            total = {"format": "poch-count/1", "deals": 6, "net": net, "board": 0}
            results.record(the_table(round_, number), actor, TOTAL, total)
        close_round(round_, actor)
        event = Event.objects.select_related("club").get(pk=event.pk)
    finish_event(event, actor)
    season = started(club, [event], scheme={"worth": "net_root"})
    won = nets_by_the_ledger(event)
    assert max(won.values()) in (58, 53), "49 and 9, or 49 and 4"
    players = {str(entry.pk): str(entry.player_id) for entry in event.entries.all()}
    roots = {players[entry]: round(copysign(sqrt(abs(net)), net), 3) for entry, net in won.items()}
    assert scores(season) == roots


def test_a_season_counts_points_with_tenths_whole() -> None:
    club, people = a_club(4)
    rules = {"preset": "none", "open_totals": True, "unit": "tenths"}
    nights = []
    for net in ([437, 251, 250, -64], [-12, 125, 126, 489]):
        event = make_event(club, rules=rules, rounds_planned=1, tie_breaks=["net"])
        entries.add_entries(event, owner_of(club), people)
        entries.check_in_all(event, owner_of(club))
        event = start_event(event, owner_of(club))
        round_ = published_round(event)
        total = {"format": "poch-count/1", "deals": 6, "net": net}
        results.record(the_table(round_), owner_of(club), TOTAL, total)
        close_round(round_, owner_of(club))
        nights.append(finish_event(Event.objects.select_related("club").get(pk=event.pk), owner_of(club)))
    season = started(club, nights, scheme={"worth": "score", "ties": ["net"]})
    won: dict[str, float] = {}
    for seat in Seat.objects.filter(round__event__in=nights):
        player = str(seat.entry.player_id)
        (result,) = seat.results.all()
        won[player] = round(won.get(player, 0) + result.net / 10, 1)
    assert scores(season) == won
    (table,) = standing(season).tables
    assert {line["player"]: line["metrics"]["net"] for line in table["lines"]} == won
    (first,) = tables.tables_after(season, 1)
    assert max(line["metrics"]["net"] for line in first["lines"]) == 43.7, "of the kept evening"
    assert is_clean()


POINTS = {"worth": "points", "points": [10, 6, 3, 1]}


def test_another_scheme_is_laid_over_the_evenings_and_nothing_is_stored() -> None:
    club, people = a_club(4)
    nights = [played(club, people, seed=seed) for seed in (1, 2, 3)]
    season = started(club, nights, scheme=POINTS)
    before = standing(season)
    ((_division, same),) = finals.what_if(season, POINTS)
    assert {line.person: tables.figure(line.score) for line, _before in same} == scores(season)
    assert all(line.place == before for line, before in same)
    ((_division, best),) = finals.what_if(season, {**POINTS, "best": 1})
    other = started(club, nights, scheme={**POINTS, "best": 1}, name="Another")
    assert {line.person: tables.figure(line.score) for line, _before in best} == scores(other)
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
