"""A round changed by hand: each change by its button, each refusal with what was typed."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import enter, owner_of, running_event, the_table
from tests.web.conftest import press
from tournaments.desk.verbs.publish import publish_round
from tournaments.draw.verbs import draws
from tournaments.models import Club, Entry, Event, Round, Seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club: Club) -> Event:
    return running_event(8, club=club)


@pytest.fixture
def drawn(event: Event) -> Round:
    return draws.draw_round(event, owner_of(event.club))


def seating(round_: Round) -> list[list[str]]:
    tables: dict[int, list[str]] = {}
    for seat in Seat.objects.filter(round=round_).select_related("table", "entry__player").order_by("number"):
        tables.setdefault(seat.table.number, []).append(seat.entry.player.name)
    return [tables[number] for number in sorted(tables)]


def test_a_player_moves_to_another_table(director: Client, drawn: Round) -> None:
    mover = Seat.objects.filter(round=drawn, table__number=1)[0].entry
    page = press(director, "move", drawn.pk, draw=1, entry=mover.pk, table=the_table(drawn, 2).pk)
    assert "now sits at the other table" in page
    assert mover.player.name in seating(drawn)[1]
    assert "changed it by hand 1 time" in re.sub(r"\s+", " ", page)


def test_a_stale_draw_is_not_changed(director: Client, drawn: Round) -> None:
    before = seating(drawn)
    draws.redraw_round(drawn, owner_of(drawn.event.club), 1, seed=77)
    again = seating(drawn)
    mover = Seat.objects.filter(round=drawn, table__number=1)[0].entry
    page = press(director, "move", drawn.pk, draw=1, entry=mover.pk, table=the_table(drawn, 2).pk)
    assert "Check the new draw" in page
    assert seating(drawn) == again != before


def test_the_whole_seating_is_looked_at_before_it_is_kept(director: Client, drawn: Round) -> None:
    address = reverse("seating", args=[drawn.pk])
    page = director.get(address)
    written = page.context["form"]["seats"].value()
    before = seating(drawn)
    assert written.splitlines()[0] == f"Table 1: {', '.join(before[0])}"
    lines = [list(table) for table in before]
    lines[0][0], lines[1][0] = lines[1][0], lines[0][0]
    changed = "\n".join("; ".join(table) for table in lines)
    looked = director.post(address, {"seats": changed, "draw": "1"})
    assert "Cost of your seating" in looked.content.decode()
    assert "Save this seating" in looked.content.decode()
    assert seating(drawn) == before, "nothing is kept before it was looked at"
    press(director, "seating", drawn.pk, seats=changed, draw="1", keep="1")
    assert seating(drawn) == lines
    drawn.refresh_from_db()
    assert (drawn.draw, drawn.by_hand) == (2, 1)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Write the tables"),
        ("Nobody, Else", "Line 1"),
    ],
)
def test_a_seating_that_cannot_be_read_is_kept_as_typed(
    director: Client, drawn: Round, text: str, says: str
) -> None:
    answer = director.post(reverse("seating", args=[drawn.pk]), {"seats": text, "draw": "1", "keep": "1"})
    assert answer.status_code == 422
    assert says in answer.content.decode()
    assert answer.context["form"]["seats"].value() == text
    drawn.refresh_from_db()
    assert drawn.draw == 1


def test_a_seating_with_a_fault_is_reported_and_not_stored(director: Client, drawn: Round) -> None:
    lines = seating(drawn)
    left_out = lines[0].pop()
    text = "\n".join(", ".join(table) for table in lines)
    address = reverse("seating", args=[drawn.pk])
    looked = director.post(address, {"seats": text, "draw": "1"}).content.decode()
    assert left_out in looked
    assert "Save this seating" not in looked
    kept = director.post(address, {"seats": text, "draw": "1", "keep": "1"})
    assert kept.status_code == 422
    assert kept.context["form"]["seats"].value() == text


def test_a_table_plays_without_a_missing_player(director: Client, event: Event, drawn: Round) -> None:
    round_ = publish_round(drawn, owner_of(event.club), 1)
    out = Seat.objects.filter(round=round_, table__number=1)[0].entry
    assert "A player is missing" in director.get(reverse("draw", args=[round_.pk])).content.decode()
    press(director, "missing", round_.pk, draw=1, out=out.pk)
    out.refresh_from_db()
    assert out.status == "registered"
    assert not Seat.objects.filter(round=round_, entry=out).exists()
    other = Seat.objects.filter(round=round_, table__number=1)[0].entry
    page = press(director, "missing", round_.pk, draw=2, out=other.pk, withdraw="1")
    assert Seat.objects.filter(round=round_, entry=other).exists(), "three are needed at a table"
    assert "Seat a substitute" in page


def test_a_substitute_sits_in(director: Client, event: Event, drawn: Round) -> None:
    round_ = publish_round(drawn, owner_of(event.club), 1)
    [late] = enter(event, 1)
    seat = Seat.objects.filter(round=round_, table__number=2)[1]
    page = director.get(reverse("draw", args=[round_.pk])).content.decode()
    assert f'value="{late.pk}"' in page, "who has no seat can be chosen"
    press(director, "missing", round_.pk, draw=1, out=seat.entry_id, into=late.pk)
    assert Seat.objects.get(round=round_, entry=late).table_id == seat.table_id
    assert Entry.objects.get(pk=seat.entry_id).status == "registered"
