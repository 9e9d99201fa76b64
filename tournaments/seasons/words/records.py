"""The records of a club in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.clubs.models.people import Player
from tournaments.core.numbers import number
from tournaments.events.models.events import Event
from tournaments.seasons.verbs.figures import Record

KINDS: Final[Mapping[str, Any]] = {
    "pot": gettext_lazy("Largest pots"),
    "pools": gettext_lazy("Most pools in one deal"),
    "evening": gettext_lazy("Most chips in one evening"),
}


@dataclass(frozen=True)
class RecordLine:
    """A record: what, whose (`person`: the address of their page, or empty), in which event."""

    record: Record
    what: str
    name: str
    person: str
    event: Event


def record_lines(
    records: Iterable[Record],
    players: Mapping[UUID, Player],
    events: Mapping[UUID, Event],
    refs: Mapping[UUID, str],
) -> list[tuple[str, list[RecordLine]]]:
    """The records by kind, each kind with its heading."""
    kinds: dict[str, list[RecordLine]] = {}
    for record in records:
        if record.player not in players or record.event not in events:
            continue
        sentence = _("%(count)s pools") if record.kind == "pools" else _("%(count)s chips")
        line = RecordLine(
            record,
            sentence % {"count": number(record.value)},
            players[record.player].public_name,
            refs.get(record.player, ""),
            events[record.event],
        )
        kinds.setdefault(record.kind, []).append(line)
    return [(str(KINDS[kind]), lines) for kind, lines in kinds.items()]
