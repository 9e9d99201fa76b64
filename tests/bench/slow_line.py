"""Measure how soon a phone on a slow line shows tonight's standings.

    python -m tests.bench.slow_line

An event of 24 players has played two rounds and a deal. A Chromium of 360 x 740 with an empty cache loads its
standings over a line with 400 ms of latency and 400 kbit/s (by Chromium's own emulation), by turns with the
smallest page of the site (`/healthz`). The time is that of the first paint with content, from the start of
the navigation. The aim is 2.5 s. Compare it with the empty page: that is the line alone.
"""

from __future__ import annotations

import argparse
import os
import sys
from statistics import median
from typing import Any

from tests.bench.site import whole_site

LATENCY = 400
"""Milliseconds from a request to the first byte of its response."""

BYTES_PER_SECOND = 400_000 / 8
AIM = 2.5
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def main() -> None:
    options = argparse.ArgumentParser(description="Measure the standings on a slow line.")
    options.add_argument("--turns", type=int, default=5, help="default: 5")
    turns = options.parse_args().turns
    with whole_site("one-process") as start:
        from playwright.sync_api import sync_playwright

        from tests.browser import chromium

        # Playwright runs an event loop in this thread, so Django would refuse queries.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
        address = _standings()
        with start() as port, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium.PROGRAM, args=chromium.OPTIONS)
            site = f"http://localhost:{port}"
            # The first request warms the server up.
            _seconds(browser, site + address)
            taken = {
                name: [_seconds(browser, site + path) for _ in range(turns)]
                for name, path in {"standings": address, "an empty page": "/healthz"}.items()
            }
            browser.close()
    for name, times in taken.items():
        seconds = [time for time, _kilobytes, _requests in times]
        _time, kilobytes, requests = times[-1]
        sys.stdout.write(
            f"{name}: {median(seconds):.2f} s ({min(seconds):.2f} to {max(seconds):.2f}), "
            f"{requests} requests, {kilobytes:.0f} kB\n"
        )
    sys.stdout.write(f"The aim is {AIM} s.\n")


def _standings() -> str:
    """Play an event, and return the address of its standings."""
    from tests.builders import play, play_round, published_round, running_event, the_table
    from tournaments.standings.verbs.standings import refresh

    event = running_event(24, rounds_planned=3, deals_per_round=2)
    for _ in range(2):
        play_round(published_round(event))
    play(the_table(published_round(event)))
    refresh(event.pk)
    return f"/events/{event.ref}/standings/"


def _seconds(browser: Any, address: str) -> tuple[float, float, int]:
    """Load a page with an empty cache: seconds to its first paint; kilobytes and requests until then."""
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": LATENCY,
            "downloadThroughput": BYTES_PER_SECOND,
            "uploadThroughput": BYTES_PER_SECOND,
        },
    )
    sizes: list[float] = []
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(address, wait_until="commit")
    # `wait_for_function` would need eval, which the pages forbid.
    while (painted := page.evaluate(PAINTED)) is None:
        page.wait_for_timeout(100)
    context.close()
    return painted / 1000, sum(sizes) / 1000, len(sizes)


if __name__ == "__main__":
    main()
