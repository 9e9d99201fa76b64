"""Taking in a whole finished event from its document (`event_documents`): all of it, or nothing.

Nothing is believed that can be counted: every deal is replayed by the engine from what the table had then,
its transfers are written from that, certificates are counted from the tables and the standings from the
ledger. What disagrees with the document is refused, with the place in it. Entries keep their ids where those
are free, since lots are drawn by them; where they are taken (the event is in this installation already) lots
fall anew, and are not compared.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
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
from .event_documents import FORMAT, ROUND_FIELDS, ROUND_TIMES, SETTINGS, WISH_FIELDS
from .event_draws import take_draw
from .event_format import document_shape
from .event_replay import GameAgain, is_seat, when
from .event_shape import DoesNotAgree, malformed
from .events import create_event
from .players import add_forgotten, add_player

CHECK = document_shape(FORMAT, SETTINGS)

MALFORMED = (LookupError, ValueError, TypeError, AttributeError, RecursionError, DataError, IntegrityError)
"""What would come of a contradiction that nobody has thought of: it is refused all the same."""


MOST_SEATS = 10

TAKEN_WITH_CARE_AS = {"request": "request", "ahead": "ahead", "told": "certificate"}
TAKEN_WITH_CARE = frozenset(TAKEN_WITH_CARE_AS.values())
"""What of a round `take_draw` looks through."""


@dataclass(frozen=True)
class Taken:
    """An event that was taken in, and what came with it.

    added: players who were put on the roster for it; found: those who were there. rounds, deals: how many
    were played.
    """

    event: Event
    found: tuple[str, ...]
    added: tuple[str, ...]
    rounds: int
    deals: int


def import_event(club: Club, actor: Actor, document: Mapping[str, Any]) -> Event:
    """The event of a document (of the shape of `document_of`) in this club, finished.

    Players are found on the roster by their name, or put on it. Raises DoesNotAgree for what is malformed or
    contradicts the rest.
    """
    return take_in(club, actor, document).event


def preview_import(club: Club, actor: Actor, document: Mapping[str, Any]) -> Taken:
    """What `import_event` would take in, or its refusal. Nothing is stored."""
    with transaction.atomic():
        taken = take_in(club, actor, document)
        transaction.set_rollback(True)
    return taken


@transaction.atomic
def take_in(club: Club, actor: Actor, document: Mapping[str, Any]) -> Taken:
    """`import_event`, and what came with the event."""
    CHECK(document, "")
    taking = _Import(club, actor, document)
    try:
        return taking.take()
    except MALFORMED as error:
        raise malformed(
            taking.place, _("This is no whole poch-event/1: what it says here cannot be.")
        ) from error


class _Import:
    """One import under way; `place` is where in the document it is."""

    def __init__(self, club: Club, actor: Actor, document: Mapping[str, Any]) -> None:
        self.club, self.actor, self.document = club, actor, document
        self.place = ""
        self.names: dict[str, str] = {}
        """The ids of the document, and those that they have here."""
        self.rounds: dict[int, Round] = {}
        self.added: list[str] = []

    def take(self) -> Taken:
        """Take everything in, in the order in which it was made."""
        told = self.document
        self.event = event = self._event()
        with self._at("/players"):
            players = self._players()
        with self._at("/entries"):
            self._enter(players)
        with self._at("/wishes"):
            self._wishes(players)
        with self._at("/stages"):
            self._stages()
        for index, round_ in enumerate(told["rounds"]):
            with self._at(f"/rounds/{index}"):
                self._round(round_, index + 1)
        with self._at("/adjustments"):
            self._adjust()
        with self._at("/standings"):
            self._stand()
        event.status = EventStatus.FINISHED
        event.save(update_fields=["status"])
        deals = Deal.objects.filter(table__round__event=event)
        log(self.actor, "import_event", event, of=event, deals=deals.count())
        return Taken(
            event=event,
            found=tuple(sorted(player.name for player in players.values() if player.name not in self.added)),
            added=tuple(sorted(self.added)),
            rounds=len(self.rounds),
            deals=Deal.objects.effective().filter(table__round__event=event).count(),
        )

    @contextmanager
    def _at(self, place: str) -> Iterator[None]:
        self.place = place
        yield

    def _event(self) -> Event:
        told = self.document
        settings = dict(told["settings"])
        settings["starts_on"] = date.fromisoformat(settings["starts_on"]) if settings["starts_on"] else None
        self.place = "/settings"
        try:
            event = create_event(
                self.club,
                self.actor,
                told["name"],
                stages=[stage["settings"] for stage in told["stages"]],
                **settings,
            )
        except Invalid as error:
            place = f"/settings/{error.field}" if error.field in settings else "/stages"
            raise DoesNotAgree(
                error.code, "/name" if error.field == "name" else place, error.detail
            ) from error
        except games.EngineError as error:
            raise DoesNotAgree(error.code, "/settings/rules", error.detail) from error
        rules = games.resolve_rules(event.rules)
        if rules != told["frozen_rules"]:
            raise DoesNotAgree(
                "rules_disagree",
                "/frozen_rules",
                _("These are not the rules that the event's settings make."),
            )
        # It runs while it is taken in: leftovers are paid in the rounds of events that have begun.
        event.frozen_rules, event.status = rules, EventStatus.RUNNING
        event.seed, event.version = told["seed"], told["version"]
        event.rounds_planned = told["rounds_planned"]
        event.created_at = datetime.fromisoformat(told["created_at"])
        event.started_at, event.finished_at = when(told["started_at"]), when(told["finished_at"])
        event.save()
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

    def _players(self) -> dict[str, Player]:
        """Those of the document, by their ids in it: found on the roster by name, or put on it."""
        roster = {
            (player.name_key, player.anonymised_at is not None): player
            for player in Player.objects.filter(club=self.club, removed_at__isnull=True)
        }
        players: dict[str, Player] = {}
        for index, told in enumerate(self.document["players"]):
            self.place = place = f"/players/{index}"
            key = (name_key(told["name"]), bool(told.get("anonymous")))
            found = roster.get(key)
            if found is None or found.bot != told["bot"]:
                found = roster[key] = self._add(told, place)
            if told["id"] in players or found in players.values():
                raise DoesNotAgree("entry_disagrees", f"{place}/name", _("This player is in the list twice."))
            players[told["id"]] = found
            self.names[told["id"]] = str(found.pk)
        return players

    def _add(self, told: Mapping[str, Any], place: str) -> Player:
        if told.get("anonymous") and told["bot"]:
            raise DoesNotAgree("entry_disagrees", f"{place}/anonymous", _("A bot has nothing to hide."))
        try:
            # Whoever asked to be forgotten has a name that nobody can be found by.
            player = (
                add_forgotten(self.club, self.actor, told["name"])
                if told.get("anonymous")
                else add_player(
                    self.club, self.actor, told["name"], public_name=told["public_name"], bot=told["bot"]
                )
            )
        except Invalid as error:
            raise DoesNotAgree(error.code, f"{place}/{error.field}", error.detail) from error
        self.added.append(player.name)
        return player

    def _enter(self, players: Mapping[str, Player]) -> None:
        told_of = self.document["entries"]
        for index, told in enumerate(told_of):
            before = told_of[:index]
            if (
                told["player"] not in players
                or told["id"] in self.names
                or any(told[name] == other[name] for other in before for name in ("player", "number", "id"))
            ):
                raise DoesNotAgree(
                    "entry_disagrees",
                    f"/entries/{index}",
                    _("Each entry is of one of the players, with a number and an id of its own."),
                )
        if len(told_of) != len(players):
            raise DoesNotAgree("entry_disagrees", "/players", _("Each of the players has an entry."))
        wanted = [UUID(told["id"]) for told in told_of]
        self.keeps_ids = not Entry.objects.filter(pk__in=wanted).exists()
        # New ones in the order of the old: those who share a place are listed by it.
        ids = wanted if self.keeps_ids else sorted(new_id() for _ in wanted)
        fresh = dict(zip(sorted(wanted), sorted(ids), strict=True))
        rows = [
            Entry(
                pk=fresh[UUID(told["id"])],
                event=self.event,
                player=players[told["player"]],
                **{name: told[name] for name in ("number", "status", "from_round", "seeding")},
            )
            for told in told_of
        ]
        self.names |= {str(old): str(new) for old, new in fresh.items()}
        Entry.objects.bulk_create(rows)
        self.entries = {str(row.pk): row for row in rows}

    def _wishes(self, players: Mapping[str, Player]) -> None:
        known: set[Any] = set()
        for index, told in enumerate(self.document["wishes"]):
            self.place = f"/wishes/{index}"
            pair = [players[ref].pk for ref in dict.fromkeys(told["players"]) if ref in players]
            wish = (frozenset(pair), told["kind"] if len(pair) == 1 else "")
            placed = told["kind"] in ("seat", "table")
            if (
                len(pair) != len(told["players"])
                or len(pair) != (1 if placed else 2)
                or placed != (told["number"] is not None)
                or wish in known
            ):
                raise DoesNotAgree(
                    "wish_disagrees",
                    self.place,
                    _("A wish is of two players, or of one and a place, and is told once."),
                )
            known.add(wish)
            one, *other = sorted(pair)
            SeatingWish.objects.create(
                club=self.club,
                event=self.event,
                player_id=one,
                other_id=other[0] if other else None,
                created_by=self.actor.user,
                **{name: told[name] for name in WISH_FIELDS},
            )

    def _stages(self) -> None:
        self.stages = list(Stage.objects.filter(event=self.event).order_by("number"))
        for index, (stage, told) in enumerate(zip(self.stages, self.document["stages"], strict=True)):
            place = f"/stages/{index}"
            entrants, report = self.here(told["entrants"]), self.here(told["cut_report"])
            if entrants is not None and not self._entered(entrants):
                raise DoesNotAgree(
                    "stage_disagrees", f"{place}/entrants", _("Each of these is one of the entries, once.")
                )
            if report is not None:
                named = [*report["tied"], *report["passed_over"]]
                named += [report[name] for name in ("last_in", "first_out") if report[name]]
                if (
                    stage.cut is None
                    or report["entrants"] != len(entrants or ())
                    or not self.entries.keys() >= set(named)
                    or (report["out"] and not (report["last_in"] and report["first_out"]))
                ):
                    raise DoesNotAgree(
                        "stage_disagrees",
                        f"{place}/cut_report",
                        _("This is no cut of this stage: it has others, or other entrants."),
                    )
            stage.entrants, stage.cut_report = entrants, report
            stage.ended_at = when(told["ended_at"])
            stage.save(update_fields=["entrants", "cut_report", "ended_at"])

    def _entered(self, ids: Sequence[str]) -> bool:
        """Whether each of these is one of the entries, once."""
        return len(set(ids)) == len(ids) and self.entries.keys() >= set(ids)

    def _round(self, told: Mapping[str, Any], number: int) -> None:
        place = self.place
        if told["number"] != number:
            raise DoesNotAgree("round_disagrees", f"{place}/number", _("Rounds are numbered from 1."))
        earliest = self.rounds[number - 1].stage.number if number > 1 else 1
        if not earliest <= told["stage"] <= len(self.stages):
            raise DoesNotAgree("round_disagrees", f"{place}/stage", _("Stages are played in their order."))
        round_ = Round(
            event=self.event,
            stage=self.stages[told["stage"] - 1],
            status=RoundStatus.CLOSED,
            **{name: told[name] for name in ROUND_FIELDS if name not in TAKEN_WITH_CARE},
            **{name: when(told[name]) for name in ROUND_TIMES},
        )
        round_.save()
        self.rounds[number] = round_
        for index, seated in enumerate(told["tables"]):
            self.place = f"{place}/tables/{index}"
            if seated["number"] != index + 1:
                raise DoesNotAgree(
                    "round_disagrees", f"{self.place}/number", _("Tables are numbered from 1.")
                )
            self._table(round_, seated)
        self.place = place
        take_draw(
            round_, **{name: self.here(told[key]) for name, key in TAKEN_WITH_CARE_AS.items()}, place=place
        )

    def _table(self, round_: Round, told: Mapping[str, Any]) -> None:
        place = self.place
        table = Table.objects.create(
            round=round_,
            number=told["number"],
            deals_planned=told["deals_planned"],
            closed_at=round_.closed_at,
        )
        seated = self.here(told["seats"])
        elsewhere = {str(pk) for pk in round_.seats.values_list("entry_id", flat=True)}
        if not self._entered(seated) or len(seated) > MOST_SEATS or elsewhere.intersection(seated):
            raise DoesNotAgree(
                "seats_disagree", f"{place}/seats", _("Each seat is one of the entries, once in a round.")
            )
        Seat.objects.bulk_create(
            Seat(table=table, round=round_, number=number, entry_id=pk) for number, pk in enumerate(seated)
        )
        rules = self.event.rules_in_force
        named = {act[end] for act in told["game"] if act["act"] == "move" for end in ("from", "to")}
        # The purse of a seat that was taken away before the first deal stays, and is empty.
        seats = max([len(seated), *(int(name[-1]) + 1 for name in named if is_seat(name))])
        Account.objects.bulk_create(
            ledger.open_accounts({table: seats}, games.board(rules), on_credit=rules["purse"] == "credit")
        )
        GameAgain(self.actor, table, told["game"], f"{place}/game").play()

    def _adjust(self) -> None:
        rows = []
        for index, told in enumerate(self.document["adjustments"]):
            entry = self.entries.get(self.names.get(told["entry"], ""))
            round_ = self.rounds.get(told["round"])
            if (
                entry is None
                or (round_ is None and told["round"] is not None)
                or not (told["chips"] and told["reason"])
            ):
                raise DoesNotAgree(
                    "adjustment_disagrees",
                    f"/adjustments/{index}",
                    _("It gives chips or takes them, of an entry, in a round or in none, for a reason."),
                )
            cancelled = when(told["cancelled_at"])
            rows.append(
                Adjustment(
                    event=self.event,
                    entry=entry,
                    round=round_,
                    chips=told["chips"],
                    reason=told["reason"],
                    author=self.actor.user,
                    created_at=datetime.fromisoformat(told["created_at"]),
                    cancelled_at=cancelled,
                    cancelled_by=self.actor.user if cancelled else None,
                )
            )
        insert_as_is(rows)

    def _stand(self) -> None:
        """Count the standings anew, and hold them against the document's."""
        rows: list[Standing] = []
        for index, told in enumerate(self.document["standings"]):
            self.place = f"/standings/{index}"
            round_ = self.rounds.get(told["round"])
            if (
                (round_ is None and told["round"] is not None)
                or any(told["version"] <= row.version for row in rows)
                or (round_ is not None and round_ in [row.round for row in rows])
            ):
                raise DoesNotAgree(
                    "standing_disagrees",
                    self.place,
                    _("Standings come in the order of their versions, one for a round."),
                )
            standing = Standing(
                event=self.event,
                version=told["version"],
                round=round_,
                revised=told["revised"],
                computed_at=datetime.fromisoformat(told["computed_at"]),
                rows=self.here(told["rows"]),
            )
            kept = {} if told["round"] is None else {"through_round": told["round"], "kept": standing}
            counted = standings.compute(self.event, **kept)
            if self._told(counted) != self._told(standing.rows):
                raise DoesNotAgree(
                    "standing_disagrees",
                    self.place,
                    _("The deals and adjustments of the document make another standing than this."),
                )
            standing.rows = counted
            rows.append(standing)
        if rows[-1].version != self.event.version:
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
