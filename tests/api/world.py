"""The objects and callers of the table of rights: a club with an object in every state, and all clients."""

from __future__ import annotations

import json
from base64 import b64encode
from dataclasses import dataclass, field
from typing import Any

from django.db import connection

from tests.api.client import Client
from tests.api.world_of_seasons import names_of_seasons
from tests.builders import (
    SMALL_PICTURE,
    actor_of,
    alike,
    another_document,
    enter,
    make_card,
    make_club,
    make_event,
    make_key,
    make_limited_key,
    make_member,
    next_document,
    owner_of,
    play,
    play_round,
    published_round,
    running_event,
    the_table,
)
from tests.rights import Names, Row
from tournaments.clubs.verbs import people
from tournaments.core.secrets import digest
from tournaments.desk.verbs import calls, clocks, leaving
from tournaments.desk.verbs.lifecycle import finish_event
from tournaments.draw.verbs import draws, searches, wishes
from tournaments.events.verbs import announcements, entries, events, replies, stages
from tournaments.models import ApiKey, Club, Player, Round
from tournaments.play.verbs import cards, claims, results
from tournaments.programs.documents.documents import document_of
from tournaments.programs.webhooks import deliveries, webhooks
from tournaments.simulations.verbs import chunks, simulations
from tournaments.simulations.verbs.simulations import spec_of
from tournaments.standings.verbs import adjustments
from tournaments.tables.verbs.table_states import TOTAL


@dataclass
class World:
    """A club with an object in every state, and a client for each caller."""

    names: dict[str, Any]
    callers: dict[str, Client] = field(default_factory=dict)

    def fill(self, body: Any) -> Any:
        """Return `body` or a path with its {names} replaced."""
        return filled(body, self.names)

    def ask(self, caller: str, row: Row, names: Names | None = None) -> Any:
        """Send the request of a row as a caller, about the objects of this world or about others."""
        names = self.names if names is None else names
        ends = ("/correction/", "/prizes/", "/divisions/")
        changes = row.method in ("PATCH", "DELETE") or row.address.endswith(ends)
        headers = {"If-Match": "*"} if changes else {}
        return self.callers[caller].send(
            row.method, filled(row.address, names), filled(row.body, names), **headers
        )


def filled(body: Any, names: Names) -> Any:
    """Return `body` or a path with its {names} replaced."""
    if isinstance(body, dict):
        return {key: filled(value, names) for key, value in body.items()}
    if isinstance(body, list):
        return [filled(value, names) for value in body]
    if isinstance(body, str) and body.startswith("{") and body.count("{") == 1 and body.endswith("}"):
        name = names[body[1:-1]]
        return name if isinstance(name, dict | list) else str(name)
    return body.format(**names) if isinstance(body, str) else body


def seats_at(round_: Round) -> list[list[str]]:
    """Return the ids of the entries at each table of a round, in seat order."""
    return [
        [str(entry) for entry in table.seats.order_by("number").values_list("entry_id", flat=True)]
        for table in round_.tables.order_by("number")
    ]


def make_world(beside: World | None = None) -> World:
    """Create a new world in the database: in a new club, or in the club of another world."""
    club = make_club() if beside is None else Club.objects.get(slug=beside.names["club"])
    somebody = "Somebody" if beside is None else "Somebody else"
    director = owner_of(club)
    playing = running_event(4, club=club)
    shown = published_round(playing)
    table = the_table(shown)
    play(table)
    ready = make_event(club)
    enter(ready, 4)
    staged = make_event(club)
    stages.add_stage(staged, director, "final", cut=4)
    drawn = draws.draw_round(running_event(8, club=club), director)
    seated = seats_at(drawn)
    late = entries.add_entries(drawn.event, director, [f"{somebody} late"])[0]
    again = play_round(published_round(running_event(8, club=club, deals_per_round=1)))
    # Everybody meets the same people again, so that a search finds a better draw.
    searched = draws.draw_round(again.event, director, seats=seats_at(again))
    search = searches.start_search(searched, director, searched.draw, 10)
    searches.keep_slice(searches.search_slice(search.pk, 0), search.pk, 0)
    played = running_event(4, club=club, deals_per_round=1)
    play_round(published_round(played))
    level = alike(club=club)
    finished = running_event(4, club=club, deals_per_round=1)
    play_round(published_round(finished))
    finished = finish_event(finished, director)
    private = running_event(4, club=club, visibility="private")
    private_round = published_round(private)
    granted = running_event(4, club=club, visibility="private")
    granted_table = the_table(published_round(granted))
    other_table = the_table(published_round(running_event(4, club=club)))
    left_table, taken_table = (the_table(published_round(running_event(4, club=club))) for _ in range(2))
    play(left_table)
    play(taken_table)
    leaving_entry = seats_at(left_table.round)[0][1]
    spare = entries.add_entries(left_table.round.event, director, [f"{somebody} spare"])[0]
    sits_in = entries.add_entries(taken_table.round.event, director, [f"{somebody} sits in"])[0]
    leaving.leave_table(taken_table, director, taken_table.seats.get(number=0).entry, sits_in, 2)
    counted_table = the_table(published_round(running_event(4, club=club)))
    total = {"format": "poch-count/1", "deals": 12, "net": [14, -6, 3, -15], "board": 4}
    results.record(counted_table, director, TOTAL, total)
    clocks.start_clock(shown, director, 40)
    clocks.start_clock(taken_table.round, director, 40)
    clocks.pause_clock(taken_table.round, director)
    announcements.announce(playing, director, "The kitchen closes at nine.")
    card = make_card(table)
    call = calls.call_director(other_table, director).call
    entry = playing.entries.first()
    assert entry is not None
    first, other = (here.player_id for here in playing.entries.order_by("number")[:2])
    spec = spec_of(rules={"preset": "pagat"}, seats=["bold", "bold", "bold"], deals=30, seed=1)
    simulation, running_simulation = (simulations.start_simulation(club, director, spec) for _ in range(2))
    chunks.play_chunk(simulation.pk, 0)
    coming = make_event(club, sign_up="open")
    reply = replies.sign_up(coming, director, name=f"{somebody} who comes", as_director=True)
    webhook, _secret = webhooks.add_webhook(club, director, "https://example.org/")
    message = webhooks.test_webhook(webhook, director)
    deliveries.store_attempt(deliveries.Attempt(failure="unreachable"), message.pk, "")
    agreeing = [the_table(published_round(running_event(4, club=club, two_agree=True))) for _ in range(3)]
    claim = claims.claim_deal(agreeing[0], director, 1, next_document(agreeing[0]))
    results_key = make_key(club, "scorer", "results")
    scorer = ApiKey.objects.select_related("member__user").latest("created_at").member
    own_claim = claims.claim_deal(agreeing[1], actor_of(scorer), 1, next_document(agreeing[1]))
    world = World(
        {
            "club": club.slug,
            "picture": b64encode(SMALL_PICTURE).decode(),
            "simulation": simulation.pk,
            "running_simulation": running_simulation.pk,
            "member": make_member(club, "director").pk,
            "player": people.add_player(club, director, somebody).pk,
            "playing": playing.slug,
            "private": private.slug,
            "draft": events.create_event(club, director, "A draft").slug,
            "ready": ready.slug,
            "played": played.slug,
            "level": level.slug,
            "finished": finished.slug,
            "coming": coming.slug,
            "reply": reply.pk,
            "reply_token": replies.token_of(reply),
            "entry": entry.pk,
            "one": first,
            "other": other,
            "wish": wishes.add_wishes(club, director, "apart", [first, other])[0].pk,
            "webhook": webhook.pk,
            "delivery": message.pk,
            "stage": playing.stages.get().pk,
            "ready_stage": ready.stages.get().pk,
            "played_stage": played.stages.get().pk,
            "staged": staged.slug,
            "last_stage": staged.stages.get(number=2).pk,
            "adjustment": adjustments.add_adjustment(playing, director, entry, "a gift", chips=3).pk,
            "published_round": shown.pk,
            "untouched_round": other_table.round_id,
            "paused_round": taken_table.round_id,
            "private_round": private_round.pk,
            "drawn_round": drawn.pk,
            "searched_round": searched.pk,
            "drawn_0": seated[0][0],
            "drawn_1": seated[1][1],
            "drawn_table": the_table(drawn, 2).pk,
            "turned_0": seated[0][::-1],
            "turned_1": seated[1],
            "late": late.pk,
            "left_table": left_table.pk,
            "leaving_entry": leaving_entry,
            "spare": spare.pk,
            "taken_table": taken_table.pk,
            "sits_in": sits_in.pk,
            "table": table.pk,
            "other_table": other_table.pk,
            "counted_table": counted_table.pk,
            "total": total,
            "given": granted.slug,
            "given_table": granted_table.pk,
            "call": call.pk,
            "secret": card.secret,
            "private_table": the_table(private_round).pk,
            "document": next_document(table),
            "corrected": another_document(table, 1),
            "agreeing": agreeing[0].pk,
            "free": agreeing[2].pk,
            "fresh": next_document(agreeing[2]),
            "whole": json.loads(json.dumps(document_of(finished))),
            "claim": claim.pk,
            "own_claim": own_claim.pk,
            **names_of_seasons(club, finished, somebody),
        }
    )
    captain = ApiKey.objects.get(digest=digest(results_key)).member.user
    Player.objects.filter(pk=world.names["captain"]).update(user=captain)
    revoked = make_key(club, "owner")
    ApiKey.objects.filter(digest=digest(revoked)).update(revoked_at="2020-01-01T00:00:00Z")
    world.callers = {
        "nobody": Client(),
        "read": Client(make_key(club, "scorer", "read")),
        "results": Client(results_key),
        "events": Client(make_key(club, "director", "events")),
        "club": Client(make_key(club, "owner", "club")),
        "foreign": Client(make_key(make_club(), "owner")),
        "revoked": Client(revoked),
        "limited": Client(make_limited_key(club, events=[granted], tables=[table])),
        "phone": Client(cards.enter_by_secret(card.secret).token),
    }
    # In production autovacuum does it. Without it PostgreSQL takes all these tables for empty, and some plans
    # are a thousand times slower.
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return world
