"""Measure a full run of fsck beside the plain SELECT of the same transfers, on PostgreSQL.

    python -m tests.bench.fsck

It fills the database with events of 100 tables: eight deals a table, played by bots, each table with its own
cards. The rows are written in bulk with the triggers switched off, with logs and standings. fsck must find
no damage in them. Then it measures alternately, in one process:

* the SELECT of all transfers, as tuples;
* fsck.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import time
from collections.abc import Iterator
from typing import Any

from tests.bench.site import databases
from tests.bench.spent import spread

TABLES = 100
"""Tables of an event."""
DEALS = 8
"""Deals of a table."""
SEATS = 4


def main() -> None:
    options = argparse.ArgumentParser(description="Measure a full run of fsck.")
    options.add_argument("--transfers", type=int, default=1_000_000)
    options.add_argument("--rounds", type=int, default=3)
    arguments = options.parse_args()
    with databases():
        _fill(arguments.transfers)
        _measure(arguments.rounds)


def _measure(rounds: int) -> None:
    from tournaments.programs.fsck import run as fsck

    selects, checks, work = [], [], []
    for _ in range(rounds):
        selects.append(_select())
        began, worked = time.perf_counter(), time.process_time()
        report = fsck.run()
        checks.append(time.perf_counter() - began)
        work.append(time.process_time() - worked)
        if not report.is_clean:
            raise SystemExit(f"fsck found damage: {report.damage[0]}")
    counts = ", ".join(f"{count:,} {name}" for name, count in sorted(report.checked.items()))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    _print(f"{counts}; load {os.getloadavg()[0]:.1f}; at most {memory} MiB of memory")
    _print(f"  SELECT of all transfers   {spread(selects)} s")
    _print(f"  fsck                      {spread(checks)} s")
    _print(f"    processor time          {spread(work)} s (without that of PostgreSQL)")
    _print(f"  fsck / SELECT             {spread([c / s for c, s in zip(checks, selects, strict=True)])}")


def _select() -> float:
    from tournaments.models import Transfer

    began = time.perf_counter()
    for _row in Transfer.objects.order_by("pk").values_list().iterator(chunk_size=5000):
        pass
    return time.perf_counter() - began


def _fill(transfers: int) -> None:
    from django.db import connection, transaction

    import games.services as games
    from tests.builders import enter, make_event, owner_of
    from tournaments.desk.verbs.lifecycle import start_event
    from tournaments.models import Transfer

    number = 0
    while Transfer.objects.count() < transfers:
        event = make_event(rules={"preset": "pagat"}, deals_per_round=DEALS, visibility="private")
        enter(event, TABLES * SEATS)
        event = start_event(event, owner_of(event.club))
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL session_replication_role = replica")
            _fill_event(event, games.board(event.rules_in_force), number)
        number += 1
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _fill_event(event: Any, pools: list[str], number: int) -> None:
    """Write one closed round of an event: its seats, deals, log and standing."""
    from django.utils import timezone

    from tournaments.core.audit import COMMAND, content
    from tournaments.core.rules import chain
    from tournaments.models import Account, AuditEntry, Deal, Round, Seat, Standing, Table
    from tournaments.standings.verbs import standings
    from tournaments.tables.verbs.ledger import open_accounts

    now = timezone.now()
    round_ = Round.objects.create(
        event=event,
        stage=event.stages.get(),
        number=1,
        status="closed",
        seed=1,
        moves=0,
        by_hand=1,
        certificate={"people": {}},
        drawn_at=now,
        published_at=now,
        closed_at=now,
    )
    tables = Table.objects.bulk_create(
        Table(round=round_, number=table + 1, deals_planned=DEALS, closed_at=now) for table in range(TABLES)
    )
    entries = list(event.entries.order_by("number"))
    seats = Seat.objects.bulk_create(
        Seat(table=table, round=round_, number=seat, entry=entries[index * SEATS + seat])
        for index, table in enumerate(tables)
        for seat in range(SEATS)
    )
    on_credit = event.rules_in_force["purse"] == "credit"
    accounts = Account.objects.bulk_create(
        open_accounts({table.pk: SEATS for table in tables}, pools, on_credit=on_credit)
    )
    event.refresh_from_db()
    deals: list[Deal] = []
    log: list[AuditEntry] = []
    for index, table in enumerate(tables):
        here = {account.name: account for account in accounts if account.table_id == table.pk}
        chairs = {seat.number: seat.pk for seat in seats if seat.table_id == table.pk}
        for deal in _play(event, table, here, chairs, seed=number * TABLES + index):
            event.version += 1
            deal.event_version = event.version
            deals.append(deal)
            entry = AuditEntry(
                club_id=event.club_id,
                event=event,
                via=COMMAND.via,
                verb="record_deal",
                target=f"deal {deal.pk}",
                data={"table": str(table.pk), "number": deal.number, "format": deal.document["format"]},
                at=now,
                number=event.log_length + 1,
            )
            entry.digest = chain.link(event.log_head, content(entry))
            event.log_length, event.log_head = entry.number, entry.digest
            log.append(entry)
    Deal.objects.bulk_create(deals, batch_size=500)
    AuditEntry.objects.bulk_create(log, batch_size=500)
    Account.objects.bulk_update(accounts, ["balance"], batch_size=500)
    event.covered = event.version
    event.save()
    rows = standings.compute(event)
    Standing.objects.create(event=event, version=event.version, round=round_, rows=rows)


def _play(
    event: Any, table: Any, accounts: dict[str, Any], seats: dict[int, int], *, seed: int
) -> Iterator[Any]:
    """Play the deals of a table, write their parts, and yield the deals without a version."""
    import games.services as games
    from tournaments.models import Deal, Payout, SeatResult, Showdown, Transfer, new_id
    from tournaments.tables.verbs.ledger import parts_of

    rules = event.rules_in_force
    chips, pools, dealer = [0] * SEATS, dict.fromkeys(games.board(rules), 0), 0
    ids = {name: account.pk for name, account in accounts.items()}
    by_id = {account.pk: account for account in accounts.values()}
    for number in range(1, DEALS + 1):
        document = games.play_deal(
            rules, dealer=dealer, chips=chips, pools=pools, bots=["random"] * SEATS, seed=seed, number=number
        )
        result = games.replay(document)
        chips, pools, dealer = result["chips"], result["pools"], result["next_dealer"]
        plain = {key: value for key, value in result.items() if key != "transfers"}
        deal = Deal(
            pk=new_id(), table=table, number=number, document=document, result=plain, next_dealer=dealer,
            via="command", event_version=0,
        )  # fmt: skip
        parts = parts_of(result, accounts=ids, seats=seats)
        Transfer.objects.bulk_create(Transfer(table=table, deal_id=deal.pk, **row) for row in parts.transfers)
        SeatResult.objects.bulk_create(SeatResult(deal_id=deal.pk, **row) for row in parts.seat_results)
        Payout.objects.bulk_create(Payout(deal_id=deal.pk, **row) for row in parts.payouts)
        Showdown.objects.bulk_create(Showdown(deal_id=deal.pk, **row) for row in parts.showdowns)
        for row in parts.transfers:
            by_id[row["source_id"]].balance -= row["chips"]
            by_id[row["target_id"]].balance += row["chips"]
        yield deal


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
