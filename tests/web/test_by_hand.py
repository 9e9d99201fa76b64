"""A round changed by hand, taken back, closed without a deal, played again: each by its button."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import enter, owner_of, play_round, published_round, running_event, the_table
from tests.web.conftest import press, seen
from tournaments.desk.verbs.rounds import publish_round
from tournaments.draw.verbs import draws
from tournaments.models import Club, Entry, Event, Round, Seat, Stage

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


def test_a_director_takes_a_round_back_and_everybody_reads_that_at_its_tables(
    director: Client, club: Club
) -> None:
    event = running_event(8, club=club)
    published = published_round(event)
    table = the_table(published)
    assert "Take round 1 back" in seen(director, "draw", published.pk)
    page = press(director, "take_back", published.pk, reason="the wrong draw")
    assert "Round 1 is taken back" in page
    assert "Publish round 1" in page
    for name, key in (("table", table.pk), ("round", published.pk)):
        assert "was taken back before a deal was entered" in seen(Client(), name, key)
    assert "Void rounds" not in seen(Client(), "rounds", event.ref)
    assert "the wrong draw" in seen(director, "event_log", event.ref)
    assert "took a round back" in seen(director, "event_log", event.ref)


def test_a_director_reads_that_a_round_without_a_deal_was_not_played(director: Client, club: Club) -> None:
    event = running_event(4, club=club)
    published = published_round(event)
    assert "it was not played" in seen(director, "draw", published.pk)
    page = press(director, "close_round", published.pk, early=1)
    assert "Round 1 was not played, so it decides nothing" in page
    shown = seen(Client(), "rounds", event.ref)
    assert "Void rounds" in shown
    assert "not played" in shown
    assert "it was not played and decides nothing" in seen(Client(), "round", published.pk)


def test_a_director_lets_a_stage_be_played_again(director: Client, club: Club) -> None:
    event = running_event(8, club=club, stages=[
        {"format": "swiss", "rounds_planned": 1, "deals_per_round": 1},
        {"format": "final", "cut": 4, "deals_per_round": 1},
    ])  # fmt: skip
    first = published_round(event)
    assert "Play this stage again" not in seen(director, "stages", event.ref)
    play_round(first)
    final = play_round(published_round(event))
    assert seen(director, "stages", event.ref).count("Play this stage again") == 2
    stage = Stage.objects.get(event=event, number=2)
    page = press(director, "replay_stage", stage.pk, reason="two decks")
    assert "is played again" in page
    assert Round.with_void.get(pk=final.pk).status == "void"
    shown = seen(Client(), "rounds", event.ref)
    assert "played again" in shown
    table = the_table(final)
    assert "is void, because its stage is played again" in seen(Client(), "table", table.pk)
    assert "Correct this deal" not in seen(director, "deal", table.pk, 1)
    answer = director.get(reverse("correct_deal", args=[table.pk, 1]))
    assert answer.status_code == 302
