"""Draw a round of an event."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from tournaments.core.audit import Actor, log
from tournaments.core.locks import lock_event, lock_round
from tournaments.core.rules.refusals import Conflict, gettext_noop
from tournaments.core.rules.statuses import RoundStatus
from tournaments.draw.models import DrawSearch
from tournaments.draw.rules.certificate.audit import with_sentences
from tournaments.draw.rules.certificate.explain import for_everybody
from tournaments.draw.verbs.brief import Brief, Proposal, brief_of, propose, propose_by_hand
from tournaments.draw.verbs.entrants import seatable_in
from tournaments.draw.verbs.groupings import to_be_seated
from tournaments.draw.verbs.seating import SeatingInput, faults_of, is_seated_by_hand, refused_seating
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

ATTEMPTS = 5
"""Attempts at a draw while entries or wishes change during its search."""


def propose_round(event: Event, seed: int | None = None, seats: SeatingInput | None = None) -> Proposal:
    """The next round as `draw_round` would draw it, without a change. Raises what `draw_round` raises."""
    brief = _next_brief(event, seed, by_hand=seats is not None)
    return propose(brief) if seats is None else _seated_by_hand(event, brief, seats)


def draw_round(
    event: Event,
    actor: Actor,
    seed: int | None = None,
    seats: SeatingInput | None = None,
) -> Round:
    """Draw the next round, which only directors see until it is published. `seats`: seat it by hand.

    The first round of a stage fixes its entrants. If two directors draw at the same time, one of them gets a
    Conflict. Raises Conflict; Invalid with every fault of `seats`.
    """
    # The search takes time, so it runs before the lock. If the brief changes meanwhile, draw again.
    for _attempt in range(ATTEMPTS):
        proposal = propose_round(event, seed, seats)
        with transaction.atomic():
            locked = lock_event(event)
            now = _next_brief(locked, seed, by_hand=seats is not None)
            if not _is_same(proposal.brief, now):
                continue
            round_ = Round(event=locked, stage=now.stage, number=now.number)
            store_draw(round_, replace(proposal, brief=now))
            log(
                actor,
                "draw_round",
                round_,
                within=locked,
                number=round_.number,
                seed=round_.seed,
                by_hand=round_.by_hand > 0,
            )
            return round_
    raise _too_many_changes()


def redraw_round(round_: Round, actor: Actor, draw_seen: int, seed: int | None = None) -> Round:
    """Draw an unpublished round again. `draw_seen`: the draw that the director looked at. Raises Conflict."""
    for _attempt in range(ATTEMPTS):
        event = Event.objects.select_related("club").get(pk=round_.event_id)
        proposal = propose(_redraw_brief(event, round_, draw_seen, seed))
        with transaction.atomic():
            locked = lock_round(round_)
            now = _redraw_brief(locked.event, locked, draw_seen, seed)
            if not _is_same(proposal.brief, now):
                continue
            locked.draw += 1
            DrawSearch.objects.filter(round=locked).delete()
            store_draw(locked, replace(proposal, brief=now))
            log(
                actor,
                "redraw_round",
                locked,
                within=locked.event,
                draw=locked.draw,
                seed=locked.seed,
            )
            return locked
    raise _too_many_changes()


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


class DrawRestless(Conflict):
    """Players came and went too fast to draw the round."""

    sentence = gettext_noop("Entries or wishes changed during each attempt to draw. Try again in a moment.")


def _too_many_changes() -> Conflict:
    return DrawRestless()


def _next_brief(event: Event, seed: int | None, *, by_hand: bool) -> Brief:
    """The brief of the next round. Raises Conflict if no round can be drawn now."""
    facts = full_event_facts(event)
    verify_draw(facts)
    number = 1 if facts.last is None else facts.last.number + 1
    stage = current_stage(event)
    assert stage is not None, "verify_draw refuses where every stage is over"  # noqa: S101
    return brief_of(event, stage, number, 1, seed, by_hand=by_hand)


def _redraw_brief(event: Event, round_: Round, draw_seen: int, seed: int | None) -> Brief:
    """The brief for a redraw. Raises Conflict if the round cannot be drawn again."""
    verify_redraw(full_event_facts(event), round_facts(round_, event), draw_seen)
    return brief_of(event, round_.stage, round_.number, draw_seen + 1, seed, fresh=True)


def _seated_by_hand(event: Event, brief: Brief, seats: SeatingInput) -> Proposal:
    ids = [[str(getattr(entry, "pk", entry)) for entry in table] for table in seats]
    seated = {player for group in brief.groups.values() for player in group.request.players}
    expected = {str(entry.pk): entry for entry in brief.field.players if str(entry.pk) in seated}
    plan = plan_of(brief.stage, event)
    if faults := faults_of(event, ids, expected, plan.least, plan.most, brief.field.upper):
        raise refused_seating(faults)
    return propose_by_hand(brief, ids)


def _is_same(before: Brief, now: Brief) -> bool:
    return before.stage == now.stage and before.groups == now.groups and before.field == now.field


def store_draw(round_: Round, proposal: Proposal) -> None:
    """Store the proposal as the draw of the round, and the entrants of its stage."""
    stage = proposal.brief.stage
    stage.entrants = list(proposal.brief.field.entrants)
    stage.cut_report = proposal.brief.field.cut_report
    stage.save(update_fields=["entrants", "cut_report"])
    round_.seed, round_.moves, round_.by_hand = proposal.seed, proposal.moves, proposal.by_hand
    round_.request, round_.ahead = proposal.request, proposal.ahead
    round_.certificate = proposal.certificate
    deals = plan_of(stage, round_.event).deals
    round_.deals_each = deals.each
    round_.drawn_at = timezone.now()
    round_.save()
    Table.objects.filter(round=round_).delete()
    tables = Table.objects.bulk_create(
        Table(round=round_, number=number, deals_planned=deals.at(len(entries)))
        for number, entries in enumerate(proposal.seating, 1)
    )
    Seat.objects.bulk_create(
        Seat(table=table, round=round_, number=number, entry_id=entry)
        for table, entries in zip(tables, proposal.seating, strict=True)
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

    plays: its tables, ready: the entries that it can seat (from `seatable_in`), seated: the ids of those that
    have a seat, if they are at hand.
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
    """The rounds planned with round `number`: for each, its `number` and `tables` (ids in seat order)."""
    # Each group has its own plan. All plans begin with the same round.
    rounds = zip_longest(*ahead.values(), fillvalue=())
    return [
        {"number": later, "tables": [table for tables in of_groups for table in tables]}
        for later, of_groups in enumerate(rounds, number + 1)
    ]
