"""Draw a round of an event, and repeat its draw, so that anybody can check it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any, TypeVar
from uuid import UUID

from django.db import transaction

from tournaments.core import moments
from tournaments.core.actors import Actor
from tournaments.core.change import lock, lock_round, log
from tournaments.core.rules.refusals import Conflict, gettext_noop
from tournaments.core.rules.statuses import RoundStatus
from tournaments.draw.models import DrawSearch
from tournaments.draw.rules.certificate.audit import with_sentences
from tournaments.draw.rules.certificate.explain import for_everybody
from tournaments.draw.rules.request import Plan, request_from_json
from tournaments.draw.verbs.brief import (
    Brief,
    Proposal,
    brief_of,
    is_as_planned,
    plan_for,
    propose,
    propose_by_hand,
)
from tournaments.draw.verbs.entrants import seatable_in, to_be_seated
from tournaments.draw.verbs.seating import (
    SeatingInput,
    faults_of,
    is_seated_by_hand,
    refused_seating,
    seats_by_group,
)
from tournaments.events.models.events import Entry, Event
from tournaments.events.rules.phases.facts import EventFacts, RoundFacts
from tournaments.events.rules.phases.rounds import verify_discard, verify_draw, verify_redraw
from tournaments.events.verbs.plans import (
    Outline,
    courses,
    current_stage,
    event_facts,
    keep_total,
    outline_of,
    plan_of,
)
from tournaments.events.verbs.stages import reopen_entrants
from tournaments.tables.models.rounds import Round, Seat, Table
from tournaments.tables.verbs.table_states import tables_that_can_ante
from tournaments.tables.verbs.tables import TablePlay, table_plays

Row = TypeVar("Row", Event, Round)

ATTEMPTS = 5
"""Attempts at a draw while entries or wishes change during its search."""


def propose_round(event: Event, seed: int | None = None, seats: SeatingInput | None = None) -> Proposal:
    """The next round as `draw_round` would draw it, without a change. Raises what `draw_round` raises."""
    return _proposal(event, _next_brief(event, seed, by_hand=seats is not None), seats)


def draw_round(
    event: Event, actor: Actor, seed: int | None = None, seats: SeatingInput | None = None
) -> Round:
    """Draw the next round, which only directors see until it is published. `seats`: seat it by hand.

    The first round of a stage fixes its entrants. If two directors draw at the same time, one of them gets a
    Conflict. Raises Conflict; Invalid with every fault of `seats`.
    """

    def keep(event: Event, proposal: Proposal) -> Round:
        round_ = Round(event=event, stage=proposal.brief.stage, number=proposal.brief.number)
        store_draw(round_, proposal)
        about = {"number": round_.number, "seed": round_.seed, "by_hand": round_.by_hand > 0}
        log(actor, "draw_round", round_, within=event, **about)
        return round_

    by_hand = seats is not None
    return _drawn(
        event,
        lambda event: _next_brief(event, seed, by_hand=by_hand),
        lambda brief: _proposal(event, brief, seats),
        keep,
    )


def redraw_round(round_: Round, actor: Actor, draw_seen: int, seed: int | None = None) -> Round:
    """Draw an unpublished round again. `draw_seen`: the draw that the director looked at. Raises Conflict."""

    def brief(round_: Round) -> Brief:
        event = Event.objects.select_related("club").get(pk=round_.event_id)
        verify_redraw(full_event_facts(event), round_facts(round_, event), draw_seen)
        return brief_of(event, round_.stage, round_.number, draw_seen + 1, seed, fresh=True)

    def keep(round_: Round, proposal: Proposal) -> Round:
        round_.draw += 1
        DrawSearch.objects.filter(round=round_).delete()
        store_draw(round_, proposal)
        log(actor, "redraw_round", round_, within=round_.event, draw=round_.draw, seed=round_.seed)
        return round_

    return _drawn(round_, brief, propose, keep)


class DrawRestless(Conflict):
    """Players came and went too fast to draw the round."""

    sentence = gettext_noop("Entries or wishes changed during each attempt to draw. Try again in a moment.")


def _drawn(
    row: Row,
    brief: Callable[[Row], Brief],
    make: Callable[[Brief], Proposal],
    keep: Callable[[Row, Proposal], Round],
) -> Round:
    """Make a draw and keep it. The search takes time, so it runs before the lock.

    If the brief changes meanwhile, draw again.
    """
    for _attempt in range(ATTEMPTS):
        proposal = make(brief(row))
        with transaction.atomic():
            locked = lock(row)
            now = brief(locked)
            if now == proposal.brief:
                return keep(locked, proposal._replace(brief=now))
    raise DrawRestless


@transaction.atomic
def discard_draw(round_: Round, actor: Actor) -> None:
    """Discard an unpublished draw. After the first draw of a stage, its entrants are open again."""
    round_ = lock_round(round_)
    event, stage = round_.event, round_.stage
    verify_discard(event_facts(event), round_facts(round_, event))
    log(actor, "discard_draw", round_, within=event, number=round_.number)
    round_.delete()
    reopen_entrants(stage)
    keep_total(event)


def _next_brief(event: Event, seed: int | None, *, by_hand: bool) -> Brief:
    """The brief of the next round. Raises Conflict if no round can be drawn now."""
    facts = full_event_facts(event)
    verify_draw(facts)
    number = 1 if facts.last is None else facts.last.number + 1
    stage = current_stage(event)
    assert stage is not None, "verify_draw refuses where every stage is over"  # noqa: S101
    return brief_of(event, stage, number, 1, seed, by_hand=by_hand)


def _proposal(event: Event, brief: Brief, seats: SeatingInput | None) -> Proposal:
    """The draw of this brief. seats: seated by hand."""
    if seats is None:
        return propose(brief)
    ids = [[str(getattr(entry, "pk", entry)) for entry in table] for table in seats]
    seated = {player for request in brief.requests.values() for player in request.players}
    expected = {str(entry.pk): entry for entry in brief.field.players if str(entry.pk) in seated}
    plan = plan_of(brief.stage, event)
    if faults := faults_of(event, ids, expected, plan.least, plan.most, brief.field.upper):
        raise refused_seating(faults)
    return propose_by_hand(brief, ids)


def store_draw(round_: Round, proposal: Proposal) -> None:
    """Store the proposal as the draw of the round, and the entrants of its stage."""
    stage = proposal.brief.stage
    stage.entrants = list(proposal.brief.field.entrants)
    stage.cut_report = proposal.brief.field.cut_report
    stage.save(update_fields=["entrants", "cut_report"])
    round_.seed = proposal.brief.seed
    for name in ("moves", "by_hand", "request", "ahead", "certificate"):
        setattr(round_, name, getattr(proposal, name))
    deals = plan_of(stage, round_.event).deals
    round_.deals_each = deals.each
    round_.drawn_at = moments.now()
    round_.save()
    Table.objects.filter(round=round_).delete()
    tables = Table.objects.bulk_create(
        Table(round=round_, number=number, deals_planned=deals.at(len(entries)))
        for number, entries in enumerate(proposal.tables, 1)
    )
    Seat.objects.bulk_create(
        Seat(table=table, round=round_, number=number, entry=entry)
        for table, entries in zip(tables, proposal.tables, strict=True)
        for number, entry in enumerate(entries)
    )
    keep_total(round_.event)


def full_event_facts(
    event: Event,
    outline: Outline | None = None,
    plays: Sequence[TablePlay] | None = None,
    entries: Iterable[Entry] | None = None,
    seated: Collection[UUID] | None = None,
) -> EventFacts:
    """Return the event with its current stage, its newest round and the number of players who are ready.

    plays: the tables of the newest round, entries: all of the event, seated: the ids of the entries that have
    a seat in the newest round, if they are at hand.
    """
    outline = outline or outline_of(event)
    last = outline.newest
    number = 1 if last is None else last.number + (last.status != RoundStatus.DRAWN)
    stages = courses(event, outline)
    at = next((index for index, course in enumerate(stages) if not course.over), len(stages) - 1)
    current = stages[at]
    ready = seatable_in(event, current.stage, number, outline.stages, entries)
    if last is None:
        newest = None
    else:
        same_stage = last.stage_id == current.stage.pk
        newest = round_facts(last, event, plays, ready if same_stage else None, seated)
    return EventFacts(
        status=event.status,
        ready=len(ready),
        least=current.plan.least,
        most=current.plan.most,
        last=newest,
        stage_over=current.over,
        stages_left=len(stages) - at - 1,
    )


def round_facts(
    round_: Round,
    event: Event,
    plays: Sequence[TablePlay] | None = None,
    ready: frozenset[str] | None = None,
    seated: Collection[UUID] | None = None,
) -> RoundFacts:
    """Return the facts about a round.

    plays: its tables. ready: the entries that it can seat (from `seatable_in`). seated: the ids of the
    entries that have a seat. `plays` and `seated` are read if they are None.
    """
    if round_.status == RoundStatus.DRAWN:
        if seated is None:
            seated = Seat.objects.filter(round=round_).values_list("entry_id", flat=True)
        by_hand = is_seated_by_hand(round_)
        wanted = to_be_seated(event, round_.stage, round_.number, ready, by_hand=by_hand)
        stale = {str(entry) for entry in seated} != wanted
        return RoundFacts(round_.number, round_.status, round_.draw, stale=stale)
    if round_.status == RoundStatus.CLOSED:
        return RoundFacts(round_.number, round_.status, round_.draw)
    plays = table_plays(round_) if plays is None else plays
    going = [play.id for play in plays if not play.over]
    return RoundFacts(
        round_.number,
        round_.status,
        round_.draw,
        unfinished=len(tables_that_can_ante(round_, going)),
        deals=sum(play.deals for play in plays),
    )


def certificate_for(certificate: Mapping[str, Any], *, director: bool) -> dict[str, Any]:
    """The certificate of a round, by group. Only directors see whose wishes it kept or broke."""
    return {
        group: with_sentences(report if director else for_everybody(report))
        for group, report in certificate.items()
    }


def visible_plan(round_: Round, *, director: bool) -> list[dict[str, Any]] | None:
    """The `planned_rounds` after this round. None for other readers, unless the stage has `plan_public`."""
    return planned_rounds(round_.number, round_.ahead) if director or round_.stage.plan_public else None


def planned_rounds(number: int, ahead: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The later rounds that were planned together with round `number`.

    For each: its `number`, and its `tables` as ids of entries in seat order. ahead: these tables by group and
    round (`Round.ahead`).
    """
    # Each group has its own plan. All plans begin with the same round.
    rounds = zip_longest(*ahead.values(), fillvalue=())
    return [
        {"number": later, "tables": [table for tables in of_groups for table in tables]}
        for later, of_groups in enumerate(rounds, number + 1)
    ]


def check_draw(round_: Round) -> list[dict[str, Any]]:
    """Repeat the draw of each group from its request, seed and budget, and compare it with the seats.

    repeatable: False for a round that was seated by hand from the start. by_hand: changes of the round by
    hand since the draw, which explain differences. planned_with: the round whose draw planned this one.
    differences: tables of the group (from 1) with other seats than drawn: ids of entries in seat order, none
    if the table does not exist. same: the repeated draw gives exactly the seats of the round.
    """
    checks = []
    for group, seated in seats_by_group(round_).items():
        repeatable = bool(round_.request.get(group)) and not is_seated_by_hand(round_)
        planned_with, plan = _draw_again(round_, group) if repeatable else (None, Plan(tables=seated))
        both = enumerate(zip_longest(plan.tables, seated, fillvalue=()), 1)
        differences = [
            {"number": number, "drawn": drawn, "seated": now} for number, (drawn, now) in both if drawn != now
        ]
        checks.append(
            {
                "group": group,
                "seed": round_.seed,
                "moves": round_.moves,
                "repeatable": repeatable,
                "by_hand": round_.by_hand,
                "planned_with": planned_with,
                "differences": differences,
                "same": repeatable and not differences,
            }
        )
    return checks


def _draw_again(round_: Round, group: str) -> tuple[int | None, Plan]:
    """The repeated plan of a group, and the number of the round that planned it."""
    request = request_from_json(round_.request[group])
    if not is_as_planned(request):
        return None, plan_for(request)
    # The draw of an earlier round planned this one: repeat that draw.
    before = Round.objects.filter(stage=round_.stage_id, number=round_.number - 1).first()
    if before is None or not before.request.get(group):
        return None, Plan(tables=())
    origin, plan = _draw_again(before, group)
    return origin or before.number, Plan(tables=plan.ahead[0] if plan.ahead else (), ahead=plan.ahead[1:])
