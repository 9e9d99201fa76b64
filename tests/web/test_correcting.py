"""Correcting a deal on its page: filled in, looked at, done."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.urls import reverse

from tests.builders import (
    a_table,
    another_document,
    make_member,
    play,
)
from tests.web.cards import a_scorecard
from tests.web.conftest import SignIn, client_of
from tournaments.models import Deal, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    """A table with three deals, the first two by scorecard."""
    table = a_table(4, deals_per_round=4)
    for _number in range(2):
        record_card(table, a_scorecard(table)[0])
    play(table)
    return table


def record_card(table: Table, fields: dict[str, Any]) -> None:
    browser = client_of(make_member(table.round.event.club).user)
    answer = browser.post(reverse("scorecard", args=[table.pk]), {**fields, "step": "send"})
    assert answer.status_code == 302, answer.content


def page_of(table: Table, number: int) -> str:
    return reverse("correct_deal", args=[table.pk, number])


def text(answer: Any) -> str:
    return re.sub(r"\s+", " ", answer.content.decode())


def fields_of(form: Any) -> dict[str, Any]:
    """What a browser would send of a form as it is shown."""
    shown = {name: form[name].value() for name in form.fields}
    empty: tuple[Any, ...] = (None, "", [])
    return {name: value for name, value in shown.items() if value is not False and value not in empty}


def test_the_form_shows_the_deal_as_it_was_recorded(sign_in: SignIn, table: Table) -> None:
    browser = sign_in(table.round.event.club, "scorer")
    shown = browser.get(page_of(table, 1))
    assert shown.status_code == 200
    assert "2 later deals" in text(shown)
    sent = browser.post(
        page_of(table, 1), {**fields_of(shown.context["form"]), "step": "preview"}, follow=True
    )
    assert "already recorded like this" in text(sent)
    assert Deal.objects.filter(table=table).count() == 3


def test_a_change_is_looked_at_before_it_is_made(sign_in: SignIn, table: Table) -> None:
    browser = sign_in(table.round.event.club, "scorer")
    fields = fields_of(browser.get(page_of(table, 1)).context["form"])
    out = int(fields["out"])
    loser = next(seat for seat in range(4) if seat != out)
    fields |= {f"left_{loser}": int(fields[f"left_{loser}"]) % 3 + 1, "reason": "two cards, not three"}
    looked = browser.post(page_of(table, 1), {**fields, "step": "preview"})
    assert looked.status_code == 200
    assert "Are these changes right?" in text(looked)
    assert [row["deal"].number for row in looked.context["deals"]] == [1, 2, 3]
    assert looked.context["moved"]
    assert Deal.objects.filter(table=table).count() == 3
    typed: dict[str, list[str]] = {}
    for name, value in looked.context["typed"]:
        typed.setdefault(name, []).append(value)
    done = browser.post(page_of(table, 1), {**typed, "step": "send"}, follow=True)
    assert "Deal 1 is corrected" in text(done)
    assert "two cards, not three" in text(done)
    deal = Deal.objects.effective().get(table=table, number=1)
    assert (deal.revision, deal.document["left"][loser]) == (3, fields[f"left_{loser}"])


def test_a_record_is_corrected_as_a_record_and_replaces_a_scorecard(sign_in: SignIn, table: Table) -> None:
    browser = sign_in(table.round.event.club, "scorer")
    shown = browser.get(page_of(table, 3))
    assert "chips" not in json.loads(shown.context["form"]["record"].value())
    document = another_document(table, 3)
    sent = {"number": 3, "record": json.dumps(document), "step": "send"}
    assert browser.post(page_of(table, 3), sent).status_code == 302
    assert Deal.objects.effective().get(table=table, number=3).revision == 3
    wrong = browser.post(page_of(table, 3), {**sent, "record": json.dumps({**document, "actions": []})})
    assert wrong.status_code == 422
    assert "record" in browser.get(page_of(table, 1) + "?record").context["form"].fields
    sent = {"number": 1, "record": json.dumps(another_document(table, 1)), "step": "send"}
    assert browser.post(page_of(table, 1), sent).status_code == 302
    assert Deal.objects.effective().get(table=table, number=1).document["format"] == "poch-deal/1"
