"""How every verb changes a row. Pages, the API, commands and tasks all call verbs.

::

    def set_prizes(event: Event, actor: Actor, plan: PrizeList) -> Event:
        with change(event, actor, "set_prizes", records=["prizes"]) as event:
            verify_register(event_facts(event))
            event.prizes = plan.stored
        return event
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Model

from tournaments.core.audit import Actor, log
from tournaments.core.locks import keeper, lock, log_owner

Row = TypeVar("Row", bound=Model)


@contextmanager
def change(
    row: Row,
    actor: Actor,
    verb: str,
    *,
    records: Collection[str] = (),
    notes: Collection[str] = (),
    then: Callable[[Any], object] | None = None,
    **data: Any,
) -> Iterator[Row]:
    """Lock a row and its owners; at the end, save the columns that have changed and write the log.

    It begins a transaction and yields the row, read again. If nothing has changed, nothing is saved or
    logged. records, notes: columns whose new values the log keeps, under "records" or by their own names.
    data: what else the log keeps. then: called at the end with the event, season or club of the row, to give
    it the next version and to add tasks.
    """
    with transaction.atomic():
        fresh: Row = lock(row)
        before = deepcopy(_columns(fresh))
        yield fresh
        changed = sorted(name for name, value in _columns(fresh).items() if value != before[name])
        if not changed:
            return
        fresh.save(update_fields=changed)
        data |= {name: getattr(fresh, name) for name in notes if name in changed}
        if recorded := {name: getattr(fresh, name) for name in records if name in changed}:
            data["records"] = recorded
        log(actor, verb, fresh, within=log_owner(fresh), **data)
        if then is not None:
            then(keeper(fresh))


def _columns(row: Model) -> dict[str, Any]:
    names = {field.attname for field in row._meta.concrete_fields} - {"log_length", "log_head"}
    return {name: getattr(row, name) for name in names}
