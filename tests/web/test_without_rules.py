"""The pages of an event without the rules of Poch speak of no cards."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest
from django.test import Client

from tests.builders import (
    boss,
    enter,
    make_club,
    make_member,
    published_round,
    running_event,
    the_table,
    work,
)
from tests.tournaments.play.test_counts import is_clean
from tests.web.conftest import client_of
from tournaments.desk.verbs.lifecycle import start_event
from tournaments.desk.verbs.rounds import close_round
from tournaments.models import Event, Role, Seat, Table
from tournaments.play.verbs import results
from tournaments.tables.verbs.table_states import TOTAL

pytestmark = pytest.mark.django_db

OF_CARDS = re.compile(
    r"\b(cards?|pools?|pochen|upcard|meld\w*|bots?|scorecard|simulat\w*|rehears\w*)\b", re.IGNORECASE
)


def words(client: Client, path: str) -> str:
    """The words of the middle of a page."""
    html = client.get(path, follow=True).content.decode()
    middle = html.partition("<main")[2].partition("</main>")[0]
    # The card of a table has a QR code.
    return re.sub(r"<[^>]+>|Table cards|With cards on the tables|scan the card of your table", " ", middle)


def test_its_pages_speak_of_no_cards() -> None:
    event = running_event(8, rules={"preset": "none"}, scoring="chips")
    round_ = published_round(event)
    results.record(
        the_table(round_, 1), boss(event), TOTAL, {"format": "poch-count/1", "deals": 3, "net": [1, 2, -3, 0]}
    )
    work()
    director = client_of(make_member(event.club, Role.DIRECTOR).user)
    table, waiting = the_table(round_, 1).pk, the_table(round_, 2).pk
    for path in (
        f"/events/{event.slug}/",
        f"/events/{event.slug}/standings/",
        f"/events/{event.slug}/rounds/",
        f"/events/{event.slug}/rules/",
        f"/events/{event.slug}/score/",
        f"/events/{event.slug}/manage/",
        f"/rounds/{round_.pk}/",
        f"/tables/{table}/",
        f"/tables/{table}/?ledger",
        f"/tables/{waiting}/",
        f"/tables/{waiting}/count/",
        f"/tables/{waiting}/scorecard/",
        f"/tables/{waiting}/record/",
    ):
        found = OF_CARDS.findall(words(director, path))
        assert found == [], (path, found)


PUBLISHED = (
    (("120.4", "98.7", "65.5", "-8.6"), ("143.2", "88.1", "54", "49.8"), ("99.9", "131", "70.2", "18.7")),
    (("101.1", "4.3", "125", "76.4"), ("87", "112.2", "-20.4", "93.1"), ("64", "128.7", "90.5", "118")),
)
"""An evening of twelve people and two rounds, by table and seat."""


def test_a_published_evening_is_entered_and_shown_as_it_is() -> None:
    club = make_club()
    director = client_of(make_member(club, Role.DIRECTOR).user)
    path = f"/clubs/{club.slug}/events/new/"
    form = director.get(path).context["form"]
    data = {field.html_name: field.value() for field in form if field.value() not in (None, [], {}, False)}
    chosen = {"preset": "none", "open_totals": "on", "unit": "tenths", "rounds_planned": "2"}
    answer = director.post(path, {**data, "name": "Darts", "open": "1", **chosen})
    assert answer.status_code == 302, answer.context["form"].errors
    event = Event.objects.get()
    assert event.rules == {"preset": "none", "open_totals": True, "unit": "tenths"}
    edited = director.get(f"/events/{event.ref}/manage/settings/").context["form"]
    assert (edited["open_totals"].value(), edited["unit"].value()) == (True, "tenths")
    enter(event, 12)
    event = start_event(event, boss(event))
    points: dict[str, float] = defaultdict(float)
    for number, series in enumerate(PUBLISHED):
        round_ = published_round(event)
        for table, numbers in zip(Table.objects.filter(round=round_), series, strict=True):
            shown = director.get(f"/tables/{table.pk}/count/").content.decode()
            assert "They need not sum to zero" in shown
            assert "board" not in shown.partition('<form class="count"')[2].partition("</form>")[0]
            typed = {f"seat_{seat}": value for seat, value in enumerate(numbers)}
            sent = director.post(f"/tables/{table.pk}/count/", {**typed, "deals": "24"})
            assert sent.status_code == 302, sent.context["form"].errors
            page = director.get(f"/tables/{table.pk}/?ledger").content.decode()
            for value in numbers:
                assert value.lstrip("-") in re.sub(r"<[^>]+>", " ", page)
            again = director.get(f"/tables/{table.pk}/count/").context["form"]
            assert [str(field.value()).removesuffix(".0") for field in again.seat_fields] == list(numbers)
            for seat in Seat.objects.filter(table=table).select_related("entry__player"):
                points[seat.entry.player.public_name] += float(numbers[seat.number])
        assert ("120.4" if number == 0 else "128.7") in director.get(f"/rounds/{round_.pk}/").content.decode()
        close_round(round_, boss(event))
    work()
    ranking = director.get(f"/events/{event.slug}/standings/").content.decode()
    for name, total in points.items():
        shown = re.escape(f"{total:+.1f}".replace("-", "\N{MINUS SIGN}"))
        assert re.search(rf"{name}<.{{1,2000}}?>{shown}<", ranking, re.DOTALL), (name, total)
    assert is_clean()
    for page in ("", "standings/", "rounds/", "rules/", "by-round/", "wall/", "what-do-i-need/"):
        answer = director.get(f"/events/{event.slug}/{page}")
        assert answer.status_code in (200, 404), page
        assert "Fraction" not in answer.content.decode()
        assert not re.search(r"\d/10\b", answer.content.decode())
