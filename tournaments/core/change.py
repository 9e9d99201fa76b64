"""The change of a row, as every verb makes it. Every door leads to a verb: page, API, command, task.

::

    def set_prizes(event: Event, actor: Actor, plan: PrizeList) -> Event:
        with change(event, actor, "set_prizes", records=["prizes"]) as event:
            verify_register(event_facts(event))
            event.prizes = plan.stored
        return event
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Model

from tournaments.core.audit import Actor, log
from tournaments.core.locks import lock

Row = TypeVar("Row", bound=Model)


@contextmanager
def change(row: Row, actor: Actor, verb: str, *, records: Collection[str] = ()) -> Iterator[Row]:
    """Lock the row of an event; at the end save the columns that have changed, and write the log.

    It begins a transaction and gives the row as it is now. If nothing has changed, nothing is saved or
    logged. records: the columns whose new values the log keeps.
    """
    with transaction.atomic():
        fresh: Row = lock(row)
        before = deepcopy(_columns(fresh))
        yield fresh
        changed = [name for name, value in _columns(fresh).items() if value != before[name]]
        if not changed:
            return
        fresh.save(update_fields=changed)
        recorded = {name: getattr(fresh, name) for name in records if name in changed}
        data = {"records": recorded} if recorded else {}
        of_event: Any = fresh
        log(actor, verb, fresh, within=getattr(of_event, "event", of_event), **data)


def _columns(row: Model) -> dict[str, Any]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
