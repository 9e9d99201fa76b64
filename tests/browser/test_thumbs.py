"""The board of a scorecard: the form for thumbs. The fields of the plain form stay the truth below it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.acting import expect_to_fit, press, sign_in
from tests.browser.thumbs import Card, Thumb, card, fill_board, fill_plain, table_of
from tests.builders import make_member
from tournaments.models import Deal, Table
from tournaments.tables.verbs.table_states import table_state

pytestmark = [pytest.mark.browser, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext]) -> Page:
    """A phone with a touch screen, which shows an empty page."""
    return new_context(viewport={"width": 360, "height": 740}, has_touch=True).new_page()


@pytest.fixture
def open_card(phone: Page, live_server: LiveServer) -> Callable[[Card], Table]:
    """``open_card(card)``: open the scorecard of a new table for this card, and return the table."""

    def opened(card: Card) -> Table:
        table = table_of(card)
        member = make_member(table.round.event.club, "scorer")
        sign_in(phone, f"{live_server.url}/sign-in/?next=/tables/{table.pk}/scorecard/", member.user.username)
        expect(phone.locator("[data-thumbs]")).to_be_visible()
        return table

    return opened


def turned(card: Card, table: Table) -> dict[str, Any]:
    return card.dealt_by(table_state(table).next_dealer)


def recorded(table: Table) -> dict[str, Any]:
    """What was recorded of the first deal, without what the table knows and without pools of nobody."""
    document = dict(Deal.objects.get(table=table, number=1).document)
    document["melds"] = {pool: seat for pool, seat in document["melds"].items() if seat is not None}
    return {key: value for key, value in document.items() if key not in ("rules", "chips", "pools")}


@pytest.mark.parametrize("name", ["deals:142", "scorecards:119"])
def test_a_card_by_taps_is_the_document_of_the_plain_form(
    phone: Page, open_card: Callable[[Card], Table], name: str
) -> None:
    documents = []
    for fill in (fill_board, fill_plain):
        table = open_card(card(name))
        if fill is fill_plain:
            phone.get_by_role("button", name="Fill in the fields instead").tap()
        expect_to_fit(phone)
        fill(Thumb(phone), turned(card(name), table))
        expect(phone.get_by_text("Deal 1 is recorded.")).to_be_visible()
        documents.append(recorded(table))
        phone.context.clear_cookies()
        phone.evaluate("localStorage.clear()")
    by_board, by_fields = documents
    assert by_board == by_fields


BET = "[data-stake='%d'] [data-bet]"
STAKE = "[name=stake_%d]"


@pytest.mark.nightly
def test_a_showdown_asks_for_cards_and_another_rank_goes_to_the_next_player(
    phone: Page, open_card: Callable[[Card], Table]
) -> None:
    open_card(card("deals:135"))
    phone.locator("[data-up='9h']").tap()
    phone.locator(BET % 0).tap()
    expect(phone.locator("[data-showdown]")).to_be_hidden()
    phone.locator(BET % 2).tap()
    expect(phone.locator("[data-showdown]")).to_be_visible()
    phone.get_by_text("Single cards").tap()
    for code in ("Ks", "Kc", "8s", "8d"):
        phone.locator(f"[data-card='{code}']").tap()
    for seat, code in ((0, "Ks"), (0, "Kc"), (2, "8s"), (2, "8d")):
        expect(phone.locator(f"[name=shown_{seat}][value='{code}']")).to_be_checked()


@pytest.mark.nightly
def test_one_tap_shows_a_set_and_the_next_player_is_marked(
    phone: Page, open_card: Callable[[Card], Table]
) -> None:
    open_card(card("deals:135"))
    phone.locator("[data-up='9h']").tap()
    # Seat 1 takes the ace pool with the ace of hearts, and nobody else can show that card.
    phone.locator("[data-take='1']").tap()
    for seat in (0, 1):
        phone.locator(BET % seat).tap()
    expect(phone.locator("[data-show='0']")).to_have_attribute("aria-pressed", "true")
    expect(phone.locator("[data-set='Ah Ad']")).to_be_hidden()
    expect(phone.locator("[data-set='9s 9h']")).to_be_hidden()
    phone.locator("[data-set='8s 8d 8c']").tap()
    for code in ("8s", "8d", "8c"):
        expect(phone.locator(f"[name=shown_0][value='{code}']")).to_be_checked()
    expect(phone.locator("[data-show='1']")).to_have_attribute("aria-pressed", "true")
    expect(phone.locator("[data-show='1']")).to_be_focused()
    # All sets of aces that seat 1 can show have the ace of hearts.
    expect(phone.locator("[data-set='As Ad']")).to_be_hidden()
    phone.locator("[data-set='Ah Ad']").tap()
    expect(phone.locator("[name=shown_1][value='Ah']")).to_be_checked()
    # Another set takes the place of the first one, and a second tap takes it away.
    phone.locator("[data-set='Ah Ac']").tap()
    expect(phone.locator("[name=shown_1][value='Ad']")).not_to_be_checked()
    expect(phone.locator("[data-set='Ah Ac']")).to_have_attribute("aria-pressed", "true")
    phone.locator("[data-set='Ah Ac']").tap()
    expect(phone.locator("[name=shown_1]:checked")).to_have_count(0)


@pytest.mark.nightly
def test_a_number_is_the_stake_of_the_marked_player_and_a_name_calls(
    phone: Page, open_card: Callable[[Card], Table]
) -> None:
    table = open_card(card("deals:135"))
    first = (table_state(table).next_dealer + 1) % 4
    second, third = (first + 1) % 4, (first + 2) % 4
    marked = phone.locator("[data-stake][data-asked]")
    expect(marked).to_have_attribute("data-stake", str(first))
    phone.locator("[data-amount='4']").tap()
    expect(phone.locator(STAKE % first)).to_have_value("4")
    expect(marked).to_have_attribute("data-stake", str(second))
    # The mark alone is no stake.
    expect(phone.locator(STAKE % second)).to_have_value("")
    phone.locator(BET % third).tap()
    expect(phone.locator(STAKE % third)).to_have_value("4")
    phone.locator("[data-amount='6']").tap()
    expect(phone.locator(STAKE % third)).to_have_value("6")
    # The first tap on a name with a stake only marks it. The second one takes the stake away.
    phone.locator(BET % first).tap()
    expect(phone.locator(STAKE % first)).to_have_value("4")
    phone.locator(BET % first).tap()
    expect(phone.locator(STAKE % first)).to_have_value("")


@pytest.mark.nightly
def test_a_contradiction_is_told_at_its_field_and_goes_when_it_is_mended(
    phone: Page, open_card: Callable[[Card], Table]
) -> None:
    table = open_card(card("deals:135"))
    wrong = phone.locator("[data-wrong*=shown_0]")
    phone.locator("[data-up='9h']").tap()
    for pool_of in (0, 1, 2, 3, 1):
        phone.locator(f"[data-take='{pool_of}']").tap()
    for seat in (0, 2):
        phone.locator(BET % seat).tap()
    phone.get_by_text("Single cards").tap()
    # Seat 2 took the queen pool, so the queen of hearts is not seat 0's.
    for code in ("Qh", "Qs", "8s", "8d"):
        phone.locator(f"[data-card='{code}']").tap()
    expect(wrong).to_be_visible()
    expect(phone.locator("[data-show='0']")).to_have_attribute("data-bad", "")
    phone.locator("[data-card='Qh']").tap()
    phone.locator("[data-card='Qd']").tap()
    expect(wrong).to_be_hidden()
    assert table_state(table).next_number == 1


@pytest.mark.nightly
def test_the_board_works_by_keyboard(phone: Page, open_card: Callable[[Card], Table]) -> None:
    open_card(card("deals:135"))
    phone.locator("[data-up='9h']").focus()
    phone.keyboard.press("Enter")
    expect(phone.locator("[name=rank][value='9']")).to_be_checked()
    for key, code in (("ArrowDown", "9d"), ("ArrowRight", "8d"), ("End", "7c"), ("Home", "As")):
        phone.keyboard.press(key)
        expect(phone.locator(f"[data-up='{code}']")).to_be_focused()
    # A block of cards, pools or names is one stop each.
    for block in ("[data-take='']", "[data-pool]", "[data-take]", "[data-bet]"):
        phone.keyboard.press("Tab")
        expect(phone.locator(f"{block}:focus")).to_have_count(1)
    phone.locator("[data-take='0']").focus()
    phone.keyboard.press("ArrowRight")
    phone.keyboard.press("Space")
    expect(phone.locator("[name=meld_ace][value='1']")).to_be_checked()
    phone.locator("[data-take='1']").press("Shift+Tab")
    expect(phone.locator("[data-pool=ace]")).to_be_focused()


def test_what_is_missing_is_told_at_its_row_until_it_is_mended(
    phone: Page, open_card: Callable[[Card], Table]
) -> None:
    looks: list[str] = []
    phone.clock.install()
    table = open_card(card("deals:135"))
    forgotten = turned(card("deals:135"), table)
    seat, cards_left = next((seat, left) for seat, left in enumerate(forgotten["left"]) if left)
    left = [0 if place == seat else number for place, number in enumerate(forgotten["left"])]
    phone.locator(f"[data-left='{forgotten['left'].index(0)}'] [data-out]").tap()
    fill_board(Thumb(phone), forgotten | {"left": left})
    row = phone.locator(f"[data-left='{seat}']")
    expect(row.locator(".wrong")).to_contain_text("Enter how many cards")
    expect(row).to_have_attribute("data-bad", "")
    expect(row.locator("[data-out]")).to_be_focused()
    expect(row.locator("[data-out]")).to_have_accessible_description(re.compile("Enter how many cards"))
    expect(row).to_be_in_viewport()
    phone.on("request", lambda request: looks.append(request.post_data or ""))
    phone.clock.fast_forward(2000)
    expect(row.locator(".wrong")).to_be_visible()
    assert not [body for body in looks if "step=look" in body]
    row.locator(f"[data-cards='{cards_left}']").tap()
    phone.clock.fast_forward(2000)
    expect(row.locator(".wrong")).to_be_hidden()


def test_an_empty_card_is_told_at_its_rows(phone: Page, open_card: Callable[[Card], Table]) -> None:
    open_card(card("deals:135"))
    phone.locator("[data-take='0']").tap()
    press(phone.get_by_role("button", name="Record deal 1"))
    expect(phone.locator("[data-wrong='rank suit']")).to_contain_text("Choose the rank of the upcard.")
    expect(phone.locator("[data-wrong=out]")).to_have_text("Choose the player who went out.")
    expect(phone.locator("[data-upcard]")).to_have_attribute("data-bad", "")
    expect(phone.locator("[data-upcard] button").first).to_be_focused()
    expect(phone.locator("[data-pool=ace]")).to_have_attribute("data-seat", "0")
