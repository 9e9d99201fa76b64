"""Protections of the service, switched off for the controls. `FAULTS_WITHOUT` names the one that is off.

`FAULTS_DEATH` is a file: while it exists, the next process that reaches the named moment removes it and dies.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any
from unittest.mock import patch

from django.apps import AppConfig


def die() -> None:
    """End this process at once, if the file says so."""
    death = Path(os.environ["FAULTS_DEATH"])
    if death.exists():
        death.unlink()
        os._exit(9)


def stored_responses() -> None:
    """No idempotency row: a repeated POST is done again."""
    patch("api.retries.find_response", lambda request: None).start()
    patch("api.retries.store_response", lambda request, response: None).start()


def one_transaction() -> None:
    """The idempotency row is committed apart, after the effect."""
    from django.db import transaction

    from tournaments.core.stored_responses import store_response

    def apart(request: Any, response: Any) -> None:
        def store() -> None:
            die()
            store_response(request, response)

        transaction.on_commit(store)

    patch("api.retries.store_response", apart).start()


def outbox() -> None:
    """After the commit a thread does the work. No row of the outbox is its duty."""
    from django.db import transaction

    from tournaments.standings.verbs import standings

    def hurry(event: str) -> None:
        die()
        Thread(target=standings.refresh, args=(event,)).start()

    def add_all(calls: list[Any]) -> list[Any]:
        for call in calls:
            if call.task == "standings.refresh":
                transaction.on_commit(partial(hurry, str(call.args[0])))
        return [None for _ in calls]

    patch("tournaments.core.outbox.add_all", add_all).start()
    patch("tournaments.standings.verbs.standings.ask_for_stale", lambda: 0).start()


def life() -> None:
    """Nothing is switched off, but the process dies after a COMMIT, before the message and the response."""
    from tournaments.core import outbox

    notify = outbox.notify

    def lose(row: Any) -> None:
        die()
        notify(row)

    patch("tournaments.core.outbox.notify", lose).start()


def sweep() -> None:
    """Nobody looks for rows whose message was lost."""
    life()
    patch("tournaments.core.outbox.sweep", lambda now=None: 0).start()
    patch("tournaments.standings.verbs.standings.ask_for_stale", lambda: 0).start()


def versions_of_standings() -> None:
    """A standing is taken from a cache that does not know the version of the event."""
    from tournaments.standings.verbs import standings

    compute = standings.compute
    kept: dict[object, Any] = {}

    def cached(event: Any, *args: Any, **options: Any) -> Any:
        if event.pk not in kept:
            kept[event.pk] = compute(event, *args, **options)
        return kept[event.pk]

    patch("tournaments.standings.verbs.standings.compute", cached).start()


def steady_clock() -> None:
    """The clock is wrong by the seconds in the file `FAULTS_CLOCK`."""
    import time
    from datetime import timedelta

    from django.utils import timezone

    real_now, real_time = timezone.now, time.time

    def shift() -> float:
        clock = Path(os.environ["FAULTS_CLOCK"])
        return float(clock.read_text() or 0) if clock.exists() else 0.0

    patch("django.utils.timezone.now", lambda: real_now() + timedelta(seconds=shift())).start()
    patch("time.time", lambda: real_time() + shift()).start()


WITHOUT: dict[str, Callable[[], None]] = {
    protection.__name__: protection
    for protection in (
        stored_responses,
        one_transaction,
        outbox,
        life,
        sweep,
        versions_of_standings,
        steady_clock,
    )
}


class Unprotected(AppConfig):
    name = "tests.faults"
    label = "faults"

    def ready(self) -> None:
        WITHOUT[os.environ["FAULTS_WITHOUT"]]()
