"""A finished event as one document, `poch-event/1`, which another club can import.

The ids in it only connect its parts: players are identified by name. It also contains what can be computed
(results and standings), so that an import can compare. It has names and wishes that only directors may see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_noop as _

from tournaments.errors import Conflict
from tournaments.models import (
    Adjustment,
    Deal,
    Entry,
    Event,
    EventStatus,
    Occupant,
    Round,
    RoundStatus,
    Seat,
    SeatingWish,
    Stage,
    Standing,
    Table,
    Transfer,
    VoidCause,
)
from tournaments.services.draw.showing import certificate_for
from tournaments.services.draw.tables import void_rounds
from tournaments.services.events.events import ALWAYS, CLOCK, UNTIL_START
from tournaments.services.events.prizes import prizes_as_data, prizes_of
from tournaments.services.events.stages import STAGE_SETTINGS
from tournaments.services.standings.awards import award_as_data, awards_of

FORMAT = "poch-event/1"

NOT_IN_DOCUMENTS = CLOCK | {"name", "rounds_planned", "auto_draw", "encore", "sign_up", "sign_up_until"}
SETTINGS = tuple(sorted((ALWAYS | UNTIL_START) - NOT_IN_DOCUMENTS))
"""The settings of a director, without those for a running event."""

ROUND_FIELDS = ("number", "draw", "seed", "moves", "by_hand", "request", "certificate", "ahead", "deals_each")
VOID_FIELDS = ("number", "void_as", "draw", "seed", "moves", "by_hand", "deals_each")
ROUND_TIMES = ("drawn_at", "published_at", "closed_at")
WISH_FIELDS = ("kind", "number", "must", "always", "note")


def document_of(event: Event) -> dict[str, Any]:
    """The event as a document. Raises Conflict unless the event is finished."""
    if event.status != EventStatus.FINISHED:
        raise Conflict("event_not_finished", _("Finish the event first. Then you can download it."))
    entries = list(Entry.objects.filter(event=event).select_related("player").order_by("number"))
    players = {entry.player_id: entry.player for entry in entries}
    settings = {name: getattr(event, name) for name in SETTINGS}
    settings["starts_on"] = event.starts_on.isoformat() if event.starts_on else None
    settings["starts_at"] = event.starts_at.isoformat("minutes") if event.starts_at else None
    settings["missed_score"] = None if event.missed_score is None else float(event.missed_score)
    counting = Round.objects.filter(event=event).values("number")
    follows = Q(round__void_as=VoidCause.TAKEN_BACK, round__number__in=counting)
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
            for wish in SeatingWish.objects.filter(event=event).order_by("pk")
            if wish.player_id in players and (wish.other_id is None or wish.other_id in players)
        ],
        "stages": [
            {
                "settings": {name: getattr(stage, name) for name in STAGE_SETTINGS},
                "entrants": stage.entrants,
                "cut_report": stage.cut_report,
                "ended_at": moment(stage.ended_at),
            }
            for stage in Stage.objects.filter(event=event).order_by("number")
        ],
        **_rounds(event),
        "adjustments": [
            {
                "entry": str(adjustment.entry_id),
                "round": adjustment.round.number if adjustment.round else None,
                **adjustment.amounts,
                "reason": adjustment.reason,
                "created_at": moment(adjustment.created_at),
                "cancelled_at": moment(adjustment.cancelled_at),
            }
            # Those of other void rounds are cancelled, and their rounds share their numbers with others.
            for adjustment in Adjustment.objects.filter(event=event)
            .filter(~Q(round__status=RoundStatus.VOID) | follows)
            .select_related("round")
            .order_by("created_at", "pk")
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
            for standing in Standing.objects.filter(event=event).select_related("round").order_by("version")
        ],
        "prizes": prizes_as_data(prizes_of(event)),
        "awards": awards_data(event),
    }


def awards_data(event: Event) -> list[dict[str, Any]]:
    """Who gets what, by the ids of entries."""
    return [award_as_data(award) for award in awards_of(event)]


def moment(at: datetime | None) -> str | None:
    """A time in the format of documents."""
    return None if at is None else at.isoformat()


def _rounds(event: Event) -> dict[str, list[dict[str, Any]]]:
    """The rounds that count, and the void ones without their draws.

    Rounds that were taken back are left out, because they had no deal.
    """
    seats: dict[Any, list[str]] = {}
    for seat in Seat.objects.filter(round__event=event).order_by("number"):
        seats.setdefault(seat.table_id, []).append(str(seat.entry_id))
    later: dict[Any, list[dict[str, Any]]] = {}
    taken = Occupant.objects.filter(round__event=event).select_related("seat")
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
    games = _games(event)
    for table in Table.objects.filter(round__event=event).order_by("number"):
        tables.setdefault(table.round_id, []).append(
            {
                "number": table.number,
                "deals_planned": table.deals_planned,
                "seats": seats.get(table.pk, []),
                "later": later.get(table.pk, []),
                "game": games.get(table.pk, []),
            }
        )
    counting = [
        {
            "stage": round_.stage.number,
            **{name: getattr(round_, name) for name in ROUND_FIELDS},
            "certificate": certificate_for(round_.certificate, director=True),
            **{name: moment(getattr(round_, name)) for name in ROUND_TIMES},
            "tables": tables.get(round_.pk, []),
        }
        for round_ in Round.objects.filter(event=event).select_related("stage").order_by("number")
    ]
    void = [
        {
            "stage": round_.stage.number,
            **{name: getattr(round_, name) for name in VOID_FIELDS},
            **{name: moment(getattr(round_, name)) for name in ROUND_TIMES},
            "tables": tables.get(round_.pk, []),
        }
        for round_ in void_rounds(event).select_related("stage").order_by("drawn_at", "pk")
    ]
    return {"rounds": counting, "void_rounds": void}


def _games(event: Event) -> Mapping[Any, Sequence[dict[str, Any]]]:
    """The acts at each table, in the order of the ledger: all revisions of deals, and other transfers."""
    rows = Deal.objects.filter(table__round__event=event).order_by("event_version", "revision")
    deals = {deal.pk: deal for deal in rows}
    games: dict[Any, list[dict[str, Any]]] = {}
    written = set()
    for move in (
        Transfer.objects.filter(table__round__event=event).select_related("source", "target").order_by("pk")
    ):
        game = games.setdefault(move.table_id, [])
        if move.deal_id is None:
            game.append(
                {
                    "act": "move",
                    "from": move.source.name,
                    "to": move.target.name,
                    "chips": move.chips,
                    "reason": move.reason,
                    "note": move.note,
                    "seq": move.seq,
                    "at": moment(move.created_at),
                }
            )
        elif move.deal_id not in written:
            written.add(move.deal_id)
            game.append(_deal(deals[move.deal_id]))
    # A count that moves no chips has no transfers.
    for deal in deals.values():
        if deal.pk not in written:
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
