"""The stages of an event on its pages: made, changed, ended by the director; told to everybody."""

from __future__ import annotations

from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from tests.builders import (
    make_event,
    owner_of,
    play_round,
    published_round,
    running_event,
    work,
)
from tests.web.conftest import press, seen
from tournaments.draw.rules.certificate.explain import OF_FORMAT
from tournaments.draw.words.tables import bracket_of, moves_of
from tournaments.events.verbs import stages
from tournaments.models import Club, Entry, Event, Seat, Stage
from tournaments.standings.verbs.standings import refresh

pytestmark = pytest.mark.django_db


def formats(event: Event) -> list[tuple[str, int | None]]:
    return list(Stage.objects.filter(event=event).order_by("number").values_list("format", "rounds_planned"))


def test_a_plan_takes_the_place_of_the_stages_until_they_begin(director: Client, club: Club) -> None:
    event = running_event(8, club=club, deals_per_round=1)
    plans: dict[str, list[tuple[str, int | None]]] = {
        "knockout": [("knockout", None)],
        "league": [("ladder", 4)],
        "swiss_final": [("swiss", 5), ("final", 1)],
    }
    assert "Use a ready plan" in seen(director, "stages", event.ref)
    for plan, expected in plans.items():
        assert "The stages are set" in press(director, "use_plan", event.ref, plan=plan)
        assert formats(event) == expected
    assert "is removed." in press(director, "remove_stage", Stage.objects.get(event=event, number=2).pk)
    fields = {"rounds_planned": "2", "cut": "5", "carry": "no", "size": "5"}
    page = press(director, "new_stage", event.ref, format="final", **fields)
    assert "Final of 5" in page
    assert "Everybody starts from zero." in page
    press(director, "use_plan", event.ref, plan="swiss_final")
    play_round(published_round(Event.objects.get(pk=event.pk)))
    assert "Use a ready plan" not in seen(director, "stages", event.ref)
    assert "begun" in press(director, "use_plan", event.ref, plan="league")
    assert "is over" in press(director, "end_stage", Stage.objects.get(event=event, number=1).pk)
    final = published_round(Event.objects.get(pk=event.pk))
    assert (final.stage.format, final.seats.count()) == ("final", 4)


def test_the_form_of_an_invalid_stage_keeps_its_input(
    director: Client, club: Club, subtests: pytest.Subtests
) -> None:
    event = make_event(club)
    cases: list[tuple[dict[str, str], str | None]] = [
        ({"format": "swiss"}, "rounds_planned"),
        ({"format": "swiss", "rounds_planned": "0"}, "rounds_planned"),
        ({"format": "final", "rounds_planned": "1", "cut": "1"}, "cut"),
        ({"format": "gambling", "rounds_planned": "1"}, "format"),
        ({"format": "swiss", "rounds_planned": "2", "size": "4", "least": "5"}, None),
    ]
    for fields, at in cases:
        with subtests.test(f"{fields} {at}"):
            answer = director.post(reverse("new_stage", args=[event.ref]), fields | {"deals_per_round": "77"})
            assert answer.status_code == 422
            assert (at or "__all__") in answer.context["form"].errors, answer.context["form"].errors
            assert 'value="77"' in answer.content.decode()
            assert len(formats(event)) == 1


@pytest.mark.parametrize("code", sorted(OF_FORMAT))
def test_each_reason_of_a_format_has_a_sentence(code: str) -> None:
    told = render_to_string("draw/reason.html", {"reason": {"code": code, "players": "Anna"}})
    assert told.strip().endswith(".")


def in_stages(players: int, *settings: dict[str, Any], **fields: Any) -> Event:
    """A running event with these stages."""
    event = running_event(players, rounds_planned=settings[0]["rounds_planned"] or 3, **fields)
    actor = owner_of(event.club)
    stages.edit_stage(event.stages.get(), actor, **settings[0])
    for later in settings[1:]:
        stages.add_stage(event, actor, **later)
    return Event.objects.select_related("club").get(pk=event.pk)


SWISS = {"format": "swiss", "rounds_planned": 1}
FINAL = {"format": "final", "rounds_planned": 1, "cut": 4}


def test_the_event_tells_its_stages_and_which_is_played(client: Client) -> None:
    event = in_stages(8, SWISS, FINAL, deals_per_round=1)
    page = seen(client, "event", event.ref)
    assert 'class="cards steps"' in page
    assert "Final of 4" in page
    play_round(published_round(event))
    round_ = published_round(event)
    page = seen(client, "event", event.ref)
    assert "Final of 4 · round 2" in page
    assert 'class="live" aria-current="step"' in page
    assert "Final of 4 · round 2" in seen(client, "round", round_.pk)
    assert "The best 4 players take part." in seen(client, "rules", event.ref)
    play_round(round_, seed=3)
    refresh(event.pk)
    top, rest = seen(client, "standings", event.ref).split("Final of 4</li>")[1].split("Swiss</li>")
    for entry in Entry.objects.filter(event=event).select_related("player"):
        reached = Seat.objects.filter(round=round_, entry=entry).exists()
        assert f"<bdi>{entry.player.public_name}</bdi>" in (top if reached else rest)


def test_a_knockout_stands_in_columns(client: Client) -> None:
    event = in_stages(
        16, {"format": "knockout", "rounds_planned": None, "advance": 2, "size": 4}, deals_per_round=1
    )
    for seed in (1, 2):
        play_round(published_round(event), seed=seed)
    last = published_round(event)
    columns = bracket_of(last)
    assert [len(column["tables"]) for column in columns] == [4, 2, 1]
    assert [column["round"].number for column in columns] == [1, 2, 3]
    states = [
        [player["state"] for table in column["tables"] for player in table["people"]] for column in columns
    ]
    assert [column.count("on") for column in states] == [8, 4, 0]
    assert [column.count("out") for column in states] == [8, 4, 0]
    assert seen(client, "round", last.pk).count('class="people"') == 7
    shown = seen(client, "event", event.ref)
    assert "The knockout" in shown
    assert "The final table</a>" in shown


def test_a_league_night_shows_promotions_and_relegations(client: Client) -> None:
    event = in_stages(8, {"format": "ladder", "rounds_planned": 3, "advance": 1}, deals_per_round=1)
    assert moves_of(play_round(published_round(event))) == {}, "before the first round nobody sat anywhere"
    second = published_round(event)
    assert sorted(moves_of(second).values()) == ["down", "up"]
    page = seen(client, "round", second.pk)
    assert page.count("came up a table") == page.count("came down a table") == 1


def test_the_others_can_play_on_in_a_group_of_their_own(director: Client, club: Club) -> None:
    event = running_event(12, club=club, rounds_planned=1, scoring="chips", deals_per_round=1)
    fields = {"rounds_planned": "1", "cut": "4", "carry": "half", "rest": "full"}
    page = press(director, "new_stage", event.ref, format="rotation", **fields)
    assert "The others play on at their own tables. Their points are carried over." in page
    stage = Stage.objects.get(event=event, number=2)
    assert (stage.cut, stage.share, stage.rest) == (4, "half", "full")
    shown = director.get(reverse("edit_stage", args=[stage.pk]))
    assert shown.context["form"]["rest"].value() == "full"
    play_round(published_round(event))
    round_ = published_round(event)
    page = seen(director, "round", round_.pk)
    assert "At other tables: 8." in page
    assert "Tables of the others" in page
    play_round(round_)
    work()
    page = seen(director, "standings", event.ref)
    assert page.index("The best 4") < page.index("The others")
    assert page.count("The best 4") == page.count("The others") == 1
