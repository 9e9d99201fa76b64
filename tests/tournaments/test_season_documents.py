"""A season as a document: another club counts it anew, and gets the same tables and honours."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.builders import make_club, make_event, owner_of, refusal, work
from tests.tournaments.seasons import a_club, more_players, played, standing, started
from tests.tournaments.test_season_ends import two_divisions
from tournaments.errors import Conflict, ServiceError
from tournaments.models import Club, Event, Honour, League, Player, Season
from tournaments.services.exchange.documents import document_of
from tournaments.services.exchange.imports import import_event
from tournaments.services.exchange.season_documents import portable_tables, season_document_of
from tournaments.services.exchange.season_imports import import_season
from tournaments.services.fsck import run as fsck
from tournaments.services.privacy.people import anonymise_player
from tournaments.services.seasons import ending, evenings, leagues, members, seasons

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
    copy = import_season(club, owner_of(club), sent(season))
    assert lines(copy) == lines(season)
    assert (copy.status, copy.name, copy.league.club) == ("finished", season.name, club)
    told = ("division", "place", "points", "finalist", "move", "next_division", "member__player__name")
    assert sorted(Honour.objects.filter(member__season=copy).values_list(*told)) == sorted(
        Honour.objects.filter(member__season=season).values_list(*told)
    )
    assert fsck.run().as_json()["damage"] == []
    again = sent(copy)
    first = sent(season)
    for name in ("name", "scheme", "divisions", "league", "created_at", "finished_at"):
        assert again[name] == first[name]
    assert [{**each, "player": ""} for each in again["honours"]] == [
        {**each, "player": ""} for each in first["honours"]
    ]


def test_lots_among_many_who_never_came_fall_in_a_copy_as_they_did() -> None:
    club, people = a_club(13)
    season = started(club, [played(club, people[:4])], players=people)
    ending.end_season(season, owner_of(club))
    other = make_club()
    copy = import_season(other, owner_of(other), sent(season))
    assert [line["decided_by"] for line in standing(copy).tables[0]["lines"]][-9:] == ["lots"] * 9
    assert lines(copy) == lines(season)
    assert copy.seed == season.seed


def test_a_running_season_goes_on_elsewhere() -> None:
    club, people = a_club(4)
    season = started(club, [played(club, people)], players=people)
    other = make_club()
    copy = import_season(other, owner_of(other), sent(season))
    assert copy.enrols
    assert lines(copy) == lines(season)
    ours = [str(member.player_id) for member in copy.members.all()]
    evenings.add_evening(copy, owner_of(other), played(other, ours, seed=3))
    assert len(standing(copy).covers) == 2


def test_a_second_copy_is_made_only_if_it_is_wanted(season: Season) -> None:
    club, document = season.league.club, sent(season)
    with refusal("season_already_here", Conflict):
        import_season(club, owner_of(club), document)
    import_season(club, owner_of(club), document, again=True)
    assert League.objects.filter(club=club).count() == 1
    assert Season.objects.filter(seed=season.seed).count() == 2


def test_an_event_that_the_club_has_is_imported_again_only_if_it_is_wanted() -> None:
    club, people = a_club(4)
    event = played(club, people)
    document, other = sent(started(club, [event])), make_club()
    import_event(other, owner_of(other), document_of(event))
    with refusal("event_already_here", Conflict):
        import_season(other, owner_of(other), document)
    assert (Event.objects.filter(club=other).count(), Season.objects.count()) == (1, 1)
    import_season(other, owner_of(other), document, again=True)
    assert Event.objects.filter(club=other).count() == 2


def broken(document: dict[str, Any], how: str) -> dict[str, Any]:
    if how == "score":
        document["tables"][0]["lines"][0]["score"] += 1
    if how == "member":
        document["honours"][0]["player"] = document["evenings"][0]["event"]["players"][0]["id"][::-1]
    if how == "twice":
        document["members"].append(document["members"][0])
    if how == "scheme":
        document["scheme"] |= {"best": 2, "struck": 1}
    if how == "key":
        document["more"] = 1
    if how == "preset":
        document["league"]["preset"] = "pierer"
    if how == "deal":
        document["evenings"][0]["event"]["rounds"][0]["tables"][0]["game"][0]["result"]["net"][0] += 1
    if how == "division":
        document["evenings"][0]["division"] = 9
    if how == "weight":
        document["evenings"][0]["weight"] = "much"
    return document


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ("score", "season_disagrees"),
        ("member", "document_malformed"),
        ("twice", "season_disagrees"),
        ("scheme", "season_best_and_struck"),
        ("key", "document_malformed"),
        ("preset", "season_disagrees"),
        ("deal", "result_disagrees"),
        ("division", "season_disagrees"),
        ("weight", "season_disagrees"),
    ],
)
def test_a_document_that_contradicts_itself_is_refused_and_nothing_is_stored(how: str, code: str) -> None:
    club, people = a_club(4)
    season = started(club, [played(club, people)], scheme={"worth": "score"})
    ending.end_season(season, owner_of(club))
    document, other = sent(season), make_club()
    events = Event.objects.count()
    with refusal(code, ServiceError) as refused:
        import_season(other, owner_of(other), broken(document, how))
    assert (Event.objects.count(), Season.objects.filter(league__club=other).count()) == (events, 0)
    if how == "deal":
        pointer = refused.value.extra["errors"][0]["pointer"]
        assert pointer.startswith("/document/evenings/0/event/rounds/0")


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


def test_a_season_has_no_document_while_an_evening_is_to_come_and_the_refusal_names_it() -> None:
    club, people = a_club(4)
    season = started(club, [played(club, people), make_event(club, name="The last one")])
    with refusal("season_evening_open", Conflict) as refused:
        season_document_of(season)
    assert "The last one is not over yet" in refused.value.detail
