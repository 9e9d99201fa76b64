"""Count the taps, the height and the seconds of a scorecard on a phone.

    python -m tests.bench.taps
    python -m tests.bench.taps --cards deals:133 scorecards:70

A Chromium with a touch screen of 360 x 740 fills in the thirty scorecards of `taps_cards.NAMES`, each at a
table of its own, from the empty form until the deal is recorded: in the plain form, and on the board. A tap
is one pointer event. Typing counts each key of the number keyboard, and the tap that opens it. Each recorded
deal is compared with the scorecard. The seconds are those of the machine, without any thinking: compare
them with each other. The height is that of the empty form.

The aims for the board: at most 14 taps at the median, and one and a half screens (1,110 px).
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.bench.site import whole_site
from tests.bench.taps_cards import NAMES, Card, cards

if TYPE_CHECKING:
    from tournaments.models import Table

SCREEN = {"width": 360, "height": 740}
PEOPLE = ("Friedrich", "Anneliese", "Johannes", "Katharina", "Bernhard", "Elisabeth")
WAYS = {"plain": "fields", "board": "board"}
"""The two sides, and what a browser keeps of the choice between them (`poch-card`)."""


class Filled(NamedTuple):
    """What one scorecard took on one side."""

    taps: int
    height: int
    seconds: float


class Thumb:
    """A thumb that counts its taps."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.taps = 0

    def tap(self, selector: str) -> None:
        """Tap the one visible element that this selector finds."""
        self.page.locator(selector).locator("visible=true").tap()
        self.taps += 1

    def type(self, selector: str, text: str) -> None:
        """Tap a field and type on the number keyboard."""
        self.tap(selector)
        # A busy machine moves the focus later than the tap.
        self.page.locator(selector).locator("visible=true").focus()
        self.key_in(selector, text)

    def key_in(self, selector: str, text: str) -> None:
        """Type in the field, which has the focus."""
        self.page.locator(selector).locator("visible=true").select_text()
        self.page.keyboard.type(text)
        self.taps += len(text)


def main() -> None:
    options = argparse.ArgumentParser(description="Count the taps of scorecards on a phone.")
    options.add_argument("--cards", nargs="*", default=NAMES, metavar="NAME", help="only these")
    chosen = options.parse_args().cards
    with whole_site("one-process") as start:
        from playwright.sync_api import sync_playwright

        from tests.browser import chromium
        from tests.builders import make_club

        make_club()
        # Playwright runs an event loop in this thread, so Django would refuse queries.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
        with start() as port, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium.PROGRAM, args=chromium.OPTIONS)
            taken = [
                (card, {way: _measure(browser, f"http://localhost:{port}", card, way) for way in WAYS})
                for card in cards()
                if card.name in chosen
            ]
            browser.close()
    sys.stdout.write(_report(taken))


def _measure(browser: Any, site: str, card: Card, way: str) -> Filled:
    """Fill in one scorecard at a new table."""
    from django.conf import settings
    from playwright.sync_api import Error

    from tests.builders import make_member
    from tournaments.models import Deal
    from tournaments.tables.verbs.table_states import table_state

    table = table_of(card)
    member = make_member(table.round.event.club, "scorer")
    document = card.dealt_by(table_state(table).next_dealer)
    context = browser.new_context(viewport=SCREEN, has_touch=True)
    context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": _session_of(member.user), "url": site}]
    )
    context.set_default_timeout(20_000)
    context.add_init_script(f"localStorage.setItem('poch-card', '{WAYS[way]}')")
    page = context.new_page()
    page.goto(f"{site}/tables/{table.pk}/scorecard/")
    page.wait_for_load_state("networkidle")
    height = page.evaluate("document.documentElement.scrollHeight")
    thumb = Thumb(page)
    begun = time.perf_counter()
    try:
        FILL[way](thumb, document)
        page.get_by_text("is recorded").first.wait_for()
    except Error as error:
        refused = page.locator("[role=alert]").all_inner_texts()
        raise SystemExit(f"{card.name}, {way}: {refused}") from error
    seconds = time.perf_counter() - begun
    context.close()
    recorded = Deal.objects.get(table=table, number=1).document
    assert {key: recorded[key] for key in document if key != "melds"} == {
        key: value for key, value in document.items() if key != "melds"
    }, (card.name, way)
    melds = {pool: seat for pool, seat in recorded["melds"].items() if seat is not None}
    assert melds == document["melds"], (card.name, way)
    return Filled(thumb.taps, height, seconds)


def table_of(card: Card) -> Table:
    """A table for this card, before its first deal."""
    from tests.builders import make_event, owner_of, published_round, the_table
    from tournaments.clubs.verbs.players import add_player
    from tournaments.desk.verbs.lifecycle import start_event
    from tournaments.events.verbs import entries

    purse: dict[str, Any] = {"starting_chips": 200} if card.rules.get("purse") == "table" else {}
    event = make_event(rules=card.rules, size=card.seats, least=card.seats, most=card.seats, **purse)
    actor = owner_of(event.club)
    people = [str(add_player(event.club, actor, name).pk) for name in PEOPLE[: card.seats]]
    entries.add_entries(event, actor, people)
    entries.check_in_all(event, actor)
    return the_table(published_round(start_event(event, actor)))


def _session_of(user: Any) -> str:
    """The key of a session of this user."""
    from django.conf import settings
    from django.test import Client

    from tests.web.conftest import BACKEND

    client = Client()
    client.force_login(user, backend=BACKEND)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def fill_plain(thumb: Thumb, document: dict[str, Any]) -> None:
    """The fields from top to bottom, then both buttons. Small stakes take the stepper."""
    rank, suit = document["upcard"]
    thumb.tap(f"label.key:has([name=rank][value='{rank}'])")
    thumb.tap(f"label.key:has([name=suit][value='{suit}'])")
    for pool, seat in document["melds"].items():
        thumb.tap(f"label.key:has([name=meld_{pool}][value='{seat}'])")
    for seat, stake in enumerate(document["stakes"]):
        _type_number(thumb, f"stake_{seat}", stake)
        if cards := document["shown"].get(str(seat)):
            thumb.tap(f".stake-row:has([name=stake_{seat}]) summary")
            for code in cards.split():
                thumb.tap(f"label.key:has([name=shown_{seat}][value='{code}'])")
    thumb.tap(f"label.key:has([name=out][value='{document['left'].index(0)}'])")
    for seat, left in enumerate(document["left"]):
        _type_number(thumb, f"left_{seat}", left)
    thumb.tap("button[value=preview]:not(.unseen)")
    thumb.tap("button[value=send]")


def _type_number(thumb: Thumb, field: str, number: int) -> None:
    if number > 2:
        thumb.type(f"[name={field}]", str(number))
    else:
        for _ in range(number):
            thumb.tap(f"[data-stepper]:has([name={field}]) button:last-child")


def fill_board(thumb: Thumb, document: dict[str, Any]) -> None:
    """The board from top to bottom, as a scorer who knows it, then one button."""
    thumb.tap(f"[data-up='{document['upcard']}']")
    _take_pools(thumb, document["melds"])
    _stake(thumb, document["stakes"])
    _show(thumb, document["shown"])
    for seat, left in enumerate(document["left"]):
        if left:
            thumb.tap(f"[data-left='{seat}'] [data-cards='{left}']")
    thumb.tap("[data-record]")


def _take_pools(thumb: Thumb, melds: dict[str, int]) -> None:
    """Tap who took the pool that the board asks for, or first the pool."""
    page = thumb.page
    for pool, seat in melds.items():
        well = page.locator(f"[data-pool={pool}]")
        if well.get_attribute("data-seat") == str(seat):
            continue
        if well.get_attribute("data-asked") is None:
            thumb.tap(f"[data-pool={pool}]")
        thumb.tap(f"[data-take='{seat}']")


def _stake(thumb: Thumb, stakes: list[int]) -> None:
    """The stakes in the order of betting. Who has the highest stake so far needs only the name."""
    highest = 1
    for seat in _speaking(thumb):
        stake = stakes[seat]
        if not stake:
            continue
        row = f"[data-stake='{seat}']"
        if stake == highest:
            thumb.tap(f"{row} [data-bet]")
            continue
        highest = max(highest, stake)
        if thumb.page.locator(row).get_attribute("data-asked") is None:
            thumb.tap(f"{row} [data-bet]")
        if thumb.page.locator(f"[data-amount='{stake}']").count():
            thumb.tap(f"[data-amount='{stake}']")
        elif thumb.page.locator("[data-other]:focus").count():
            # A tap on another name keeps the keyboard open.
            thumb.key_in("[data-other]", str(stake))
        else:
            thumb.type("[data-other]", str(stake))


def _speaking(thumb: Thumb) -> list[int]:
    """The seats in the order of betting."""
    speaks: list[int] = thumb.page.evaluate(
        "JSON.parse(document.querySelector('[data-thumbs]').dataset.facts).speaks"
    )
    return speaks


def _show(thumb: Thumb, shown: dict[str, str]) -> None:
    """The set of each player in one tap. The next player is marked by itself."""
    for seat, codes in shown.items():
        player = f"[data-show='{seat}']"
        if thumb.page.locator(player).get_attribute("aria-pressed") != "true":
            thumb.tap(player)
        thumb.tap(f"[data-set='{codes}']")


SHARES = {0: 0.68, 2: 0.29, 3: 0.03}
"""How often nobody, two and more people showed in 800 deals of three to six `expert` bots."""


def _weighted(taken: list[tuple[Card, dict[str, Filled]]], way: str) -> float:
    """The median of the taps if showdowns were as frequent as among the bots."""
    groups = [min(card.showing, 3) for card, _by in taken]
    weights = [SHARES[group] / groups.count(group) for group in groups]
    rest = sum(weights) / 2
    rows = sorted((by[way].taps, weight) for (_card, by), weight in zip(taken, weights, strict=True))
    for taps, weight in rows:
        rest -= weight
        if rest <= 0:
            return taps
    raise AssertionError("there is no card")


FILL: dict[str, Callable[[Thumb, dict[str, Any]], None]] = {"plain": fill_plain, "board": fill_board}


def _report(taken: list[tuple[Card, dict[str, Filled]]]) -> str:
    lines = [
        f"{'card':<16}{'seats':>6}{'show':>6}" + "".join(f"{way:>8} taps{'px':>7}{'s':>6}" for way in WAYS)
    ]
    lines += [
        f"{card.name:<16}{card.seats:>6}{card.showing:>6}"
        + "".join(f"{by[way].taps:>13}{by[way].height:>7}{by[way].seconds:>6.1f}" for way in WAYS)
        for card, by in taken
    ]
    groups: dict[str, Callable[[int], bool]] = {
        "all": lambda _showing: True,
        "nobody shows": lambda showing: showing == 0,
        "two show": lambda showing: showing == 2,
        "more show": lambda showing: showing > 2,
    }
    for group, belongs in groups.items():
        some = [by for card, by in taken if belongs(card.showing)]
        if not some:
            continue
        medians = (
            f"{way} {median(by[way].taps for by in some):g} taps, "
            f"{median(by[way].height for by in some):g} px, {median(by[way].seconds for by in some):.1f} s"
            for way in WAYS
        )
        lines.append(f"median, {group} ({len(some)} cards): " + "; ".join(medians))
    weighted = "; ".join(f"{way} {_weighted(taken, way):g} taps" for way in WAYS)
    lines.append(f"median, with as many showdowns as among expert bots: {weighted}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
