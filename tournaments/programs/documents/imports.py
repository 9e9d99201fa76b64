"""The import of a finished event from its document (`documents`): the whole event or nothing.

Everything that can be computed is computed: the engine replays each deal, its transfers are written from
that, the certificates come from the tables and the standings from the ledger. A document that disagrees is
refused, with the place of the difference. Entries keep their ids if these are free, because lots depend on
them. If the event is in this installation already, they get new ids with lots in the same order.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django.db import DataError, IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

import games.services as games
from tournaments.clubs.models import Club
from tournaments.core.actors import Actor
from tournaments.core.change import lock_club, log
from tournaments.core.models.choices import Scoring
from tournaments.core.refreshes import queue_ratings
from tournaments.core.refusals import sentence
from tournaments.core.rules.refusals import Conflict, Invalid, gettext_noop
from tournaments.core.rules.statuses import EventStatus, RoundStatus, VoidCause
from tournaments.draw.verbs.entrants import fits
from tournaments.events.models.events import Event, Stage
from tournaments.events.verbs.entries import records_of
from tournaments.events.verbs.events import create_event
from tournaments.programs.documents import event_parts as tree
from tournaments.programs.documents.draws import import_draw
from tournaments.programs.documents.games import GameOfTable
from tournaments.programs.documents.parts import (
    Contradiction,
    InvalidDocument,
    blaming,
    check_storable,
    malformed,
    plain,
    read_part,
)
from tournaments.programs.documents.people import People
from tournaments.programs.replay import is_seat
from tournaments.standings.models import Standing
from tournaments.standings.verbs import standings
from tournaments.standings.verbs.adjustments import check_amount
from tournaments.standings.verbs.prizes import award_as_data, awards_of
from tournaments.standings.verbs.spreads import spreads_of
from tournaments.tables.models.ledger import Account, Adjustment, Deal
from tournaments.tables.models.rounds import Occupant, Round, Seat, Table
from tournaments.tables.verbs import ledger
from tournaments.tables.verbs.tables import has_played_in
from tournaments.tables.verbs.tallies import chips_on_boards

MALFORMED = (LookupError, ValueError, TypeError, AttributeError, RecursionError, DataError, IntegrityError)
"""Errors that a contradiction can raise which no check has found before."""

MOST_SEATS = 10

DRAW_FIELDS = {"request", "ahead", "certificate"}
"""The fields of a round that `import_draw` checks and stores."""


class EventAlreadyHere(Conflict):
    """The club has the event of this document already."""

    sentence = gettext_noop(
        "This club has this event already: “%(event)s”. To import it once more as a copy, say that you "
        "want it again."
    )


def import_event(club: Club, actor: Actor, document: Mapping[str, Any], *, again: bool = False) -> Event:
    """Import the event of a document into a club, as a finished event.

    Players are looked up on the roster by name, or added. Raises InvalidDocument, and Conflict if the club
    has this event already, unless `again` says that a second copy is wanted.
    """
    return _import(club, actor, document, again=again).event


def preview_import(club: Club, actor: Actor, document: Mapping[str, Any]) -> dict[str, Any]:
    """What `import_event` would import, for a page. Nothing is stored. Raises InvalidDocument.

    twin: the same event, if the club has it already. roster, added: the names of players who are on the
    roster, and of new ones.
    """
    with transaction.atomic():
        made = _import(club, actor, document, again=True)
        names, added = {player.name for player in made.people.players.values()}, set(made.people.added)
        deals = Deal.objects.effective().filter(table__round__event=made.event).count()
        transaction.set_rollback(True)
    return {
        "event": made.event,
        "twin": made.twin,
        "roster": sorted(names - added),
        "added": sorted(added),
        "rounds": len(made.rounds),
        "deals": deals,
    }


@transaction.atomic
def _import(club: Club, actor: Actor, document: Mapping[str, Any], *, again: bool) -> _Importer:
    parts = read_part(tree.EVENT, document)
    check_storable(document)
    # Two imports at the same moment must see each other.
    club = lock_club(club)
    # Every copy keeps the seed and the moment of its creation. Its name can change, and ids are new.
    twins = Event.objects.filter(club=club, seed=parts.seed, created_at=parts.created_at)
    twin = twins.order_by("-pk").first()
    if twin is not None and not again:
        raise EventAlreadyHere(
            event=twin.name,
            stated={"created_at": twin.created_at.isoformat()},
            expected={"event": str(twin.pk), "name": twin.name},
        )
    importer = _Importer(club, actor, parts, twin)
    try:
        importer.run()
    except MALFORMED as error:
        raise malformed(importer.place, _("The document contradicts itself here.")) from error
    return importer


class _Importer:
    """One import. `place` is the JSON pointer to the present part of the document."""

    def __init__(self, club: Club, actor: Actor, document: tree.EventPart, twin: Event | None) -> None:
        self.club, self.actor, self.document, self.twin = club, actor, document, twin
        self.place = ""
        self.rounds: dict[int | None, Round] = {}

    def run(self) -> None:
        """Store everything, in the order in which it happened."""
        document = self.document
        self.event = event = self._event()
        self.people = people = People(event, self.actor, document)
        self.place = "/players"
        people.store()
        self.place = "/stages"
        self._stages()
        for index, void in enumerate(document.void_rounds):
            self._void_round(void, f"/void_rounds/{index}")
        for number, data in enumerate(document.rounds, 1):
            self._round(data, number, f"/rounds/{number - 1}")
        self.place = "/adjustments"
        self._adjustments()
        event.status = EventStatus.FINISHED  # the final standing of a finished event has lots
        self.place = "/standings"
        self._standings()
        event.save(update_fields=["status"])
        awards = [award_as_data(award) for award in awards_of(event)]
        if awards != people.new_ids([award.model_dump() for award in document.awards]):
            raise Contradiction("awards_disagree", "/awards")
        deals = Deal.objects.filter(table__round__event=event)
        said = {"deals": deals.count(), "log": document.log.model_dump(), "records": records_of(event)}
        log(self.actor, "import_event", event, within=event, **said)

    def _event(self) -> Event:
        document = self.document
        settings = document.settings.columns()
        self.place = "/settings"
        stages = [stage.settings for stage in document.stages]
        try:
            event = create_event(self.club, self.actor, document.name, stages=stages, **settings)
        except Invalid as error:
            place = {"name": "/name"} | {name: f"/settings/{name}" for name in settings}
            raise InvalidDocument(
                error.code, place.get(error.field or "", "/stages"), error.detail
            ) from error
        except games.EngineError as error:
            raise InvalidDocument(error.code, "/settings/rules", sentence(error)) from error
        rules = games.resolve_rules(event.rules)
        if not _are_rules(document.frozen_rules, rules):
            raise Contradiction("rules_disagree", "/frozen_rules")
        event.spreads = document.spreads
        if event.scoring == Scoring.AUTO or event.spreads != spreads_of(event):
            raise Contradiction("spreads_disagree", "/spreads")
        # The event must run during the import: only a running event can pay leftovers.
        event.frozen_rules, event.status = rules, EventStatus.RUNNING
        for name in ("seed", "version", "rounds_planned", "created_at", "started_at", "finished_at"):
            setattr(event, name, getattr(document, name))
        event.covered = event.version  # else the import is refused at its end
        event.prizes = document.prizes.stored
        event.save()
        return event

    def _stages(self) -> None:
        self.stages = list(Stage.objects.filter(event=self.event).order_by("number"))
        for index, (stage, data) in enumerate(zip(self.stages, self.document.stages, strict=True)):
            place = f"/stages/{index}"
            entrants = self.people.new_ids(data.entrants)
            report = None if data.cut_report is None else self.people.new_ids(data.cut_report.model_dump())
            if entrants is not None and not self.people.entered(entrants):
                raise Contradiction("stage_disagrees.entrants", f"{place}/entrants")
            if report is not None:
                named = [name for key in ("tied", "passed_over", "chosen", "absent") for name in report[key]]
                named += [report[name] for name in ("last_in", "first_out") if report[name]]
                if (
                    stage.cut is None
                    or not fits(stage, entrants or (), report)
                    or not self.people.entries.keys() >= set(named)
                    or (report["out"] and not (report["last_in"] and report["first_out"]))
                ):
                    raise Contradiction("stage_disagrees.cut", f"{place}/cut_report")
            stage.entrants, stage.cut_report, stage.ended_at = entrants, report, data.ended_at
            stage.save(update_fields=["entrants", "cut_report", "ended_at"])

    def _void_round(self, data: tree.VoidRoundPart, place: str) -> None:
        """A void round with its deals. It decides nothing, so its place among the rounds is not checked."""
        round_ = self._played(data, RoundStatus.VOID, place)
        counting = Deal.objects.effective().filter(table__round=round_).exists()
        if round_.void_as == VoidCause.NOT_PLAYED and counting:
            raise Contradiction("round_disagrees.played", f"{place}/void_as")

    def _round(self, data: tree.RoundPart, number: int, place: str) -> None:
        if data.number != number:
            raise Contradiction("round_disagrees.number", f"{place}/number")
        if number > 1 and data.stage < self.rounds[number - 1].stage.number:
            raise Contradiction("round_disagrees.order", f"{place}/stage")
        self.rounds[number] = round_ = self._played(data, RoundStatus.CLOSED, place)
        self.place = place
        draw = data.model_dump(mode="json", include=DRAW_FIELDS, exclude_unset=True)
        import_draw(round_, **self.people.new_ids(draw), place=place)

    def _played(self, data: tree.PlayedPart, status: RoundStatus, place: str) -> Round:
        """Store a round with its tables."""
        self.place = place
        if data.stage > len(self.stages):
            raise Contradiction("round_disagrees.stage", f"{place}/stage")
        round_ = Round.objects.create(
            event=self.event,
            stage=self.stages[data.stage - 1],
            status=status,
            **data.columns("stage", "tables", *DRAW_FIELDS),
        )
        for number, table in enumerate(data.tables, 1):
            self.place = f"{place}/tables/{number - 1}"
            if table.number != number:
                raise Contradiction("round_disagrees.table", f"{self.place}/number")
            self._table(round_, table)
        return round_

    def _table(self, round_: Round, data: tree.TablePart) -> None:
        place = self.place
        seated = self.people.new_ids(data.seats)
        ids = round_.seats.values_list("entry_id", "occupants__entry_id")
        elsewhere = {str(pk) for both in ids for pk in both}
        if not self.people.entered(seated) or len(seated) > MOST_SEATS or elsewhere.intersection(seated):
            raise Contradiction("seats_disagree", f"{place}/seats")
        times = round_.deals_each
        if times is not None and data.deals_planned != times * len(seated):
            numbers = {"times": times, "seats": len(seated), "deals": times * len(seated)}
            raise Contradiction("round_disagrees.deals", f"{place}/deals_planned", **numbers)
        table = Table.objects.create(
            round=round_, closed_at=round_.closed_at, number=data.number, deals_planned=data.deals_planned
        )
        seats = Seat.objects.bulk_create(
            Seat(table=table, round=round_, number=number, entry_id=pk) for number, pk in enumerate(seated)
        )
        self._occupants(seats, data)
        rules = self.event.rules_in_force
        named = {
            end for act in data.game if isinstance(act, tree.MovePart) for end in (act.source, act.target)
        }
        # A seat that was removed before the first deal has an empty purse.
        purses = max([len(seated), *(int(name[-1]) + 1 for name in named if is_seat(name))])
        Account.objects.bulk_create(
            ledger.open_accounts({table.pk: purses}, games.board(rules), on_credit=rules["purse"] == "credit")
        )
        GameOfTable(self.actor, table, data.game, f"{place}/game").run()

    def _occupants(self, seats: list[Seat], data: tree.TablePart) -> None:
        """Store who took over a seat, and which seats stayed empty."""
        played = max((act.number for act in data.game if isinstance(act, tree.DealPart)), default=0)
        for index, row in enumerate(data.later):
            seat = seats[row.seat] if row.seat < len(seats) else None
            entry = None if row.entry is None else self.people.entry_of(row.entry)
            before = Occupant.objects.filter(seat=seat)
            if (
                seat is None
                or (entry is None) != (row.entry is None)
                or (entry is not None and has_played_in(seat.round, entry))
                or (entry is not None and bool(entry.player.bot) != self._is_bot(seat))
                or row.from_deal > played + 1
                or row.version > self.event.version
                or before.filter(Q(from_deal__gte=row.from_deal) | Q(entry=None)).exists()
            ):
                raise Contradiction("seats_disagree.taken_over", f"{self.place}/later/{index}")
            Occupant.objects.create(
                seat=seat,
                round=seat.round,
                entry=entry,
                event_version=row.version,
                from_deal=row.from_deal,
            )

    def _is_bot(self, seat: Seat) -> bool:
        return bool(self.people.entries[str(seat.entry_id)].player.bot)

    def _adjustments(self) -> None:
        rows = []
        for index, data in enumerate(self.document.adjustments):
            place = f"/adjustments/{index}"
            entry = self.people.entry_of(data.entry)
            round_ = self.rounds.get(data.round)
            if entry is None or (round_ is None and data.round is not None) or not data.reason:
                raise Contradiction("adjustment_disagrees", place)
            points = Decimal(str(data.points)) if "points" in data.model_fields_set else None
            with blaming(place):
                check_amount(self.event, data.chips, points)
            rows.append(
                Adjustment(
                    event=self.event,
                    entry=entry,
                    round=round_,
                    points=points,
                    author=self.actor.user,
                    cancelled_by=self.actor.user if data.cancelled_at else None,
                    **data.columns("entry", "round", "points"),
                )
            )
        Adjustment.objects.bulk_create(rows)

    def _standings(self) -> None:
        """Compute the standings and compare them with the document."""
        rows: list[Standing] = []
        for index, data in enumerate(self.document.standings):
            self.place = f"/standings/{index}"
            before = self.document.standings[:index]
            if data.round not in (None, *self.rounds) or any(
                data.version <= other.version or other.round in (None, data.round) for other in before
            ):
                raise Contradiction("standing_disagrees.rounds", self.place)
            stated = self.people.new_ids([row.model_dump() for row in data.rows])
            standing = Standing(
                event=self.event,
                round=self.rounds.get(data.round),
                rows=stated,
                **data.columns("round", "rows"),
            )
            standing.rows = standings.compute(
                self.event, through_round=data.round, kept=None if data.round is None else standing
            )
            on_boards = chips_on_boards(self.event, data.round)
            if (self._comparable(standing.rows), on_boards) != (self._comparable(stated), data.on_boards):
                raise Contradiction("standing_disagrees", self.place)
            rows.append(standing)
        if rows[-1].version != self.event.version:
            raise Contradiction("standing_disagrees.final", "/standings")
        Standing.objects.bulk_create(rows)
        queue_ratings(self.event)

    def _comparable(self, rows: Any) -> Any:
        """Rows as JSON. Without lots if the ids are new: then the lots differ, in the same order."""
        copies = plain(rows)
        if not self.people.keeps_ids:
            for row in copies:
                row["metrics"].pop("lots", None)
        return copies


def _are_rules(stated: Mapping[str, Any], rules: dict[str, Any]) -> bool:
    """Return whether a document states these rules. It may leave out switches that have a default."""
    try:
        return games.resolve_rules(stated) == rules
    except games.EngineError:
        return False
