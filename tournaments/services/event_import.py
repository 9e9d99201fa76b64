"""Taking in a whole finished event from its document (`event_documents`): all of it, or nothing.

Nothing is believed that can be counted: every deal is replayed by the engine from what the table had then,
its transfers are written from that, and the standings are counted from the ledger. What disagrees with the
document is refused, with the place in it. Entries keep their ids where those are free, since lots are drawn
by them; where they are taken (the event is in this installation already) lots fall anew, and are not
compared.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from typing import Any
from uuid import UUID

from django.db import DataError, IntegrityError, transaction
from django.utils.translation import gettext as _

import games.services as games
from tournaments import standings
from tournaments.audit import Actor, log
from tournaments.compiled import insert_as_is
from tournaments.errors import Invalid
from tournaments.models import (
    Account,
    Adjustment,
    Club,
    Deal,
    Entry,
    EntryStatus,
    Event,
    EventStatus,
    Player,
    Round,
    RoundStatus,
    Seat,
    SeatingWish,
    Stage,
    Standing,
    Table,
    new_id,
)
from tournaments.rules.names import name_key

from . import ledger
from .event_documents import ROUND_FIELDS, ROUND_TIMES
from .event_replay import DoesNotAgree, GameAgain, moment_of, when, whole
from .events import create_event
from .players import add_player

MALFORMED = (
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    RecursionError,
    DataError,
    IntegrityError,
)
"""What comes of a document that is none: a key that is missing, a number that is none, a row twice."""


@transaction.atomic
def import_event(club: Club, actor: Actor, document: Mapping[str, Any]) -> Event:
    """The event of a document (of the shape of `document_of`) in this club, finished.

    Players are found on the roster by their name, or put on it. Raises DoesNotAgree for what contradicts the
    rest; Invalid or games.services.EngineError for settings that make no sense.
    """
    try:
        return _Import(club, actor, document).take()
    except MALFORMED as error:
        raise Invalid(
            "document_malformed", _("This is no whole poch-event/1: %(what)s.") % {"what": repr(error)[:200]}
        ) from error


class _Import:
    """One import under way."""

    def __init__(self, club: Club, actor: Actor, document: Mapping[str, Any]) -> None:
        self.club, self.actor, self.document = club, actor, document
        self.names: dict[str, str] = {}
        """The ids of the document, and those that they have here."""
        self.rounds: dict[int, Round] = {}

    def take(self) -> Event:
        told = self.document
        settings = dict(told["settings"])
        settings["starts_on"] = date.fromisoformat(settings["starts_on"]) if settings["starts_on"] else None
        event = create_event(
            self.club,
            self.actor,
            told["name"],
            stages=[stage["settings"] for stage in told["stages"]],
            **settings,
        )
        rules = told["frozen_rules"]
        if games.resolve_rules(rules) != rules or games.resolve_rules(event.rules) != rules:
            raise DoesNotAgree(
                "rules_disagree",
                "/frozen_rules",
                _("These are not the rules that the event's settings make."),
            )
        # It runs while it is taken in: leftovers are paid in the rounds of events that have begun.
        event.frozen_rules, event.status = rules, EventStatus.RUNNING
        event.seed, event.version = whole(told["seed"]), whole(told["version"])
        event.rounds_planned = whole(told["rounds_planned"])
        event.created_at = moment_of(told["created_at"])
        event.started_at, event.finished_at = when(told["started_at"]), when(told["finished_at"])
        event.save()
        self.event = event
        self._enter()
        self._stages()
        for index, round_ in enumerate(told["rounds"]):
            self._round(round_, f"/rounds/{index}")
        self._adjust()
        self._stand()
        event.status = EventStatus.FINISHED
        event.save(update_fields=["status"])
        log(
            self.actor,
            "import_event",
            event,
            of=event,
            deals=Deal.objects.filter(table__round__event=event).count(),
        )
        return event

    def here(self, value: Any) -> Any:
        """The same with the ids that things have here."""
        if isinstance(value, str):
            return self.names.get(value, value)
        if isinstance(value, list):
            return [self.here(inner) for inner in value]
        if isinstance(value, dict):
            return {self.names.get(key, key): self.here(inner) for key, inner in value.items()}
        return value

    def _enter(self) -> None:
        roster = {
            player.name_key: player
            for player in Player.objects.filter(
                club=self.club, removed_at__isnull=True, anonymised_at__isnull=True
            )
        }
        players: dict[str, Player] = {}
        for told in self.document["players"]:
            found = roster.get(name_key(told["name"]))
            if found is None or found.bot != told["bot"]:
                found = add_player(
                    self.club, self.actor, told["name"], public_name=told["public_name"], bot=told["bot"]
                )
            players[told["id"]] = found
            self.names[told["id"]] = str(found.pk)
        wanted = [UUID(told["id"]) for told in self.document["entries"]]
        self.keeps_ids = not Entry.objects.filter(pk__in=wanted).exists()
        # New ones in the order of the old: those who share a place are listed by it.
        ids = wanted if self.keeps_ids else sorted(new_id() for _ in wanted)
        fresh = dict(zip(sorted(wanted), sorted(ids), strict=True))
        rows = []
        for index, told in enumerate(self.document["entries"]):
            if told["status"] not in EntryStatus.values or told["player"] not in players:
                raise DoesNotAgree(
                    "entry_disagrees", f"/entries/{index}", _("This entry has no such status, or no player.")
                )
            pk = fresh[UUID(told["id"])]
            self.names[told["id"]] = str(pk)
            rows.append(
                Entry(
                    pk=pk,
                    event=self.event,
                    player=players[told["player"]],
                    number=whole(told["number"]),
                    status=told["status"],
                    from_round=whole(told["from_round"]),
                    seeding=None if told["seeding"] is None else whole(told["seeding"]),
                )
            )
        Entry.objects.bulk_create(rows)
        self.entries = {str(row.pk): row for row in rows}
        for told in self.document["wishes"]:
            pair = sorted((players[ref] for ref in told["players"]), key=lambda player: player.pk)
            SeatingWish.objects.create(
                club=self.club,
                event=self.event,
                player=pair[0],
                other=pair[1] if len(pair) > 1 else None,
                kind=told["kind"],
                number=told["number"],
                must=told["must"],
                always=told["always"],
                note=told["note"],
                created_by=self.actor.user,
            )

    def _stages(self) -> None:
        self.stages = list(Stage.objects.filter(event=self.event).order_by("number"))
        for stage, told in zip(self.stages, self.document["stages"], strict=True):
            stage.entrants = self.here(told["entrants"])
            stage.cut_report = self.here(told["cut_report"])
            stage.ended_at = when(told["ended_at"])
            stage.save(update_fields=["entrants", "cut_report", "ended_at"])

    def _round(self, told: Mapping[str, Any], place: str) -> None:
        round_ = Round(
            event=self.event,
            stage=self.stages[whole(told["stage"]) - 1],
            status=RoundStatus.CLOSED,
            **{name: self.here(told[name]) for name in ROUND_FIELDS},
            **{name: when(told[name]) for name in ROUND_TIMES},
        )
        round_.save()
        self.rounds[round_.number] = round_
        for index, seated in enumerate(told["tables"]):
            self._table(round_, seated, f"{place}/tables/{index}")

    def _table(self, round_: Round, told: Mapping[str, Any], place: str) -> None:
        table = Table.objects.create(
            round=round_,
            number=whole(told["number"]),
            deals_planned=whole(told["deals_planned"]),
            closed_at=round_.closed_at,
        )
        seated = [self.names.get(ref, "") for ref in told["seats"]]
        if len(set(seated)) != len(seated) or not set(seated) <= self.entries.keys():
            raise DoesNotAgree(
                "seats_disagree", f"{place}/seats", _("Each seat is one of the entries, once.")
            )
        Seat.objects.bulk_create(
            Seat(table=table, round=round_, number=number, entry_id=pk) for number, pk in enumerate(seated)
        )
        rules = self.event.rules_in_force
        named = {act[end] for act in told["game"] if act["act"] == "move" for end in ("from", "to")}
        # The purse of a seat that was taken away before the first deal stays, and is empty.
        seats = max([len(seated), *(int(name[5:]) + 1 for name in named if name.startswith("seat "))])
        Account.objects.bulk_create(
            ledger.open_accounts({table: seats}, games.board(rules), on_credit=rules["purse"] == "credit")
        )
        GameAgain(self.actor, table, told["game"], f"{place}/game").play()

    def _adjust(self) -> None:
        rows = []
        for index, told in enumerate(self.document["adjustments"]):
            entry = self.entries.get(self.names.get(told["entry"], ""))
            if entry is None or not (told["round"] is None or told["round"] in self.rounds):
                raise DoesNotAgree(
                    "adjustment_disagrees",
                    f"/adjustments/{index}",
                    _("It is of an entry, and of a round or none."),
                )
            cancelled = when(told["cancelled_at"])
            rows.append(
                Adjustment(
                    event=self.event,
                    entry=entry,
                    round=None if told["round"] is None else self.rounds[told["round"]],
                    chips=whole(told["chips"]),
                    reason=told["reason"],
                    author=self.actor.user,
                    created_at=moment_of(told["created_at"]),
                    cancelled_at=cancelled,
                    cancelled_by=self.actor.user if cancelled else None,
                )
            )
        insert_as_is(rows)

    def _stand(self) -> None:
        """Count the standings anew, and hold them against the document's."""
        rows = []
        for index, told in enumerate(self.document["standings"]):
            standing = Standing(
                event=self.event,
                version=whole(told["version"]),
                round=None if told["round"] is None else self.rounds[told["round"]],
                revised=told["revised"],
                computed_at=moment_of(told["computed_at"]),
                rows=self.here(told["rows"]),
            )
            kept = {} if told["round"] is None else {"through_round": told["round"], "kept": standing}
            counted = standings.compute(self.event, **kept)
            if self._told(counted) != self._told(standing.rows):
                raise DoesNotAgree(
                    "standing_disagrees",
                    f"/standings/{index}",
                    _("The deals and adjustments of the document make another standing than this."),
                )
            standing.rows = counted
            rows.append(standing)
        if not rows or rows[-1].version != self.event.version:
            raise DoesNotAgree("standing_disagrees", "/standings", _("The final standing is missing."))
        insert_as_is(rows)

    def _told(self, rows: Any) -> Any:
        """Rows as they can be compared: lots only where they fall as they did."""
        if self.keeps_ids or "lots" not in self.event.tie_breaks:
            return json.loads(json.dumps(rows))
        return sorted(
            (
                row["entry"],
                str(row["score"]),
                row["deals"],
                row["stage"],
                sorted(
                    (name, value)
                    for name, value in row["metrics"].items()
                    if name not in ("lots", "head_to_head")
                ),
            )
            for row in rows
        )
