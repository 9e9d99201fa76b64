"""The export of finished events as documents (`event_parts`), which another club can import."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Exists, Min, OuterRef, Prefetch, Q, Subquery

from tournaments.core.rules.refusals import gettext_noop
from tournaments.core.rules.statuses import EventStatus, VoidCause
from tournaments.draw.models import SeatingWish
from tournaments.draw.verbs.draws import certificate_for
from tournaments.events.models.events import Entry, Event, Stage
from tournaments.events.rules.phases.events import EventNotFinished
from tournaments.events.verbs.stages import STAGE_SETTINGS
from tournaments.programs.documents import event_parts as tree
from tournaments.programs.replay import in_order
from tournaments.standings.models import Standing
from tournaments.standings.verbs.prizes import award_as_data, awards_of, prizes_of
from tournaments.tables.models.ledger import Adjustment, Deal, DealKind, Transfer
from tournaments.tables.models.rounds import Occupant, Round, Seat, Table

LONG = ("round__request", "round__certificate", "round__ahead")


def document_of(event: Event) -> dict[str, Any]:
    """The event as a document. Raises Conflict unless the event is finished."""
    return documents_of([event])[0]


def documents_of(events: Sequence[Event]) -> list[dict[str, Any]]:
    """These events as documents, in this order, by as many queries as for one. Raises as `document_of`."""
    if any(event.status != EventStatus.FINISHED for event in events):
        raise EventNotFinished(sentence=gettext_noop("Finish the event first. Then you can download it."))
    first = Transfer.objects.filter(deal=OuterRef("pk")).order_by().values("deal").annotate(first=Min("pk"))
    tables = Table.objects.order_by("number").prefetch_related(
        Prefetch("seats", Seat.objects.order_by("number")),
        Prefetch("seats__occupants", Occupant.objects.order_by("from_deal")),
        Prefetch("deals", Deal.objects.annotate(first=Subquery(first.values("first"))).order_by()),
        Prefetch("transfers", Transfer.objects.filter(deal=None).select_related("source", "target")),
    )
    # A round that was taken back had no deal.
    played = Round.with_void.filter(~Q(void_as=VoidCause.TAKEN_BACK) | Q(void_as=None)).order_by("drawn_at")
    # Adjustments of other void rounds are cancelled, and their rounds share their numbers with others.
    counting = Round.objects.filter(event=OuterRef("event"), number=OuterRef("round__number"))
    counts = Q(round__void_as=None) | Q(Exists(counting), round__void_as=VoidCause.TAKEN_BACK)
    adjustments = Adjustment.objects.filter(counts).select_related("round").defer(*LONG)
    standings = Standing.objects.select_related("round").defer(*LONG).order_by("version")
    whole = Event.objects.prefetch_related(
        Prefetch("entries", Entry.objects.select_related("player").order_by("number")),
        Prefetch("wishes", SeatingWish.objects.order_by("pk")),
        Prefetch("stages", Stage.objects.order_by("number")),
        Prefetch("rounds", played.select_related("stage").prefetch_related(Prefetch("tables", tables))),
        Prefetch("adjustments", adjustments.order_by("created_at", "pk")),
        Prefetch("standings", standings),
    ).in_bulk([event.pk for event in events])
    return [_document(whole[event.pk]) for event in events]


def _document(event: Event) -> dict[str, Any]:
    """The document of an event that has all its rows."""
    entries, standings = event.entries.all(), event.standings.all()
    players = {entry.player_id for entry in entries}
    score = event.missed_score
    rounds = sorted(event.rounds.all(), key=lambda each: each.number)
    return tree.EventPart.of(
        event,
        format=tree.FORMAT,
        settings=tree.SettingsPart.of(event, missed_score=None if score is None else float(score)),
        log={"length": event.log_length, "head": event.log_head},
        players=[
            tree.PlayerPart.of(entry.player, anonymous=entry.player.anonymised_at is not None)
            for entry in entries
        ],
        entries=[tree.EntryPart.of(entry, player=str(entry.player_id)) for entry in entries],
        wishes=[
            tree.WishPart.of(wish, players=sorted({str(pk) for pk in pair}))
            for wish in event.wishes.all()
            if players.issuperset(pair := (wish.player_id, wish.other_id or wish.player_id))
        ],
        stages=[
            tree.StagePart.of(stage, settings={name: getattr(stage, name) for name in STAGE_SETTINGS})
            for stage in event.stages.all()
        ],
        rounds=[
            tree.RoundPart.of(
                each, **_played(each), certificate=certificate_for(each.certificate, director=True)
            )
            for each in rounds
            if each.void_as is None
        ],
        void_rounds=[
            tree.VoidRoundPart.of(each, **_played(each)) for each in event.rounds.all() if each.void_as
        ],
        adjustments=[
            tree.AdjustmentPart.of(each, entry=str(each.entry_id), round=_number(each.round), **each.amounts)
            for each in event.adjustments.all()
        ],
        standings=[tree.StandingPart.of(standing, round=_number(standing.round)) for standing in standings],
        prizes=prizes_of(event).stored,
        awards=[
            award_as_data(award) for award in awards_of(event, newest=list(standings)[-1], entries=entries)
        ],
    )


def _number(round_: Round | None) -> int | None:
    return None if round_ is None else round_.number


def _played(round_: Round) -> dict[str, Any]:
    """What was played in a round."""
    return {
        "stage": round_.stage.number,
        "tables": [
            tree.TablePart.of(
                table,
                seats=[str(seat.entry_id) for seat in table.seats.all()],
                later=[
                    tree.OccupantPart.of(
                        row,
                        seat=seat.number,
                        entry=None if row.entry_id is None else str(row.entry_id),
                        version=row.event_version,
                    )
                    for seat in table.seats.all()
                    for row in seat.occupants.all()
                ],
                game=[
                    _act(act)
                    for act in in_order(
                        [(vars(deal)["first"], deal) for deal in table.deals.all()],
                        [(move.pk, move) for move in table.transfers.all()],
                    )
                ],
            )
            for table in round_.tables.all()
        ],
    }


def _act(act: Deal | Transfer) -> dict[str, Any]:
    if isinstance(act, Transfer):
        names = {"source": act.source.name, "target": act.target.name}
        return tree.MovePart.of(act, act="move", at=act.created_at.isoformat(), **names)
    values = {"version": act.event_version, "at": act.recorded_at.isoformat()}
    if act.kind == DealKind.RECORDED:
        return tree.DealPart.of(act, act="deal", **values)
    return tree.VoidPart.of(act, act="void", **values)
