"""Chips between the bank and the seats, and what is left on the board."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Max

import games.services as games
from tournaments.core.actors import Actor
from tournaments.core.change import lock_table, log
from tournaments.core.refusals import clean_reason
from tournaments.core.rules.refusals import Conflict, gettext_noop
from tournaments.draw.rules.check import NoSuchSeat
from tournaments.events.rules.phases.facts import TableFacts
from tournaments.events.rules.phases.rounds import verify_issue_chips
from tournaments.events.verbs.plans import event_facts
from tournaments.play.models import WithdrawalCause
from tournaments.play.verbs import claims
from tournaments.standings.verbs.adjustments import ChipsOutOfRange
from tournaments.tables.models.ledger import BANK, BOARD, Account, Deal, Transfer, seat_account
from tournaments.tables.models.rounds import Occupant, Round, Seat, Table, somebody_sits
from tournaments.tables.rules.places import account_names, places_in
from tournaments.tables.verbs.table_states import pools_of

MOST_CHIPS = 1_000_000

Move = tuple[int, int, int, str]
"""The ids of two accounts, the chips that move from the first to the second, and the reason."""


class PursesOnCredit(Conflict):
    """Purses have credit here, so chips cannot run out."""

    sentence = gettext_noop("Purses are on credit in this event, so nobody can run out of chips.")


@transaction.atomic
def issue_chips(table: Table, actor: Actor, seats: Sequence[int], chips: int, reason: str) -> list[Transfer]:
    """Issue `chips` extra chips to each of these seats of a table with `table` purses.

    They do not count for the score. Claims that were made with the old purses are withdrawn. Raises Conflict
    or Invalid.
    """
    table = lock_table(table)
    counted = Deal.objects.effective().counts().filter(table=table).exists()
    facts = TableFacts(table.number, table.round.status, counted=counted)
    verify_issue_chips(event_facts(table.round.event), facts)
    if table.round.event.rules_in_force["purse"] != "table":
        raise PursesOnCredit
    if not 1 <= chips <= MOST_CHIPS:
        raise ChipsOutOfRange(
            sentence=gettext_noop("Issue 1 to %(most)d chips."), most=MOST_CHIPS, field="chips"
        )
    reason = clean_reason(reason)
    accounts = dict(Account.objects.filter(table=table).values_list("name", "pk"))
    if not seats or not set(seats) <= set(
        Seat.objects.filter(somebody_sits(), table=table).values_list("number", flat=True)
    ):
        raise NoSuchSeat(sentence=gettext_noop("Choose seats of this table."), field="seats")
    chosen = sorted(set(seats))
    moves = [(accounts[BANK], accounts[seat_account(seat)], chips, "issue") for seat in chosen]
    transfers = Transfer.objects.bulk_create(_transfers(table.pk, moves, first=_next_seq(table), note=reason))
    claims.withdraw_outdated(table, actor, WithdrawalCause.CHIPS_ISSUED)
    event = table.round.event
    log(actor, "issue_chips", table, within=event, seats=chosen, chips=chips, reason=reason)
    return transfers


def refit(table: Table, purses: Mapping[int, int | None], *, seats_before: int) -> None:
    """Issue and return chips after the number of seats of a table without deals has changed.

    `purses`: the chips that the player of each seat has now; None for a new player, who gets the starting
    chips of the event. Purses on credit stay empty.
    """
    event = table.round.event
    on_credit = event.rules_in_force["purse"] == "credit"
    accounts = {account.name: account for account in Account.objects.filter(table=table)}
    missing = [seat_account(seat) for seat in purses if seat_account(seat) not in accounts]
    for account in Account.objects.bulk_create(
        Account(table=table, name=name, overdraft=on_credit) for name in missing
    ):
        accounts[account.name] = account
    if on_credit:
        return
    bank = accounts[BANK].pk
    moves: list[Move] = []
    for seat in range(max(seats_before, len(purses))):
        account = accounts[seat_account(seat)]
        chips = purses.get(seat, 0)
        more = (event.starting_chips if chips is None else chips) - account.balance
        if more > 0:
            moves.append((bank, account.pk, more, "start"))
        elif more < 0:
            moves.append((account.pk, bank, -more, "return"))
    Transfer.objects.bulk_create(_transfers(table.pk, moves, first=_next_seq(table)))


def _transfers(table: UUID, moves: Iterable[Move], *, first: int = 0, note: str = "") -> list[Transfer]:
    """The unsaved transfers of these moves at a table. first: the `seq` of the first."""
    return [
        Transfer(
            table_id=table,
            seq=seq,
            source_id=source,
            target_id=target,
            chips=chips,
            reason=reason,
            note=note,
        )
        for seq, (source, target, chips, reason) in enumerate(moves, first)
    ]


def _next_seq(table: Table) -> int:
    rows = Transfer.objects.filter(table=table, deal__isnull=True)
    last: int | None = rows.aggregate(last=Max("seq"))["last"]
    return (last or 0) + 1


REASON = "leftover"


def pay(round_: Round, *, only: Table | None = None) -> None:
    """Share out the chips in the pools, in the order of play of the last deal of each table.

    Applies to all tables of a closed round, or to the table `only`. Does nothing
    unless the rules have `leftover: split`.
    """
    rules = round_.event.rules_in_force
    if rules["leftover"] != "split":
        return
    deals = Deal.objects.effective().filter(table__round=round_).order_by("number")
    last = {deal.table_id: deal for deal in (deals if only is None else deals.filter(table=only))}
    # Of all tables together: a round can have hundreds.
    seats: dict[UUID, list[int]] = defaultdict(list)
    empty: dict[UUID, dict[int, int]] = defaultdict(dict)
    accounts: dict[UUID, dict[str, Account]] = defaultdict(dict)
    for table, seat in Seat.objects.filter(table__in=last).values_list("table_id", "number"):
        seats[table].append(seat)
    left = Occupant.objects.filter(seat__table__in=last, entry=None)
    for table, seat, from_deal in left.values_list("seat__table_id", "seat__number", "from_deal"):
        empty[table][seat] = from_deal
    for account in Account.objects.filter(table__in=last):
        accounts[account.table_id][account.name] = account
    transfers = []
    for table, deal in last.items():
        here, places = accounts[table], places_in(seats[table], empty[table], deal.number)
        balances = {name: account.balance for name, account in here.items()}
        pools = pools_of(balances, rules, counted=deal.counted is not None)
        shares = shares_of(rules, pools, places, deal.last_dealer)
        moves = [(here[share["from"]].pk, here[share["to"]].pk, share["chips"], REASON) for share in shares]
        transfers += _transfers(table, moves)
    Transfer.objects.bulk_create(transfers)


def shares_of(
    rules: Mapping[str, Any], pools: Mapping[str, int], places: Sequence[int], last_dealer: int
) -> list[dict[str, Any]]:
    """The shares of the chips in the pools for the seats that played the last deal (`core.rules.units`).

    last_dealer: counted among them. Each share: the accounts `from` and `to`, and `chips`.
    """
    names = account_names(places)
    if BOARD in pools:
        # Shares do not depend on the pool, and the rules do not know this one.
        pool = games.board(rules)[0]
        shares = shares_of(rules, {pool: pools[BOARD]}, places, last_dealer)
        return [{**share, "from": BOARD} for share in shares]
    shares = games.leftover(rules, pools=pools, seats=len(places), last_dealer=last_dealer)
    return [{**share, "to": names[share["to"]]} for share in shares]


def take_back(table: Table) -> None:
    """Move the chips that were shared out back to their pools, before they are shared out again."""
    paid: Counter[tuple[int, int]] = Counter()
    for source, target, chips, name in Transfer.objects.filter(table=table, reason=REASON).values_list(
        "source", "target", "chips", "target__name"
    ):
        if name.startswith("seat "):
            paid[source, target] += chips
        else:
            paid[target, source] -= chips
    moves = [(seat, pool, chips, REASON) for (pool, seat), chips in paid.items() if chips]
    Transfer.objects.bulk_create(_transfers(table.pk, moves))
