"""The results of an event that ratings count: each round at each table of people."""

from __future__ import annotations

from itertools import groupby

from tournaments.models import Entry, Event, Round, RoundStatus
from tournaments.rules.scoring import Tally
from tournaments.services.standings.tallies import seat_tallies

Tables = list[list[list[str] | list[int]]]
"""For each round at each table: the ids of the players, and their scores. As in `RatedEvent.tables`."""


def family_of(event: Event) -> str:
    """The rule family of an event: its preset, as in a league. Empty: it has switches of its own."""
    return str(event.rules.get("preset", ""))


def tables_of(event: Event) -> Tables:
    """The results of an event from the ledger, in the order of rounds and tables (five queries).

    Scores are the net chips of the round, without adjustments. These are left out: bots; play-offs, whose
    chips count nowhere; tables at which somebody came or went in the middle of the round; events without
    rules or without a rule family.
    """
    if event.without_rules or not family_of(event):
        return []
    people = dict(Entry.objects.filter(event=event, player__bot="").values_list("pk", "player"))
    players = {str(entry): str(player) for entry, player in people.items()}
    closed = Round.objects.filter(event=event, status=RoundStatus.CLOSED, stage__play_off=False)
    numbers = set(closed.values_list("number", flat=True))
    at_tables = groupby(seat_tallies(event), key=lambda tally: (tally.round, tally.table))
    return [
        [[players[tally.entry] for tally in sitting], [tally.chips for tally in sitting]]
        for (number, _table), tallies in at_tables
        if number in numbers and _counts(sitting := list(tallies), players)
    ]


def _counts(sitting: list[Tally], players: dict[str, str]) -> bool:
    """Whether everybody at a table is a person and played all its deals."""
    deals = {tally.deals for tally in sitting}
    return (
        len(sitting) > 1
        and len(deals) == 1
        and 0 not in deals
        and len({tally.seat for tally in sitting}) == len(sitting)
        and all(tally.entry in players for tally in sitting)
    )
