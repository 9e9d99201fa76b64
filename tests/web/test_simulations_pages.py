"""Simulations by their pages: asked for, watched, cancelled, read."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.builders import make_club, make_event, make_simulation
from tests.web.conftest import SignIn
from tournaments.models import Club, Simulation, SimulationStatus
from tournaments.simulations.verbs import chunks, simulations
from tournaments.simulations.verbs.specs import failure_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("compiled_core")]

SEATS = ["expert", "bold", "cautious", "random"]
ASKED: dict[str, Any] = {
    "preset": "pagat",
    "deals": "600",
    "seed": "7",
    **{f"bot_{seat}": bot for seat, bot in enumerate(SEATS)},
}


def ask(browser: Client, club: Club, **fields: str) -> Simulation:
    answer = browser.post(reverse("new_simulation", args=[club.slug]), ASKED | fields)
    assert answer.status_code == 302, answer.context["form"].errors
    return Simulation.objects.latest("created_at")


def refused(browser: Client, club: Club, **fields: str) -> Any:
    answer = browser.post(reverse("new_simulation", args=[club.slug]), ASKED | fields)
    assert answer.status_code == 422
    return answer.context["form"]


def page(browser: Client, name: str, *args: object, **query: str) -> str:
    answer = browser.get(reverse(name, args=args), query)
    assert answer.status_code == 200
    return answer.content.decode()


def play(simulation: Simulation, most: int | None = None) -> None:
    for number in range(simulation.chunks_planned if most is None else most):
        chunks.play_chunk(simulation.pk, number)


def test_an_empty_list_explains_simulations(sign_in: SignIn, club: Club) -> None:
    listed = page(sign_in(club, "scorer"), "simulations", club.slug)
    assert "The report shows who wins" in listed
    assert reverse("new_simulation", args=[club.slug]) not in listed
    listed = page(sign_in(club, "director"), "simulations", club.slug)
    assert reverse("new_simulation", args=[club.slug]) in listed


def test_a_director_starts_watches_and_reads_a_simulation(
    director: Client, club: Club, sign_in: SignIn
) -> None:
    simulation = ask(director, club, title="Who is best?", rule_bet_limit="10")
    assert simulation.spec["rules"]["bet_limit"] == 10
    assert simulation.spec["seats"] == SEATS
    assert (simulation.spec["seed"], simulation.deals_planned) == (7, 600)
    watched = page(director, "simulation", simulation.pk)
    assert "0</b> of 600 deals" in watched
    assert "The simulation is waiting for a free worker" in watched
    assert '<meta http-equiv="refresh"' in watched
    renew = reverse("simulation_renew", args=[simulation.pk])
    stamp = simulations.progress_of(simulation).stamp
    assert director.get(renew, {"seen": stamp}).status_code == 204
    play(simulation)
    renewed = director.get(renew, {"seen": stamp}).content.decode()
    assert "hx-get" not in renewed
    assert 'class="headline"' in renewed
    whole = page(sign_in(club, "scorer"), "simulation", simulation.pk)
    assert '<meta http-equiv="refresh"' not in whole
    assert "chips a deal" in whole
    listed = page(director, "simulations", club.slug)
    assert "Who is best?" in listed
    assert "done" in listed


def test_an_error_stands_at_its_field_and_the_form_keeps_its_values(
    director: Client, club: Club, subtests: pytest.Subtests
) -> None:
    cases: list[tuple[dict[str, str], str, str]] = [
        ({"bot_2": "", "bot_3": ""}, "bot_0", "There are 2 bots. These rules need 3 to 6."),
        ({"deals": ""}, "deals", "Fill in this field."),
        ({"rule_packets": "9, x"}, "rule_packets", "Write whole numbers with commas between them."),
        (
            {"rule_purse": "table", "starting_chips": "3"},
            "starting_chips",
            "Seat 1 has a purse of 3 and cannot pay the ante of 9",
        ),
        (
            {"rule_stop_pay": "1", "rule_shedding": "tricks"},
            "rule_stop_pay",
            "The switches stop_pay and shedding clash: tricks have no runs, so stop_pay must be 0.",
        ),
    ]
    for fields, field, sentence in cases:
        with subtests.test(f"{fields} {field}"):
            form = refused(director, club, title="Kept", **fields)
            (message,) = form.errors[field]
            assert message.startswith(sentence)
            assert form["title"].value() == "Kept"
            assert not Simulation.objects.exists()


def test_the_form_starts_with_the_rules_and_tables_of_an_event(director: Client, club: Club) -> None:
    event = make_event(club, rules={"preset": "hoffmann", "stake": 2}, size=5, deals_per_round=6)
    link = f"{reverse('new_simulation', args=[club.slug])}?event={event.ref}"
    assert link in page(director, "manage", event.ref)
    form = director.get(link).context["form"]
    names = ("preset", "rule_stake", "deals_each", "bot_4", "bot_5")
    initial = {name: form[name].value() for name in names}
    assert initial == {
        "preset": "hoffmann",
        "rule_stake": 2,
        "deals_each": 6,
        "bot_4": "expert",
        "bot_5": "",
    }


def test_a_repeated_simulation_has_the_same_spec(
    director: Client, club: Club, subtests: pytest.Subtests
) -> None:
    cases: list[dict[str, str]] = [
        {},
        {"deals": "120", "deals_each": "3", "title": "Short ones"},
        {"preset": "adpoker", "rule_two_pairs": "yes", "rule_purse": "table", "starting_chips": "200"},
    ]
    for fields in cases:
        with subtests.test(str(fields)), transaction.atomic():
            before = ask(director, club, **fields)
            url = reverse("new_simulation", args=[club.slug])
            form = director.get(url, {"again": str(before.pk)}).context["form"]
            typed = {
                bound.html_name: bound.value() for bound in form if bound.value() not in (None, "", [], False)
            }
            assert director.post(url, typed).status_code == 302
            after = Simulation.objects.latest("created_at")
            assert after.pk != before.pk
            assert (after.spec, after.title) == (before.spec, before.title)
            transaction.set_rollback(True)


def test_a_director_cancels_a_simulation_and_members_see_it(
    director: Client, club: Club, sign_in: SignIn
) -> None:
    simulation = ask(director, club)
    scorer = sign_in(club, "scorer")
    assert "The deals played so far are deleted" in page(director, "simulation", simulation.pk)
    assert reverse("cancel_simulation", args=[simulation.pk]) not in page(scorer, "simulation", simulation.pk)
    director.post(reverse("cancel_simulation", args=[simulation.pk]))
    read = page(scorer, "simulation", simulation.pk)
    assert "Cancelled" in read
    assert "?again=" not in read
    assert f"?again={simulation.pk}" in page(director, "simulation", simulation.pk)


def test_a_failed_simulation_says_why_and_what_to_do_next(director: Client, club: Club) -> None:
    simulation = ask(director, club)
    simulations.end(simulation, SimulationStatus.FAILED, failure=failure_of(ValueError("no luck")))
    read = page(director, "simulation", simulation.pk)
    assert "because of an error in the program (ValueError: no luck)." in read
    assert f"?again={simulation.pk}" in read


def test_the_form_refuses_too_many_simulations_at_once(director: Client, club: Club) -> None:
    for _ in range(simulations.MOST_RUNNING):
        ask(director, club)
    form = refused(director, club)
    assert "Wait until one ends" in form.non_field_errors()[0]


def test_every_chart_has_a_title_a_description_and_a_table(director: Client, club: Club) -> None:
    simulation = ask(director, club)
    play(simulation)
    read = page(director, "simulation", simulation.pk)
    charts = read.count('role="img"')
    assert charts == 1 + len(SEATS) + 1
    assert read.count("<desc id=") == read.count("<figure") == read.count("<table ") == charts
    assert "style=" not in read
    assert "<script" not in read.partition("<main")[2]
    ids = [part.partition('"')[0] for part in read.split(' id="')[1:]]
    assert len(ids) == len(set(ids)), "no id twice"


def test_another_clubs_simulation_is_not_found(director: Client, club: Club, sign_in: SignIn) -> None:
    other = make_club("Elsewhere")
    theirs = make_simulation(100, other)
    for name in ("simulation", "simulation_renew"):
        assert director.get(reverse(name, args=[theirs.pk])).status_code == 404
    url = reverse("new_simulation", args=[club.slug])
    assert director.get(url, {"again": str(theirs.pk)}).status_code == 404
