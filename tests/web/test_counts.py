"""The total of a table on the pages: entering, correcting, voiding, and how it is told."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.builders import a_table, boss, make_card, make_member, work
from tests.web.conftest import client_of
from tournaments.desk.verbs import rounds
from tournaments.models import Deal, Role, Table
from tournaments.play.verbs import cards, results
from tournaments.tables.verbs.table_states import TOTAL

pytestmark = pytest.mark.django_db

RIGHT = {"seat_0": "14", "seat_1": "-6", "seat_2": "3", "seat_3": "-15", "board": "4", "deals": "12"}


@pytest.fixture
def table() -> Table:
    return a_table(4)


@pytest.fixture
def scorer(table: Table) -> Client:
    return client_of(make_member(table.round.event.club, Role.SCORER).user)


def page(client: Client, path: str) -> str:
    return client.get(path, follow=True).content.decode()


def test_a_scorer_enters_corrects_and_voids_a_total(table: Table, scorer: Client) -> None:
    assert f"/tables/{table.pk}/count/" in page(scorer, f"/tables/{table.pk}/")
    done = scorer.post(f"/tables/{table.pk}/count/", RIGHT, follow=True).content.decode()
    assert "The total of the table is recorded." in done
    assert "Only the total of 12 deals was entered" in done
    assert "4 chips stay on the board." in done
    assert 'value="-6"' in page(scorer, f"/tables/{table.pk}/count/")
    without_reason = scorer.post(f"/tables/{table.pk}/count/", {**RIGHT, "deals": "11"})
    assert without_reason.status_code == 422
    changed = {**RIGHT, "deals": "11", "reason": "one deal less"}
    assert (
        "The total is corrected."
        in scorer.post(f"/tables/{table.pk}/count/", changed, follow=True).content.decode()
    )
    assert "is void" in scorer.post(f"/tables/{table.pk}/count/void/", follow=True).content.decode()
    assert not Deal.objects.effective().exists()


def test_wrong_numbers_come_back_with_the_reason(
    table: Table, scorer: Client, subtests: pytest.Subtests
) -> None:
    cases: list[tuple[dict[str, str], str]] = [
        ({"board": "5"}, "Together that is 22, but the seats lost 21."),
        ({"seat_2": ""}, "Fill in this field."),
        ({"seat_2": "three"}, "Write a whole number"),
        ({"deals": "0"}, "Write a number from 1 to 200."),
    ]
    for changes, sentence in cases:
        with subtests.test(f"{changes} {sentence}"):
            answer = scorer.post(f"/tables/{table.pk}/count/", {**RIGHT, **changes})
            assert answer.status_code == 422
            assert sentence in answer.content.decode()
            assert not Deal.objects.exists()


def test_a_phone_enters_a_total_and_cannot_correct_it(table: Table) -> None:
    card = make_card(table)
    phone = Client()
    phone.cookies[settings.TABLE_COOKIE_NAME] = cards.enter_by_secret(card.secret, table.pk).token
    assert "recorded" in phone.post(f"/tables/{table.pk}/count/", RIGHT, follow=True).content.decode()
    assert "Ask the director to correct it." in page(phone, f"/tables/{table.pk}/count/")


def test_what_stays_on_the_board_is_computed_where_there_is_one(table: Table, scorer: Client) -> None:
    path = f"/tables/{table.pk}/count/"
    assert "Chips that stay on the board by these numbers" in page(scorer, path)
    assert scorer.post(path, {**RIGHT, "board": "0"}).status_code == 422
    assert scorer.post(path, {**RIGHT, "board": "", "seat_0": "19"}).status_code == 422
    scorer.post(path, {**RIGHT, "board": ""})
    assert Deal.objects.get().document["board"] == 4
    other = a_table(3, rules={"preset": "none"})
    assert "by these numbers" not in page(
        client_of(make_member(other.round.event.club, Role.SCORER).user), f"/tables/{other.pk}/count/"
    )


def test_the_pages_of_the_round_and_of_the_standings_say_what_is_missing(
    table: Table, scorer: Client
) -> None:
    event, actor = table.round.event, boss(table.round)
    document: dict[str, Any] = {"format": "poch-count/1", "deals": 7, "net": [1, 2, -3, 0]}
    results.record(table, actor, TOTAL, document)
    work()
    assert "total of 7 deals" in page(scorer, f"/rounds/{table.round_id}/")
    missing = "A total was entered at: round 1, table 1."
    assert missing in page(scorer, f"/events/{event.slug}/standings/")
    rounds.close_round(table.round, actor)
    assert missing in page(scorer, f"/events/{event.slug}/standings/?round=1")
    assert missing in page(Client(), f"/events/{event.slug}/standings/")


def test_an_attempt_to_send_a_total_acts_once_and_for_its_person_alone(table: Table, scorer: Client) -> None:
    address = reverse("count", args=[table.pk])
    draft = scorer.get(reverse("draft_state", args=[table.pk])).json()["draft"]
    assert f'data-draft="{draft}"' in page(scorer, address)
    sent = {**RIGHT, "draft": draft, "attempt": "first", "step": "send"}
    other = client_of(make_member(table.round.event.club, Role.SCORER).user)
    assert other.post(address, sent).headers["Location"] == address
    assert not Deal.objects.exists()
    scorer.post(address, sent)
    first = Deal.objects.get()
    scorer.post(address, sent)
    assert Deal.objects.get() == first
    state = scorer.get(reverse("draft_state", args=[table.pk]), {"attempt": "first"}).json()
    assert (state["attempt"], state["number"]) == ("recorded", 2)
