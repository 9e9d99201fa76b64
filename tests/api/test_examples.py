"""Every body has an example, every example matches its schema, and every body is accepted."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from api.schema import examples
from tests.api.contract import schema
from tests.api.world import World
from tests.rights import content as rows_stored
from tournaments.clubs.verbs import accounts

SENT: dict[str, tuple[str, str, str, dict[str, Any]]] = {
    "claims_confirm": ("POST", "/claims/{claim}/confirm/", "results", {}),
    "claims_dispute": ("POST", "/claims/{claim}/dispute/", "results", {}),
    "claims_withdraw": ("POST", "/claims/{own_claim}/withdraw/", "results", {}),
    "clubs_edit": ("PATCH", "/clubs/{club}/", "club", {}),
    "clubs_face_edit": ("PATCH", "/clubs/{club}/face/", "club", {}),
    "clubs_face_picture_put": ("PUT", "/clubs/{club}/face/picture/", "club", {}),
    "clubs_events_import": ("POST", "/clubs/{club}/events/import/", "events", {}),
    "clubs_seasons_import": ("POST", "/clubs/{club}/seasons/import/", "events", {}),
    "clubs_members_create": ("POST", "/clubs/{club}/members/", "club", {}),
    "clubs_members_edit": ("PATCH", "/clubs/{club}/members/{member}/", "club", {}),
    "clubs_players_create": ("POST", "/clubs/{club}/players/", "events", {}),
    "clubs_players_edit": ("PATCH", "/clubs/{club}/players/{player}/", "events", {}),
    "clubs_simulations_create": ("POST", "/clubs/{club}/simulations/", "events", {}),
    "clubs_webhooks_create": ("POST", "/clubs/{club}/webhooks/", "club", {}),
    "events_adjustments_create": ("POST", "/events/{playing}/adjustments/", "events", {"entry": "{entry}"}),
    "calls_answer": ("POST", "/calls/{call}/answer/", "events", {}),
    "events_cards_create": ("POST", "/events/{playing}/cards/", "results", {}),
    "events_cards_free": ("POST", "/events/{playing}/cards/1/free/", "results", {}),
    "events_announcement_put": ("PUT", "/events/{playing}/announcement/", "events", {}),
    "events_again": ("POST", "/events/{finished}/again/", "events", {}),
    "events_play_offs_create": ("POST", "/events/{level}/play-offs/", "events", {}),
    "events_replies_check_in": ("POST", "/events/{coming}/replies/{reply}/check-in/", "events", {}),
    "events_replies_create": ("POST", "/events/{coming}/replies/", "nobody", {}),
    "events_replies_edit": ("PATCH", "/events/{coming}/replies/{reply}/", "events", {}),
    "events_replies_enter": ("POST", "/events/{coming}/replies/enter/", "events", {}),
    "reply_edit": ("PATCH", "/reply/{reply_token}/", "nobody", {}),
    "events_reopen": ("POST", "/events/{finished}/reopen/", "events", {}),
    "leagues_create": ("POST", "/leagues/", "events", {}),
    "leagues_edit": ("PATCH", "/leagues/{league}/", "events", {}),
    "leagues_clubs_create": ("POST", "/leagues/{league}/clubs/", "events", {"club": "{elsewhere}"}),
    "leagues_seasons_create": (
        "POST",
        "/leagues/{league}/seasons/",
        "events",
        {"events": ["{finished}"], "players": ["{player}"]},
    ),
    "seasons_edit": ("PATCH", "/seasons/{draft_season}/", "events", {}),
    "seasons_team_scheme_put": ("PUT", "/seasons/{team_season}/team-scheme/", "events", {}),
    "seasons_teams_create": ("POST", "/seasons/{team_season}/teams/", "events", {"players": ["{teamless}"]}),
    "teams_edit": ("PATCH", "/teams/{team}/", "events", {"club": "{club}"}),
    "teams_members": ("POST", "/teams/{team}/members/", "events", {"players": ["{teamless}"]}),
    "teams_members_edit": ("PATCH", "/teams/{idle_team}/members/{idle_member}/", "events", {}),
    "seasons_evenings_lineups_create": (
        "POST",
        "/seasons/{team_season}/evenings/{later_evening}/lineups/",
        "results",
        {"team": "{team}", "players": ["{captain}"]},
    ),
    "lineups_substitutes": ("POST", "/lineups/{lineup}/substitutes/", "results", {"player": "{substitute}"}),
    "seasons_reopen": ("POST", "/seasons/{ended_season}/reopen/", "events", {}),
    "seasons_divisions_put": ("PUT", "/seasons/{draft_season}/divisions/", "events", {}),
    "seasons_play_offs": ("POST", "/seasons/{season}/play-offs/", "events", {"results": "{play_off}"}),
    "seasons_moves": (
        "POST",
        "/seasons/{season}/moves/",
        "events",
        {"leaving": ["{person}"], "newcomers": ["{player}"]},
    ),
    "seasons_what_if": ("POST", "/seasons/{season}/what-if/", "events", {}),
    "seasons_evenings_create": ("POST", "/seasons/{season}/evenings/", "events", {"event": "{played}"}),
    "seasons_evenings_edit": ("PATCH", "/seasons/{season}/evenings/{evening}/", "events", {}),
    "seasons_evenings_finalists": (
        "POST",
        "/seasons/{final_season}/evenings/{final}/finalists/",
        "events",
        {"here": ["{person}"]},
    ),
    "seasons_evenings_start_points": (
        "POST",
        "/seasons/{begun_season}/evenings/{begun_final}/start-points/",
        "events",
        {},
    ),
    "seasons_members_create": ("POST", "/seasons/{season}/members/", "events", {"players": ["{player}"]}),
    "seasons_members_edit": ("PATCH", "/seasons/{season}/members/{season_member}/", "events", {}),
    "seasons_absences_create": (
        "POST",
        "/seasons/{season}/absences/",
        "events",
        {"evening": "{evening}", "player": "{absent}"},
    ),
    "seasons_absences_edit": ("PATCH", "/seasons/{season}/absences/{absence}/", "events", {}),
    "seasons_credits_create": ("POST", "/seasons/{season}/credits/", "events", {"player": "{absent}"}),
    "people_edit": ("PATCH", "/people/{person}/", "club", {}),
    "rounds_clock_extra": ("POST", "/rounds/{published_round}/clock/extra/", "events", {}),
    "rounds_clock_start": ("POST", "/rounds/{untouched_round}/clock/start/", "events", {}),
    "rounds_move": (
        "POST",
        "/rounds/{drawn_round}/move/",
        "events",
        {"entry": "{drawn_0}", "table": "{drawn_table}"},
    ),
    "rounds_redraw": ("POST", "/rounds/{drawn_round}/redraw/", "events", {}),
    "rounds_search_take": ("POST", "/rounds/{searched_round}/search/take/", "events", {}),
    "tables_calls_create": ("POST", "/tables/{table}/calls/", "results", {}),
    "tables_claims_create": ("POST", "/tables/{free}/claims/", "results", {"document": "{fresh}"}),
    "tables_count_put": ("PUT", "/tables/{other_table}/count/", "results", {}),
    "tables_deals_correction": (
        "POST",
        "/tables/{table}/deals/1/correction/",
        "results",
        {"document": "{corrected}"},
    ),
    "tables_give_back": ("POST", "/tables/{taken_table}/give-back/", "events", {}),
    "tables_leave": (
        "POST",
        "/tables/{left_table}/leave/",
        "events",
        {"out": "{leaving_entry}", "into": "{spare}"},
    ),
    "webhooks_edit": ("PATCH", "/webhooks/{webhook}/", "club", {}),
    "webhooks_rotate": ("POST", "/webhooks/{webhook}/rotate/", "club", {}),
}
"""By operation: method, path, caller, and the real values for the made-up ids and deals."""


@pytest.mark.django_db
def test_the_example_of_a_body_is_accepted_and_its_dry_run_stores_nothing(
    world: World, subtests: pytest.Subtests
) -> None:
    for client in world.callers.values():
        client.get("/rules/")
    before = rows_stored()
    with patch.object(accounts, "USE_INTERVAL", timedelta(days=1)):
        for name, (method, path, caller, real) in SENT.items():
            with subtests.test(name):
                for title, body in examples()[name]["body"].items():
                    sent = {**body, **{key: world.fill(value) for key, value in real.items() if key in body}}
                    answer = world.callers[caller].send(method, f"{world.fill(path)}?dry_run=true", sent)
                    assert answer.status_code == 200, (title, answer.content)
                    assert answer.json()["dry_run"] is True
    assert rows_stored() == before


@pytest.mark.django_db
def test_the_examples_of_a_session_use_the_secret_or_the_pin(world: World) -> None:
    by_code, by_hand = examples()["tables_session"]["body"].values()
    path = world.fill("/tables/{table}/session/")
    code = {**by_code, "secret": world.fill("{secret}")}
    assert world.callers["nobody"].send("POST", path, code).status_code == 201
    # The PIN is stored as a digest only, so this sends a wrong PIN in the right form.
    assert world.callers["nobody"].send("POST", path, by_hand).json()["code"] == "pin_wrong"


Content = tuple[str, str, dict[str, Any]]


def contents() -> Iterator[Content]:
    """Yield each body and response of the document: its place, its media type and its description."""
    document = schema()
    for kind in ("paths", "webhooks"):
        for methods in document[kind].values():
            for operation in methods.values():
                places = {"body": operation.get("requestBody", {}), **operation["responses"]}
                for place, message in places.items():
                    for media_type, content in message.get("content", {}).items():
                        yield f"{operation['operationId']} {place}", media_type, content
    for name, refusal in document["components"]["responses"].items():
        for media_type, content in refusal["content"].items():
            yield name, media_type, content


def test_every_body_has_an_example() -> None:
    bodies = [(where, content) for where, _type, content in contents() if where.endswith(" body")]
    assert [where for where, content in bodies if not content.get("examples")] == []


def test_every_example_matches_its_schema() -> None:
    components = schema()["components"]
    wrong = []
    for where, media_type, content in contents():
        if not media_type.endswith(("/json", "+json")):
            continue  # a file or a stream
        judge = Draft202012Validator({**content["schema"], "components": components})
        for name, entry in content.get("examples", {}).items():
            shared = entry.get("$ref", "").rpartition("/")[2]
            example = components["examples"][shared] if shared else entry
            wrong += [
                f"{where}, {name}: {error.json_path}: {error.message[:100]}"
                for error in judge.iter_errors(example["value"])
            ]
    assert wrong == []
