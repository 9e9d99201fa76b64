"""The committed OpenAPI document is up to date and correct."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client as Browser
from drf_spectacular.generators import SchemaGenerator

from api import messages
from api.schema import examples
from tests.api.client import Client, deal_path
from tests.api.contract import COMMITTED, response_of, schema
from tests.api.test_examples import SENT
from tests.builders import (
    a_table,
    make_club,
    make_event,
    make_key,
    owner_of,
    play,
    play_round,
    published_round,
    running_event,
    the_table,
)
from tests.builders import enter as enter_players
from tournaments.draw.verbs import draws
from tournaments.models import Table

PEOPLE = [f"01980000-0000-7000-8000-{number:012}" for number in range(1, 6)]
"""The ids of Anna, Ben, Chloé, Dan and Eva in the examples."""


def operations() -> dict[str, dict[str, Any]]:
    return {
        operation["operationId"]: operation
        for methods in schema()["paths"].values()
        for operation in methods.values()
    }


def test_the_committed_document_is_up_to_date() -> None:
    generated = StringIO()
    call_command("spectacular", validate=True, fail_on_warn=True, stdout=generated)
    assert generated.getvalue() == COMMITTED.read_text(), (
        "run: ./poch manage spectacular --validate --fail-on-warn --file api/openapi.yaml"
    )


def test_every_message_is_in_the_document() -> None:
    assert list(schema()["webhooks"]) == list(messages.ALL)


def test_every_group_of_routes_has_a_description() -> None:
    tags = {tag["name"]: tag["description"] for tag in schema()["tags"]}
    messages = [hook["post"] for hook in schema()["webhooks"].values()]
    assert set(tags) == {tag for entry in [*operations().values(), *messages] for tag in entry["tags"]}
    assert all(tags.values())


def test_every_operation_has_a_summary_its_right_and_its_refusals() -> None:
    for name, operation in operations().items():
        assert operation["summary"], name
        assert "key" in operation["description"] or "Open to everybody" in operation["description"], name
        for status in operation["responses"]:
            if int(status) >= 400:
                answer = response_of(operation, status)
                assert answer is not None, name
                assert list(answer["content"]) == ["application/problem+json"], name
                assert answer["content"]["application/problem+json"]["schema"] == {
                    "$ref": "#/components/schemas/Problem"
                }


def test_every_example_belongs_to_an_operation_and_is_sent() -> None:
    assert set(examples()) <= set(operations())
    sent = Path(__file__).read_text()
    by_hand = {"rounds_swap", "rounds_substitute", "rounds_leave_out", "tables_deals_put", "replay"}
    by_hand |= {*SENT, "tables_session"}
    bodies = [name for name, places in examples().items() if "body" in places]
    assert [name for name in bodies if f'self.each("{name}"' not in sent and name not in by_hand] == []


@pytest.mark.django_db
class TestExamples:
    """Every example body is sent, and every example refusal is received."""

    def each(self, operation: str, client: Client, method: str, path: str, ids: Sequence[Any] = ()) -> None:
        """Send every example, with these ids instead of those of Anna, Ben, ..."""
        for name, body in examples()[operation]["body"].items():
            text = json.dumps(body)
            for person, real in zip(PEOPLE, ids, strict=False):
                text = text.replace(person, str(real))
            answer = client.send_text(method, f"{path}?dry_run=true", text)
            assert answer.status_code == 200, (name, answer.content)

    def test_the_examples_of_events_and_rounds_work(self) -> None:
        club = make_club()
        client = Client(make_key(club, "director"))
        draft = client.send("POST", f"/clubs/{club.slug}/events/", {"name": "A draft"}).json()
        event = make_event(club)
        entry = enter_players(event, 1)[0]
        drawn = draws.draw_round(running_event(4, club=club), owner_of(club))
        self.each("clubs_events_create", client, "POST", f"/clubs/{club.slug}/events/")
        self.each("events_edit", client, "PATCH", f"/events/{draft['id']}/")
        self.each("events_entries_create", client, "POST", f"/events/{event.slug}/entries/")
        self.each("events_entries_edit", client, "PATCH", f"/events/{event.slug}/entries/{entry.pk}/")
        self.each("rounds_publish", client, "POST", f"/rounds/{drawn.pk}/publish/")
        fresh = running_event(5, club=club)
        entries = fresh.entries.order_by("number")
        ids = [entry.pk for entry in entries]
        path = f"/events/{fresh.slug}/"
        self.each("events_deals", client, "POST", f"{path}deals/")
        self.each("events_rounds_create", client, "POST", f"{path}rounds/", ids)
        self.each("events_seeding_put", client, "PUT", f"{path}seeding/", ids)
        self.each("events_prizes_put", client, "PUT", f"{path}prizes/")
        players = [entry.player_id for entry in entries]
        self.each("events_wishes_create", client, "POST", f"{path}wishes/", players)
        self.each("clubs_wishes_create", client, "POST", f"/clubs/{club.slug}/wishes/", players)

    def test_the_examples_of_closing_work(self) -> None:
        table = a_table(4, deals_per_round=1)
        play(table)
        client = Client(make_key(table.round.event.club, "director"))
        self.each("rounds_close", client, "POST", f"/rounds/{table.round_id}/close/")

    def test_the_examples_of_taking_back_work(self) -> None:
        event = running_event(4, deals_per_round=1)
        client = Client(make_key(event.club, "director"))
        play_round(published_round(event))
        stage = f"/events/{event.slug}/stages/{event.stages.get().pk}/"
        self.each("events_stages_replay", client, "POST", f"{stage}replay/")
        self.each("rounds_take_back", client, "POST", f"/rounds/{published_round(event).pk}/take-back/")

    def test_the_examples_of_stages_work(self) -> None:
        event = make_event()
        client = Client(make_key(event.club, "director"))
        path = f"/events/{event.slug}/stages/"
        self.each("events_stages_create", client, "POST", path)
        self.each("events_stages_edit", client, "PATCH", f"{path}{event.stages.get().pk}/")

    def test_the_examples_of_changes_by_hand_work(self) -> None:
        event = running_event(4)
        client = Client(make_key(event.club, "director"))
        drawn = draws.draw_round(event, owner_of(event.club))
        late = enter_players(event, 1)
        ids = [entry.pk for entry in event.entries.order_by("number")]
        assert ids[-1] == late[0].pk
        path = f"/rounds/{drawn.pk}/"
        for verb in ("swap", "substitute", "leave_out"):
            self.each(f"rounds_{verb}", client, "POST", f"{path}{verb.replace('_', '-')}/", ids)
        # A seating by hand must contain everybody who is checked in, and the example has four people.
        client.send("PATCH", f"/events/{event.slug}/entries/{ids[-1]}/", {"status": "registered"})
        self.each("rounds_seating_put", client, "PUT", f"{path}seating/", ids)
        self.each("rounds_search", client, "POST", f"{path}search/")

    @pytest.fixture
    def table(self) -> Table:
        """A table where seat 2 deals next and the pools are empty."""
        table = the_table(published_round(running_event(4, deals_per_round=4)))
        client = Client(make_key(table.round.event.club, "scorer"))
        now = client.get(f"/tables/{table.pk}/").json()
        while now["next_dealer"] != 2:
            document = {**examples()["replay"]["body"]["card by card"]["document"]}
            shift = 2 - now["next_dealer"]
            hands = document["hands"][shift:] + document["hands"][:shift]
            actions = [f"{(int(action[0]) - shift) % 4}{action[1:]}" for action in document["actions"]]
            body = {"format": "poch-deal/1", "hands": hands, "upcard": document["upcard"], "actions": actions}
            answer = client.send("PUT", deal_path(table), {"document": body})
            assert answer.status_code == 201, answer.content
            now = client.get(f"/tables/{table.pk}/").json()
        return table

    def test_the_examples_of_deals_work(self, table: Table) -> None:
        client = Client(make_key(table.round.event.club, "scorer"))
        deal_examples = examples()["tables_deals_put"]
        for name in ("card by card", "a scorecard"):
            answer = client.send("PUT", f"{deal_path(table)}?dry_run=true", deal_examples["body"][name])
            assert answer.status_code == 200, answer.content
        record = deal_examples["body"]["card by card"]["document"]
        actions = [*record["actions"][:4], "3 play 7s", *record["actions"][5:]]
        illegal = client.send("PUT", deal_path(table), {"document": {**record, "actions": actions}})
        assert illegal.json() == deal_examples["422"]["a card that is not in the hand"]
        dealer = {"document": {**record, "dealer": 3}}
        assert client.send("PUT", deal_path(table), dealer).json() == deal_examples["409"]["a wrong dealer"]

    def test_the_examples_of_replays_work(self) -> None:
        for body in examples()["replay"]["body"].values():
            answer = Client().send("POST", "/replay/", body)
            assert answer.status_code == 200
            assert answer.json()["net"] == [-1, -16, -12, 25]


@pytest.mark.django_db
def test_other_methods_are_refused_and_allow_lists_the_documented_ones() -> None:
    anybody = Client(careful=False)
    for path, methods in schema()["paths"].items():
        place = re.sub(r"\{\w+\}", "1", path)
        documented = {method.upper() for method in methods}
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"} - documented:
            answer = anybody.generic(method, place)
            assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed"), (method, path)
            allowed = set(answer.headers["Allow"].split(", "))
            assert allowed == documented | ({"HEAD"} if "GET" in documented else set()), path


class TestServed:
    """The document is served as a file."""

    PATH = "/api/v1/schema/"
    JSON = "application/vnd.oai.openapi+json"

    def test_programs_get_the_committed_file_or_the_same_as_json(self, client: Browser) -> None:
        answer = client.get(self.PATH)
        assert answer.content == COMMITTED.read_bytes()
        assert answer.headers["Content-Type"] == "application/vnd.oai.openapi; charset=utf-8"
        as_json = client.get(self.PATH, headers={"Accept": self.JSON})
        assert as_json.headers["Content-Type"] == f"{self.JSON}; charset=utf-8"
        assert json.loads(as_json.content) == schema()

    @pytest.mark.parametrize("accepted", ["*/*", JSON])
    def test_it_is_sent_compressed_to_programs_that_accept_it(self, accepted: str, client: Browser) -> None:
        plain = client.get(self.PATH, headers={"Accept": accepted})
        answer = client.get(self.PATH, headers={"Accept": accepted, "Accept-Encoding": "br, gzip"})
        assert answer.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(answer.content) == plain.content
        assert len(answer.content) < 180_000
        assert {"Accept", "Accept-Encoding"} <= set(answer.headers["Vary"].split(", "))

    def test_a_program_that_has_the_present_form_gets_304(self, client: Browser) -> None:
        forms = [{"Accept": accepted} for accepted in ("*/*", self.JSON)]
        etags = [client.get(self.PATH, headers=form).headers["ETag"] for form in forms]
        assert len(set(etags)) == len(forms)
        for form in [*forms, *({**form, "Accept-Encoding": "gzip"} for form in forms)]:
            statuses = [
                client.get(self.PATH, headers={**form, "If-None-Match": etag}).status_code for etag in etags
            ]
            assert statuses == [304 if other["Accept"] == form["Accept"] else 200 for other in forms]

    def test_it_is_not_generated_and_takes_no_query(
        self, client: Browser, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Without the mark `django_db`, a query fails the test."""
        monkeypatch.setattr(SchemaGenerator, "get_schema", None)
        assert client.get(self.PATH).status_code == 200


@pytest.mark.django_db
def test_the_page_of_the_schema_loads_only_its_own_scripts(client: Browser) -> None:
    page = client.get("/api/v1/docs/")
    assert page.status_code == 200
    policy = page.headers["Content-Security-Policy"]
    assert "script-src 'self';" in policy + ";"
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    text = page.content.decode()
    assert "http://" not in text
    assert "https://" not in text
    assert "<script>" not in text
