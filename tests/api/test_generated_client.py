"""A client generated from the committed schema does the main job: it reads a table, plays, submits."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django.live_server_helper import LiveServer

import games.services as games
from tests.api.contract import COMMITTED
from tests.builders import a_table, make_key
from tournaments.tables.verbs.table_states import seat_nets, table_state

PACKAGE = "generated_poch_client"


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The package's name, made anew and importable."""
    folder = tmp_path_factory.mktemp("client")
    generate = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"]
    made = subprocess.run(
        [*generate, "--path", str(COMMITTED), "--output-path", str(folder / PACKAGE)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    assert "WARNING parsing" not in made.stdout + made.stderr, "there is a route that it could not make out"
    sys.path.insert(0, str(folder))
    yield PACKAGE
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.startswith(PACKAGE)]:
        del sys.modules[name]


@pytest.mark.nightly  # the generator takes long
@pytest.mark.django_db(transaction=True)
def test_a_generated_client_plays_a_table_to_its_end(generated: str, live_server: LiveServer) -> None:
    def part(path: str) -> Any:
        return importlib.import_module(f"{generated}.{path}")

    table = a_table(4, deals_per_round=3)
    key = make_key(table.round.event.club, "scorer", "results")
    body = part("models.deal_body").DealBody
    with part("client").AuthenticatedClient(base_url=live_server.url, token=key) as client:
        look = part("api.tables.tables_get")
        put = part("api.tables.tables_deals_put")
        while (now := look.sync(client=client, table=str(table.pk))).next_deal is not None:
            document = games.play_deal(
                now.rules.to_dict(),
                dealer=now.next_dealer,
                chips=now.chips,
                pools=now.pools.to_dict(),
                bots=["cautious"] * 4,
                seed=5,
                number=now.next_deal,
            )
            sent = body.from_dict({"document": document})
            for status in (201, 200):
                answer = put.sync_detailed(
                    client=client, table=str(table.pk), number=now.next_deal, body=sent
                )
                assert answer.status_code == status, answer.content
        assert table_state(table).next_number == 4
        assert [seat.net for seat in now.seats] == [net for _seat, net in sorted(seat_nets(table).items())]
        refused = look.sync_detailed(client=client, table="nowhere")
        assert (refused.status_code, refused.parsed.code) == (404, "not_found")
