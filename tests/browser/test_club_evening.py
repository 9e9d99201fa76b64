"""A club's evening through the pages, from the invitation to the printed list and the next evening.

Only what would take long is done by verbs: most of the sign-ups, and the deals of most tables.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from unittest.mock import patch

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.acting import expect_to_fit, press
from tests.browser.test_evening import send_a_scorecard
from tests.browser.test_paper import sheets_of
from tests.builders import play, the_table, work
from tournaments.core.actors import Actor
from tournaments.core.pages.picture import qr_of
from tournaments.events.verbs import replies
from tournaments.models import Answer, Deal, Event, Reply, Round, Table
from tournaments.play.pages import cards as card_pages
from tournaments.standings.verbs.standings import current_standing
from tournaments.tables.verbs.table_states import table_state

pytestmark = [pytest.mark.browser, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

NAMES = [
    "Anna", "Berta", "Carlo", "David", "Elena", "Fritz",
    "Greta", "Hanna", "Ingrid", "Jakob", "Klara", "Ludwig",
    "Marlene", "Niklas", "Otto", "Paula", "Quirin", "Rosa",
]  # fmt: skip
"""Who signs up, in this order. The last two wait."""

PLACES = 16

BY_PAGE = {"Anna", "Berta", "Quirin"}
"""Who signs up on the page: two have a place, one waits."""

CANCELS, MOVES_UP, WAITS = "Berta", "Quirin", "Rosa"

PLAYERS = [name for name in NAMES if name not in (CANCELS, WAITS)]

Visit = Callable[..., Page]
"""Opens the browser of another person."""


@pytest.fixture
def visit(
    new_context: Callable[..., BrowserContext], director: Page, without_faults: Callable[[Page], Page]
) -> Visit:
    """Browsers of their own. At the end no page of anybody has failed or complained."""

    def open_browser(width: int = 360, height: int = 740) -> Page:
        return without_faults(new_context(viewport={"width": width, "height": height}).new_page())

    without_faults(director)
    return open_browser


def test_a_clubs_evening_from_the_invitation_to_the_next_one(
    director: Page, visit: Visit, live_server: LiveServer
) -> None:
    guest, waiting, phone, wall = visit(), visit(), visit(), visit(1920, 1080)
    event = invite(director)
    link = copy_the_link_of_the_sign_up(director)
    everybody_signs_up(event, link, guest, waiting)
    one_cancels_and_the_first_who_waits_moves_up(guest, waiting)
    somebody_checks_in_at_the_door(phone, make_the_code_of_the_door(director))
    check_the_others_in(director)
    press(director.get_by_role("button", name="Start the event"))

    first = draw_and_publish(director, 1)
    open_the_wall(wall, link)
    wall_shows(wall, "seating", *PLAYERS)
    start_the_clock(director)
    wall_shows(wall, "clock", "until")
    cards = print_the_table_cards(director)
    take_a_seat(phone, cards[0])
    send_a_scorecard(phone, live_server, the_table(first), seed=1)
    finish_the_round(director, first)
    wall_shows(wall, "standings", *PLAYERS)

    second = draw_and_publish(director, 2)
    take_a_seat(phone, cards[0])
    call_the_director(phone)
    answer_the_call(director, phone)
    enter_the_total(phone, the_table(second))
    finish_the_round(director, second)
    for number in (3, 4):
        finish_the_round(director, draw_and_publish(director, number))

    offer_prizes(director)
    press(tab(director, "Direct"))
    press(director.locator("#overview").get_by_role("button", name="Finish the event"))
    expect(director.locator(".moment")).to_contain_text(winners(event, 1)[0])
    wall_shows(wall, "prizes", "a ham", *winners(event, 1))
    print_everything(director, event)
    plan_the_next_evening(director, event)


def tab(page: Page, name: str) -> Locator:
    """The link to one of the director's pages."""
    return page.get_by_role("navigation", name="Pages for directors").get_by_role("link", name=name)


def invite(page: Page) -> Event:
    """Make an event with 16 places, where everybody who has the link signs up."""
    press(page.get_by_role("link", name="New event"))
    page.get_by_label("Name", exact=True).fill("Club night")
    page.get_by_label("Date").fill(timezone.localdate().isoformat())
    page.locator("summary", has_text="Invitation").click()
    page.get_by_label("Hour").fill("19:30")
    page.get_by_label("Place", exact=True).fill("Café Central")
    page.get_by_label("Places", exact=True).fill(str(PLACES))
    page.get_by_label("everybody who has the link", exact=True).check()
    page.locator("summary", has_text="Tables and rounds").click()
    page.locator("[name=rounds_planned]").fill("4")
    page.locator("[name=deals_per_round]").fill("1")
    press(page.get_by_role("button", name="Create the event"))
    return Event.objects.get(name="Club night")


def copy_the_link_of_the_sign_up(page: Page) -> str:
    press(tab(page, "People"))
    return page.get_by_label("The link of the sign-up").input_value()


def everybody_signs_up(event: Event, link: str, guest: Page, waiting: Page) -> None:
    """Some on the page, the others by the same verb. Each has the page of their own reply at the end."""
    for name in NAMES:
        if name not in BY_PAGE:
            replies.sign_up(event, Actor(None, "page"), name=name)
        elif name == MOVES_UP:
            sign_up(waiting, link, name, "You are number 1 on the waiting list.")
        else:
            sign_up(guest, link, name, "You have a place.")
    answers = dict(Reply.objects.filter(event=event).values_list("name", "answer"))
    assert [name for name in NAMES if answers[name] == Answer.WAITING] == [MOVES_UP, WAITS]


def sign_up(page: Page, link: str, name: str, answer: str) -> None:
    page.goto(link)
    expect(page.get_by_text("Café Central")).to_be_visible()
    page.get_by_label("Name").fill(name)
    press(page.get_by_role("button", name="Sign up"))
    expect(page.get_by_text(answer)).to_be_visible()
    expect_to_fit(page)


def one_cancels_and_the_first_who_waits_moves_up(guest: Page, waiting: Page) -> None:
    guest.goto(guest.get_by_label("Your personal link").input_value())
    expect(guest.get_by_role("heading", name=CANCELS)).to_be_visible()
    press(guest.get_by_role("button", name="I cannot come after all"))
    expect(guest.get_by_text("You do not come.")).to_be_visible()
    waiting.reload()
    expect(waiting.get_by_text("You have a place.")).to_be_visible()


def make_the_code_of_the_door(page: Page) -> str:
    page.reload()
    expect(page.get_by_text(f"{PLACES} said yes")).to_be_visible()
    expect(page.get_by_text(f"{PLACES} places")).to_be_visible()
    expect(page.get_by_text("1 on the waiting list", exact=True)).to_be_visible()
    press(page.get_by_role("link", name="Code at the door"))
    press(page.get_by_role("button", name="Make the code"))
    expect(page.locator(".door-card svg.qr")).to_be_visible()
    return page.locator(".door-card .address").inner_text()


def somebody_checks_in_at_the_door(phone: Page, code: str) -> None:
    phone.goto(code)
    phone.get_by_label("3 letters of your name").fill(WAITS[:3])
    press(phone.get_by_role("button", name="Find"))
    expect(phone.get_by_text("no place yet: ask the director")).to_be_visible()
    phone.get_by_label("3 letters of your name").fill("ann")
    press(phone.get_by_role("button", name="Find"))
    expect(phone.get_by_text("Hanna")).to_be_visible()
    press(phone.get_by_role("button", name="I am Anna, and I am here"))
    expect(phone.get_by_text("Anna is here. Have a good evening!")).to_be_visible()
    expect_to_fit(phone)


def check_the_others_in(page: Page) -> None:
    """The cockpit leads to the list. When all who have a place are here, it offers the start."""
    press(tab(page, "Direct"))
    press(page.locator("#overview").get_by_role("link", name="Check in"))
    for here, name in enumerate(PLAYERS[1:], 2):
        page.get_by_role("button", name=f"Check in {name}").click()
        expect(page.get_by_role("heading", name=f"{here} players here")).to_be_visible()


def draw_and_publish(page: Page, number: int) -> Round:
    press(page.get_by_role("button", name=f"Draw round {number}"))
    press(page.get_by_role("button", name=f"Publish round {number}"))
    work()
    round_ = Round.objects.get(event__name="Club night", number=number)
    assert [table.seats.count() for table in round_.tables.all()] == [4, 4, 4, 4]
    return round_


def finish_the_round(page: Page, round_: Round) -> None:
    """Play what is left at the tables, and close the round in the cockpit."""
    for number in range(1, 5):
        table = the_table(round_, number)
        if not table_state(table).is_over:
            play(table, seed=number)
    work()
    page.reload()
    press(page.locator("#overview").get_by_role("button", name=f"Close round {round_.number}"))
    work()


def open_the_wall(wall: Page, link: str) -> None:
    """The page of the event leads to the wall."""
    wall.goto(link)
    press(wall.get_by_role("link", name="Now", exact=True))
    press(wall.get_by_role("link", name="Show on a projector"))
    expect(wall.locator("html.turning")).to_have_count(1)


def wall_shows(wall: Page, section: str, *words: str) -> None:
    """The wall has this page by itself. Turn to it, and expect each of these words on it."""
    shown = wall.locator(f"[data-page={section}]")
    expect(shown).to_have_count(1)
    for _turn in range(20):
        if shown.is_visible():
            break
        wall.keyboard.press("ArrowRight")
    expect(shown).to_be_visible()
    for word in words:
        expect(shown).to_contain_text(word)


def start_the_clock(page: Page) -> None:
    page.locator("summary", has_text="45 minutes").click()
    page.get_by_label("Minutes of this round").fill("40")
    press(page.get_by_role("button", name="Start the clock of round 1"))
    expect(page.get_by_role("timer").first).to_have_text(re.compile(r"^\d\d:\d\d$"))


def print_the_table_cards(page: Page) -> list[str]:
    """Make and print the cards of the four tables, and return the addresses in their codes."""
    addresses: list[str] = []

    def note(address: str) -> object:
        addresses.append(address)
        return qr_of(address)

    press(page.get_by_role("link", name="Table cards"))
    with patch.object(card_pages, "qr_of", note):
        press(page.get_by_role("button", name="Make 4 cards"))
        expect(page.locator(".pin-card svg.qr")).to_have_count(4)
    [sheet] = sheets_of(page)
    assert len(re.findall(r"\d{3} \d{3}", sheet)) == 4
    press(page.get_by_role("link", name="Done"))
    expect(page.get_by_role("button", name="New card for table 1")).to_be_visible()
    press(page.get_by_role("link", name="Direct"))
    return addresses


def take_a_seat(phone: Page, card: str) -> None:
    """Scan the card of table 1, and say who one is."""
    phone.goto(card)
    expect(phone.get_by_text("Who are you?")).to_be_visible()
    press(phone.locator("[name=seat][value='0']"))
    expect(phone.get_by_role("link", name="Change seat")).to_be_visible()


def call_the_director(phone: Page) -> None:
    phone.locator("#call summary").click()
    phone.get_by_label("What is it about?").select_option(label="a question about the rules")
    press(phone.get_by_role("button", name="Call the director to this table"))
    expect(phone.get_by_text("The director has been called.")).to_be_visible()


def answer_the_call(page: Page, phone: Page) -> None:
    """The call lights up in the cockpit by itself, and the answer on the phone."""
    expect(page.locator("#overview")).to_contain_text("Table 1 calls you")
    press(page.get_by_role("button", name="I am on the way to table 1"))
    expect(phone.get_by_text("The director is on the way.")).to_be_visible()
    press(page.get_by_role("button", name="Table 1 is settled"))
    expect(phone.get_by_text("The director is on the way.")).not_to_be_visible()


def enter_the_total(phone: Page, table: Table) -> None:
    """The first seat wins six chips, two from each other: only that is written down."""
    press(phone.get_by_role("link", name="Only the totals"))
    for seat, net in enumerate((6, -2, -2, -2)):
        phone.locator(f"[name=seat_{seat}]").fill(str(net))
    press(phone.get_by_role("button", name="Record the total"))
    expect(phone.get_by_text("The total of the table is recorded.")).to_be_visible()
    assert Deal.objects.get(table=table).result["net"] == [6, -2, -2, -2]
    expect_to_fit(phone)


def offer_prizes(page: Page) -> None:
    press(tab(page, "Prizes and printing"))
    press(page.get_by_role("link", name="Prizes and tags"))
    for place, what in ((1, "a ham"), (2, "a cake")):
        page.get_by_label("From place").fill(str(place))
        page.get_by_label("What they get").fill(what)
        press(page.get_by_role("button", name="Save the prize"))
        expect(page.locator(".awards").first).to_contain_text(what)


def winners(event: Event, place: int) -> list[str]:
    """The names of those on a place of the final standing."""
    standing = current_standing(event)
    assert standing is not None
    names = {str(entry.pk): entry.player.public_name for entry in event.entries.select_related("player")}
    return [names[row["entry"]] for row in standing.rows if row["place"] == place]


def print_everything(page: Page, event: Event) -> None:
    """Print each page that the list of papers offers: the names are where they belong."""
    press(page.get_by_role("link", name="Direct"))
    press(tab(page, "Prizes and printing"))
    links = page.locator(".papers a")
    papers = {}
    for number, title in enumerate(links.all_inner_texts()):
        press(links.nth(number))
        papers[title] = sheets_of(page)
        page.go_back()
    assert len(papers) == 9
    for title in ("Who sits where in round 4", "Standings"):
        [sheet] = papers[title]
        assert [name for name in PLAYERS if name not in sheet] == [], title
    assert len(papers["Scorecards for round 4"]) == 4
    assert [name for name in PLAYERS if name not in " ".join(papers["Scorecards for round 4"])] == []
    for title in ("Scorecards without names", "The rules on one sheet", "A Poch board"):
        [sheet] = papers[title]
        assert "Pochen" in sheet, title
    [prizes] = papers["The list of prizes"]
    assert [word for word in ("a ham", "a cake", *winners(event, 1)) if word not in prizes] == []
    certificates = papers["Certificates for everybody"]
    assert len(certificates) == PLACES
    assert winners(event, 1)[0] in certificates[0]
    assert papers["Certificates for the first three places"] == certificates[:3]


def plan_the_next_evening(page: Page, event: Event) -> None:
    """The same again with the same people, a week later."""
    press(page.get_by_role("link", name="Direct"))
    press(tab(page, "Settings"))
    press(page.get_by_role("link", name="Play it again"))
    press(page.locator("form.note button").first)
    again = Event.objects.exclude(pk=event.pk).get()
    expect(page.get_by_text(f"{again.name} is created.")).to_be_visible()
    expect(page.get_by_text(f"{PLACES} said yes")).to_be_visible()
    assert (again.status, again.capacity, again.sign_up) == ("open", PLACES, "open")
    assert again.starts_on is not None
    assert again.starts_on > timezone.localdate()
    assert sorted(entry.player.name for entry in again.entries.all()) == PLAYERS
