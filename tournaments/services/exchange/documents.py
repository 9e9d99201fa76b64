"""A whole finished event as one document, `poch-event/1`: everything that another club needs to have it.

It belongs to no club: players are named, and the ids in it only say what belongs to what. What follows from
the rest is in it too (results, the standings), so that whoever reads it can hold one against the other. It
has the names that the club uses and what was asked of the draws, and is for directors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournaments.errors import Conflict
from tournaments.models import (
    Adjustment,
    Deal,
    Entry,
    Event,
    EventStatus,
    Round,
    Seat,
    SeatingWish,
    Stage,
    Standing,
    Table,
    Transfer,
)
from tournaments.services.draw.showing import certificate_for
from tournaments.services.events.events import ALWAYS, UNTIL_START
from tournaments.services.events.stages import STAGE_SETTINGS

FORMAT = "poch-event/1"

SETTINGS = tuple(sorted((ALWAYS | UNTIL_START) - {"name", "rounds_planned", "auto_draw", "encore"}))
"""What a director decided about the event. What it does by itself is left behind: it is over."""

ROUND_FIELDS = ("number", "draw", "seed", "moves", "by_hand", "request", "certificate", "ahead")
ROUND_TIMES = ("drawn_at", "published_at", "closed_at")
WISH_FIELDS = ("kind", "number", "must", "always", "note")


def document_of(event: Event) -> dict[str, Any]:
    """The event as a document. Conflict unless it is finished: a document is of what does not change."""
    if event.status != EventStatus.FINISHED:
        raise Conflict("event_not_finished", _("Finish the event first: a document is of a whole event."))
    entries = list(Entry.objects.filter(event=event).select_related("player").order_by("number"))
    players = {entry.player_id: entry.player for entry in entries}
    settings = {name: getattr(event, name) for name in SETTINGS}
    settings["starts_on"] = event.starts_on.isoformat() if event.starts_on else None
    return {
        "format": FORMAT,
        "name": event.name,
        "settings": settings,
        "frozen_rules": event.frozen_rules,
        "rounds_planned": event.rounds_planned,
        "seed": event.seed,
        "version": event.version,
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
        "rounds": _rounds(event),
        "adjustments": [
            {
                "entry": str(given.entry_id),
                "round": given.round.number if given.round else None,
                "chips": given.chips,
                "reason": given.reason,
                "created_at": moment(given.created_at),
                "cancelled_at": moment(given.cancelled_at),
            }
            for given in Adjustment.objects.filter(event=event)
            .select_related("round")
            .order_by("created_at", "pk")
        ],
        "standings": [
            {
                "version": standing.version,
                "round": standing.round.number if standing.round else None,
                "revised": standing.revised,
                "computed_at": moment(standing.computed_at),
                "rows": standing.rows,
            }
            for standing in Standing.objects.filter(event=event).select_related("round").order_by("version")
        ],
    }


def moment(at: datetime | None) -> str | None:
    """A time as documents have it."""
    return None if at is None else at.isoformat()


def _rounds(event: Event) -> list[dict[str, Any]]:
    seats: dict[Any, list[str]] = {}
    for seat in Seat.objects.filter(round__event=event).order_by("number"):
        seats.setdefault(seat.table_id, []).append(str(seat.entry_id))
    tables: dict[Any, list[dict[str, Any]]] = {}
    games = _games(event)
    for table in Table.objects.filter(round__event=event).order_by("number"):
        tables.setdefault(table.round_id, []).append(
            {
                "number": table.number,
                "deals_planned": table.deals_planned,
                "seats": seats.get(table.pk, []),
                "game": games.get(table.pk, []),
            }
        )
    return [
        {
            "stage": round_.stage.number,
            **{name: getattr(round_, name) for name in ROUND_FIELDS},
            "certificate": certificate_for(round_.certificate, director=True),
            **{name: moment(getattr(round_, name)) for name in ROUND_TIMES},
            "tables": tables.get(round_.pk, []),
        }
        for round_ in Round.objects.filter(event=event).select_related("stage").order_by("number")
    ]


def _games(event: Event) -> Mapping[Any, Sequence[dict[str, Any]]]:
    """What happened at each table, in the order of its ledger: every revision of its deals, and the rest."""
    deals = {deal.pk: deal for deal in Deal.objects.filter(table__round__event=event)}
    games: dict[Any, list[dict[str, Any]]] = {}
    told = set()
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
        elif move.deal_id not in told:
            told.add(move.deal_id)
            game.append(_deal(deals[move.deal_id]))
    return games


def _deal(deal: Deal) -> dict[str, Any]:
    told = {
        "act": "deal" if deal.kind == "recorded" else "void",
        "number": deal.number,
        "revision": deal.revision,
        "reason": deal.reason,
        "via": deal.via,
        "version": deal.event_version,
        "at": moment(deal.recorded_at),
    }
    return told | ({"document": deal.document, "result": deal.result} if deal.kind == "recorded" else {})
