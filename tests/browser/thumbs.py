"""Scorecards that a thumb fills in on a phone: taps, fields and keys, in the plain form and on the board."""

from __future__ import annotations

from typing import Any, NamedTuple

from playwright.sync_api import Page

import games.services as games
from tests.builders import make_event, owner_of, published_round, the_table
from tests.engine.reading import lines
from tournaments.clubs.verbs.people import add_player
from tournaments.desk.verbs.lifecycle import start_event
from tournaments.events.verbs import entries
from tournaments.models import Table

PEOPLE = ("Friedrich", "Anneliese", "Johannes", "Katharina", "Bernhard", "Elisabeth")


class Card(NamedTuple):
    """A scorecard, and the rules and seats of the table that it fits. `document`: what a form sends."""

    name: str
    rules: dict[str, Any]
    seats: int
    dealer: int
    document: dict[str, Any]

    def dealt_by(self, dealer: int) -> dict[str, Any]:
        """The document with everybody some seats further on, so that this seat deals."""
        by = (dealer - self.dealer) % self.seats

        def moved(seat: int) -> int:
            return (seat + by) % self.seats

        def turned(numbers: list[int]) -> list[int]:
            return [numbers[(seat - by) % self.seats] for seat in range(self.seats)]

        old = self.document
        return old | {
            "melds": {pool: None if seat is None else moved(seat) for pool, seat in old["melds"].items()},
            "stakes": turned(old["stakes"]),
            "passed": sorted(moved(seat) for seat in old["passed"]),
            "shown": {str(moved(int(seat))): cards for seat, cards in old["shown"].items()},
            "left": turned(old["left"]),
        }


def card(name: str) -> Card:
    """A deal of the engine's test data, by its file and line, such as `deals:142`."""
    file, line = name.split(":")
    row = lines(f"{file}.jsonl")[int(line) - 1]
    document = row["document"]
    return Card(
        name,
        document["rules"],
        len(document["chips"]),
        document["dealer"],
        scorecard_of(document, row["result"]),
    )


def scorecard_of(document: dict[str, Any], result: dict[str, Any]) -> dict[str, Any]:
    """What a form sends of a deal (`poch-deal/1`) with this result."""
    pochen = result["pochen"]
    return {
        "format": "poch-scorecard/1",
        "upcard": games.stages(document, result)["upcard"],
        "melds": {meld["pool"]: meld["seat"] for meld in result["melds"]},
        "stakes": pochen["stakes"],
        "passed": pochen["passed"],
        "shown": {str(shown["seat"]): shown["cards"] for shown in pochen["showdown"]},
        "left": result["shedding"]["left"],
    }


def table_of(card: Card) -> Table:
    """A table for this card, before its first deal."""
    purse: dict[str, Any] = {"starting_chips": 200} if card.rules.get("purse") == "table" else {}
    event = make_event(rules=card.rules, size=card.seats, least=card.seats, most=card.seats, **purse)
    actor = owner_of(event.club)
    people = [str(add_player(event.club, actor, name).pk) for name in PEOPLE[: card.seats]]
    entries.add_entries(event, actor, people)
    entries.check_in_all(event, actor)
    return the_table(published_round(start_event(event, actor)))


class Thumb:
    """A thumb that counts its taps."""

    def __init__(self, page: Page) -> None:
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
