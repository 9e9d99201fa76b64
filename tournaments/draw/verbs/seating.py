"""The seats of a round as ids of entries, and the check of a seating by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.models.columns import parse_id
from tournaments.core.rules.refusals import Invalid
from tournaments.draw.rules.request import Tables
from tournaments.events.models.events import Entry, Event
from tournaments.events.rules.tables import by_category
from tournaments.tables.models.rounds import Round, Seat

SeatingFault = tuple[str, str]
"""A fault of a seating by hand: a code, and a sentence with names."""

SeatingInput = Sequence[Sequence[Entry | UUID | str]]
"""A seating by hand: the tables in order, each with its entries (or their ids) in seat order."""


def groups_of(entries: Iterable[Entry], upper: frozenset[str] | None = None) -> dict[str, list[str]]:
    """The ids of these entries, people and bots apart. upper: of a stage of two groups (`Stage.upper`)."""
    return by_category([(str(entry.pk), bool(entry.player.bot)) for entry in entries], upper)


def is_seated_by_hand(round_: Round) -> bool:
    """Whether a director made the whole seating of a round; not a draw that was changed by hand later."""
    return bool(round_.by_hand and not round_.moves)


def seating_of(round_: Round) -> list[list[str]]:
    """The tables of a round in order: ids of entries in seat order."""
    tables: dict[int, list[str]] = {}
    for table, entry in (
        Seat.objects.filter(round=round_)
        .order_by("table__number", "number")
        .values_list("table__number", "entry_id")
    ):
        tables.setdefault(table, []).append(str(entry))
    return list(tables.values())


def seats_by_group(round_: Round) -> dict[str, Tables]:
    """The tables of a round in order, by group: ids of entries in seat order."""
    seats = seating_of(round_)
    tables_of: dict[str, Tables] = {}
    for group, members in groups_of(entries_at(seats).values(), round_.stage.upper).items():
        here = frozenset(members)
        tables_of[group] = tuple(tuple(table) for table in seats if table[0] in here)
    return tables_of


def entries_at(tables: list[list[str]]) -> dict[str, Entry]:
    """The entries that sit at these tables, with their players, by id."""
    ids = [pk for table in tables for pk in table]
    entries = Entry.objects.filter(pk__in=ids).select_related("player").order_by("number")
    return {str(entry.pk): entry for entry in entries}


def faults_of(
    event: Event,
    seats: Sequence[Sequence[str]],
    expected: Mapping[str, Entry],
    least: int,
    most: int,
    upper: frozenset[str] | None = None,
) -> list[SeatingFault]:
    """The faults of a seating by hand that should seat the `expected` entries, `least` to `most` at a table.

    upper: of a stage of two groups (`Stage.upper`).
    Codes: `entry_unknown`, `player_twice`, `player_not_wanted`, `player_not_seated`, `table_too_small`,
    `table_too_large`, `bots_apart`, `groups_apart`.
    """
    times = Counter(entry for table in seats for entry in table)
    others = [entry for entry in times if entry not in expected]
    others_by_id = _entries_of(event, others)
    faults: list[SeatingFault] = [
        ("entry_unknown", _("This event has no entry %(id)s.") % {"id": entry})
        for entry in others
        if entry not in others_by_id
    ]
    names = {pk: entry.player.name for pk, entry in (others_by_id | dict(expected)).items()}
    for fault, sentence, faulty in (
        (
            "player_twice",
            _("These players have two seats: %(names)s."),
            [pk for pk in times if pk in names and times[pk] > 1],
        ),
        ("player_not_wanted", _("These players do not play in this round: %(names)s."), list(others_by_id)),
        (
            "player_not_seated",
            _("These players have no seat: %(names)s."),
            [pk for pk in expected if not times[pk]],
        ),
    ):
        if faulty:
            faults.append((fault, sentence % {"names": ", ".join(names[pk] for pk in faulty)}))
    for number, table in enumerate(seats, 1):
        faults += _faults_of_table(number, len(table), least, most)
        if len({expected[pk].player.is_bot for pk in table if pk in expected}) > 1:
            sentence = _("Table %(table)d mixes people and bots. Give bots tables of their own.")
            faults.append(("bots_apart", sentence % {"table": number}))
        if upper is not None and len({pk in upper for pk in table if pk in expected}) > 1:
            sentence = _("Table %(table)d mixes players who qualified with the others. Seat them apart.")
            faults.append(("groups_apart", sentence % {"table": number}))
    return faults


def refused_seating(faults: Sequence[SeatingFault]) -> Invalid:
    """One refusal for all faults of a seating by hand."""
    refusal = Invalid(faults[0][0], " ".join(sentence for _code, sentence in faults), field="seats")
    refusal.extra["faults"] = [{"code": code, "detail": sentence} for code, sentence in faults]
    return refusal


def _entries_of(event: Event, ids: Iterable[str]) -> dict[str, Entry]:
    keys = [key for key in map(parse_id, ids) if key is not None]
    entries = Entry.objects.filter(event=event, pk__in=keys).select_related("player")
    return {str(entry.pk): entry for entry in entries}


def _faults_of_table(number: int, size: int, least: int, most: int) -> list[SeatingFault]:
    values = {"table": number, "size": size, "least": least, "most": most}
    if size < least:
        sentence = ngettext(
            "Table %(table)d has %(size)d player. It needs at least %(least)d.",
            "Table %(table)d has %(size)d players. It needs at least %(least)d.",
            size,
        )
        return [("table_too_small", sentence % values)]
    if size > most:
        sentence = _("Table %(table)d has %(size)d players. At most %(most)d can sit there.")
        return [("table_too_large", sentence % values)]
    return []
