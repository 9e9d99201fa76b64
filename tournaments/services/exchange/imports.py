"""Taking in a whole finished event from its document (`event_documents`): all of it, or nothing.

Nothing is believed that can be counted: every deal is replayed by the engine from what the table had then,
its transfers are written from that, certificates are counted from the tables and the standings from the
ledger. What disagrees with the document is refused, with the place in it. Entries keep their ids where those
are free, since lots are drawn by them; where they are taken (the event is in this installation already) they
get new ones whose lots are in the same order.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import DataError, IntegrityError, transaction
from django.utils.translation import gettext as _

import games.services as games
from tournaments.errors import Invalid
from tournaments.kernel.audit import Actor, log
from tournaments.kernel.refusals import sentence
from tournaments.models import (
    Account,
    Adjustment,
    Club,
    Deal,
    Event,
    EventStatus,
    Round,
    RoundStatus,
    Seat,
    Stage,
    Standing,
    Table,
)
from tournaments.services.events.events import create_event
from tournaments.services.play import ledger
from tournaments.services.standings import standings

from .documents import ROUND_FIELDS, ROUND_TIMES
from .draws import take_draw
from .format import DOCUMENT
from .people import People
from .replay import GameAgain, is_seat, when
from .shape import InvalidDocument, check_shape, check_storable, malformed

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

    Players are found on the roster by their name, or put on it. Raises InvalidDocument.
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
    check_shape(DOCUMENT, document)
    check_storable(document)
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
        self.rounds: dict[int, Round] = {}

    def take(self) -> Taken:
        """Take everything in, in the order in which it was made."""
        told = self.document
        self.event = event = self._event()
        self.people = people = People(event, self.actor, told)
        with self._at("/players"):
            people.take()
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
        log(self.actor, "import_event", event, within=event, deals=deals.count())
        return Taken(
            event=event,
            found=tuple(
                sorted(player.name for player in people.players.values() if player.name not in people.added)
            ),
            added=tuple(sorted(people.added)),
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
            raise InvalidDocument(
                error.code, "/name" if error.field == "name" else place, error.detail
            ) from error
        except games.EngineError as error:
            raise InvalidDocument(error.code, "/settings/rules", sentence(error)) from error
        rules = games.resolve_rules(event.rules)
        if rules != told["frozen_rules"]:
            raise InvalidDocument(
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

    def _stages(self) -> None:
        self.stages = list(Stage.objects.filter(event=self.event).order_by("number"))
        for index, (stage, told) in enumerate(zip(self.stages, self.document["stages"], strict=True)):
            place = f"/stages/{index}"
            entrants, report = self.people.here(told["entrants"]), self.people.here(told["cut_report"])
            if entrants is not None and not self.people.entered(entrants):
                raise InvalidDocument(
                    "stage_disagrees", f"{place}/entrants", _("Each of these is one of the entries, once.")
                )
            if report is not None:
                named = [*report["tied"], *report["passed_over"]]
                named += [report[name] for name in ("last_in", "first_out") if report[name]]
                if (
                    stage.cut is None
                    or report["entrants"] != len(entrants or ())
                    or not self.people.entries.keys() >= set(named)
                    or (report["out"] and not (report["last_in"] and report["first_out"]))
                ):
                    raise InvalidDocument(
                        "stage_disagrees",
                        f"{place}/cut_report",
                        _("This is no cut of this stage: it has others, or other entrants."),
                    )
            stage.entrants, stage.cut_report = entrants, report
            stage.ended_at = when(told["ended_at"])
            stage.save(update_fields=["entrants", "cut_report", "ended_at"])

    def _round(self, told: Mapping[str, Any], number: int) -> None:
        place = self.place
        if told["number"] != number:
            raise InvalidDocument("round_disagrees", f"{place}/number", _("Rounds are numbered from 1."))
        earliest = self.rounds[number - 1].stage.number if number > 1 else 1
        if not earliest <= told["stage"] <= len(self.stages):
            raise InvalidDocument("round_disagrees", f"{place}/stage", _("Stages are played in their order."))
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
                raise InvalidDocument(
                    "round_disagrees", f"{self.place}/number", _("Tables are numbered from 1.")
                )
            self._table(round_, seated)
        self.place = place
        take_draw(
            round_,
            **{name: self.people.here(told[key]) for name, key in TAKEN_WITH_CARE_AS.items()},
            place=place,
        )

    def _table(self, round_: Round, told: Mapping[str, Any]) -> None:
        place = self.place
        table = Table.objects.create(
            round=round_,
            number=told["number"],
            deals_planned=told["deals_planned"],
            closed_at=round_.closed_at,
        )
        seated = self.people.here(told["seats"])
        elsewhere = {str(pk) for pk in round_.seats.values_list("entry_id", flat=True)}
        if not self.people.entered(seated) or len(seated) > MOST_SEATS or elsewhere.intersection(seated):
            raise InvalidDocument(
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
            entry = self.people.entries.get(self.people.names.get(told["entry"], ""))
            round_ = self.rounds.get(told["round"])
            if (
                entry is None
                or (round_ is None and told["round"] is not None)
                or not (told["chips"] and told["reason"])
            ):
                raise InvalidDocument(
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
        Adjustment.objects.bulk_create(rows)

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
                or (round_ is None and index + 1 < len(self.document["standings"]))
            ):
                raise InvalidDocument(
                    "standing_disagrees",
                    self.place,
                    _("Standings come in the order of their versions: one for a round, then the final one."),
                )
            standing = Standing(
                event=self.event,
                version=told["version"],
                round=round_,
                revised=told["revised"],
                computed_at=datetime.fromisoformat(told["computed_at"]),
                rows=self.people.here(told["rows"]),
            )
            kept = {} if told["round"] is None else {"through_round": told["round"], "kept": standing}
            counted = standings.compute(self.event, **kept)
            if self._told(counted) != self._told(standing.rows):
                raise InvalidDocument(
                    "standing_disagrees",
                    self.place,
                    _("The deals and adjustments of the document make another standing than this."),
                )
            standing.rows = counted
            rows.append(standing)
        if rows[-1].version != self.event.version:
            raise InvalidDocument("standing_disagrees", "/standings", _("The final standing is missing."))
        Standing.objects.bulk_create(rows)

    def _told(self, rows: Any) -> Any:
        """Rows as they can be compared: with new ids the lots are others, in the same order."""
        told = json.loads(json.dumps(rows))
        if not self.people.keeps_ids:
            for row in told:
                row["metrics"].pop("lots", None)
        return told
