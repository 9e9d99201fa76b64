"""A draw as its director reads it: the certificate in words, the longer search, the public's part of it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from tests.builders import enter, owner_of, play_round, published_round, running_event, work
from tests.web.conftest import press
from tournaments.draw.rules.certificate.audit import audit
from tournaments.draw.rules.request import Plan, Request, Tables
from tournaments.draw.verbs import draws, searches
from tournaments.draw.words.certificate import verdict_of
from tournaments.events.verbs import entries
from tournaments.events.verbs.stages import edit_stage
from tournaments.models import Club, DrawSearch, Event, Round

pytestmark = pytest.mark.django_db


def flat(page: str) -> str:
    return re.sub(r"\s+", " ", page)


def tables_of(written: str) -> Tables:
    return tuple(tuple(table) for table in written.split())


def verdict_on(past: list[str], tables: str, *ahead: str) -> Any:
    """The verdict on these tables after these rounds, before those planned, written as ``"abcd efgh"``."""
    here = tables_of(tables)
    request = Request(
        players=tuple(sorted(player for table in here for player in table)),
        sizes=tuple(len(table) for table in here),
        past=tuple(map(tables_of, past)),
        rounds_left=1 + len(ahead),
    )
    return shown(audit(request, Plan(tables=here, ahead=tuple(map(tables_of, ahead)))))


def shown(certificate: dict[str, Any], **about: Any) -> dict[str, Any]:
    """The verdict of a certificate. Each of its lines: what, best or worse, how much, why."""
    verdict = verdict_of("people", certificate, **about)
    page = flat(render_to_string("draw/verdict.html", {"verdict": verdict}))
    line = r'<dt> (.*?) </dt> <dd (?:class="(\w+)")?> (.*?) (?:<small> (.*?) </small> )?</dd>'
    return verdict | {"page": page, "lines": re.findall(line, page)}


def test_a_round_without_a_repeat_is_proved() -> None:
    verdict = verdict_on([], "abcd efgh")
    assert (verdict["seal"], verdict["may_improve"]) == ("proved", False)
    assert "Proved: no draw mixes people better" in verdict["page"]
    assert [line[:3] for line in verdict["lines"]] == [
        ("Repeats up to round 1", "best", "none"),
        ("First deals", "best", "0 to 1 times each"),
        ("Same seat", "best", "0 to 1 times each"),
    ]


def test_the_verdict_calls_unavoidable_repeats_unavoidable() -> None:
    verdict = verdict_on(["abcd efgh"], "abef cdgh")
    assert verdict["seal"] == "proved"
    assert verdict["lines"][0][1:3] == ("best", "4 repeats")
    assert verdict["lines"][0][3] == (
        "At least 4 are unavoidable. "
        "There are too few tables to separate everybody who shares one in another round."
    )


def test_the_verdict_shows_the_repeats_and_the_unavoidable_number() -> None:
    verdict = verdict_on(["abcd efgh"], "abce dfgh")
    assert (verdict["seal"], verdict["may_improve"]) == ("open", True)
    assert verdict["lines"][0][1:3] == ("", "6 repeats")
    assert verdict["lines"][0][3].startswith("At least 4 are unavoidable.")


def test_a_plan_is_judged_as_a_whole() -> None:
    best = verdict_on([], "abcd efgh", "abef cdgh")
    assert best["seal"] == "proved"
    worse = verdict_on([], "abcd efgh", "abce dfgh")
    assert (worse["seal"], worse["may_improve"]) == ("open", True)
    assert [(what, value) for what, _best, value, _why in worse["lines"][:2]] == [
        ("Repeats up to round 1", "none"),
        ("Repeats up to round 2", "6 repeats"),
    ]


def test_small_tables_tell_how_even_they_are() -> None:
    (small,) = [line for line in verdict_on(["abcd efg"], "efgd abc")["lines"] if "small" in line[0]]
    assert small[1:] == ("best", "0 to 1 times each", "As even as possible.")


def test_no_draw_improves_on_the_groups_of_the_format() -> None:
    request = Request(players=tuple("abcdefgh"), sizes=(4, 4), past=(tables_of("abcd efgh"),))
    certificate = audit(request, Plan(tables=tables_of("abce dfgh")))
    verdict = shown(certificate, by_format=True)
    assert (verdict["seal"], verdict["may_improve"]) == ("format", False)
    assert "Seated by the format" in verdict["page"]
    assert verdict["lines"][0][2] == "6 repeats"
    assert "by hand" in shown(certificate, by_format=True, by_hand=True)["page"]


def test_a_fault_is_no_proof() -> None:
    request = Request(players=tuple("abcd"), sizes=(4,))
    verdict = shown(audit(request, Plan(tables=(tuple("abc"),))))
    assert verdict["seal"] == "fault"
    assert verdict["faults"]


def test_a_rotation_tells_where_it_will_end(director: Client, club: Club) -> None:
    event = running_event(8, club=club, rounds_planned=3)
    drawn = draws.draw_round(event, owner_of(club))
    page = flat(director.get(reverse("draw", args=[drawn.pk])).content.decode())
    assert "Proved: no draw mixes people better" in page
    assert "Repeats up to round 3" in page
    assert "2 rounds still to come" in page
    assert f"check_draw {drawn.pk}" in page


def test_the_public_reads_the_certificate_and_the_plan_only_where_it_is_shown(
    client: Client, club: Club
) -> None:
    event = running_event(8, club=club, rounds_planned=3)
    round_ = published_round(event)
    address = reverse("round", args=[round_.pk])
    page = client.get(address).content.decode()
    assert "Proved: no draw mixes people better" in page
    assert "check_draw" not in page
    assert "still to come" not in page
    edit_stage(round_.stage, owner_of(club), plan_public=True)
    assert "2 rounds still to come" in flat(client.get(address).content.decode())


def test_no_check_in_is_requested_after_the_last_round(director: Client, club: Club) -> None:
    event = running_event(4, club=club, rounds_planned=1, deals_per_round=1)
    [late] = enter(event, 1)
    entries.undo_check_in(late, owner_of(club))
    assert "not checked in" in director.get(reverse("manage", args=[event.ref])).content.decode()
    play_round(published_round(event))
    page = director.get(reverse("manage", args=[event.ref])).content.decode()
    assert "Finish the event" in page
    assert "not checked in" not in page


@pytest.fixture
def open_draw(club: Club, monkeypatch: pytest.MonkeyPatch) -> Round:
    """A round in which people meet again who need not; a longer search is not all that long."""
    monkeypatch.setattr(searches, "USUAL_MOVES", 20_000)
    event = running_event(8, club=club, deals_per_round=1, rounds_planned=3)
    first = play_round(published_round(event))
    tables = [
        [str(seat.entry_id) for seat in table.seats.order_by("number")]
        for table in first.tables.order_by("number")
    ]
    tables[0][3], tables[1][3] = tables[1][3], tables[0][3]
    return draws.draw_round(Event.objects.get(pk=event.pk), owner_of(club), seats=tables)


def test_a_longer_search_is_begun_watched_and_taken(director: Client, open_draw: Round) -> None:
    page = director.get(reverse("draw", args=[open_draw.pk])).content.decode()
    assert "Search longer" in page
    page = press(director, "start_search", open_draw.pk, draw=open_draw.draw)
    assert "<progress" in page
    assert DrawSearch.objects.filter(round=open_draw).exists()
    stamp = re.search(r'/search/\?seen=([^"]+)"', page)
    if stamp is not None:
        renewal = f"{reverse('search', args=[open_draw.pk])}?seen={stamp[1]}"
        assert director.get(renewal).status_code == 204, "nothing new, nothing sent"
    work()
    fragment = director.get(reverse("search", args=[open_draw.pk])).content.decode()
    assert "Use the best draw" in fragment
    assert "hx-get" not in fragment, "a search that is over asks no more"
    assert "<html" not in fragment
    page = press(director, "take_search", open_draw.pk, draw=open_draw.draw)
    assert "This round uses the best draw of the search" in page
    assert "Proved: no draw mixes people better" in page


def test_a_search_is_stopped(director: Client, open_draw: Round) -> None:
    press(director, "start_search", open_draw.pk, draw=open_draw.draw)
    page = press(director, "stop_search", open_draw.pk)
    assert "The search has stopped" in page
    assert "every 1s" not in page


def test_without_a_search_there_is_nothing_to_stop_or_take(director: Client, open_draw: Round) -> None:
    assert "Start one" in press(director, "stop_search", open_draw.pk)
    assert "Start one" in press(director, "take_search", open_draw.pk, draw=open_draw.draw)


def test_the_draw_of_a_knockout_names_players_who_came_too_late(director: Client, club: Club) -> None:
    event = running_event(8, club=club, stages=[{"format": "knockout"}], deals_per_round=1)
    first = published_round(event)
    assert "without a seat" not in director.get(reverse("draw", args=[first.pk])).content.decode()
    late = enter(event, 1)[0].player.name
    play_round(first)
    page = flat(press(director, "draw_round", event.ref))
    assert f"Checked in without a seat: {late}." in page


def test_few_repeats_before_fair_small_tables_is_a_setting_of_the_stage(club: Club) -> None:
    """With 14 players by fours in three rounds, fair small tables cost four repeats."""
    repeats = []
    for prefer in ("fair", "repeats"):
        stages = [{"format": "rotation", "rounds_planned": 3, "prefer": prefer}]
        event = running_event(14, club=club, stages=stages)
        for _ in range(3):
            play_round(published_round(event))
        report = Round.objects.get(event=event, number=3).certificate["people"]
        repeats.append((report["repeats"], report["outlook"]["fair"]["beyond"]))
    assert repeats == [(4, 0), (0, 1)], "(repeats, how far beyond one of the fair share)"
