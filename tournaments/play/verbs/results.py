"""Record the deals and the total of a table, and read what is recorded."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import CharField, Count, F, Field, Max, OuterRef, QuerySet, Subquery, Sum, UUIDField
from django.db.models.functions import Cast, Coalesce
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

import games.services as games
from tournaments.core import outbox
from tournaments.core.actors import Actor
from tournaments.core.change import lock_and_bump, log_after
from tournaments.core.rules.refusals import Conflict, disagreeing, gettext_noop
from tournaments.core.rules.statuses import RoundStatus
from tournaments.draw.words.tables import rules_of
from tournaments.events.models.events import Event
from tournaments.events.rules.phases.facts import EventFacts, TableFacts
from tournaments.events.rules.phases.rounds import (
    verify_count_follows,
    verify_record_count,
    verify_record_deal,
)
from tournaments.play.verbs.turns import next_tasks
from tournaments.tables.models.ledger import (
    BOARD,
    Account,
    Deal,
    DealKind,
    Payout,
    PayoutHow,
    Showdown,
    Transfer,
)
from tournaments.tables.models.rounds import Occupant, Round, Table
from tournaments.tables.rules.places import account_names
from tournaments.tables.verbs import ledger
from tournaments.tables.verbs.table_states import (
    TOTAL,
    Start,
    TableState,
    recorded_deal,
    state_before,
    table_state,
)


def table_ledger(table: Table) -> QuerySet[Transfer]:
    """All transfers of a table, oldest first."""
    return Transfer.objects.filter(table=table).select_related("source", "target", "deal").order_by("id")


def deal_steps(deal: Deal) -> dict[str, Any]:
    """The ``poch-steps/1`` of a deal. The reasons of the expert are in the language of the reader."""
    watched = games.steps(deal.document)
    for step in watched["steps"]:
        if (advice := step["advice"]) is not None:
            advice["detail"] = gettext(advice["template"]) % advice["params"]
    return watched


def deal_revisions(table: Table, number: int) -> QuerySet[Deal]:
    """All revisions of a deal of a table, with its voids, oldest first."""
    return Deal.objects.single().filter(table=table, number=number).order_by("revision")


def table_deals(table: Table) -> QuerySet[Deal]:
    """The deals of a table that count, by number. A count is none of them."""
    return Deal.objects.effective().single().filter(table=table).order_by("number")


def event_deals(event: Event) -> QuerySet[Deal]:
    """The deals of an event that count. Those of void rounds do not."""
    deals = Deal.objects.effective().filter(table__round__event=event)
    return deals.exclude(table__round__status=RoundStatus.VOID)


def with_transfers(deals: list[Deal]) -> list[Deal]:
    """Read the transfers of all these deals with two queries, and return the deals.

    The transfers become no objects: a page of deals has thousands of them.
    """
    rows = Transfer.objects.filter(deal__in=deals).order_by("deal_id", "seq")
    # If transfers join the names of their accounts, PostgreSQL reads the accounts of all clubs.
    accounts = Account.objects.filter(table__in={deal.table_id for deal in deals})
    names = dict(accounts.values_list("pk", "name"))
    # As a text, because an id object for each transfer costs more than all the rest.
    columns = (Cast("deal_id", CharField()), "source", "target", "chips", "reason")
    transfers: dict[UUID, list[dict[str, Any]]] = {
        UUID(deal_id): [
            {"from": names[source], "to": names[target], "chips": chips, "reason": reason}
            for _deal_id, source, target, chips, reason in group
        ]
        for deal_id, group in groupby(rows.values_list(*columns), key=itemgetter(0))
    }
    for deal in deals:
        rows_of_deal = transfers.get(deal.pk, [])
        # Every seat that plays pays an ante, so the accounts of the deal tell which seats these are.
        moved = {row[end] for row in rows_of_deal for end in ("from", "to")}
        seats = sorted(int(name[5:]) for name in moved if name.startswith("seat "))
        if len(seats) == len(deal.document["chips"]):
            deal.places = seats
        if deal.places[-1] >= len(deal.places):
            named = {account: name for name, account in account_names(deal.places).items()}
            for row in rows_of_deal:
                row["from"] = named.get(row["from"], row["from"])
                row["to"] = named.get(row["to"], row["to"])
        deal.whole_result = {**deal.result, "transfers": rows_of_deal}
    return deals


def deals_and_count(table: Table) -> QuerySet[Deal]:
    """The deals of a table that count, by number, and its count."""
    return Deal.objects.effective().filter(table=table).order_by("number")


def table_version(table: Table) -> str:
    """A text that changes with each deal, void and change of players at a table (one query)."""
    counts = Table.objects.filter(pk=table.pk).aggregate(
        deals=Count("deals", distinct=True),
        changes=Count("seats__occupants", distinct=True),
        newest=Max("seats__occupants"),
    )
    return "-".join(str(counts[name] or 0) for name in ("deals", "changes", "newest"))


def last_number(table: Table) -> int:
    """The number of the last deal of a table that counts; 0 if there is none."""
    return table_deals(table).values_list("number", flat=True).last() or 0


def payouts_of(event: Event) -> QuerySet[Payout]:
    """The payouts of the deals of an event that count, each with who had the seat (`by_entry`, ...)."""
    return _of_deals_that_count(Payout.objects.all(), event)


def chips_paid(event: Event) -> dict[str, int]:
    """The chips that each pool has paid in the deals of an event that count, in the order of the board.

    Totals do not say from which pool chips came. Without the rules of Poch there is no pool. One query.
    """
    won = payouts_of(event).exclude(how=PayoutHow.CARRIED).order_by().values_list("pool")
    paid = dict(won.annotate(paid=Sum("chips")))
    return {pool: paid.get(pool, 0) for pool in games.board(rules_of(event))}


def showdowns_of(event: Event) -> QuerySet[Showdown]:
    """The part of each seat in the Pochen, for the deals of an event that count."""
    return _of_deals_that_count(Showdown.objects.all(), event)


def _of_deals_that_count(rows: QuerySet[Any], event: Event) -> QuerySet[Any]:
    counting = rows.filter(
        deal__table__round__event=event, deal__kind=DealKind.RECORDED, deal__replaced_by__isnull=True
    ).exclude(deal__table__round__status=RoundStatus.VOID)
    with_players: QuerySet[Any] = counting.select_related("deal__table__round").annotate(
        by_entry=_who_played("pk", UUIDField()),
        by_player=_who_played("player_id", UUIDField()),
        by_name=_who_played("player__public_name", CharField()),
    )
    return with_players


def _who_played(column: str, kind: Field[Any, Any]) -> Coalesce:
    """A column of the entry that had the seat in the deal of a row."""
    taken = Occupant.objects.filter(seat=OuterRef("seat"), from_deal__lte=OuterRef("deal__number"))
    last = Subquery(taken.order_by("-from_deal").values(f"entry__{column}")[:1])
    return Coalesce(last, F(f"seat__entry__{column}"), output_field=kind)


FILLED_IN = ("rules", "dealer", "chips", "pools")
"""Fields that the service fills in from the table. If a document has one, it must match the table."""


@dataclass(frozen=True)
class Preview:
    """A deal as it would be recorded: the completed document and its poch-result/1."""

    number: int
    document: dict[str, Any]
    result: dict[str, Any]


@dataclass(frozen=True)
class Recorded:
    """A deal. `created` is False if it was recorded before."""

    deal: Deal
    created: bool = True

    @property
    def status(self) -> str:
        """What became of it, beside the statuses of claims: it was recorded now, or before."""
        return "recorded" if self.created else "again"

    @property
    def result(self) -> dict[str, Any]:
        """The poch-result/1 of the deal."""
        result: dict[str, Any] = self.deal.result
        return result


def preview(table: Table, number: int | None, document: Mapping[str, Any]) -> Preview:
    """Return the deal, or the total, as `record` would record it, or raise the same errors."""
    state = table_state(table)
    _verify_next(table, state, number, document)
    return Preview(state.next_number, *complete(state, document, total=number is TOTAL))


def why_not(table: Table, state: TableState, *, total: bool = False) -> str:
    """The sentence that says why no deal, or no total, can be recorded now; empty if one can."""
    try:
        if total:
            _verify_total(table, state, state.next_number - 1)
        else:
            _verify_next(table, state, state.next_number, {})
    except Conflict as refusal:
        return refusal.detail
    return ""


def record(table: Table, actor: Actor, number: int | None, document: Mapping[str, Any]) -> Recorded:
    """Record a poch-deal/1 or poch-scorecard/1 as deal `number` of a table, or its total, with the ledger.

    The engine computes the result. Idempotent: a document that is recorded already returns its deal. Raises
    games.services.EngineError for a malformed or illegal document; Conflict if the number is not the next
    one, or has another document; if the total begins after another deal than the last; if the table is
    closed; or if the document does not match the table.
    """
    total = number is TOTAL
    may_exist = number is TOTAL or table.highest_number is None or number <= table.highest_number
    if may_exist and (recorded := recorded_already(table, number, document)) is not None:
        # A retry needs no lock.
        return recorded
    with transaction.atomic():
        # Lock first, so that the table is read only once. The replay is short compared with the
        # rest, so it may run under the lock.
        lock_and_bump(table.round.event)
        state = table_state(table)
        may_exist = number is TOTAL or number < state.next_number
        if may_exist and (recorded := recorded_already(table, number, document, state)) is not None:
            # Another request has just recorded it.
            transaction.set_rollback(True)
            return recorded
        _verify_next(table, state, number, document)
        completed, result = complete(state, document, total=total)
        if total:
            # Tables that are counted deal by deal have no account for chips that lie in no pool.
            board, _created = Account.objects.get_or_create(table=table, name=BOARD)
            state.all_account_ids[BOARD] = board.pk
        return Recorded(_write(table, actor, state, completed, result, total=total))


def recorded_already(
    table: Table, number: int | None, document: Mapping[str, Any], state: TableState | None = None
) -> Recorded | None:
    """Do what `record` does if this deal, or a total, is recorded; return None if not. Changes nothing.

    state: of the table, if it was read.
    """
    deal = recorded_deal(table, number)
    if deal is None:
        return None
    if number is TOTAL:
        verify_follows(table, deal, document)
        _completed, result = complete(state_before(table, deal), document, total=True)
        if not same_total(deal, result):
            raise CountTaken(table=table.number, stated=result["net"], expected=deal.result["net"])
    elif not _same_deal(deal, document):
        raise DealNumberTaken(
            number=number, stated=number, expected=(state or table_state(table)).next_number
        )
    return Recorded(deal, created=False)


class DealNumberTaken(Conflict):
    """Another deal has this number."""

    sentence = gettext_noop(
        "Deal %(number)d is already recorded with other contents. Correct it if it is wrong."
    )


class CountTaken(Conflict):
    """The table has another total."""

    sentence = gettext_noop(
        "The total of table %(table)d is entered with other numbers. To correct it, give a reason."
    )


def _same_deal(deal: Deal, document: Mapping[str, Any]) -> bool:
    """Whether the deal was recorded from `document`, which may omit the fields of FILLED_IN.

    A malformed document raises the same error as for a new deal.
    """
    stored = deal.document
    try:
        rules_agree = "rules" not in document or games.resolve_rules(
            document["rules"]
        ) == games.resolve_rules(stored["rules"])
    except games.EngineError:
        rules_agree = False
    stated = {**document, "rules": stored["rules"]}
    if isinstance(stated.get("pools"), Mapping):
        stated["pools"] = {**dict.fromkeys(stored["pools"], 0), **stated["pools"]}
    complete = set(stored) - set(FILLED_IN) <= set(stated)
    if complete and rules_agree and canonical({**stored, **stated}) == canonical(stored):
        return True
    try:
        games.replay({**{key: stored[key] for key in FILLED_IN}, **document})
    except games.EngineError as error:
        if error.kind == "schema":
            raise
    return False


def same_total(total: Deal, result: Mapping[str, Any]) -> bool:
    """Whether this result of a total is the recorded one.

    Only results are compared, because documents can say the same in two forms: one has `net` and the other
    `chips`, or only one of them has `board`.
    """
    return bool(total.result == {key: value for key, value in result.items() if key != "transfers"})


def canonical(document: Mapping[str, Any]) -> str:
    """The document as a canonical text. Compared as texts, `true` and 1 differ."""
    return json.dumps(document, sort_keys=True)


def _verify_next(table: Table, state: TableState, number: int | None, document: Mapping[str, Any]) -> None:
    """Raise Conflict unless `number` is the next deal of the table, or the table can get this total."""
    if number is TOTAL:
        _verify_total(table, state, games.count_after(document))
        return
    with disagreeing(stated=number, expected=state.next_number):
        verify_record_deal(EventFacts(status=state.event_status), _facts(table, state), number)


def _verify_total(table: Table, state: TableState, after: int) -> None:
    """Raise Conflict unless a table without a total can get one for what follows its first `after` deals."""
    changed = Occupant.objects.filter(seat__table=table, from_deal__gte=state.next_number).exists()
    facts = replace(_facts(table, state), changed=changed)
    verify_record_count(EventFacts(status=state.event_status), facts, after)


def _facts(table: Table, state: TableState) -> TableFacts:
    return TableFacts(
        table.number,
        state.round_status,
        state.next_number - 1,
        state.deals_planned,
        over=not state.can_ante,
        counted=state.counted is not None,
        without_rules=not games.has_rules(state.rules),
    )


def verify_follows(table: Table, total: Deal, document: Mapping[str, Any]) -> None:
    """Raise Conflict unless a document begins after as many deals as the total that it says again."""
    facts = TableFacts(table.number, table.round.status, total.number - 1)
    verify_count_follows(facts, games.count_after(document))


def complete(
    start: Start, document: Mapping[str, Any], *, total: bool = False
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the document with the fields of FILLED_IN (of a total: `board`), and its result.

    Raises as `record` does. The most basic error comes first: malformed, then not matching the table, then
    against the rules.
    """
    if total:
        return {"board": 0, **document}, counted_from(start, document)
    disagreement = _disagreement(start, document)
    try:
        # The engine gets the fields as the document has them, since it checks their types (`true` is not 1).
        result = games.replay({**start.filled_in, **document})
    except games.EngineError as error:
        if error.kind == "schema" or disagreement is None:
            raise
    if disagreement is not None:
        raise disagreement
    return {**document, **start.filled_in}, result


def counted_from(start: Start, document: Mapping[str, Any]) -> dict[str, Any]:
    """The result of a total. Raises EngineError."""
    return games.count(document, start.rules, start.purses, start.pools, start.next_dealer)


def _disagreement(start: Start, document: Mapping[str, Any]) -> Conflict | None:
    for key, expected in start.filled_in.items():
        if key not in document:
            continue
        stated = document[key]
        if key == "rules":
            try:
                agrees = games.resolve_rules(stated) == expected
            except games.EngineError:
                continue  # malformed rules: the engine reports what is wrong
        elif key == "pools":
            agrees = isinstance(stated, Mapping) and {**dict.fromkeys(start.pools, 0), **stated} == expected
        else:
            agrees = stated == expected
        if not agrees:
            return Conflict(
                f"{key}_disagree",
                _("“%(key)s” in the document does not match the table."),
                {"key": key},
                stated=stated,
                expected=expected,
            )
    return None


def _write(
    table: Table,
    actor: Actor,
    state: TableState,
    document: dict[str, Any],
    result: dict[str, Any],
    *,
    total: bool,
) -> Deal:
    """Write the next deal, or the total, and its consequences, under the lock of the event."""
    event = table.round.event
    deal = Deal(
        table=table,
        number=state.next_number,
        revision=state.next_revision,
        replaces_id=state.next_replaces,
        counted=result["deals"] if total else None,
        document=document,
        recorded_by=actor.user,
        via=actor.via,
        event_version=state.event_version,
    )
    deal.places = state.places
    ledger.write(deal, result, accounts=state.account_ids, seats=state.seat_ids)
    log_after(
        state.log_head,
        actor,
        "record_count" if total else "record_deal",
        deal,
        event,
        {"table": str(table.pk), "number": deal.number, "format": document["format"]},
    )
    over = total or deal.number >= state.deals_planned or not games.can_ante(state.rules, result["chips"])
    next_up = next_tasks(table, deal.number + 1, over=over, has_bots=state.has_bots)
    outbox.add_all([*state.refresh_queue.calls(event.pk), *next_up])
    if state.round_status == RoundStatus.PUBLISHED:
        Round.objects.filter(pk=table.round_id).update(status=RoundStatus.PLAYING)
    return deal
