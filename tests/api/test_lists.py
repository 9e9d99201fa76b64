"""Lists have pages. No row is lost or repeated between them."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest

from tests.api.client import Client
from tests.builders import (
    a_table,
    enter,
    make_event,
    make_key,
    make_limited_key,
    owner_of,
    play,
    published_round,
    running_event,
    the_table,
)
from tournaments.clubs.verbs import people
from tournaments.models import Club, Event

pytestmark = pytest.mark.django_db


def test_every_page_links_to_the_next_and_all_pages_make_the_list(director: Client, event: Event) -> None:
    enter(event, 7)
    numbers: list[int] = []
    page: str | None = f"/events/{event.slug}/entries/?limit=4"
    pages = 0
    while page:
        answer = director.get(page)
        body = answer.json()
        assert set(body) == {"results", "next"}
        linked = re.fullmatch(r'<(.+)>; rel="next"', answer.headers.get("Link", ""))
        assert (linked[1] if linked else None) == body["next"]
        numbers += [entry["number"] for entry in body["results"]]
        page = body["next"]
        pages += 1
        if pages == 1:
            enter(event, 1)  # a new row moves no row to another page
    assert numbers == list(range(1, 13))
    assert pages == 3


def test_an_invalid_query_is_refused(director: Client, event: Event, subtests: pytest.Subtests) -> None:
    cases: list[str] = [
        "limit=0",
        "limit=501",
        "limit=-1",
        "limit=many",
        "limit=1.5",
        "cursor=%00",
        "cursor=x",
        "cursor=OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk",
        "page=2",
        "dry_run=true",
    ]
    for query in cases:
        with subtests.test(query):
            answer = director.get(f"/events/{event.slug}/entries/?{query}")
            assert answer.status_code == 400
            assert answer.json()["code"] in ("bad_query", "bad_cursor")
    (fault,) = director.get(f"/events/{event.slug}/payouts/?player=nobody").json()["errors"]
    assert (fault["parameter"], fault["code"], "pointer" in fault) == ("player", "invalid", False)


def test_a_mistyped_dry_run_is_refused_and_changes_nothing(
    director: Client, event: Event, stored: Any
) -> None:
    before = stored()
    assert director.send("POST", f"/events/{event.slug}/rounds/?dryrun=true", {}).status_code == 400
    assert director.send("POST", f"/events/{event.slug}/rounds/?dry_run=yes", {}).status_code == 400
    assert stored() == before


def test_players_are_searched_as_people_type(director: Client, club: Club) -> None:
    people.add_player(club, owner_of(club), "Zoë Müller")
    people.add_player(club, owner_of(club), "Robo", bot="random")

    def names(query: str) -> list[str]:
        return [row["name"] for row in director.get(f"/clubs/{club.slug}/players/?{query}").json()["results"]]

    assert names("search=ZOË m") == ["Zoë Müller"]
    assert names("search=%25") == []
    assert names("bots=true") == ["Robo"]
    assert "Robo" not in names("bots=false")


def test_payouts_and_showdowns_can_be_filtered_by_pool_and_player() -> None:
    table = a_table(4)
    deals = play(table, 3)
    event = table.round.event
    client = Client(make_key(event.club, "scorer"))
    seat = table.seats.select_related("entry").order_by("number")[1]

    payouts = client.get(f"/events/{event.slug}/payouts/?limit=500").json()["results"]
    assert len(payouts) == sum(deal.payouts.count() for deal in deals)
    carried = [row for row in payouts if row["how"] == "carried"]
    assert all(row["seat"] is None and row["player"] is None for row in carried)

    of_ace = client.get(f"/events/{event.slug}/payouts/?pool=ace").json()["results"]
    assert of_ace == [row for row in payouts if row["pool"] == "ace"]
    player = str(seat.entry.player_id)
    of_player = client.get(f"/events/{event.slug}/payouts/?player={player}").json()["results"]
    assert of_player == [row for row in payouts if row["player"] == player]

    showdowns = client.get(f"/events/{event.slug}/showdowns/?player={player}").json()["results"]
    assert [row["seat"] for row in showdowns] == [1, 1, 1]
    assert [row["deal"] for row in showdowns] == [1, 2, 3]
    assert client.get(f"/events/{event.slug}/showdowns/?player=nobody").status_code == 400


def test_events_are_found_by_name_and_day(director: Client, club: Club) -> None:
    for name, day in (("Spring Cup", "2026-04-01"), ("Autumn Cup", "2026-10-01"), ("League", "2026-10-08")):
        director.send("POST", f"/clubs/{club.slug}/events/", {"name": name, "starts_on": day})

    def names(query: str) -> list[str]:
        rows = director.get(f"/clubs/{club.slug}/events/?{query}").json()["results"]
        return [row["name"] for row in rows]

    assert names("search=cup") == ["Autumn Cup", "Spring Cup"]
    assert names("starts_from=2026-10-01") == ["League", "Autumn Cup"]
    assert names("starts_until=2026-04-01") == ["Spring Cup"]
    assert names("search=cup&starts_from=2026-05-01&limit=1") == ["Autumn Cup"]
    assert director.get(f"/clubs/{club.slug}/events/?starts_from=soon").status_code == 400


def test_rounds_entries_and_adjustments_can_be_filtered_by_their_parents(
    director: Client, event: Event
) -> None:
    director.send("POST", f"/events/{event.slug}/rounds/", {})
    path = f"/events/{event.slug}"
    entries = director.get(f"{path}/entries/").json()["results"]
    first, other = (entry["id"] for entry in entries[:2])
    for entry in (first, other):
        body = {"entry": entry, "chips": -1, "reason": "late"}
        assert director.send("POST", f"{path}/adjustments/", body).status_code == 201

    def count(query: str) -> int:
        return len(director.get(path + query).json()["results"])

    assert count("/entries/?status=checked_in") == 4
    assert count("/rounds/?status=drawn&stage=1") == 1
    assert count("/rounds/?status=closed") == count("/rounds/?stage=2") == count("/rounds/?number=2") == 0
    assert count(f"/entries/?player={entries[0]['player']}") == 1
    assert count(f"/adjustments/?entry={first}") == 1
    assert count("/adjustments/?round=1") == 0
    assert director.get(f"{path}/rounds/?stage=99999999999999").status_code == 400


def test_the_deals_and_the_ledger_of_a_table_can_be_filtered() -> None:
    table = a_table(4)
    play(table, 3)
    client = Client(make_key(table.round.event.club, "scorer"))
    later = client.get(f"/tables/{table.pk}/deals/?number_from=2").json()["results"]
    assert [deal["number"] for deal in later] == [2, 3]
    assert client.get(f"/tables/{table.pk}/deals/?via=api").json()["results"] == []
    path = f"/tables/{table.pk}/ledger/?limit=500"
    everything = client.get(path).json()["results"]

    def transfers(query: str) -> Any:
        return client.get(f"{path}&{query}").json()["results"]

    assert transfers("deal=2") == [row for row in everything if row["deal"] == 2]
    assert transfers("reason=meld") == [row for row in everything if row["reason"] == "meld"]
    of_seat = transfers("account=seat+1")
    assert of_seat == [row for row in everything if "seat 1" in (row["from"], row["to"])] != []
    assert transfers("account=seat+1&deal=3&limit=3") == [row for row in of_seat if row["deal"] == 3][:3]
    assert client.get(f"{path}&seat=1").status_code == 400


def test_the_events_of_all_clubs_are_those_that_one_may_see(
    anybody: Client, director: Client, club: Club, event: Event
) -> None:
    elsewhere = make_event(name="Elsewhere")
    make_event(name="Private elsewhere", visibility="private")
    director.send("POST", f"/clubs/{club.slug}/events/", {"name": "A draft"})
    names = {row["name"] for row in anybody.get("/events/").json()["results"]}
    assert names == {elsewhere.name, event.name}
    mine = {row["name"] for row in director.get("/events/").json()["results"]}
    assert mine == {elsewhere.name, event.name, "A draft"}
    assert [row["name"] for row in anybody.get("/events/?search=else").json()["results"]] == ["Elsewhere"]
    limited = Client(make_limited_key(club, events=[event]))
    assert {row["name"] for row in limited.get("/events/").json()["results"]} == names


def test_the_pages_of_all_events_have_each_event_that_one_may_see_once(
    anybody: Client, director: Client, club: Club, event: Event
) -> None:
    for number in range(4):
        make_event(name=f"Elsewhere {number}", starts_on=date(2026, 10, 1 + number))
        make_event(club, name=f"Ours {number}", visibility="private", starts_on=date(2026, 10, 1 + number))

    def names(client: Client, query: str) -> list[str]:
        found, page = [], f"/events/?limit=2&{query}"
        while page:
            body = client.get(page).json()
            found += [row["name"] for row in body["results"]]
            page = body["next"]
        return found

    both = [f"{whose} {number}" for number in (3, 2, 1, 0) for whose in ("Ours", "Elsewhere")]
    assert names(director, "") == [*both, event.name]
    assert names(director, "status=open") == both
    assert names(director, "search=SEWH") == both[1::2]
    assert names(director, "starts_from=2026-10-02&starts_until=2026-10-03") == both[2:6]
    assert names(anybody, "status=running") == names(director, "status=running") == [event.name]
    assert names(anybody, "") == [*both[1::2], event.name]


def test_the_deals_of_all_tables_are_one_list_in_pages(anybody: Client) -> None:
    event = running_event(8, deals_per_round=2)
    round_ = published_round(event)
    for number in (1, 2, 1):
        play(the_table(round_, number))
    first = anybody.get(f"/events/{event.slug}/deals/?limit=2").json()
    second = anybody.get(first["next"]).json()
    deals = first["results"] + second["results"]
    assert len(deals) == 3
    assert second["next"] is None
    assert sorted(deal["event_version"] for deal in deals) == [deal["event_version"] for deal in deals]
    alone = anybody.get(f"/tables/{deals[0]['table']}/deals/1/").json()
    assert deals[0] == alone
    since = deals[1]["event_version"]
    assert anybody.get(f"/events/{event.slug}/deals/?since={since}").json()["results"] == deals[2:]
    at_two = anybody.get(f"/events/{event.slug}/deals/?table={the_table(round_, 2).pk}").json()["results"]
    assert [deal["id"] for deal in at_two] == [deals[1]["id"]]
