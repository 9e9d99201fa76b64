"""Where Chromium is, and how it is started."""

from __future__ import annotations

import shutil

PROGRAM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

# A test machine may have no network and no other user than root.
OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A name that is not this machine for the browser: there it has no service workers, as on plain http.
    "--host-resolver-rules=MAP club-laptop.test 127.0.0.1",
]

TIMEOUT = 120_000.0
"""Milliseconds to wait for the browser. It is long enough for a slow and busy machine."""
