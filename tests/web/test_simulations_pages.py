"""Simulations by their pages: asked for, watched, cancelled, read."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

import games.services as games
from tests.builders import make_event
from tests.web.conftest import SignIn, seen
from tournaments.models import Club, Simulation
from tournaments.simulations.verbs import chunks, simulations
from tournaments.simulations.verbs.simulations import run_here, spec_of
from tournaments.simulations.words import _headline, report_page

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


def play(simulation: Simulation, most: int | None = None) -> None:
    for number in range(simulation.chunks_planned if most is None else most):
        chunks.play_chunk(simulation.pk, number)


def test_a_director_starts_watches_and_reads_a_simulation(
    director: Client, club: Club, sign_in: SignIn
) -> None:
    new = reverse("new_simulation", args=[club.slug])
    for role, offered in (("scorer", False), ("director", True)):
        listed = seen(sign_in(club, role), "simulations", club.slug)
        assert "The report shows who wins" in listed
        assert (new in listed) is offered
    simulation = ask(director, club, title="Who is best?", rule_bet_limit="10")
    assert simulation.spec["rules"]["bet_limit"] == 10
    assert simulation.spec["seats"] == SEATS
    assert (simulation.spec["seed"], simulation.deals_planned) == (7, 600)
    watched = seen(director, "simulation", simulation.pk)
    assert "0</b> of 600 deals" in watched
    assert "The simulation is waiting for a free worker" in watched
    assert '<meta http-equiv="refresh"' in watched
    renew = reverse("simulation_renew", args=[simulation.pk])
    stamp = simulation.stamp
    assert director.get(renew, {"seen": stamp}).status_code == 204
    play(simulation)
    renewed = director.get(renew, {"seen": stamp}).content.decode()
    assert "hx-get" not in renewed
    assert 'class="headline"' in renewed
    whole = seen(sign_in(club, "scorer"), "simulation", simulation.pk)
    assert '<meta http-equiv="refresh"' not in whole
    assert "chips a deal" in whole
    charts = whole.count('role="img"')
    assert charts == 1 + len(SEATS) + 1
    assert whole.count("<desc id=") == whole.count("<figure") == whole.count("<table ") == charts
    ids = [part.partition('"')[0] for part in whole.split(' id="')[1:]]
    assert len(ids) == len(set(ids)), "no id twice"
    listed = seen(director, "simulations", club.slug)
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
    for _ in range(simulations.MOST_RUNNING):
        ask(director, club)
    assert "Wait until one ends" in refused(director, club).non_field_errors()[0]


MINUS = "\N{MINUS SIGN}"


def mean(name: str, value: float, low: float | None, high: float | None) -> dict[str, Any]:
    return {"name": name, "chips_per_deal": value, "standard_error": 0.1, "low": low, "high": high}


def test_the_headline_names_the_winner_and_the_amount(subtests: pytest.Subtests) -> None:
    cases: list[tuple[tuple[float, float | None, float | None], str]] = [
        ((0.41, 0.38, 0.44), "Bold wins 0.41 chips a deal (+0.38 to +0.44)"),
        ((0.01, -0.2, 0.22), f"No clear winner; Bold comes closest ({MINUS}0.20 to +0.22)"),
        ((-0.001, -0.001, -0.001), "Nobody wins; Bold loses least, 0.00 chips a deal (no spread)"),
        ((-0.5, None, None), "No clear winner; Bold comes closest (\N{EN DASH})"),
    ]
    for best, text in cases:
        with subtests.test(f"{best} {text}"):
            assert _headline([mean("Random", -3, -3.2, -2.8), mean("Bold", *best)]) == text


def test_every_section_of_a_report_has_a_chart_and_a_table(subtests: pytest.Subtests) -> None:
    for preset in games.presets():
        for deals in [1, 60]:
            for seats in (["expert", "bold", "bold"], ["expert"] * 3):
                with subtests.test(f"{preset} {deals} {seats}"):
                    spec = spec_of(rules={"preset": preset}, seats=seats, deals=deals, seed=5)
                    page = report_page(run_here(spec))
                    assert page["headline"]
                    names = [name for name, _cells in page["sections"][0]["figures"][0].rows]
                    places = ["Forehand", "Second", "Dealer"]
                    assert names in (["Expert", "Bold, each of 2", *places], places)
                    assert [section["key"] for section in page["sections"]] == [
                        "winners",
                        "sources",
                        "lengths",
                    ]
                    for section in page["sections"]:
                        for figure in section["figures"]:
                            assert figure.description.strip(" .")
                            assert {len(cells) for _name, cells in figure.rows} == {len(figure.heads)}


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


def test_the_form_starts_with_the_rules_and_tables_of_an_event(director: Client, club: Club) -> None:
    event = make_event(club, rules={"preset": "hoffmann", "stake": 2}, size=5, deals_per_round=6)
    link = f"{reverse('new_simulation', args=[club.slug])}?event={event.ref}"
    assert link in seen(director, "edit_event", event.ref)
    form = director.get(link).context["form"]
    initial = {"preset": "hoffmann", "rule_stake": 2, "deals_each": 6, "bot_4": "expert", "bot_5": ""}
    assert {name: form[name].value() for name in initial} == initial
