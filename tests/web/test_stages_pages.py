"""The stages of an event on its pages: made, changed, ended by the director; told to everybody."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import (
    enter,
    make_event,
    owner_of,
    play,
    play_round,
    published_round,
    running_event,
    the_table,
    work,
)
from tests.web.conftest import SignIn, press, seen
from tests.web.test_evening import make
from tournaments.clubs.verbs.people import add_player
from tournaments.desk.verbs import rounds
from tournaments.desk.verbs.rounds import publish_round
from tournaments.draw.rules.certificate.explain import reason
from tournaments.draw.verbs import draws, wishes
from tournaments.draw.verbs.seating import seating_of
from tournaments.draw.words.tables import bracket_of, moves_of
from tournaments.events.verbs import stages
from tournaments.models import Club, Entry, Event, Round, Seat, Stage
from tournaments.standings.verbs import adjustments
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


def test_a_final_can_begin_with_half_of_the_points(director: Client, club: Club) -> None:
    event = running_event(8, club=club, rounds_planned=1, scoring="chips")
    fields = {"format": "final", "rounds_planned": "1", "cut": "4"}
    page = press(director, "new_stage", event.ref, **fields, carry="half_up")
    assert "Half of the points are carried over, rounded up." in page
    stage = Stage.objects.get(event=event, number=2)
    assert (stage.carry, stage.share) == (True, "half_up")
    shown = director.get(reverse("edit_stage", args=[stage.pk]))
    assert shown.context["form"]["carry"].value() == "half_up"
    for _round in range(2):
        play_round(published_round(event))
    work()
    assert "taken along: " in seen(director, "standings", event.ref)
    press(director, "edit_stage", stage.pk, **fields, carry="yes")
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
    page = seen(director, "round", round_.pk)
    assert "The other 8 play on at their own tables." in page
    assert "Tables of the others" in page
    play_round(round_)
    work()
    page = seen(director, "standings", event.ref)
    assert page.index("The best 4") < page.index("The others")
    assert page.count("The best 4") == page.count("The others") == 1


def test_priorities_are_shown_in_words_and_stored_as_weights(director: Client, club: Club) -> None:
    event = make_event(club)
    stage = Stage.objects.get(event=event)
    # What is left in the form from another format does not matter.
    sent = {"format": "swiss", "rounds_planned": "4", "advance": "5", "reseed": "original"}
    press(director, "edit_stage", stage.pk, **sent, emphasis="equals")
    stage.refresh_from_db()
    assert stage.weights.keys() == {"standing"}
    assert (stage.format, stage.advance, stage.reseed) == ("swiss", 2, "snake")
    page = seen(director, "edit_stage", stage.pk)
    assert 'value="equals"' in page
    stage.weights = {"repeats": 7}
    stage.save()
    page = seen(director, "edit_stage", stage.pk)
    assert "Weights that a program has set" in page
    press(director, "edit_stage", stage.pk, format="swiss", rounds_planned="4", emphasis="as_it_is")
    stage.refresh_from_db()
    assert stage.weights == {"repeats": 7}


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
    left = {
        "rounds_planned",
        "deals_per_round",
        "deals_per",
        "small_tables",
        "prefer",
        "emphasis",
        "plan_public",
    }
    assert set(page.context["form"].fields) == left
    assert "has begun" in page.content.decode()
    changes = {"rounds_planned": "5", "emphasis": "small", "prefer": "repeats", "plan_public": "on"}
    press(director, "edit_stage", stage.pk, **changes)
    stage.refresh_from_db()
    assert stage.prefer == "repeats"
    assert (stage.rounds_planned, stage.plan_public, stage.weights.keys()) == (5, True, {"small"})
    refused = director.post(address, {"rounds_planned": ""})
    assert refused.status_code == 422
    assert "rounds_planned" in refused.context["form"].errors


def test_a_new_event_has_the_format_of_its_first_stage(director: Client, club: Club) -> None:
    make(director, club, format="knockout", rounds_planned="3")
    event = Event.objects.get(club=club)
    assert formats(event) == [("knockout", None)]
    page = seen(director, "event", event.ref)
    assert "rounds until one table is left" in page
    page = seen(director, "edit_event", event.ref)
    assert 'name="rounds_planned"' not in page, "each stage says how many rounds it makes"


def test_players_are_seeded_by_a_pasted_order(director: Client, club: Club) -> None:
    event = make_event(club)
    entries = enter(event, 3)
    names = [entry.player.name for entry in entries]
    press(director, "seeding", event.ref, order=f"1. {names[2]}\n2. {names[0]}")
    seeds = dict(Entry.objects.filter(event=event).values_list("player__name", "seeding"))
    assert seeds == {names[2]: 1, names[0]: 2, names[1]: None}
    page = seen(director, "entries", event.ref)
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
    page = seen(client, "round", round_.pk)
    name = Entry.objects.get(pk=seated).player.public_name
    names = f"<bdi>{name}</bdi> and <bdi>{out.player.public_name}</bdi>"
    assert f"Deals gone out decided who goes on. In order: {names}." in page


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
    assert 'class="steps"' in page
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
    top, rest = seen(client, "standings", event.ref).split("Final of 4</th>")[1].split("Swiss</th>")
    for entry in Entry.objects.filter(event=event).select_related("player"):
        reached = Seat.objects.filter(round=round_, entry=entry).exists()
        assert f"<bdi>{entry.player.public_name}</bdi>" in (top if reached else rest)


def test_the_page_shows_the_players_who_went_on_and_the_tie_break(client: Client) -> None:
    event = in_stages(8, SWISS, FINAL, deals_per_round=1, tie_breaks=["lots"])
    first = published_round(event)
    for number in (1, 2):
        play(the_table(first, number))
    standing = refresh(event.pk)
    actor = owner_of(event.club)
    # Everybody is brought to the same score: lots alone can tell them apart.
    for row in standing.rows:
        if row["score"]:
            entry = Entry.objects.get(pk=row["entry"])
            adjustments.add_adjustment(event, actor, entry, "levelled for the test", chips=-row["score"])
    rounds.close_round(Round.objects.get(pk=first.pk), actor)
    final = published_round(event)
    went_on = [entry.player.public_name for entry in Entry.objects.filter(seats__round=final)]
    page = seen(client, "round", final.pk)
    cut = re.search(r'<section class="note cut">.*?</section>', page)
    assert cut is not None
    assert all(name in cut[0] for name in went_on)
    assert "4 did not" in cut[0]
    assert "were level in everything. Lots decided." in cut[0]


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


def test_only_directors_see_a_broken_wish_with_names(client: Client, sign_in: SignIn) -> None:
    event = running_event(8, deals_per_round=1)
    director = owner_of(event.club)
    round_ = draws.draw_round(event, director)
    a, b = (seat.entry for seat in Seat.objects.filter(table__round=round_, table__number=1)[:2])
    wishes.add_wishes(event.club, director, "apart", [a.player_id, b.player_id], event=event)
    seats = seating_of(round_)
    draws.discard_draw(round_, director)
    round_ = draws.draw_round(event, director, seats=seats)
    publish_round(round_, director, round_.draw)
    page = seen(client, "round", round_.pk)
    assert "must sit apart" not in page
    page = seen(sign_in(event.club), "draw", round_.pk)
    match = re.search(r"(Player \d+) and (Player \d+) must sit apart, but both sit at table 1\.", page)
    assert match is not None
    assert {*match.groups()} == {a.player.name, b.player.name}


def test_a_league_night_shows_promotions_and_relegations(client: Client) -> None:
    event = in_stages(8, {"format": "ladder", "rounds_planned": 3, "advance": 1}, deals_per_round=1)
    assert moves_of(play_round(published_round(event))) == {}, "before the first round nobody sat anywhere"
    second = published_round(event)
    assert sorted(moves_of(second).values()) == ["down", "up"]
    page = seen(client, "round", second.pk)
    assert page.count("came up a table") == page.count("came down a table") == 1
