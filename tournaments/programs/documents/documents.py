"""The export of finished events as documents (`event_parts`), which another club can import."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Exists, Min, OuterRef, Q, Subquery

from tournaments.core.rules.refusals import gettext_noop
from tournaments.core.rules.statuses import EventStatus, RoundStatus, VoidCause
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
from tournaments.tables.verbs.tables import void_rounds

LONG = ("round__request", "round__certificate", "round__ahead")


def document_of(event: Event) -> dict[str, Any]:
    """The event as a document. Raises Conflict unless the event is finished."""
    return documents_of([event])[0]


def documents_of(events: Sequence[Event]) -> list[dict[str, Any]]:
    """These events as documents, in this order, by as many queries as for one. Raises as `document_of`."""
    if any(event.status != EventStatus.FINISHED for event in events):
        raise EventNotFinished(sentence=gettext_noop("Finish the event first. Then you can download it."))
    pks = [event.pk for event in events]
    counting = Round.objects.filter(event=OuterRef("event"), number=OuterRef("round__number"))
    # Those of other void rounds are cancelled, and their rounds share their numbers with others.
    counts = ~Q(round__status=RoundStatus.VOID) | Q(Exists(counting), round__void_as=VoidCause.TAKEN_BACK)
    adjustments = Adjustment.objects.filter(counts, event__in=pks).order_by("created_at", "pk")
    rows = {
        "entries": Entry.objects.filter(event__in=pks).select_related("player").order_by("number"),
        "wishes": SeatingWish.objects.filter(event__in=pks).order_by("pk"),
        "stages": Stage.objects.filter(event__in=pks).order_by("number"),
        "adjustments": adjustments.select_related("round").defer(*LONG),
        "standings": Standing.objects.filter(event__in=pks)
        .select_related("round")
        .defer(*LONG)
        .order_by("version"),
    }
    parts = _rounds(pks)  # first, because its rows need the most memory
    parts |= {name: _by("event_id", found) for name, found in rows.items()}
    return [
        _document(event, **{name: found.get(event.pk, []) for name, found in parts.items()})
        for event in events
    ]


def _by(name: str, rows: Iterable[Any]) -> dict[UUID, list[Any]]:
    """The rows in their order, by this id."""
    groups: dict[UUID, list[Any]] = {}
    for row in rows:
        groups.setdefault(getattr(row, name), []).append(row)
    return groups


def _document(
    event: Event,
    entries: Sequence[Entry],
    wishes: Sequence[SeatingWish],
    stages: Sequence[Stage],
    adjustments: Sequence[Adjustment],
    standings: Sequence[Standing],
    rounds: Sequence[dict[str, Any]],
    void_rounds: Sequence[dict[str, Any]],
) -> dict[str, Any]:
    players = {entry.player_id for entry in entries}
    score = event.missed_score
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
            for wish in wishes
            if players.issuperset(pair := (wish.player_id, wish.other_id or wish.player_id))
        ],
        stages=[
            tree.StagePart.of(stage, settings={name: getattr(stage, name) for name in STAGE_SETTINGS})
            for stage in stages
        ],
        rounds=rounds,
        void_rounds=void_rounds,
        adjustments=[
            tree.AdjustmentPart.of(each, entry=str(each.entry_id), round=_number(each.round), **each.amounts)
            for each in adjustments
        ],
        standings=[tree.StandingPart.of(standing, round=_number(standing.round)) for standing in standings],
        prizes=prizes_of(event).stored,
        awards=awards_data(event, standings[-1] if standings else None, entries),
    )


def awards_data(
    event: Event, newest: Standing | None = None, entries: Sequence[Entry] | None = None
) -> list[dict[str, Any]]:
    """Who gets what, by the ids of entries. newest, entries: as in `awards_of`."""
    return [award_as_data(award) for award in awards_of(event, newest=newest, entries=entries)]


def _number(round_: Round | None) -> int | None:
    return None if round_ is None else round_.number


def _rounds(events: Collection[UUID]) -> dict[str, dict[UUID, list[Any]]]:
    """The rounds that count by event, and the void ones without their draws.

    Rounds that were taken back are left out, because they had no deal.
    """
    seats: dict[UUID, list[str]] = {}
    sitting = Seat.objects.filter(round__event__in=events).order_by("number")
    for table_pk, entry_pk in sitting.values_list("table_id", "entry_id"):
        seats.setdefault(table_pk, []).append(str(entry_pk))
    later: dict[UUID, list[Any]] = {}
    taken = Occupant.objects.filter(round__event__in=events).select_related("seat")
    for row in taken.order_by("from_deal", "seat__number"):
        entry = None if row.entry_id is None else str(row.entry_id)
        part = tree.OccupantPart.of(row, seat=row.seat.number, entry=entry, version=row.event_version)
        later.setdefault(row.seat.table_id, []).append(part)
    games = _games(events)
    tables: dict[UUID, list[Any]] = {}
    for table in Table.objects.filter(round__event__in=events).order_by("number"):
        part = tree.TablePart.of(
            table,
            seats=seats.get(table.pk, []),
            later=later.get(table.pk, []),
            game=games.get(table.pk, []),
        )
        tables.setdefault(table.round_id, []).append(part)
    counting: dict[UUID, list[Any]] = {}
    for round_ in Round.objects.filter(event__in=events).select_related("stage").order_by("number"):
        part = tree.RoundPart.of(
            round_,
            stage=round_.stage.number,
            certificate=certificate_for(round_.certificate, director=True),
            tables=tables.get(round_.pk, []),
        )
        counting.setdefault(round_.event_id, []).append(part)
    void: dict[UUID, list[Any]] = {}
    for round_ in void_rounds(events).select_related("stage").order_by("drawn_at", "pk"):
        part = tree.VoidRoundPart.of(round_, stage=round_.stage.number, tables=tables.get(round_.pk, []))
        void.setdefault(round_.event_id, []).append(part)
    return {"rounds": counting, "void_rounds": void}


def _games(events: Collection[UUID]) -> Mapping[UUID, Sequence[dict[str, Any]]]:
    """The acts at each table, in the order of the ledger: all revisions of deals, and other transfers."""
    mine = Transfer.objects.filter(deal=OuterRef("pk")).order_by().values("deal").annotate(first=Min("pk"))
    rows = Deal.objects.annotate(first=Subquery(mine.values("first")))
    deals, moves = defaultdict(list), defaultdict(list)
    for deal in rows.filter(table__round__event__in=events).order_by().iterator():
        deals[deal.table_id].append((vars(deal)["first"], deal))
    transfers = Transfer.objects.filter(table__round__event__in=events, deal=None)
    for move in transfers.select_related("source", "target"):
        moves[move.table_id].append((move.pk, move))
    return {table: [_act(act) for act in in_order(deals[table], moves[table])] for table in {*deals, *moves}}


def _act(act: Deal | Transfer) -> dict[str, Any]:
    if isinstance(act, Transfer):
        names = {"source": act.source.name, "target": act.target.name}
        return tree.MovePart.of(act, act="move", at=act.created_at.isoformat(), **names)
    values = {"version": act.event_version, "at": act.recorded_at.isoformat()}
    if act.kind == DealKind.RECORDED:
        return tree.DealPart.of(act, act="deal", **values)
    return tree.VoidPart.of(act, act="void", **values)
