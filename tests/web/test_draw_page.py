"""A draw as its director reads it: the certificate, the longer search, wishes; and what the public sees."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from tests.builders import enter, make_event, owner_of, play_round, published_round, running_event, work
from tests.web.conftest import press, seen
from tournaments.desk.verbs.rounds import publish_round
from tournaments.draw.rules.certificate.audit import audit
from tournaments.draw.rules.request import Plan, Request, Tables
from tournaments.draw.verbs import draws, searches, wishes
from tournaments.draw.words.certificate import verdict_of
from tournaments.events.verbs.stages import edit_stage
from tournaments.models import Club, DrawSearch, Event, Player, Round, SeatingWish

pytestmark = pytest.mark.django_db


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
    page = re.sub(r"\s+", " ", render_to_string("draw/verdict.html", {"verdict": verdict}))
    line = r'<dt> (.*?) </dt> <dd (?:class="(\w+)")?> (.*?) (?:<small> (.*?) </small> )?</dd>'
    return verdict | {"page": page, "lines": re.findall(line, page)}


def test_the_verdict_on_a_round_says_what_is_best_and_what_could_be_better() -> None:
    first = verdict_on([], "abcd efgh")
    assert (first["seal"], first["may_improve"]) == ("proved", False)
    assert "Proved: no draw mixes people better" in first["page"]
    assert [line[:3] for line in first["lines"]] == [
        ("Repeats up to round 1", "best", "none"),
        ("First deals", "best", "0 to 1 times each"),
        ("Same seat", "best", "0 to 1 times each"),
    ]
    best = verdict_on(["abcd efgh"], "abef cdgh")
    assert (best["seal"], best["lines"][0][1:3]) == ("proved", ("best", "4 repeats"))
    assert best["lines"][0][3] == (
        "At least 4 are unavoidable. "
        "There are too few tables to separate everybody who shares one in another round."
    )
    worse = verdict_on(["abcd efgh"], "abce dfgh")
    assert (worse["seal"], worse["may_improve"]) == ("open", True)
    assert worse["lines"][0][1:3] == ("", "6 repeats")
    assert worse["lines"][0][3].startswith("At least 4 are unavoidable.")
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
    assert "2 rounds still to come" in client.get(address).content.decode()


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


def test_a_longer_search_is_begun_watched_stopped_and_taken(director: Client, open_draw: Round) -> None:
    assert "Start one" in press(director, "stop_search", open_draw.pk)
    page = director.get(reverse("draw", args=[open_draw.pk])).content.decode()
    assert "Search longer" in page
    page = press(director, "start_search", open_draw.pk, draw=open_draw.draw)
    assert "<progress" in page
    assert DrawSearch.objects.filter(round=open_draw).exists()
    stamp = re.search(r'/search/\?seen=([^"]+)"', page)
    if stamp is not None:
        renewal = f"{reverse('search', args=[open_draw.pk])}?seen={stamp[1]}"
        assert director.get(renewal).status_code == 204, "nothing new, nothing sent"
    assert "The search has stopped" in press(director, "stop_search", open_draw.pk)
    press(director, "start_search", open_draw.pk, draw=open_draw.draw)
    work()
    fragment = director.get(reverse("search", args=[open_draw.pk])).content.decode()
    assert "Use the best draw" in fragment
    assert "hx-get" not in fragment, "a search that is over asks no more"
    assert "<html" not in fragment
    page = press(director, "take_search", open_draw.pk, draw=open_draw.draw)
    assert "This round uses the best draw of the search" in page
    assert "Proved: no draw mixes people better" in page


def test_the_draw_of_a_knockout_names_players_who_came_too_late(director: Client, club: Club) -> None:
    event = running_event(8, club=club, stages=[{"format": "knockout"}], deals_per_round=1)
    first = published_round(event)
    assert "without a seat" not in director.get(reverse("draw", args=[first.pk])).content.decode()
    late = enter(event, 1)[0].player.name
    play_round(first)
    page = press(director, "draw_round", event.ref)
    assert f"Checked in without a seat: {late}." in page


@pytest.fixture
def event(club: Club) -> Event:
    event = make_event(club)
    enter(event, 8)
    return event


def people(event: Event, count: int) -> list[Player]:
    return list(Player.objects.filter(entries__event=event).order_by("entries__number")[:count])


def ask(director: Client, event: Event, **data: Any) -> Any:
    return director.post(reverse("wishes", args=[event.ref]), data, follow=True)


def test_a_seat_is_counted_from_1_by_people(director: Client, event: Event) -> None:
    [player] = people(event, 1)
    page = ask(director, event, kind="seat", players=[player.pk], number="1").content.decode()
    assert SeatingWish.objects.get().number == 0
    assert "always in seat 1" in page
    pair = [player.pk for player in people(event, 2)]
    page = ask(director, event, kind="together", players=pair, must="no", always="on").content.decode()
    wish = SeatingWish.objects.get(kind="together")
    assert (wish.must, wish.always) == (False, True)
    assert "at the same table in every round" in page


def test_the_form_of_an_invalid_wish_keeps_the_choices(
    director: Client, event: Event, subtests: pytest.Subtests
) -> None:
    cases: list[tuple[int, dict[str, str], str]] = [
        (0, {"kind": "apart"}, "players"),
        (1, {"kind": "apart"}, "players"),
        (1, {"kind": "table"}, "number"),
        (2, {"kind": "table", "number": "1"}, "players"),
        (2, {"kind": "dance"}, "kind"),
    ]
    for count, data, at in cases:
        with subtests.test(f"{count} {data}"):
            chosen = [str(player.pk) for player in people(event, count)]
            answer = ask(director, event, players=chosen, note="so they said", **data)
            assert answer.status_code == 422
            assert at in answer.context["form"].errors
            page = answer.content.decode()
            assert page.count("checked") >= count
            assert "so they said" in page
            assert not SeatingWish.objects.exists()


def test_only_directors_read_of_wishes(client: Client, director: Client, club: Club) -> None:
    """Somebody's wish that was weighed and not kept is told in the draw's reasons, to directors alone."""
    event = running_event(4, club=club)
    pair = people(event, 2)
    actor = owner_of(club)
    wishes.add_wishes(club, actor, "apart", [player.pk for player in pair], event=event, must=False)
    wishes.add_wishes(club, actor, "seat", [pair[0].pk], event=event, number=2)
    drawn = draws.draw_round(event, actor)
    sentence = "should sit apart"
    assert sentence in seen(director, "draw", drawn.pk)
    publish_round(drawn, actor, drawn.draw)
    for browser in (client, director):
        page = seen(browser, "round", drawn.pk)
        assert "certificate" in page
        assert sentence not in page
        assert "always has seat" not in page
        assert "Wishes" not in page or browser is director
    assert Round.objects.get(pk=drawn.pk).status == "published"
