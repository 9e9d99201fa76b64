"""A whole evening on phones in each language, from the form of the event to the certificates.

Each page that somebody reads is in the language of the phone and fits it. The main pages have no barrier in
either colour scheme; `tests.browser.screenshots --axe` looks at all the others.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse
from django.utils import timezone, translation
from playwright.sync_api import BrowserContext, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

import games.services as games
from tests.browser.acting import expect_to_fit, press, sign_in
from tests.browser.barriers import expect_no_barrier_by_day_and_night
from tests.browser.drafting import PHONE
from tests.browser.thumbs import Thumb, fill_board, scorecard_of
from tests.builders import make_club, make_member, next_document, the_table, work
from tournaments.models import Deal, Event, Round, Table

pytestmark = [
    pytest.mark.browser,
    pytest.mark.postgres,
    pytest.mark.nightly,
    pytest.mark.django_db(transaction=True),
]

WORDS = {
    "en": {"I poch": "“I poch”", "the ranks": "ace, king, queen, jack, ten", "Js": "jack of spades"},
    "de": {"I poch": "„ich poche“", "the ranks": "Ass, König, Dame, Bube, Zehn", "Js": "Pik-Bube"},
    "fr": {"I poch": "« je poque »", "the ranks": "as, roi, dame, valet, dix", "Js": "valet de pique"},
}
"""Words that the glossary of the catalogues has decided."""

NAME = "Pochabend"
PLAYERS = ["Anna Keller", "Ben Aydin", "Cleo von der Heide-Schmidt", "Lea Sommer"]
"""The last one signs up. The director adds the others."""


class ClubInLanguage:
    """A club whose people all have phones in one language."""

    def __init__(self, language: str, site: str, new_phone: Callable[[], Page]) -> None:
        self.language = language
        self.site = site
        self.new_phone = new_phone

    def say(self, message: str, **values: object) -> str:
        """This sentence of the program in the language of the club."""
        with translation.override(self.language):
            return translation.gettext(message) % values if values else translation.gettext(message)

    def phone_of(self, member: str, view: str, *args: object) -> Page:
        """A new phone on which this member has signed in and opened a page."""
        phone = self.new_phone()
        sign_in(phone, f"{self.site}{reverse('sign_in')}?next={reverse(view, args=args)}", member)
        return phone

    def open(self, phone: Page, view: str, *args: object) -> None:
        phone.goto(f"{self.site}{reverse(view, args=args)}")

    def button(self, part: Page | Locator, message: str, **values: object) -> Locator:
        return part.get_by_role("button", name=self.say(message, **values), exact=True).first

    def link(self, part: Page | Locator, message: str, **values: object) -> Locator:
        return part.get_by_role("link", name=self.say(message, **values), exact=True).first

    def reads(self, phone: Page, *messages: str, **values: object) -> None:
        """Wait until the page says these sentences. It is in the language of the club, and fits the phone."""
        for message in messages:
            told = phone.get_by_text(self.say(message, **values)).locator("visible=true")
            expect(told.first).to_be_visible()
        expect(phone.locator("html")).to_have_attribute("lang", self.language)
        expect_to_fit(phone)

    def reads_and_checks(self, phone: Page, *messages: str, **values: object) -> None:
        """Read a main page, and look for barriers by day and by night."""
        self.reads(phone, *messages, **values)
        expect_no_barrier_by_day_and_night(phone)


@pytest.fixture(params=list(WORDS))
def club(
    request: pytest.FixtureRequest,
    live_server: LiveServer,
    new_context: Callable[..., BrowserContext],
    without_faults: Callable[[Page], Page],
) -> ClubInLanguage:
    made = make_club("Kartenfreunde")
    make_member(made, "owner", "olga")
    for name in ("sven", "anna"):
        make_member(made, "scorer", name)

    def new_phone() -> Page:
        context = new_context(viewport=PHONE, has_touch=True, locale=request.param)
        return without_faults(context.new_page())

    return ClubInLanguage(request.param, live_server.url, new_phone)


def test_a_whole_evening_in_each_language(club: ClubInLanguage) -> None:
    owner, guest = club.phone_of("olga", "club", "kartenfreunde"), club.new_phone()
    event = make_the_event(club, owner)
    sign_up(club, guest, PLAYERS[-1])
    check_in_and_start(club, owner, event)
    round_ = draw_and_publish(club, owner, event)
    table = the_table(round_)

    scorer = club.phone_of("sven", "scorecard", table.pk)
    club.reads_and_checks(scorer, "The upcard", "Melding", "Pochen")
    send_by_the_board(club, scorer, table, seed=1)
    second = club.phone_of("anna", "table", table.pk)
    club.reads_and_checks(second, "Something is wrong with this deal")
    confirm(club, second, table)
    club.open(scorer, "scorecard", table.pk)
    send_by_the_board(club, scorer, table, seed=2)
    club.open(owner, "table", table.pk)
    confirm(club, owner, table)
    watch_a_deal(club, guest, table)

    close_and_finish(club, owner, event, round_)
    read_the_end(club, guest, event)
    print_the_certificates(club, owner, event)


def test_a_guest_reads_the_rules_and_plays_against_bots_in_each_language(club: ClubInLanguage) -> None:
    guest = club.new_phone()
    words = WORDS[club.language]
    club.open(guest, "home")
    club.reads(guest, "No event yet")
    club.open(guest, "preset", "pagat")
    expect(guest.locator("main")).to_contain_text(words["I poch"])
    expect(guest.locator("main")).to_contain_text(words["the ranks"])
    club.reads_and_checks(guest, "The rules of Poch")
    club.open(guest, "practice")
    club.reads(
        guest,
        "Ten deals of Poch against bots, without an account. The program deals, and it says which "
        "rule forbids an act.",
    )
    press(club.button(guest, "Deal the cards"))
    expect(guest.get_by_role("heading", level=1)).to_have_text(
        club.say("Deal %(number)s of %(deals)s", number=1, deals=10)
    )
    club.reads_and_checks(guest, "What would the expert do here?")


def make_the_event(club: ClubInLanguage, owner: Page) -> Event:
    """An event of one round with two deals, where the public signs up and two people confirm each deal."""
    press(club.link(owner, "New event"))
    owner.locator("[name=name]").fill(NAME)
    owner.locator("[name=starts_on]").fill(timezone.localdate().isoformat())
    for fold in ("Invitation", "Tables and rounds", "Who can see it"):
        owner.locator("summary", has_text=club.say(fold)).tap()
    owner.locator("[name=sign_up][value=open]").check(force=True)
    owner.locator("[name=rounds_planned]").fill("1")
    owner.locator("[name=deals_per_round]").fill("2")
    owner.locator("[name=two_agree]").check(force=True)
    club.reads(owner, "A deal counts when a second person at the table, or a scorer, confirms it.")
    press(club.button(owner, "Create the event"))
    return Event.objects.get()


def sign_up(club: ClubInLanguage, guest: Page, name: str) -> None:
    """Find the event on the first page, and sign up."""
    club.open(guest, "home")
    club.reads_and_checks(guest, "Who holds the king tonight?")
    press(guest.get_by_role("link", name=NAME).first)
    club.reads_and_checks(guest, "Add to my calendar")
    press(club.link(guest, "Sign up"))
    guest.locator("[name=name]").fill(name)
    club.reads(guest, "You get a personal link. With it you can say that you cannot come after all.")
    press(club.button(guest, "Sign up"))
    club.reads(guest, "You have a place.")


def check_in_and_start(club: ClubInLanguage, owner: Page, event: Event) -> None:
    """Enter the names of those who have come, and check in who has signed up."""
    club.open(owner, "entries", event.ref)
    owner.locator("textarea").first.fill("\n".join(PLAYERS[:-1]))
    press(club.button(owner, "Enter and check in"))
    expect(owner.locator("#roster")).to_contain_text(PLAYERS[0])
    club.open(owner, "manage", event.ref)
    press(club.link(owner, "Check in"))
    club.reads(owner, "%(said_yes)s said yes", said_yes=1)
    club.button(owner, "Check in %(name)s", name=PLAYERS[-1]).tap()
    press(club.button(owner, "Start the event"))


def draw_and_publish(club: ClubInLanguage, owner: Page, event: Event) -> Round:
    club.open(owner, "manage", event.ref)
    club.reads_and_checks(owner, "What needs you now")
    press(club.button(owner, "Draw round %(number)d", number=1))
    club.reads(
        owner,
        "Only directors can see this draw. When you publish it, the seats are fixed and everybody "
        "sees their table.",
    )
    press(club.button(owner, "Publish round %(number)s", number=1))
    return Round.objects.get(event=event)


def send_by_the_board(club: ClubInLanguage, scorer: Page, table: Table, seed: int) -> None:
    """Fill in the next scorecard by taps on the board, and send it."""
    document = next_document(table, seed=seed)
    expect(scorer.locator("[data-thumbs]")).to_be_visible()
    expect(scorer.locator("[data-up=Js]")).to_have_attribute("aria-label", WORDS[club.language]["Js"])
    number = Deal.objects.filter(table=table).count() + 1
    expect(scorer.get_by_role("heading", level=1)).to_have_text(
        club.say("Table %(table)s, deal %(number)s", table=1, number=number)
    )
    club.reads(scorer, "Fill in the fields instead")
    fill_board(Thumb(scorer), scorecard_of(document, games.replay(document)))
    club.reads(
        scorer, "Another player of this table must open this page on another phone and confirm the deal."
    )


def confirm(club: ClubInLanguage, phone: Page, table: Table) -> None:
    """Read what somebody else has entered, and confirm it."""
    number = Deal.objects.filter(table=table).count() + 1
    club.reads(phone, "Deal %(number)s waits for a second person", number=number)
    press(club.button(phone, "Confirm this deal"))
    expect(phone.locator(f"#deal-{number}")).to_be_visible()
    assert Deal.objects.filter(table=table).count() == number


def watch_a_deal(club: ClubInLanguage, guest: Page, table: Table) -> None:
    """From the table to a deal, and through it step by step."""
    club.open(guest, "table", table.pk)
    club.reads(guest, "Won and lost")
    club.open(guest, "deal", table.pk, 1)
    club.reads(guest, "Shedding")
    press(club.link(guest, "Watch step by step"))
    club.link(guest, "Next").tap()
    expect(guest.locator(".viewer-step")).to_have_attribute("data-number", "2")
    club.reads_and_checks(guest, "Speed")


def close_and_finish(club: ClubInLanguage, owner: Page, event: Event, round_: Round) -> None:
    work()
    club.open(owner, "manage", event.ref)
    press(club.button(owner, "Close round %(number)d", number=round_.number))
    work()
    club.open(owner, "manage", event.ref)
    press(club.button(owner.locator("#overview"), "Finish the event"))
    work()
    event.refresh_from_db()
    assert event.status == "finished"
    club.reads(owner, "A new event with the same game, players and prizes takes one click.")


def read_the_end(club: ClubInLanguage, guest: Page, event: Event) -> None:
    club.open(guest, "standings", event.ref)
    expect(guest.locator(".standings tbody tr")).to_have_count(len(PLAYERS))
    club.reads_and_checks(guest, "Standings", "Round by round")
    club.open(guest, "event", event.ref)
    club.reads(guest, "The story of the evening")


def print_the_certificates(club: ClubInLanguage, owner: Page, event: Event) -> None:
    club.open(owner, "paper", event.ref)
    club.reads(owner, "Everybody with place and score, after the end with the prizes and the story.")
    press(club.link(owner, "Certificates for everybody"))
    expect(owner.locator(".diploma .title")).to_have_text([club.say("Certificate")] * len(PLAYERS))
    club.reads_and_checks(owner, "Certificate")
