"""The scorecard form: what it asks, keeps, says, sends and tells while it is filled in, by all rules."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from django import forms
from django.conf import settings
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

import games.services as games
from tests.builders import a_table, boss, make_card, next_document, owner_of, play
from tests.web.cards import a_scorecard
from tests.web.conftest import SignIn, seen, words
from tournaments.core.numbers import number as plain_number
from tournaments.models import Deal, Table
from tournaments.play.forms.scorecard import ScorecardForm
from tournaments.play.pages.deals import seat_names
from tournaments.play.verbs import cards, results
from tournaments.tables.verbs.table_states import table_state
from tournaments.templatetags.poch import signed

pytestmark = pytest.mark.django_db


def url_of(table: Table) -> str:
    return reverse("scorecard", args=[table.pk])


@pytest.fixture
def table() -> Table:
    return a_table(4)


@pytest.fixture
def phone(sign_in: SignIn, table: Table) -> Client:
    """The browser of a scorer of the table's club."""
    return sign_in(table.round.event.club, "scorer")


def words_of(answer: Any) -> str:
    return words(answer.content.decode().partition("<main")[2])


def send(phone: Client, table: Table, fields: dict[str, Any], step: str = "send") -> Any:
    return phone.post(
        url_of(table), {key: value for key, value in fields.items() if value is not None} | {"step": step}
    )


@pytest.mark.parametrize("preset", games.presets())
@pytest.mark.parametrize("seats", [3, pytest.param(5, marks=pytest.mark.nightly)])
def test_a_deal_of_every_game_can_be_entered(sign_in: SignIn, preset: str, seats: int) -> None:
    table = a_table(seats, rules={"preset": preset}, size=seats, least=2 if preset == "adpoker" else 3)
    browser = sign_in(table.round.event.club, "scorer")
    for seed in (1, 2):
        fields, result = a_scorecard(table, seed=seed)
        answer = send(browser, table, fields)
        assert answer.status_code == 302, answer.content.decode().split('class="errorlist')[1:2]
        assert table_state(table).purses == result["chips"]


@pytest.mark.parametrize("step", ["preview", "send"])
def test_a_deal_that_was_entered_differently_is_shown_beside_the_other(
    phone: Client, table: Table, step: str
) -> None:
    fields, recorded = a_scorecard(table)
    other, typed = a_scorecard(table, seed=7)
    state = table_state(table)
    names = seat_names(table, owner_of(table.round.event.club), 1)
    send(phone, table, fields)
    play(table, 2)
    answer = send(phone, table, other, step)
    page = words_of(answer)
    assert answer.status_code == 409
    assert "Deal 1 was entered differently before" in page
    assert f"{names[state.next_dealer]} dealt." in page, "the dealer of this deal, not of the next one"
    for seat, name in enumerate(names):
        theirs, mine = (str(signed(result["net"][seat])) for result in (recorded, typed))
        assert f"{name} {words(theirs)} {words(mine)}" in page
    assert "Compare both with the table" in page
    assert Deal.objects.filter(table=table).count() == 3


def test_the_same_deal_sent_again_is_already_recorded(sign_in: SignIn) -> None:
    table = a_table(4, deals_per_round=1)
    phone = sign_in(table.round.event.club, "scorer")
    fields, _result = a_scorecard(table)
    send(phone, table, fields)
    for step in ("preview", "send"):
        page = phone.get(send(phone, table, fields, step).headers["Location"]).content.decode()
        assert "Deal 1 was already recorded" in page
    assert Deal.objects.filter(table=table).count() == 1


def test_everything_typed_is_kept_when_something_is_wrong(phone: Client, table: Table) -> None:
    fields, _result = a_scorecard(table)
    del fields["rank"]
    answer = send(phone, table, fields, "preview")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Choose the rank of the upcard." in page
    assert f'value="{fields["suit"]}"' in page
    checked = page.count("checked")
    meant = sum(
        len(value) if isinstance(value, list) else 1
        for name, value in fields.items()
        if name.startswith(("meld_", "shown_", "suit", "out")) and name != "stops" and value is not None
    )
    nobody = sum(1 for name, value in fields.items() if name.startswith("meld_") and value is None)
    unnamed = page.count('class="pool-row"') - sum(1 for name in fields if name.startswith("meld_"))
    assert checked == meant + nobody + unnamed
    assert not Deal.objects.filter(table=table).exists()


def test_runs_are_added_by_taps_and_judged_only_when_the_card_is_done(sign_in: SignIn) -> None:
    table = a_table(4, rules={"preset": "hoffmann"})
    browser = sign_in(table.round.event.club, "scorer")
    answer = browser.post(url_of(table), {"number": 1, "rank": "9", "stops": ["2"], "add_stop": "0"})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "errorlist" not in page
    assert page.count('name="stops"') == 2
    assert 'name="rank" value="9" id="id_rank_5" checked' in page or 'value="9"' in page
    page = browser.post(url_of(table), {"number": 1, "stops": ["2", "0"], "drop_stop": "1"}).content.decode()
    assert page.count('name="stops"') == 1


def test_a_pasted_record_is_previewed_and_sent(phone: Client, table: Table) -> None:
    url = reverse("record", args=[table.pk])
    document = json.dumps(next_document(table))
    page = phone.post(url, {"number": 1, "record": document, "step": "preview"}).content.decode()
    assert "Are these payouts right?" in page
    assert phone.post(url, {"number": 1, "record": document, "step": "send"}).status_code == 302
    assert Deal.objects.filter(table=table).count() == 1


def test_an_invalid_record_is_kept_and_refused_beside_its_field(
    phone: Client, table: Table, subtests: pytest.Subtests
) -> None:
    cases: list[str] = ["not json", "[1]", '{"format": "poch-deal/2"}', '{"format": 1, "format": 2}']
    for record in cases:
        with subtests.test(record):
            answer = phone.post(
                reverse("record", args=[table.pk]), {"number": 1, "record": record, "step": "preview"}
            )
            assert answer.status_code == 422
            assert answer.context["form"].errors["record"]
    document = next_document(table)
    document["actions"][-1] = "0 play 2c"
    sent = {"number": 1, "record": json.dumps(document), "step": "send"}
    answer = phone.post(reverse("record", args=[table.pk]), sent)
    assert f"Action {len(document['actions']) - 1}" in str(answer.context["form"].errors["record"])


def test_the_message_after_a_deal_has_its_numbers_and_says_where_to_object(sign_in: SignIn) -> None:
    for two_agree, where in ((False, "deals/1/correct/"), (True, "#claim-1")):
        table = a_table(4, two_agree=two_agree)
        browser = sign_in(table.round.event.club, "scorer")
        fields, result = a_scorecard(table)
        send(browser, table, fields)
        page = seen(browser, "table", table.pk)
        said = page.partition('<ul class="messages">')[2].partition("</ul>")[0]
        for name, net in zip(seat_names(table, boss(table.round), 1), result["net"], strict=True):
            assert f"{name} {plain_number(net, plus=True)}" in words(said)
        assert re.search(rf'<a href="/tables/{table.pk}/{where}">Not right\?</a>', said)
    phone = Client()
    table = a_table(4)
    phone.cookies[settings.TABLE_COOKIE_NAME] = cards.enter_by_secret(make_card(table).secret, table.pk).token
    send(phone, table, a_scorecard(table)[0])
    assert f'href="/tables/{table.pk}/#call"' in seen(phone, "table", table.pk)


def test_a_refusal_names_cards_and_people_in_words(phone: Client, table: Table) -> None:
    fields, _result = a_scorecard(table)
    nobody = {name: "" for name in fields if name.startswith("meld_")}
    answer = send(phone, table, fields | nobody | {"rank": "K", "suit": "h", "meld_king": "1"}, "preview")
    assert answer.status_code == 422
    assert "it needs king of hearts, which was turned up" in words_of(answer)
    shown = [seat.entry.player.name for seat in table.seats.order_by("number")]
    assert f"Seat 2 is {shown[1]}." in words_of(answer)
    assert f"Seat 1 is {shown[0]}." not in words_of(answer)


@pytest.mark.parametrize("preset", games.presets())
def test_every_refusal_of_a_scorecard_stands_at_a_field(preset: str) -> None:
    """Deals of bots, each with one or two answers of the form changed by chance."""
    table = a_table(4, rules={"preset": preset})
    state, chance = table_state(table), random.Random(preset)
    names = [f"Player {seat}" for seat in range(4)]
    refused = set()
    for seed in range(6):
        right, _result = a_scorecard(table, seed=seed)
        for _try in range(12):
            data = QueryDict(mutable=True)
            for name, value in bent(right, ScorecardForm(state, names), chance).items():
                data.setlist(name, value if isinstance(value, list) else [value])
            form = ScorecardForm(state, names, data)
            if form.is_valid():
                try:
                    results.complete(state, form.document())
                except games.EngineError as refusal:
                    refused.add(refusal.code)
                    form.object_to(refusal)
            assert "__all__" not in form.errors, form.errors
            assert all(name in form.fields for name in form.errors)
    assert len(refused) > 3


def bent(right: dict[str, Any], form: ScorecardForm, chance: random.Random) -> dict[str, Any]:
    """The answers of a form with some of them changed or left out."""
    fields = {name: value for name, value in right.items() if value is not None}
    for name in chance.sample([name for name in form.fields if name != "number"], k=chance.choice([1, 1, 2])):
        field = form.fields[name]
        choices = [str(value) for value, _label in getattr(field, "choices", ())]
        if isinstance(field, forms.MultipleChoiceField):
            fields[name] = chance.sample(choices, k=chance.randrange(4))
        else:
            fields[name] = chance.choice(choices or ["", "0", "1", "2", "3", "9", "31", "x", "on"])
    return fields


def test_without_scripts_the_page_opens_at_the_first_error(phone: Client, table: Table) -> None:
    fields, _result = a_scorecard(table)
    seat = next(seat for seat in range(4) if fields[f"left_{seat}"])
    page = send(phone, table, {**fields, f"left_{seat}": None}).content.decode()
    assert re.findall(r'name="(\w+)"[^>]* autofocus', page) == [f"left_{seat}"]
    assert "Correct the fields that are marked in red." in page
    play(table)
    page = send(phone, table, {**fields, "number": 7}).content.decode()
    assert "marked in red" not in page
    assert re.search(r'role="alert" tabindex="-1" autofocus', page)
    assert "Deal 7 is not the next deal" in page
    assert "Write a whole number" in send(phone, table, {**fields, "number": "x"}).content.decode()


def look(phone: Client, table: Table, fields: dict[str, Any]) -> dict[str, Any]:
    sent = {name: value for name, value in fields.items() if value is not None} | {"step": "look"}
    answer = phone.post(reverse("scorecard", args=[table.pk]), sent)
    assert answer.status_code == 200
    said: dict[str, Any] = answer.json()
    return said


def without(fields: dict[str, Any], *starts: str) -> dict[str, Any]:
    """The fields whose names begin with none of these."""
    return {name: value for name, value in fields.items() if not name.startswith(starts)}


def test_a_complete_scorecard_shows_what_everybody_wins_and_records_nothing(
    phone: Client, table: Table
) -> None:
    fields, result = a_scorecard(table)
    said = look(phone, table, fields)
    assert said["wrong"] == {}
    assert said["complete"]
    for net in result["net"]:
        assert f"{abs(net)}</span>" in said["payouts"]
    assert not Deal.objects.exists()


def test_what_is_only_missing_is_no_error(phone: Client, table: Table) -> None:
    assert look(phone, table, {"number": 1}) == {"wrong": {}, "payouts": "", "complete": False}
    for missing in [("left",), ("out",), ("shown",), ("rank",), ("meld",)]:
        for seed in (1, 4):
            fields, _result = a_scorecard(table, seed=seed)
            half = without(fields, *missing, "left" if "out" in missing else "out")
            assert look(phone, table, half)["wrong"] == {}, (seed, missing)


def test_a_contradiction_is_told_at_its_field_as_it_arises(phone: Client, table: Table) -> None:
    fields = {"number": 1, "rank": "9", "suit": "h", "meld_king": 0, "meld_queen": 1, "meld_marriage": 0}
    said = look(phone, table, fields)
    assert list(said["wrong"]) == ["meld_marriage"]
    assert said["payouts"] == ""


def test_the_board_goes_on_to_the_next_deal_until_the_last(sign_in: SignIn) -> None:
    table = a_table(4, deals_per_round=2)
    phone = sign_in(table.round.event.club, "scorer")
    for next_page in ("scorecard", "table"):
        fields, _result = a_scorecard(table)
        answer = phone.post(
            reverse("scorecard", args=[table.pk]),
            {name: value for name, value in fields.items() if value is not None}
            | {"step": "send", "onward": 1},
        )
        assert answer.status_code == 302
        assert answer.headers["Location"] == reverse(next_page, args=[table.pk])


@pytest.mark.parametrize(("preset", "first", "second"), [("adpoker", 1, 3), ("poque-1789", 1, 3)])
def test_stakes_are_judged_together_when_the_deal_has_gone_on(
    sign_in: SignIn, preset: str, first: int, second: int
) -> None:
    """Somebody types the stake of one player after the other. Nothing is wrong before the last."""
    table = a_table(4, rules={"preset": preset})
    phone = sign_in(table.round.event.club, "scorer")
    typed = {"number": 1, "rank": "9", "suit": "h", "stake_1": first, "stake_2": second}
    assert look(phone, table, typed)["wrong"] == {}
    assert look(phone, table, typed | {"left_1": 2})["wrong"] != {}


def test_a_claim_that_was_entered_differently_is_shown_beside_the_other(sign_in: SignIn) -> None:
    table = a_table(4, two_agree=True)
    first, second = (sign_in(table.round.event.club, "scorer") for _phone in range(2))
    send(first, table, a_scorecard(table)[0])
    answer = send(second, table, a_scorecard(table, seed=7)[0])
    assert answer.status_code == 409
    assert "The other entry waits for a second person" in words_of(answer)
    assert not Deal.objects.filter(table=table).exists()
