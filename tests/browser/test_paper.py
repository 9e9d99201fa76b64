"""What Chromium prints: the PDFs have every name and every pool, on as few pages as promised."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest
from playwright.sync_api import BrowserContext, BrowserType, Page
from pypdf import PdfReader
from pytest_django.live_server_helper import LiveServer

import games.services as games
from tests.builders import boss, make_club, play_round, published_round, running_event
from tournaments.core.words.words import pool_name
from tournaments.desk.verbs.lifecycle import finish_event
from tournaments.desk.words.prose import prose_of
from tournaments.events.verbs.entries import entries_by_id
from tournaments.models import Event, Player, Round
from tournaments.standings.rules.prizes import PrizeList
from tournaments.standings.verbs.prizes import set_prizes
from tournaments.standings.verbs.standings import current_standing
from tournaments.tables.verbs.tables import places_by_name

pytestmark = [pytest.mark.browser, pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

Printed = Callable[[str], list[str]]
"""Prints the page at an address: the text of each page of paper."""

A4 = (595, 842)
"""Points."""

ROOM = 10 * (16 + 10) / 25.4 * 72
"""What is free below the text of a sheet: the margin and 10 millimetres, in tenths of a point."""

LONG = "Wilhelmine-Friederike von Donaudampfschifffahrt-Hohenstaufen"

BOLD = Path("/usr/share/fonts/truetype/dejavu/DejaVuSerif-Bold.ttf")
"""A font that `.ci/install` installs, unlike those of the program."""
Piece = tuple[str, str, list[int]]
"""A piece of text on paper: the text, its font, and its size, left and height in tenths of a point."""


def print_out(page: Page) -> bytes:
    """Print the page as a browser does that has all fonts: A4, without backgrounds."""
    page.evaluate("document.fonts.ready")
    return page.pdf(format="A4", prefer_css_page_size=True, print_background=False)


def sheets_of(page: Page) -> list[str]:
    """The text of each sheet that is printed of this page."""
    return [flat(sheet.extract_text()) for sheet in PdfReader(BytesIO(print_out(page))).pages]


def pieces_of(page: Page) -> list[list[Piece]]:
    """What is where on each sheet that is printed of this page."""
    sheets = []
    for sheet in PdfReader(BytesIO(print_out(page))).pages:
        pieces: list[Piece] = []

        def note(
            text: str, at: list[float], to: list[float], font: Any, size: float, pieces: list[Piece] = pieces
        ) -> None:
            if text.strip():
                name = str(font.get("/BaseFont")).partition("+")[2]
                measures = (at[0] * to[0] * size, at[0] * to[4] + at[4], at[3] * to[5] + at[5])
                pieces.append((text, name, [round(10 * measure) for measure in measures]))

        sheet.extract_text(visitor_text=note)
        sheets.append(pieces)
    return sheets


@pytest.fixture
def elsewhere(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], tmp_path: Path
) -> Iterator[Page]:
    """A page of a German browser on a machine with one font, which is bold and wide."""
    if not BOLD.exists():
        pytest.skip("There is no DejaVu font. On Debian: apt install fonts-dejavu-core")
    shutil.copy(BOLD, tmp_path)
    machine = tmp_path / "fonts.conf"
    machine.write_text(
        f"<fontconfig><dir>{tmp_path}</dir><cachedir>{tmp_path / 'cache'}</cachedir></fontconfig>"
    )
    variables: dict[str, str | float | bool] = {**os.environ, "FONTCONFIG_FILE": str(machine)}
    browser = browser_type.launch(**browser_type_launch_args, env=variables)
    yield browser.new_page(locale="de-DE")
    browser.close()


@pytest.fixture
def printed(page: Page, live_server: LiveServer, tmp_path: Path) -> Printed:
    """Print a page as a browser does: A4, without backgrounds."""

    def print_page(address: str) -> list[str]:
        page.goto(live_server.url + address)
        pdf = print_out(page)
        (tmp_path / (re.sub(r"\W+", "-", address) + ".pdf")).write_bytes(pdf)
        sheets = PdfReader(BytesIO(pdf)).pages
        for sheet in sheets:
            size = sorted(round(float(side)) for side in sheet.mediabox[2:])
            assert size == list(A4) or size == [A4[0], A4[1] - 1], "A4, upright or lying"
        return [flat(sheet.extract_text()) for sheet in sheets]

    return print_page


def flat(text: str) -> str:
    """The text with single spaces and without ligatures."""
    return " ".join(normalize("NFKC", text).split())


def named(event: Event) -> None:
    """Give the players of an event names as they are, one of them very long."""
    players = list(Player.objects.filter(club=event.club).order_by("name"))
    for number, player in enumerate(players):
        name = LONG if number == 7 else f"Guest{number:03} of Bern"
        Player.objects.filter(pk=player.pk).update(name=name, public_name=name)


def played(players: int, **fields: Any) -> Event:
    """A finished event of one round with prizes."""
    event = running_event(players, deals_per_round=1, rounds_planned=1, name="Preispochen", **fields)
    named(event)
    prizes = [{"first": 1, "amount": "50"}, {"first": 2, "what": "a ham"}, {"first": 3, "what": "a cake"}]
    set_prizes(event, boss(event), PrizeList.read({"prizes": prizes, "currency": "EUR"}))
    play_round(published_round(event))
    return finish_event(event, boss(event))


def ranked(event: Event) -> list[str]:
    """The public names in the order of the final standing."""
    standing, entries = current_standing(event), entries_by_id(event)
    assert standing is not None
    return [entries[row["entry"]].player.public_name for row in standing.rows]


def in_order(names: list[str], text: str) -> bool:
    """Whether each name is there once, in this order."""
    squeezed = text.replace(" ", "")
    at = [squeezed.find(name.replace(" ", "")) for name in names]
    return -1 not in at and all(one < other for one, other in pairwise(at))


@pytest.mark.nightly
def test_two_hundred_people_fit_four_pages_with_a_head_on_each(printed: Printed) -> None:
    event = played(200, club=make_club("Poch Club Bern"))
    sheets = printed(f"/events/{event.ref}/standings/print/")
    assert len(sheets) <= 4
    assert in_order(ranked(event), " ".join(sheets))
    for number, sheet in enumerate(sheets, 1):
        assert f"{number} / {len(sheets)}" in sheet
    assert all("Name" in sheet and "Poch Club Bern" in sheet for sheet in sheets[:3])
    assert "a ham" in sheets[-1]
    seats = printed(f"/rounds/{Round.objects.get(event=event).pk}/print/")
    assert len(seats) <= 2
    places = places_by_name(Round.objects.get(event=event))
    assert len(places) == 200
    assert in_order([f"{place.name} Table {place.table}" for place in places], " ".join(seats))


def test_a_small_event_is_printed_on_one_sheet_each(printed: Printed) -> None:
    event = played(8, club=make_club("Poch Club Bern"))
    for address in ("standings/print", "paper/prizes", "paper/board", "paper/rules", "paper/scorecards"):
        sheets = printed(f"/events/{event.ref}/{address}/")
        assert len(sheets) == 1, address
    assert in_order(ranked(event), printed(f"/events/{event.ref}/standings/print/")[0])
    prizes = printed(f"/events/{event.ref}/paper/prizes/")[0]
    assert in_order(["Place 1", "50", "Place 2", "a ham"], prizes)
    assert in_order([ranked(event)[0], "50", ranked(event)[1]], prizes[prizes.index("Place 1") :])


def test_papers_are_the_same_whatever_fonts_a_machine_has(
    new_context: Callable[..., BrowserContext], elsewhere: Page, live_server: LiveServer
) -> None:
    event = played(16, club=make_club("Bœuf & Jaß"))
    for number, name in enumerate(("Žofie Nováková", "Γιώργος Παπάς", "Леся Їжак", "Đặng Văn Ảnh")):
        Player.objects.filter(name=f"Guest00{number} of Bern").update(name=name, public_name=name)
    here = new_context(locale="de-DE").new_page()
    round_ = Round.objects.get(event=event)
    papers = {f"events/{event.ref}/paper/{paper}": 1 for paper in ("prizes", "board", "rules", "scorecards")}
    papers |= {f"events/{event.ref}/standings/print": 1, f"rounds/{round_.pk}/print": 1}
    papers |= {f"rounds/{round_.pk}/scorecards": 4, f"events/{event.ref}/paper/certificates": 16}
    for paper, sheets in papers.items():
        for page in (here, elsewhere):
            page.goto(f"{live_server.url}/{paper}/")
        pieces = pieces_of(here)
        assert pieces == pieces_of(elsewhere), paper
        assert len(pieces) == sheets, paper
        if sheets == 1:
            lowest = min(measures[2] for text, _font, measures in pieces[0] if len(text) > 5)
            assert lowest > ROOM, paper


def is_on(sheet: str, sentences: Iterable[str]) -> bool:
    """Whether all sentences are on a sheet, whatever spaces and stars are between their words."""
    letters = re.sub(r"[\W_]", "", sheet)
    return all(re.sub(r"[\W_]", "", sentence) in letters for sentence in sentences)


@pytest.mark.nightly
def test_the_rules_of_each_preset_fit_one_sheet_as_prose(printed: Printed) -> None:
    for preset in games.presets():
        [sheet] = printed(f"/rules/{preset}/print/")
        told = prose_of({"preset": preset})
        assert is_on(sheet, [part.title for part in told.parts]), preset
        assert is_on(sheet, told.text.splitlines()), preset
        assert is_on(sheet, [told.source, "An example deal"]), preset
        assert "*" not in sheet, preset


@pytest.mark.parametrize("preset", ["pagat", "hoffmann", "pierer"])
@pytest.mark.nightly
def test_scorecards_have_exactly_the_pools_of_the_rules_and_the_names(printed: Printed, preset: str) -> None:
    event = running_event(9, rules={"preset": preset}, size=5, least=3, most=5)
    named(event)
    round_ = published_round(event)
    board = games.board(games.resolve_rules({"preset": preset}))
    every = {pool_name(pool) for name in games.presets() for pool in games.board(games.preset_switches(name))}
    sheets = printed(f"/rounds/{round_.pk}/scorecards/")
    assert len(sheets) == round_.tables.count()
    for table, sheet in zip(round_.tables.order_by("number"), sheets, strict=True):
        cards = sheet.count("Upcard")
        assert cards == (2 if table.seats.count() > 4 else 4)
        for pool in every:
            rows = len(re.findall(rf"\b{pool}\b(?! won| ended)", sheet.replace("in the Pochen", "")))
            assert rows == (cards if pool in {pool_name(name) for name in board} else 0), pool
        for seat in table.seats.select_related("entry__player"):
            name = seat.entry.player.public_name[:35].replace(" ", "")
            assert sheet.replace(" ", "").count(name) == cards
