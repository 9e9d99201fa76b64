"""A finished event as one document, `poch-event/1`, which another club can import.

The ids in it only connect its parts: players are identified by name. It also contains what can be computed
(results and standings), so that an import can compare. It has names and wishes that only directors may see.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from operator import itemgetter
from typing import Any
from uuid import UUID

from django.db.models import Exists, Min, OuterRef, Q, Subquery

from tournaments.core.rules.refusals import gettext_noop
from tournaments.core.rules.statuses import EventStatus, RoundStatus, VoidCause
from tournaments.draw.models import SeatingWish
from tournaments.draw.verbs.draws import certificate_for
from tournaments.events.models.events import Entry, Event, Stage
from tournaments.events.rules.phases.events import EventNotFinished
from tournaments.events.verbs.events import ALWAYS, CLOCK, UNTIL_START
from tournaments.events.verbs.stages import STAGE_SETTINGS
from tournaments.standings.models import Standing
from tournaments.standings.verbs.prizes import award_as_data, awards_of, prizes_of
from tournaments.tables.models.ledger import Adjustment, Deal, Transfer
from tournaments.tables.models.rounds import Occupant, Round, Seat, Table
from tournaments.tables.verbs.tables import void_rounds

FORMAT = "poch-event/1"

NOT_IN_DOCUMENTS = CLOCK | {"name", "rounds_planned", "auto_draw", "encore", "sign_up", "sign_up_until"}
SETTINGS = tuple(sorted((ALWAYS | UNTIL_START) - NOT_IN_DOCUMENTS))
"""The settings of a director, without those for a running event."""

ROUND_FIELDS = ("number", "draw", "seed", "moves", "by_hand", "request", "certificate", "ahead", "deals_each")
VOID_FIELDS = ("number", "void_as", "draw", "seed", "moves", "by_hand", "deals_each")
ROUND_TIMES = ("drawn_at", "published_at", "closed_at")
LONG = ("round__request", "round__certificate", "round__ahead")
WISH_FIELDS = ("kind", "number", "must", "always", "note")


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
    standings = Standing.objects.filter(event__in=pks).order_by("version")
    rounds, void = _rounds(pks)
    entries = _by("event_id", Entry.objects.filter(event__in=pks).select_related("player").order_by("number"))
    parts: list[Mapping[UUID, list[Any]]] = [
        _by("event_id", SeatingWish.objects.filter(event__in=pks).order_by("pk")),
        _by("event_id", Stage.objects.filter(event__in=pks).order_by("number")),
        _by("event_id", adjustments.select_related("round").defer(*LONG)),
        _by("event_id", standings.select_related("round").defer(*LONG)),
        rounds,
        void,
    ]
    return [
        _document(event, entries.get(event.pk, []), *(part.get(event.pk, []) for part in parts))
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
    void: Sequence[dict[str, Any]],
) -> dict[str, Any]:
    players = {entry.player_id: entry.player for entry in entries}
    settings = {name: getattr(event, name) for name in SETTINGS}
    settings["starts_on"] = event.starts_on.isoformat() if event.starts_on else None
    settings["starts_at"] = event.starts_at.isoformat("minutes") if event.starts_at else None
    settings["missed_score"] = None if event.missed_score is None else float(event.missed_score)
    newest = standings[-1] if standings else None
    return {
        "format": FORMAT,
        "name": event.name,
        "settings": settings,
        "frozen_rules": event.frozen_rules,
        "spreads": event.spreads,
        "rounds_planned": event.rounds_planned,
        "seed": event.seed,
        "version": event.version,
        "log": {"length": event.log_length, "head": event.log_head},
        "created_at": moment(event.created_at),
        "started_at": moment(event.started_at),
        "finished_at": moment(event.finished_at),
        "players": [
            {
                "id": str(pk),
                "name": player.name,
                "public_name": player.public_name,
                "bot": player.bot,
                "anonymous": player.anonymised_at is not None,
            }
            for pk, player in players.items()
        ],
        "entries": [
            {
                "id": str(entry.pk),
                "player": str(entry.player_id),
                "number": entry.number,
                "status": entry.status,
                "from_round": entry.from_round,
                "seeding": entry.seeding,
                "tags": entry.tags,
            }
            for entry in entries
        ],
        "wishes": [
            {
                **{name: getattr(wish, name) for name in WISH_FIELDS},
                "players": sorted(str(pk) for pk in (wish.player_id, wish.other_id) if pk is not None),
            }
            for wish in wishes
            if wish.player_id in players and (wish.other_id is None or wish.other_id in players)
        ],
        "stages": [
            {
                "settings": {name: getattr(stage, name) for name in STAGE_SETTINGS},
                "entrants": stage.entrants,
                "cut_report": stage.cut_report,
                "ended_at": moment(stage.ended_at),
            }
            for stage in stages
        ],
        "rounds": rounds,
        "void_rounds": void,
        "adjustments": [
            {
                "entry": str(adjustment.entry_id),
                "round": adjustment.round.number if adjustment.round else None,
                **adjustment.amounts,
                "reason": adjustment.reason,
                "created_at": moment(adjustment.created_at),
                "cancelled_at": moment(adjustment.cancelled_at),
            }
            for adjustment in adjustments
        ],
        "standings": [
            {
                "version": standing.version,
                "round": standing.round.number if standing.round else None,
                "revised": standing.revised,
                "computed_at": moment(standing.computed_at),
                "on_boards": standing.on_boards,
                "rows": standing.rows,
            }
            for standing in standings
        ],
        "prizes": prizes_of(event).stored,
        "awards": awards_data(event, newest, entries),
    }


def awards_data(
    event: Event, newest: Standing | None = None, entries: Sequence[Entry] | None = None
) -> list[dict[str, Any]]:
    """Who gets what, by the ids of entries. newest, entries: as in `awards_of`."""
    return [award_as_data(award) for award in awards_of(event, newest=newest, entries=entries)]


def moment(at: datetime | None) -> str | None:
    """A time in the format of documents."""
    return None if at is None else at.isoformat()


def _rounds(events: Collection[UUID]) -> tuple[dict[UUID, list[Any]], dict[UUID, list[Any]]]:
    """The rounds that count by event, and the void ones without their draws.

    Rounds that were taken back are left out, because they had no deal.
    """
    seats: dict[Any, list[str]] = {}
    for seat in Seat.objects.filter(round__event__in=events).order_by("number"):
        seats.setdefault(seat.table_id, []).append(str(seat.entry_id))
    later: dict[Any, list[dict[str, Any]]] = {}
    taken = Occupant.objects.filter(round__event__in=events).select_related("seat")
    for row in taken.order_by("from_deal", "seat__number"):
        later.setdefault(row.seat.table_id, []).append(
            {
                "seat": row.seat.number,
                "entry": None if row.entry_id is None else str(row.entry_id),
                "from_deal": row.from_deal,
                "version": row.event_version,
            }
        )
    tables: dict[Any, list[dict[str, Any]]] = {}
    games = _games(events)
    for table in Table.objects.filter(round__event__in=events).order_by("number"):
        tables.setdefault(table.round_id, []).append(
            {
                "number": table.number,
                "deals_planned": table.deals_planned,
                "seats": seats.get(table.pk, []),
                "later": later.get(table.pk, []),
                "game": games.get(table.pk, []),
            }
        )
    counting: dict[UUID, list[Any]] = {}
    for round_ in Round.objects.filter(event__in=events).select_related("stage").order_by("number"):
        counting.setdefault(round_.event_id, []).append(
            {
                "stage": round_.stage.number,
                **{name: getattr(round_, name) for name in ROUND_FIELDS},
                "certificate": certificate_for(round_.certificate, director=True),
                **{name: moment(getattr(round_, name)) for name in ROUND_TIMES},
                "tables": tables.get(round_.pk, []),
            }
        )
    void: dict[UUID, list[Any]] = {}
    for round_ in void_rounds(events).select_related("stage").order_by("drawn_at", "pk"):
        void.setdefault(round_.event_id, []).append(
            {
                "stage": round_.stage.number,
                **{name: getattr(round_, name) for name in VOID_FIELDS},
                **{name: moment(getattr(round_, name)) for name in ROUND_TIMES},
                "tables": tables.get(round_.pk, []),
            }
        )
    return counting, void


def _games(events: Collection[UUID]) -> Mapping[UUID, Sequence[dict[str, Any]]]:
    """The acts at each table, in the order of the ledger: all revisions of deals, and other transfers."""
    mine = Transfer.objects.filter(deal=OuterRef("pk")).order_by().values("deal").annotate(first=Min("pk"))
    rows = Deal.objects.annotate(first=Subquery(mine.values("first")))
    rows = rows.filter(table__round__event__in=events).order_by("event_version", "revision")
    deals = [(deal, vars(deal)["first"]) for deal in rows]
    acts = [(first, deal.table_id, _deal(deal)) for deal, first in deals if first is not None]
    acts += [
        (
            move.pk,
            move.table_id,
            {
                "act": "move",
                "from": move.source.name,
                "to": move.target.name,
                "chips": move.chips,
                "reason": move.reason,
                "note": move.note,
                "seq": move.seq,
                "at": moment(move.created_at),
            },
        )
        for move in Transfer.objects.filter(table__round__event__in=events, deal=None).select_related(
            "source", "target"
        )
    ]
    games: dict[UUID, list[dict[str, Any]]] = {}
    for _number, table, act in sorted(acts, key=itemgetter(0)):
        games.setdefault(table, []).append(act)
    # A count that moves no chips has no transfers.
    for deal, first in deals:
        if first is None:
            game = games.setdefault(deal.table_id, [])
            game.insert(_place_of(deal, game), _deal(deal))
    return games


def _place_of(deal: Deal, game: Sequence[dict[str, Any]]) -> int:
    """The index of a deal without transfers among the acts of its table: before the first later deal."""
    mine = (deal.event_version, deal.revision)
    later = (
        index
        for index, act in enumerate(game)
        if act["act"] != "move" and (act["version"], act["revision"]) > mine
    )
    return next(later, len(game))


def _deal(deal: Deal) -> dict[str, Any]:
    act = {
        "act": "deal" if deal.kind == "recorded" else "void",
        "number": deal.number,
        "revision": deal.revision,
        "reason": deal.reason,
        "via": deal.via,
        "version": deal.event_version,
        "at": moment(deal.recorded_at),
    }
    return act | ({"document": deal.document, "result": deal.result} if deal.kind == "recorded" else {})
