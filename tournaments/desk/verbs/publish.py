"""Publishing a round: its seats are frozen and its tables can play."""

from __future__ import annotations

from collections import Counter
from uuid import UUID

from django.db import transaction
from django.utils import timezone

import games.services as games
from tournaments.core import outbox
from tournaments.core.audit import Actor, log
from tournaments.core.locks import bump, lock_round
from tournaments.core.outbox import TaskCall
from tournaments.core.refreshes import queue_refresh
from tournaments.core.rules.statuses import RoundStatus
from tournaments.desk.verbs import clocks
from tournaments.draw.verbs.draws import round_facts
from tournaments.events.rules.phases.rounds import verify_publish
from tournaments.events.verbs.plans import event_facts
from tournaments.tables.models.ledger import BANK, Account, Transfer, seat_account
from tournaments.tables.models.rounds import Round, Seat
from tournaments.tables.verbs.ledger import open_accounts


@transaction.atomic
def publish_round(round_: Round, actor: Actor, draw_seen: int) -> Round:
    """Freeze the seats, open the accounts of the tables and show the round. Tables of bots begin to play.

    Raises Conflict if the draw is not the one that the director saw, or if it is stale.
    """
    round_ = lock_round(round_)
    event = round_.event
    verify_publish(event_facts(event), round_facts(round_, event), draw_seen)
    round_.status = RoundStatus.PUBLISHED
    round_.published_at = timezone.now()
    round_.save(update_fields=["status", "published_at"])
    clocks.begin(round_, round_.published_at)
    seats: dict[UUID, int] = Counter()
    bots = []
    places = Seat.objects.filter(round=round_).order_by("pk")
    for table, number, bot in places.values_list("table_id", "number", "entry__player__bot"):
        seats[table] += 1
        if number == 0 and bot:
            bots.append(table)
    _open_tables(round_, seats)
    bump(event)
    log(actor, "publish_round", round_, within=event, number=round_.number, draw=round_.draw)
    queue_refresh(event.pk)
    outbox.add_all(TaskCall("bots.play_deal", (table, 1)) for table in bots)
    return round_


def _open_tables(round_: Round, seats: dict[UUID, int]) -> None:
    """Open the accounts of these tables. With `table` purses, the bank gives each seat its starting chips."""
    event = round_.event
    rules = event.rules_in_force
    on_credit = rules["purse"] == "credit"
    Account.objects.bulk_create(open_accounts(seats, games.board(rules), on_credit=on_credit))
    if on_credit:
        return
    opened = Account.objects.filter(table__round=round_)
    accounts = {(table, name): pk for table, name, pk in opened.values_list("table_id", "name", "pk")}
    Transfer.objects.bulk_create(
        Transfer(
            table_id=table,
            seq=seat,
            source_id=accounts[table, BANK],
            target_id=accounts[table, seat_account(seat)],
            chips=event.starting_chips,
            reason="start",
        )
        for table, count in seats.items()
        for seat in range(count)
    )
