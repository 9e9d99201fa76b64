"""What can be read of an event as a whole: exports, the steps of a deal, the story."""

from __future__ import annotations

import csv
import json
import tracemalloc
from io import StringIO
from typing import Any

import pytest

from tests.api.client import Client
from tests.api.contract import breaches
from tests.builders import a_table, boss, make_key, owner_of, play, play_round, published_round, running_event
from tournaments.clubs.verbs import people
from tournaments.desk.verbs.lifecycle import finish_event, reopen_event
from tournaments.models import Account, Deal, Event, Table, Transfer
from tournaments.play.verbs import leftovers
from tournaments.programs.documents import exports
from tournaments.standings.verbs import standings

pytestmark = pytest.mark.django_db


def path_of(event: Event, kind: str, form: str = "ndjson") -> str:
    return f"/events/{event.slug}/exports/{kind}/?format={form}"


def read(client: Client, path: str) -> str:
    answer: Any = client.get(path)
    assert answer.status_code == 200
    return b"".join(answer.streaming_content).decode()


def objects(client: Client, path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in read(client, path).splitlines()]


def test_every_deal_that_counts_is_there_once_in_order(anybody: Client) -> None:
    event = running_event(8, deals_per_round=2)
    round_ = play_round(published_round(event))
    exported = objects(anybody, path_of(event, "deals"))
    assert [(row["table_number"], row["number"]) for row in exported] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    for row in exported:
        alone = anybody.get(f"/tables/{row['table']}/deals/{row['number']}/").json()
        assert row["id"] == alone["id"]
        assert row["document"] == alone["document"]
        assert row["recorded_at"] == alone["recorded_at"]
        del alone["result"]["transfers"]
        assert row["result"] == alone["result"]
    assert {row["round"] for row in exported} == {round_.number}


def test_the_ledger_is_every_tables_ledger_and_its_csv_says_the_same(anybody: Client) -> None:
    table = a_table(4)
    play(table, 2)
    event = table.round.event
    Client(make_key(event.club, "scorer")).delete(f"/tables/{table.pk}/deals/2/")
    exported = objects(anybody, path_of(event, "ledger"))
    page = anybody.get(f"/tables/{table.pk}/ledger/?limit=500").json()["results"]
    keys = ("id", "deal", "revision", "seq", "from", "to", "chips", "reason", "created_at")
    assert [[row[key] for key in keys] for row in exported] == [[row[key] for key in keys] for row in page]
    rows = list(csv.DictReader(StringIO(read(anybody, path_of(event, "ledger", "csv")), newline="")))
    assert [[row[key] for key in keys] for row in rows] == [
        [str(row[key]) for key in keys] for row in exported
    ]


def test_no_name_becomes_a_formula_and_numbers_stay_numbers(anybody: Client) -> None:
    event = running_event(4, deals_per_round=1)
    names = ["=1+1", "+49", "-2", "@SUM(A1)"]
    for name, entry in zip(names, event.entries.select_related("player"), strict=True):
        people.edit_player(entry.player, owner_of(event.club), public_name=name)
    play_round(published_round(event))
    standings.refresh(event.pk)
    rows = list(csv.DictReader(StringIO(read(anybody, path_of(event, "standings", "csv")))))
    assert {row["name"] for row in rows} == {f"'{name}" for name in names}
    assert min(int(row["score"]) for row in rows) < 0
    exported = objects(anybody, path_of(event, "standings"))
    shown = anybody.get(f"/events/{event.slug}/standings/").json()["rows"]
    assert [(row["name"], row["score"]) for row in exported] == [(row["name"], row["score"]) for row in shown]
    assert {row["name"] for row in exported} == set(names)
    metrics = [f"metric_{name}" for name in shown[0]["metrics"]]
    assert [exported[0][name] for name in metrics] == list(shown[0]["metrics"].values())
    assert list(exported[0])[-len(metrics) - 2 :] == [*metrics, "round_1", "round_1_state"]


def test_a_file_has_a_name_and_a_version_and_is_not_sent_twice(anybody: Client) -> None:
    table = a_table(4, rules={"preset": "pagat", "purse": "table"})
    play(table)
    event = table.round.event
    for kind in exports.EXPORTS:
        for form, media_type in (("csv", "text/csv; charset=utf-8"), ("ndjson", "application/x-ndjson")):
            path = path_of(event, kind, form)
            answer = anybody.get(path)
            assert answer.headers["Content-Type"] == media_type
            wanted = f'attachment; filename="{event.slug}-{kind}.{form}"'
            assert answer.headers["Content-Disposition"] == wanted
            etag = answer.headers["ETag"]
            assert anybody.get(path, headers={"If-None-Match": etag}).status_code == 304
            assert anybody.head(path).headers["ETag"] == etag
    # Chips that are issued move no standing, but the ledger.
    path = path_of(event, "ledger")
    before = anybody.get(path).headers["ETag"]
    leftovers.issue_chips(table, owner_of(event.club), [0], 50, "ran out")
    assert anybody.get(path, headers={"If-None-Match": before}).status_code == 200


def test_an_export_shows_one_consistent_state() -> None:
    table = a_table(4)
    play(table, 2)
    _columns, rows = exports.deals(table.round.event)
    first = next(rows)
    play(table)
    assert [first[4], *(row[4] for row in rows)] == [1, 2]
    assert Deal.objects.count() == 3


def grow(table: Table, rows: int) -> None:
    """So many movements more, from the bank to a seat."""
    accounts = {account.name: account for account in Account.objects.filter(table=table)}
    Transfer.objects.bulk_create(
        (
            Transfer(
                table=table,
                seq=seq,
                source=accounts["bank"],
                target=accounts["seat 0"],
                chips=1,
                reason="issue",
                note="n" * 100,
            )
            for seq in range(rows)
        ),
        batch_size=1000,
    )


@pytest.mark.nightly
def test_ten_times_the_rows_take_no_more_memory(anybody: Client) -> None:
    table = a_table(4, rules={"preset": "pagat", "purse": "table"})

    def peak(form: str) -> tuple[int, int]:
        size = 0
        tracemalloc.start()
        answer: Any = anybody.get(path_of(table.round.event, "ledger", form))
        for piece in answer.streaming_content:
            size += len(piece)
        used = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return size, used

    chunks = 2 * exports.AT_ONCE  # the next is read while the last is still held
    grow(table, chunks)
    forms = ("ndjson", "csv")
    for form in forms:
        peak(form)  # what is loaded once
    few = [peak(form) for form in forms]
    grow(table, 9 * chunks)
    for (small, used), form in zip(few, forms, strict=True):
        large, used_then = peak(form)
        assert large > 9 * small
        assert used_then < 1.5 * used


def test_an_export_continues_where_the_last_one_ended(anybody: Client) -> None:
    table = a_table(4)
    play(table, 2)
    event = table.round.event
    seen, ledger = (objects(anybody, path_of(event, kind)) for kind in ("deals", "ledger"))
    play(table)
    after = max(row["event_version"] for row in seen)
    assert [row["number"] for row in objects(anybody, f"{path_of(event, 'deals')}&since={after}")] == [3]
    more = objects(anybody, f"{path_of(event, 'ledger')}&since={ledger[-1]['id']}")
    assert {row["deal"] for row in more} == {3}
    assert ledger + more == objects(anybody, path_of(event, "ledger"))
    first = anybody.get(f"{path_of(event, 'deals')}&since=0").headers["ETag"]
    assert first != anybody.get(f"{path_of(event, 'deals')}&since={after}").headers["ETag"]
    assert anybody.get(f"{path_of(event, 'standings')}&since=1").status_code == 400


def test_everybody_reads_it_after_the_end(anybody: Client) -> None:
    event = running_event(4, rounds_planned=1, deals_per_round=2)
    play_round(published_round(event))
    event = finish_event(event, boss(event))
    path = f"/events/{event.slug}/story/"
    read = anybody.get(path)
    assert breaches("GET", path, read) == []
    assert "4 players, 1 round, 2 deals." in read.json()["text"]
    reopen_event(event, boss(event))
    assert anybody.get(path).json() == {"event": str(event.pk), "text": ""}
