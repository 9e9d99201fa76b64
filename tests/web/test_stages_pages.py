"""The stages of an event on its pages: made, changed, ended by the director; told to everybody."""

from __future__ import annotations

from math import ceil

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import (
    enter,
    make_event,
    owner_of,
    play_round,
    published_round,
    running_event,
    work,
)
from tests.web.conftest import press
from tests.web.test_evening import make
from tournaments.clubs.verbs.players import add_player
from tournaments.draw.rules.certificate.explain import reason
from tournaments.models import Club, Entry, Event, Stage
from tournaments.standings.verbs import standings

pytestmark = pytest.mark.django_db


def formats(event: Event) -> list[tuple[str, int | None]]:
    return list(Stage.objects.filter(event=event).order_by("number").values_list("format", "rounds_planned"))


def test_a_plan_takes_the_place_of_the_stages(director: Client, club: Club) -> None:
    event = make_event(club)
    plans: dict[str, list[tuple[str, int | None]]] = {
        "swiss_final": [("swiss", 5), ("final", 1)],
        "knockout": [("knockout", None)],
        "league": [("ladder", 4)],
    }
    for plan, stages in plans.items():
        assert "The stages are set" in press(director, "use_plan", event.ref, plan=plan)
        assert formats(event) == stages


def test_no_plan_is_offered_once_a_round_is_drawn(director: Client, club: Club) -> None:
    event = running_event(4, club=club)
    address = reverse("stages", args=[event.ref])
    assert "Use a ready plan" in director.get(address).content.decode()
    published_round(event)
    assert "Use a ready plan" not in director.get(address).content.decode()
    assert "begun" in press(director, "use_plan", event.ref, plan="league")
    assert formats(event) == [("rotation", 3)]


def test_a_final_comes_after_the_others(director: Client, club: Club) -> None:
    event = make_event(club)
    page = press(
        director, "new_stage", event.ref, format="final", rounds_planned="2", cut="5", carry="no", size="5"
    )
    final = Stage.objects.get(event=event, number=2)
    assert (final.format, final.rounds_planned, final.cut, final.carry, final.size) == (
        "final",
        2,
        5,
        False,
        5,
    )
    assert "Final of 5" in page
    assert "Everybody starts from zero." in page


def test_a_final_can_begin_with_half_of_the_points(director: Client, club: Club) -> None:
    event = running_event(8, club=club, rounds_planned=1, scoring="chips")
    page = press(
        director, "new_stage", event.ref, format="final", rounds_planned="1", cut="4", carry="half_up"
    )
    assert "Half of the points are carried over, rounded up." in page
    stage = Stage.objects.get(event=event, number=2)
    assert (stage.carry, stage.share) == (True, "half_up")
    shown = director.get(reverse("edit_stage", args=[stage.pk]))
    assert shown.context["form"]["carry"].value() == "half_up"
    play_round(published_round(event))
    before = {row["entry"]: row["score"] for row in standings.refresh(event.pk).rows}
    final = published_round(event)
    rows = [row for row in standings.refresh(event.pk).rows if row["stage"] == 2]
    assert {row["entry"]: row["score"] for row in rows} == {
        row["entry"]: ceil(before[row["entry"]] / 2) for row in rows
    }
    play_round(final)
    work()
    assert "taken along: " in director.get(reverse("standings", args=[event.ref])).content.decode()
    press(director, "edit_stage", stage.pk, format="final", rounds_planned="1", cut="4", carry="yes")
    stage.refresh_from_db()
    assert stage.share == "half_up", "the stage has begun"


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
    page = director.get(reverse("round", args=[round_.pk])).content.decode()
    assert "The other 8 play on at their own tables." in page
    assert "Tables of the others" in page
    play_round(round_)
    work()
    page = director.get(reverse("standings", args=[event.ref])).content.decode()
    assert page.index("The best 4") < page.index("The others")
    assert page.count("The best 4") == page.count("The others") == 1


def test_priorities_are_shown_in_words_and_stored_as_weights(director: Client, club: Club) -> None:
    event = make_event(club)
    stage = Stage.objects.get(event=event)
    press(director, "edit_stage", stage.pk, format="swiss", rounds_planned="4", emphasis="equals")
    stage.refresh_from_db()
    assert stage.weights.keys() == {"standing"}
    page = director.get(reverse("edit_stage", args=[stage.pk])).content.decode()
    assert 'value="equals"' in page
    stage.weights = {"repeats": 7}
    stage.save()
    page = director.get(reverse("edit_stage", args=[stage.pk])).content.decode()
    assert "Weights that a program has set" in page
    press(director, "edit_stage", stage.pk, format="swiss", rounds_planned="4", emphasis="as_it_is")
    stage.refresh_from_db()
    assert stage.weights == {"repeats": 7}


def test_a_format_takes_only_what_it_has_a_use_for(director: Client, club: Club) -> None:
    """The form hides the rest; what was left in it from another format does not matter."""
    event = make_event(club)
    stage = Stage.objects.get(event=event)
    press(
        director, "edit_stage", stage.pk, format="swiss", rounds_planned="3", advance="5", reseed="original"
    )
    stage.refresh_from_db()
    assert (stage.format, stage.advance, stage.reseed) == ("swiss", 2, "snake")


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


def test_a_stage_that_has_begun_shows_only_what_may_be_changed(director: Client, club: Club) -> None:
    event = running_event(8, club=club)
    stage = Stage.objects.get(event=event)
    published_round(event)
    address = reverse("edit_stage", args=[stage.pk])
    page = director.get(address)
    assert set(page.context["form"].fields) == {
        "rounds_planned",
        "deals_per_round",
        "deals_per",
        "small_tables",
        "prefer",
        "emphasis",
        "plan_public",
    }
    assert "has begun" in page.content.decode()
    press(
        director,
        "edit_stage",
        stage.pk,
        rounds_planned="5",
        emphasis="small",
        prefer="repeats",
        plan_public="on",
    )
    stage.refresh_from_db()
    assert stage.prefer == "repeats"
    assert (stage.rounds_planned, stage.plan_public, stage.weights.keys()) == (5, True, {"small"})
    refused = director.post(address, {"rounds_planned": ""})
    assert refused.status_code == 422
    assert "rounds_planned" in refused.context["form"].errors


def test_a_stage_is_taken_out_until_it_begins(director: Client, club: Club) -> None:
    event = make_event(club)
    press(director, "use_plan", event.ref, plan="swiss_final")
    final = Stage.objects.get(event=event, number=2)
    assert "is removed." in press(director, "remove_stage", final.pk)
    assert formats(event) == [("swiss", 5)]


def test_a_stage_is_ended_early_and_the_next_begins(director: Client, club: Club) -> None:
    event = running_event(8, club=club, deals_per_round=1)
    press(director, "use_plan", event.ref, plan="swiss_final")
    event.refresh_from_db()
    play_round(published_round(event))
    page = press(director, "end_stage", Stage.objects.get(event=event, number=1).pk)
    assert "is over" in page
    final = published_round(event)
    assert final.stage.format == "final"
    assert final.seats.count() == 4


def test_a_new_event_has_the_format_of_its_first_stage(director: Client, club: Club) -> None:
    make(director, club, format="knockout", rounds_planned="3")
    event = Event.objects.get(club=club)
    assert formats(event) == [("knockout", None)]
    page = director.get(reverse("event", args=[event.ref])).content.decode()
    assert "rounds until one table is left" in page
    page = director.get(reverse("edit_event", args=[event.ref])).content.decode()
    assert 'name="rounds_planned"' not in page, "each stage says how many rounds it makes"


def test_players_are_seeded_by_a_pasted_order(director: Client, club: Club) -> None:
    event = make_event(club)
    entries = enter(event, 3)
    names = [entry.player.name for entry in entries]
    press(director, "seeding", event.ref, order=f"1. {names[2]}\n2. {names[0]}")
    seeds = dict(Entry.objects.filter(event=event).values_list("player__name", "seeding"))
    assert seeds == {names[2]: 1, names[0]: 2, names[1]: None}
    page = director.get(reverse("entries", args=[event.ref])).content.decode()
    assert "No. 2" in page
    address = reverse("seeding", args=[event.ref])
    refused = director.post(address, {"order": f"{names[1]}\nNobody\n"})
    assert refused.status_code == 422
    assert "Line 2: Nobody is not entered in this event." in refused.content.decode()
    assert names[1] in refused.context["form"]["order"].value()
    press(director, "seeding", event.ref, order="")
    assert not Entry.objects.filter(event=event, seeding__isnull=False).exists()


def test_a_table_names_a_player_who_did_not_go_on(client: Client) -> None:
    event = running_event(8, rounds_planned=2)
    round_ = published_round(event)
    out = Entry.objects.create(
        event=event, player=add_player(event.club, owner_of(event.club), "Cleo Out"), number=99
    )
    seated = str(round_.seats.get(table__number=1, number=0).entry_id)
    report = round_.certificate["people"]["tables"][0]
    report["reasons"].append(reason("goes_on_by_out", [seated, str(out.pk)]))
    round_.save(update_fields=["certificate"])
    page = client.get(reverse("round", args=[round_.pk])).content.decode()
    name = Entry.objects.get(pk=seated).player.public_name
    names = f"<bdi>{name}</bdi> and <bdi>{out.player.public_name}</bdi>"
    assert f"Deals gone out decided who goes on. In order: {names}." in page
