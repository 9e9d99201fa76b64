"""Take screenshots of the demo, at the widths of a phone, a laptop and a projector, light and dark.

    python -m tests.browser.screenshots FOLDER
    python -m tests.browser.screenshots FOLDER --only entries payments --width phone
    python -m tests.browser.screenshots FOLDER --language de --language fr --width phone --axe

The command starts the demo with a database of its own, waits until the bots have played for a while, and
writes one PNG for each page, language, width and colour scheme. It also signs in and shows the director's
page, the pages of the account, and those of a club with more states (`to_show`). --only: pages whose names
have one of these words. --language: the language of the reader, English if there is none; it can be given
more than once. The command says which pages are wider than the window or in another language, and what axe
finds on them with --axe.

README.md shows the file `evening.png` of this folder:

    python -m tests.browser.screenshots --readme
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, sync_playwright

from tests import catalogs
from tests.browser import chromium
from tests.browser.barriers import barriers
from tests.platform.processes import PYTHON, Running, run, running
from tests.plugins.launch import free_port

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
WIDTHS = {"phone": (360, 740), "laptop": (1280, 800), "projector": (1920, 1080)}
LANGUAGES = ("en", *catalogs.languages())
SETTINGS = {"DJANGO_SETTINGS_MODULE": "pochleague.settings"}
API = "api-docs"
"""The page that describes the API, which is in English for everybody."""

README_IMAGE = Path(__file__).with_name("evening.png")


def main() -> None:
    options = argparse.ArgumentParser(description="Take screenshots of the demo.")
    options.add_argument("folder", type=Path, nargs="?", help="where the PNG files go")
    options.add_argument("--readme", action="store_true", help="only renew the image of README.md")
    options.add_argument("--wait", type=float, default=60.0, help="seconds that the bots play before (60)")
    options.add_argument(
        "--only", nargs="*", default=[""], metavar="WORD", help="only pages with these words"
    )
    options.add_argument("--width", choices=WIDTHS, action="append", help="only this width")
    options.add_argument("--scheme", choices=SCHEMES, action="append", help="only this colour scheme")
    options.add_argument(
        "--language", choices=LANGUAGES, action="append", help="only this language (en, if none is given)"
    )
    options.add_argument("--axe", action="store_true", help="look for barriers with axe, too")
    arguments = options.parse_args()
    if arguments.folder is None and not arguments.readme:
        options.error("Name a folder, or use --readme.")
    if chromium.PROGRAM is None:
        sys.exit("There is no Chromium on the PATH. On Debian: apt install chromium libatomic1")
    with tempfile.TemporaryDirectory(prefix="poch-screenshots-") as folder, sync_playwright() as playwright:
        port = free_port()
        site = f"http://localhost:{port}"
        environment = {"POCH_DATA": f"{folder}/demo", "POCH_ORIGIN": site, "POCH_LOG_LEVEL": "ERROR"}
        command: list[str | Path] = [PYTHON, "manage.py", "demo", "--port", str(port)]
        with running(*command, output=Path(folder, "output"), environ=environment) as demo:
            demo.wait_for("Stop it with")
            time.sleep(arguments.wait)
            browser = playwright.chromium.launch(executable_path=chromium.PROGRAM, args=chromium.OPTIONS)
            if arguments.readme:
                _take_readme_image(browser, site)
            if arguments.folder:
                arguments.folder.mkdir(parents=True, exist_ok=True)
                made = run(PYTHON, "-m", "tests.browser.to_show", environ=environment | SETTINGS)
                if made.returncode:
                    sys.exit(made.stderr)
                shown = json.loads(made.stdout)
                _take_all(browser, site, demo, arguments, shown)
            browser.close()


def _take_readme_image(browser: Browser, site: str) -> None:
    page = browser.new_page(viewport={"width": 1100, "height": 760}, color_scheme="light")
    page.goto(f"{site}{_addresses(page, site)['event']}")
    page.screenshot(path=README_IMAGE)
    page.context.close()


def _take_all(
    browser: Browser, site: str, demo: Running, options: argparse.Namespace, shown: dict[str, str]
) -> None:
    start = browser.new_page()
    addresses = _addresses(start, site) | shown
    start.context.close()
    sizes = {name: WIDTHS[name] for name in options.width or WIDTHS}
    for language, (width_name, (width, height)), scheme in product(
        options.language or ("en",), sizes.items(), options.scheme or SCHEMES
    ):
        page = browser.new_page(
            viewport={"width": width, "height": height}, color_scheme=scheme, locale=language
        )
        for name, address in addresses.items():
            if name == "manage":
                _sign_in(page, site, demo)
            if not any(word in name for word in options.only):
                continue
            page.goto(site + address)
            if name == API:
                # Its script makes the page.
                page.get_by_role("main").wait_for()
            file = f"{name}-{language}-{width_name}-{scheme}.png"
            page.screenshot(path=options.folder / file, full_page=True)
            for complaint in _complaints(page, "en" if name == API else language, options.axe):
                sys.stdout.write(f"{file}: {complaint}\n")
                sys.stdout.flush()
        page.context.close()


def _complaints(page: Page, language: str, with_axe: bool) -> Iterator[str]:
    """What is wrong with a page for readers of this language."""
    if page.evaluate("() => document.documentElement.scrollWidth > window.innerWidth"):
        yield "wider than the window"
    if page.locator("html").get_attribute("lang") != language:
        yield f"not in {language}"
    if with_axe:
        yield from barriers(page)


def _addresses(page: Page, site: str) -> dict[str, str]:
    """The addresses of the pages to show. From `manage` on they need a user."""
    page.goto(site)
    event = _first_link(page, "/events/bots")
    page.goto(site + event)
    table, club = _first_link(page, "/tables/"), _first_link(page, "/clubs/")
    return {
        "home": "/",
        "sign-in": "/sign-in/",
        API: "/api/v1/docs/",
        "presets": "/rules/",
        "preset": "/rules/pagat/",
        "both-packs": "/cards/",
        "practice": "/practice/",
        "event": event,
        "standings": f"{event}standings/",
        "projector": f"{event}projector/",
        "rounds": f"{event}rounds/",
        "rules": f"{event}rules/",
        "table": table,
        "deal": f"{table}deals/1/",
        "watch-deal": f"{table}deals/1/steps/?step=2",
        "watch-decision": f"{table}deals/1/steps/?step=8",
        "watch-play": f"{table}deals/1/steps/?step=20",
        "embedded-standings": f"/embed{event}standings/",
        "embedded-events": f"/embed{club}events/",
        "first-result": "/first-result/",
        "six-calls": "/table-app/",
        "manage": f"{event}manage/",
        "club-settings": f"{club}settings/",
        "web-site": f"{club}web-site/",
        "account": "/account/",
        "devices": "/account/devices/",
        "second-factor": "/account/second-factor/",
    }


def _first_link(page: Page, prefix: str) -> str:
    address = page.locator(f'a[href^="{prefix}"]').first.get_attribute("href")
    if address is None:
        sys.exit(f"The page {page.url} has no link to {prefix}.")
    return address


def _sign_in(page: Page, site: str, demo: Running) -> None:
    match = re.search(r"password\s+(\S+)", demo.printed)
    if match is None:
        sys.exit("The demo has not printed a password.")
    page.goto(f"{site}/sign-in/")
    page.locator("[name=username]").fill("demo")
    page.locator("[name=password]").fill(match[1])
    page.locator("[name=password]").press("Enter")
    page.wait_for_url(lambda url: "/sign-in/" not in url)


if __name__ == "__main__":
    main()
