"""What a chip is worth at tables of different sizes: measuring the spreads for the scoring `even`.

The spreads of an event depend on its rules, its deals in a round at a table of that size and, where purses
are per table, its starting chips. They are measured when the event is opened (`rules.spreads` says how many
deals bots play). A worker plays chunk by chunk; each chunk is one outbox row and
counts once. Events with the same rules share the result.

What an organiser can expect:

* The spreads are measured while people come in: in seconds with the compiled core, in half a minute without.
* If a setting changes that they depend on, they are measured again. Nothing old is kept for new rules.
* The start never waits. The rules are then frozen and the seed is always the same, so spreads that come after
  the start are the ones that would have come before. Until then each chip counts 1 in the standing, and the
  page says so. Then all standings are computed again, also the kept ones. The event cannot be finished
  before, so final standings never depend on the speed of a worker.
* With `auto` the tables of the first round decide at the start: `even` if people sit at tables of different
  sizes. Who comes or leaves later changes the scoring no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from json import dumps
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_noop as _

import games.services as games
from tournaments.errors import Conflict, Invalid
from tournaments.kernel import outbox
from tournaments.kernel.audit import SYSTEM, log
from tournaments.kernel.locks import bump, lock_event
from tournaments.kernel.refreshes import queue_refresh
from tournaments.kernel.refusals import sentence
from tournaments.models import (
    Entry,
    EntryStatus,
    Event,
    EventStatus,
    Round,
    Scoring,
    Stage,
    TableSpread,
)
from tournaments.rules.deals import SEAT, TABLE, Deals
from tournaments.rules.errors import RulesError
from tournaments.rules.seating.sizes import split
from tournaments.rules.spreads import BOT, SEED, sessions, spread, weights

from .plans import plan_of

TASK, TELL, STORE = "spreads.measure", "spreads.tell", "spreads.store"
"""The tasks: play a chunk, find the events that wait for a spread, set the spreads of an event."""


@dataclass(frozen=True)
class Progress:
    """How far the measuring for an event is. done, planned: chunks of all table sizes."""

    done: int
    planned: int

    @property
    def percent(self) -> int:
        return 100 * self.done // max(1, self.planned)


def sizes_of(event: Event) -> range:
    """The table sizes that the event and its stages allow."""
    # A play-off counts plain chips.
    plans = [plan_of(stage, event) for stage in Stage.objects.filter(event=event, play_off=False)]
    least = min([event.least, *(plan.least for plan in plans)])
    return range(least, max([event.most, *(plan.most for plan in plans)]) + 1)


def weights_of(event: Event, rounds: Iterable[Round]) -> dict[int, dict[int, Fraction]] | None:
    """The worth of a chip by round and table size; None for other scorings than `even` and until measured."""
    if event.scoring != Scoring.EVEN or event.spreads is None:
        return None
    at_tables = worth_of(event.spreads, event.size, TABLE)
    by_seats = worth_of(event.spreads, event.size, SEAT)
    return {round_.number: at_tables if round_.deals_each is None else by_seats for round_ in rounds}


def worth_of(spreads: Mapping[str, int], size: int, per: str) -> dict[int, Fraction]:
    """The worth of a chip at each table size. per: what the number of deals counts (`Event.deals_per`)."""
    return weights({int(seats): value for seats, value in spreads.items()}, size, per)


def scoring_at_start(event: Event) -> str:
    """The scoring that the event would have if it started now: `auto` becomes `even` or `chips`.

    The people who are checked in count; before the first check-in, all who are entered.
    """
    if event.scoring != Scoring.AUTO:
        return str(event.scoring)
    people = Entry.objects.filter(event=event, player__bot="").exclude(status=EntryStatus.WITHDRAWN)
    here = people.filter(status=EntryStatus.CHECKED_IN).count() or people.count()
    return str(Scoring.EVEN if _differ(table_sizes(event, here)) and specs_of(event) else Scoring.CHIPS)


def table_sizes(event: Event, people: int) -> list[int]:
    """The tables of the first round with this number of people; empty if they cannot be seated."""
    stage = Stage.objects.filter(event=event).order_by("number").first()
    plan = event if stage is None else plan_of(stage, event)
    try:
        return split(people, plan.size, plan.least, plan.most)
    except RulesError:
        return []


def specs_of(event: Event) -> dict[int, dict[str, Any]]:
    """The simulation that measures each table size; empty if such deals cannot be played."""
    try:
        return {seats: _spec(event, seats) for seats in sizes_of(event)}
    except games.EngineError:
        return {}


def check_measurable(event: Event) -> None:
    """Raise Invalid if an event is scored by `even` and the deals that measure it cannot be played."""
    if event.scoring != Scoring.EVEN:
        return
    try:
        for seats in sizes_of(event):
            _spec(event, seats)
    except games.EngineError as error:
        raise Invalid(
            "spreads_unmeasurable",
            _("With these rules it cannot be measured what a chip is worth at each table: %(why)s"),
            {"why": sentence(error)},
            field="scoring",
        ) from error


def check_measured(event: Event) -> None:
    """Raise Invalid if a started event by `even` gets table sizes that were not measured."""
    if event.spreads is None or event.status in (EventStatus.DRAFT, EventStatus.OPEN):
        return
    measured = sorted(int(seats) for seats in event.spreads)
    sizes = sizes_of(event)
    if not set(sizes) <= set(measured):
        raise Invalid(
            "spread_missing",
            _(
                "In this event it is known what a chip is worth at tables of %(least)d to %(most)d players. "
                "Choose table sizes within these limits."
            ),
            {"least": measured[0], "most": measured[-1]},
            field="least" if sizes[0] < measured[0] else "most",
        )


def measure(event: Event) -> None:
    """Set the spreads of a locked event if they are known, and let the workers measure the missing ones."""
    specs = specs_of(event) if event.scoring in (Scoring.AUTO, Scoring.EVEN) else {}
    digests = {digest(spec): spec for spec in specs.values()}
    known = set(TableSpread.objects.filter(digest__in=digests).values_list("digest", flat=True))
    TableSpread.objects.bulk_create(
        [
            TableSpread(digest=key, spec=spec, chunks_planned=len(games.simulation_plan(spec)))
            for key, spec in digests.items()
            if key not in known
        ],
        ignore_conflicts=True,
    )
    for row in TableSpread.objects.filter(digest__in=set(digests) - known).order_by("pk"):
        outbox.add(TASK, row.pk, row.chunks_done)
    _set(event, spreads_of(specs))
    if specs and event.spreads is None:
        # `tell_events` does not see an event whose transaction is not committed.
        outbox.add(STORE, event.pk)


def settings_changed(event: Event) -> None:
    """`measure` again if the spreads can still change: the event is open, or still waits for them."""
    if event.status == EventStatus.OPEN or (event.is_running and event.spreads is None):
        measure(event)


def spreads_of(specs: Mapping[int, Mapping[str, Any]]) -> dict[str, int] | None:
    """The measured spreads by table size; None until all are measured."""
    found = dict(
        TableSpread.objects.filter(
            digest__in=[digest(spec) for spec in specs.values()], spread__isnull=False
        ).values_list("digest", "spread")
    )
    spreads = {str(seats): found.get(digest(spec)) for seats, spec in specs.items()}
    return None if not spreads or None in spreads.values() else spreads  # type: ignore[return-value]


def progress_of(event: Event) -> Progress:
    """How far the measuring for this event is."""
    rows = TableSpread.objects.filter(digest__in=[digest(spec) for spec in specs_of(event).values()])
    counts = list(rows.values_list("chunks_done", "chunks_planned"))
    return Progress(sum(done for done, _planned in counts), sum(planned for _done, planned in counts))


def is_awaited(event: Event) -> bool:
    """Whether the event is scored by `even`, or would be if it started now, and has no spreads yet."""
    return event.spreads is None and scoring_at_start(event) == Scoring.EVEN


def refuse_without_spreads(event: Event) -> None:
    """Raise Conflict if the spreads of a running event by `even` are not measured yet."""
    if event.scoring == Scoring.EVEN and event.spreads is None:
        raise Conflict(
            "spreads_awaited",
            _(
                "The service is still measuring what a chip is worth at each table (%(percent)d percent). "
                "Finish the event in half a minute."
            ),
            {"percent": progress_of(event).percent},
        )


# What the workers do


def spec_to_play(pk: str, number: str) -> dict[str, Any] | None:
    """The simulation of a chunk; None if this is not the next chunk."""
    row = TableSpread.objects.filter(pk=pk, chunks_done=number, spread__isnull=True).first()
    return None if row is None else dict(row.spec)


@transaction.atomic
def keep_chunk(outcome: Sequence[Mapping[str, Any]] | None, pk: str, number: str) -> bool:
    """Count a chunk, and queue the next one. Return False if it was counted before."""
    row = TableSpread.objects.select_for_update().filter(pk=pk, chunks_done=number, spread=None).first()
    if row is None or outcome is None:
        return False
    for batch in outcome:
        row.tables += batch["tables"]
        row.deals += batch["deals"]
        row.chips += sum(batch["chips"])
        row.squares += sum(batch["chips_squared"])
    row.chunks_done += 1
    if row.chunks_done == row.chunks_planned:
        row.spread = result_of(row)
    row.save()
    if row.spread is None:
        outbox.add(TASK, row.pk, row.chunks_done)
    else:
        # In a transaction of its own: an event that is opened now reads this spread or is found then.
        outbox.add(TELL, row.pk)
    return True


@transaction.atomic
def tell_events(pk: str) -> int:  # noqa: ARG001 - any spread can be the last one that an event waits for
    """Queue the storing for each event that waits for spreads. Return their number."""
    waiting = Event.objects.filter(
        status__in=[EventStatus.OPEN, EventStatus.RUNNING],
        scoring__in=[Scoring.AUTO, Scoring.EVEN],
        spreads__isnull=True,
    )
    return len(outbox.add_all(outbox.TaskCall(STORE, (pk,)) for pk in waiting.values_list("pk", flat=True)))


def measure_here(event: Event) -> None:
    """Measure what is missing for an event in this process, for commands. It takes up to half a minute."""
    for spec in specs_of(event).values():
        row = TableSpread.objects.get(digest=digest(spec))
        for number in range(row.chunks_done, row.chunks_planned):
            keep_chunk(games.play_chunk(row.spec, number), str(row.pk), str(number))


@transaction.atomic
def store(event_id: str) -> bool:
    """Set the spreads of an event that waits for them. Return False if there is nothing to set.

    `standings.store_measured` then computes the standings again.
    """
    event = lock_event(event_id)
    if (
        event.spreads is not None
        or event.scoring not in (Scoring.AUTO, Scoring.EVEN)
        or event.status not in (EventStatus.OPEN, EventStatus.RUNNING)
    ):
        return False
    measured = spreads_of(specs_of(event))
    if measured is None:
        return False
    _set(event, measured)
    log(SYSTEM, "measure_spreads", event, within=event, spreads=measured)
    if event.is_running:
        bump(event)
        queue_refresh(event.pk)
        if event.auto_draw:
            outbox.add("rounds.advance", event.pk)
    return True


def result_of(row: TableSpread) -> int:
    """The spread that the sums of a measuring with all its chunks give."""
    seats = len(row.spec["sides"][0]["seats"])
    return spread(seats, row.tables, row.deals, row.chips, row.squares)


def digest(spec: Mapping[str, Any]) -> str:
    """The digest that identifies a spec."""
    return sha256(dumps(spec, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _spec(event: Event, seats: int) -> dict[str, Any]:
    rules = event.frozen_rules or games.resolve_rules(event.rules)
    chips = event.starting_chips if rules["purse"] == "table" else 0
    side = {"rules": rules, "seats": [BOT] * seats, "chips": chips}
    deals = Deals(event.deals_per_round, str(event.deals_per)).at(seats)
    return games.simulation_spec([side], sessions=sessions(deals), seed=SEED)


def _set(event: Event, spreads: dict[str, int] | None) -> None:
    if event.spreads != spreads:
        event.spreads = spreads
        event.save(update_fields=["spreads"])


def _differ(sizes: Sequence[int]) -> bool:
    return len(set(sizes)) > 1
