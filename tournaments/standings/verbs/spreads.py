"""What a chip is worth at tables of different sizes, for the scoring `even`.

A spread says how far chips spread at tables of one size. Bots have measured the spreads of all presets
(`events/rules/spreads.py`). An event takes those of its rules when it opens. Until it starts, they change
with its settings; the start freezes both. At the start, the scoring `auto` becomes `even` if the tables of
the first round have different sizes, else `chips`. People who come or leave later do not change it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Final

import games.services as games
from tournaments.core.models.choices import Scoring
from tournaments.core.rules.refusals import Refusal
from tournaments.core.rules.statuses import EntryStatus
from tournaments.events.models.events import Entry, Event, Stage
from tournaments.events.rules import spreads as rule
from tournaments.events.rules.tables import SEAT, TABLE, Deals, split
from tournaments.events.verbs.plans import plan_of
from tournaments.tables.models.rounds import Round

FILE: Final = Path(rule.__file__).with_suffix(".json")
_TABLE: Final[rule.Table] = json.loads(FILE.read_text())


def spreads_of(event: Event) -> dict[str, int] | None:
    """The spreads by table size that the rules of an event give; None if it is not scored by them."""
    if event.scoring not in (Scoring.AUTO, Scoring.EVEN) or event.without_rules:
        return None
    return {str(seats): value for seats, value in usual_spreads(event).items()}


def usual_spreads(event: Event) -> dict[int, int]:
    """The spread of each table size by the rules of an event, whatever its scoring is."""
    rules = event.frozen_rules or games.resolve_rules(event.rules)
    preset = str(event.rules.get("preset", ""))
    deals = Deals(event.deals_per_round, str(event.deals_per))
    return rule.spreads_of(_TABLE, preset, rules, event.starting_chips, deals)


def weights_of(event: Event, rounds: Iterable[Round]) -> dict[int, dict[int, Fraction]] | None:
    """The worth of a chip by round and table size; None for other scorings than `even`."""
    if event.scoring != Scoring.EVEN or event.spreads is None:
        return None
    at_tables = worth_of(event.spreads, event.size, TABLE)
    by_seats = worth_of(event.spreads, event.size, SEAT)
    return {round_.number: at_tables if round_.deals_each is None else by_seats for round_ in rounds}


def worth_of(spreads: Mapping[str, int], size: int, per: str) -> dict[int, Fraction]:
    """The worth of a chip at each table size. per: what the number of deals counts (`Event.deals_per`)."""
    return rule.weights({int(seats): value for seats, value in spreads.items()}, size, per)


def scoring_at_start(event: Event) -> str:
    """The scoring that the event would have if it started now: `auto` becomes `even` or `chips`.

    The people who are checked in count; before the first check-in, all who are entered.
    """
    if event.scoring != Scoring.AUTO:
        return str(event.scoring)
    people = Entry.objects.filter(event=event, player__bot="").exclude(status=EntryStatus.WITHDRAWN)
    here = people.filter(status=EntryStatus.CHECKED_IN).count() or people.count()
    is_even = len(set(table_sizes(event, here))) > 1 and not event.without_rules
    return str(Scoring.EVEN if is_even else Scoring.CHIPS)


def table_sizes(event: Event, people: int) -> list[int]:
    """The tables of the first round with this number of people; empty if they cannot be seated."""
    stage = Stage.objects.filter(event=event).order_by("number").first()
    plan = event if stage is None else plan_of(stage, event)
    try:
        return split(people, plan.size, plan.least, plan.most)
    except Refusal:
        return []
