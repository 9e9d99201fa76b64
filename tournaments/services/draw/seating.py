"""Who sits where in a round, as the ids of entries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.errors import Invalid
from tournaments.models import Entry, Event, Round, Seat, parse_id
from tournaments.rules.formats.divisions import divide

Fault = tuple[str, str]
"""What is wrong with a seating by hand: a code, and a sentence with names in it."""

SeatsGiven = Sequence[Sequence[Entry | UUID | str]]
"""A whole seating by hand: tables in their order, each its entries (or their ids) in seat order."""


def groups_of(entries: Iterable[Entry]) -> dict[str, list[str]]:
    """Return the ids of these entries, people and bots apart."""
    return divide([(str(entry.pk), bool(entry.player.bot)) for entry in entries])


def seating_of(round_: Round) -> list[list[str]]:
    """The tables of a round in their order: ids of entries in seat order."""
    tables: dict[int, list[str]] = {}
    for table, entry in (
        Seat.objects.filter(round=round_)
        .order_by("table__number", "number")
        .values_list("table__number", "entry_id")
    ):
        tables.setdefault(table, []).append(str(entry))
    return list(tables.values())


def entries_at(tables: list[list[str]]) -> dict[str, Entry]:
    """The entries that sit at these tables, with their players, by id."""
    ids = [pk for table in tables for pk in table]
    found = Entry.objects.filter(pk__in=ids).select_related("player").order_by("number")
    return {str(entry.pk): entry for entry in found}


def faults_of(
    event: Event, seats: Sequence[Sequence[str]], wanted: Mapping[str, Entry], least: int, most: int
) -> list[Fault]:
    """What is wrong with a seating by hand of `event`, where those `wanted` are to sit at `least` to `most`.

    Faults: `entry_unknown`, `player_twice`, `player_not_wanted`, `player_not_seated`, `table_too_small`,
    `table_too_large`, `bots_apart`. Empty where it can be played like this.
    """
    times = Counter(entry for table in seats for entry in table)
    others = [entry for entry in times if entry not in wanted]
    known = _known(event, others)
    found: list[Fault] = [
        ("entry_unknown", _("This event has no entry %(id)s.") % {"id": entry})
        for entry in others
        if entry not in known
    ]
    names = {pk: entry.player.name for pk, entry in (known | dict(wanted)).items()}
    for fault, sentence, faulty in (
        (
            "player_twice",
            _("Seated twice: %(names)s."),
            [pk for pk in times if pk in names and times[pk] > 1],
        ),
        ("player_not_wanted", _("Not to be seated in this round: %(names)s."), list(known)),
        ("player_not_seated", _("Without a seat: %(names)s."), [pk for pk in wanted if not times[pk]]),
    ):
        if faulty:
            found.append((fault, sentence % {"names": ", ".join(names[pk] for pk in faulty)}))
    for number, table in enumerate(seats, 1):
        found += _faults_of_table(number, len(table), least, most)
        if len({wanted[pk].player.is_bot for pk in table if pk in wanted}) > 1:
            sentence = _("Bots sit at tables of bots only: table %(table)d would mix them.")
            found.append(("bots_apart", sentence % {"table": number}))
    return found


def refused_seating(faults: Sequence[Fault]) -> Invalid:
    """The refusal of a seating by hand with these faults: all of them in one."""
    refusal = Invalid(faults[0][0], " ".join(sentence for _code, sentence in faults), field="seats")
    refusal.extra["faults"] = [{"code": code, "detail": sentence} for code, sentence in faults]
    return refusal


def _known(event: Event, ids: Iterable[str]) -> dict[str, Entry]:
    keys = [key for key in map(parse_id, ids) if key is not None]
    found = Entry.objects.filter(event=event, pk__in=keys).select_related("player")
    return {str(entry.pk): entry for entry in found}


def _faults_of_table(number: int, size: int, least: int, most: int) -> list[Fault]:
    values = {"table": number, "size": size, "least": least, "most": most}
    if size < least:
        sentence = ngettext(
            "Table %(table)d has %(size)d player and needs at least %(least)d.",
            "Table %(table)d has %(size)d players and needs at least %(least)d.",
            size,
        )
        return [("table_too_small", sentence % values)]
    if size > most:
        sentence = _("Table %(table)d has %(size)d players and may have at most %(most)d.")
        return [("table_too_large", sentence % values)]
    return []
