"""A season as a document: another club counts it anew, and gets the same tables and honours."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.builders import make_club, owner_of, refusal, work
from tests.tournaments.seasons import a_club, more_players, played, standing, started
from tests.tournaments.seasons.test_season_ends import two_divisions
from tournaments.core.rules.refusals import Conflict, Refusal
from tournaments.desk.verbs.lifecycle import finish_event, reopen_event
from tournaments.models import Club, Event, Honour, Player, Season
from tournaments.programs.documents.season_documents import portable_tables, season_document_of
from tournaments.programs.documents.season_imports import import_season
from tournaments.programs.fsck import run as fsck
from tournaments.programs.privacy import anonymise_player
from tournaments.seasons.verbs import ending, evenings, members, seasons
from tournaments.standings.verbs.adjustments import add_adjustment
from tournaments.teams.verbs import leagues

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def sent(season: Season) -> dict[str, Any]:
    """The document of a season as it comes over the wire."""
    season = Season.objects.select_related("league__club").get(pk=season.pk)
    received: dict[str, Any] = json.loads(json.dumps(season_document_of(season)))
    return received


def lines(season: Season) -> list[list[tuple[Any, ...]]]:
    """The tables of a season with names instead of ids."""
    names = {str(pk): name for pk, name in Player.objects.values_list("pk", "name")}
    return [
        [(names[line.pop("player")], line) for line in each["lines"]]
        for each in portable_tables(standing(season).tables)
    ]


@pytest.fixture
def season() -> Season:
    """A finished season with two divisions, absences, credits and somebody who became anonymous."""
    club, people, season = two_divisions(worth="points", points=[9, 9, 4, 4], best=2)
    actor = owner_of(club)
    members.note_absence(season.evenings.order_by("number")[0], actor, people[2], "organiser")
    members.give_credit(season, actor, people[3], "1.5", "helped")
    seasons.note_play_off(season, actor, {people[0]: 3, people[1]: -3})
    members.cancel_credit(members.give_credit(season, actor, people[4], 2, "a mistake"), actor)
    anonymise_player(Player.objects.get(pk=people[5]), actor)
    ending.end_season(season, actor)
    work()
    return season


def test_another_club_gets_the_same_tables_and_honours(season: Season) -> None:
    club = make_club()
    taken = import_season(club, owner_of(club), sent(season))
    assert lines(taken) == lines(season)
    assert (taken.status, taken.name, taken.league.club) == ("finished", season.name, club)
    told = ("division", "place", "points", "finalist", "move", "next_division", "member__player__name")
    assert sorted(Honour.objects.filter(member__season=taken).values_list(*told)) == sorted(
        Honour.objects.filter(member__season=season).values_list(*told)
    )
    assert fsck.run().as_json()["damage"] == []
    again = sent(taken)
    first = sent(season)
    for name in ("name", "scheme", "divisions", "league", "created_at", "finished_at"):
        assert again[name] == first[name]
    assert [{**each, "player": ""} for each in again["honours"]] == [
        {**each, "player": ""} for each in first["honours"]
    ]


def first_deal(document: dict[str, Any]) -> dict[str, Any]:
    deal: dict[str, Any] = document["evenings"][0]["event"]["rounds"][0]["tables"][0]["game"][0]
    return deal


def add(row: Any, key: str | int) -> None:
    row[key] += 1


DISAGREES, MALFORMED = "season_disagrees", "document_malformed"

FORGERIES: list[tuple[str, str, Callable[[dict[str, Any]], object]]] = [
    (DISAGREES, "/tables", lambda d: add(d["tables"][0]["lines"][0], "score")),
    (MALFORMED, "/honours/0/player", lambda d: d["honours"][0].update(player="x")),
    (DISAGREES, "/honours/0/points", lambda d: add(d["honours"][0], "points")),
    (DISAGREES, "/honours/0/place", lambda d: d["honours"][0].update(place=d["honours"][0]["place"] + 1)),
    (DISAGREES, "/honours/0/finalist", lambda d: d["honours"][0].update(finalist=True)),
    (DISAGREES, "/honours/0/division", lambda d: d["honours"][0].update(division="A")),
    (DISAGREES, "/honours/0/move", lambda d: d["honours"][0].update(move="up")),
    (DISAGREES, "/honours/0/next_division", lambda d: d["honours"][0].update(next_division="A")),
    (DISAGREES, "/honours", lambda d: d["honours"].pop()),
    (DISAGREES, "", lambda d: d.update(status="running", finished_at=None)),
    (DISAGREES, "", lambda d: d["members"].append(d["members"][0])),
    ("season_best_and_struck", "/scheme", lambda d: d["scheme"].update(best=2, struck=1)),
    (MALFORMED, "", lambda d: d.update(more=1)),
    (DISAGREES, "/evenings/0/event", lambda d: d["league"].update(preset="pierer")),
    ("result_disagrees", "/evenings/0/event/rounds/0", lambda d: add(first_deal(d)["result"]["net"], 0)),
    (DISAGREES, "", lambda d: d["evenings"][0].update(division=9)),
    (DISAGREES, "", lambda d: d["evenings"][0].update(weight="much")),
]
"""The code and the place of the refusal, and what is forged."""


def test_a_forged_document_is_refused_at_its_place_and_nothing_is_stored(subtests: pytest.Subtests) -> None:
    club, people = a_club(4)
    season = started(club, [played(club, people)], scheme={"worth": "score"})
    ending.end_season(season, owner_of(club))
    document, other = sent(season), make_club()
    events = Event.objects.count()
    for number, (code, place, forge) in enumerate(FORGERIES):
        with subtests.test(code, place=place, number=number):
            forged = copy.deepcopy(document)
            forge(forged)
            with refusal(code, Refusal) as refused:
                import_season(other, owner_of(other), forged)
            assert refused.value.extra["errors"][0]["pointer"].startswith(f"/document{place}")
            assert (Event.objects.count(), Season.objects.filter(league__club=other).count()) == (events, 0)


def test_after_a_correction_since_the_end_a_copy_has_the_honours_of_the_corrected_table() -> None:
    club, people = a_club(4)
    event = played(club, people)
    season = started(club, [event], scheme={"worth": "score"})
    ending.end_season(season, owner_of(club))
    honour = Honour.objects.get(member__season=season, place=1)
    event = reopen_event(event, owner_of(club))
    first = event.entries.get(player=honour.member.player_id)
    add_adjustment(event, owner_of(club), first, "a wrong count", chips=-50)
    finish_event(event, owner_of(club))
    work()
    assert fsck.run().as_json()["damage"] == []
    other = make_club()
    taken = import_season(other, owner_of(other), sent(season))
    best = Honour.objects.get(member__season=taken, place=1)
    assert best.member.player.name != honour.member.player.name
    assert Honour.objects.get(pk=honour.pk).place == 1, "as it was announced"
    assert fsck.run().as_json()["damage"] == []


def test_only_a_season_of_one_club_that_has_started_has_a_document() -> None:
    club, people = a_club(4)
    draft = seasons.create_season(club, owner_of(club), "Next")
    with refusal("season_status", Conflict):
        season_document_of(draft)
    season = started(club, [played(club, people)])
    other: Club = make_club()
    leagues.agree_to_league(leagues.ask_club(season.league, owner_of(club), other), owner_of(other))
    evenings.add_evening(season, owner_of(other), played(other, more_players(other, 4)))
    with refusal("season_of_several_clubs", Conflict):
        season_document_of(season)
