"""A round changed by hand, taken back, closed without a deal, played again: each by its button."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import enter, owner_of, running_event, the_table
from tests.web.conftest import press, seen
from tournaments.desk.verbs.rounds import publish_round
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


def test_a_seating_with_a_fault_is_kept_as_typed_and_not_stored(
    director: Client, drawn: Round, subtests: pytest.Subtests
) -> None:
    before, address = seating(drawn), reverse("seating", args=[drawn.pk])
    left_out = before[0][-1]
    faulty = "\n".join(", ".join(name for name in table if name != left_out) for table in before)
    for text, says in (("", "Write the tables"), ("Nobody, Else", "Line 1"), (faulty, left_out)):
        with subtests.test(says):
            answer = director.post(address, {"seats": text, "draw": "1", "keep": "1"})
            assert answer.status_code == 422
            assert says in answer.content.decode()
            assert answer.context["form"]["seats"].value() == text
            assert seating(drawn) == before
    assert "Save this seating" not in director.post(address, {"seats": faulty, "draw": "1"}).content.decode()


def test_a_missing_player_is_replaced_or_left_out(director: Client, event: Event, drawn: Round) -> None:
    round_ = publish_round(drawn, owner_of(event.club), 1)
    [late] = enter(event, 1)
    out, missing, needed = (seat.entry for seat in Seat.objects.filter(round=round_, table__number=1)[:3])
    shown = seen(director, "draw", round_.pk)
    assert "A player is missing" in shown
    assert f'value="{late.pk}"' in shown, "who has no seat can be chosen"
    press(director, "missing", round_.pk, draw=1, out=out.pk, into=late.pk)
    assert Seat.objects.get(round=round_, entry=late).table.number == 1
    press(director, "missing", round_.pk, draw=2, out=missing.pk)
    assert not Seat.objects.filter(round=round_, entry=missing).exists()
    assert set(Entry.objects.filter(pk__in=[out.pk, missing.pk]).values_list("status", flat=True)) == {
        "registered"
    }
    page = press(director, "missing", round_.pk, draw=3, out=needed.pk, withdraw="1")
    assert "Seat a substitute" in page, "three are needed at a table"
    assert Seat.objects.filter(round=round_, entry=needed).exists()


def test_a_player_moves_to_another_table(director: Client, drawn: Round) -> None:
    mover = Seat.objects.filter(round=drawn, table__number=1)[0].entry
    page = press(director, "move", drawn.pk, draw=1, entry=mover.pk, table=the_table(drawn, 2).pk)
    assert "now sits at the other table" in page
    assert mover.player.name in seating(drawn)[1]
    assert "changed it by hand 1 time" in re.sub(r"\s+", " ", page)
