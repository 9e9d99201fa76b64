"""The tally of each seat at its table, counted from the ledger."""

from __future__ import annotations

from collections import Counter
from uuid import UUID

from django.db.models import Q, Sum
from django.db.models.functions import Coalesce

from tournaments.models import (
    BANK,
    UNCOUNTED,
    Account,
    Event,
    RoundStatus,
    Seat,
    Stage,
    Transfer,
    seat_account,
)
from tournaments.rules.scoring import Tally


def seat_tallies(event: Event, round_number: int | None = None) -> list[Tally]:
    """The tallies of all seats in the published rounds, by round, table and seat (two queries).

    round_number: only of that round. Voids have negated numbers, so plain sums are right. Leftover payments
    count, without those that were taken back. Chips from the bank do not count.
    """
    only = {} if round_number is None else {"round__number": round_number}
    leftover: Counter[tuple[UUID, str]] = Counter()
    for table_id, source, target, chips in (
        Transfer.objects.filter(
            **{f"table__{name}": number for name, number in only.items()},
            table__round__event=event,
            reason="leftover",
        )
        .exclude(table__round__status=RoundStatus.VOID)
        .values_list("table_id", "source__name", "target__name")
        .annotate(chips=Sum("chips"))
        .order_by()
    ):
        leftover[table_id, target] += chips
        leftover[table_id, source] -= chips
    seats = (
        Seat.objects.filter(round__event=event, **only)
        .exclude(round__status__in=UNCOUNTED)
        .annotate(
            sum_played=Coalesce(Sum("results__deals"), 0),
            sum_net=Coalesce(Sum("results__net"), 0),
            sum_staked=Coalesce(Sum("results__staked"), 0),
            sum_pots=Coalesce(Sum("results__pots"), 0),
            sum_out=Coalesce(Sum("results__out"), 0),
            sum_pools=Coalesce(Sum("results__pools"), 0),
            sum_showdowns=Coalesce(Sum("results__showdowns"), 0),
        )
        .order_by("round__number", "table__number", "number")
        .values_list(
            "entry_id",
            "round__number",
            "table_id",
            "number",
            "sum_played",
            "sum_net",
            "sum_staked",
            "sum_pots",
            "sum_out",
            "sum_pools",
            "sum_showdowns",
        )
    )
    return [
        Tally(
            entry=str(entry),
            round=number,
            table=str(table),
            deals=played,
            chips=net + leftover[table, seat_account(seat)],
            pochen=pots - staked,
            out=out,
            pools=pools,
            showdowns=showdowns,
        )
        for entry, number, table, seat, played, net, staked, pots, out, pools, showdowns in seats
    ]


def chips_on_boards(event: Event, through_round: int | None = None, stage: Stage | None = None) -> int:
    """The chips in the pools at the tables of the rounds that count, so nobody has won them (one query).

    It is minus the sum of all net chips. through_round: without later rounds. stage: only its rounds.
    """
    pools = Account.objects.filter(table__round__event=event).exclude(
        Q(name=BANK) | Q(name__startswith="seat ") | Q(table__round__status=RoundStatus.VOID)
    )
    if through_round is not None:
        pools = pools.filter(table__round__number__lte=through_round)
    if stage is not None:
        pools = pools.filter(table__round__stage=stage)
    return pools.aggregate(chips=Sum("balance"))["chips"] or 0
