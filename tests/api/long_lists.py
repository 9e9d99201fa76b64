"""A club whose lists are all long, and a trivial list beside them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from django.db.models import Model
from django.urls import include, path, reverse
from django.utils import timezone
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.renderers import JSONRenderer

from api.resources import Collection
from api.urls import urlpatterns as routes
from tests.api.client import Client
from tests.api.long_lists_of_seasons import add_seasons
from tests.builders import (
    a_table,
    make_card,
    make_key,
    make_simulation,
    next_document,
    owner_of,
    play,
    published_round,
    running_event,
    the_table,
)
from tournaments.clubs.verbs import people as players
from tournaments.desk.verbs import calls
from tournaments.draw.verbs import wishes
from tournaments.events.verbs import replies
from tournaments.models import Entry, Member, Player, Round, Seat, Table, TableCard, User
from tournaments.play.verbs import claims, corrections
from tournaments.programs.webhooks import webhooks
from tournaments.standings.verbs import adjustments

ROWS = 100
"""Rows of each list: the default number of rows of a page."""

DEALS, CLAIMS, ROUNDS, TABLES, REVISIONS = 50, 50, 10, 10, 5


class PlayerShape(serializers.ModelSerializer[Player]):
    class Meta:
        model = Player
        fields = ["id", "name", "public_name", "created_at"]


class Trivial(ListAPIView[Player]):
    """A list of players as the framework makes it, without keys, limits and versions."""

    authentication_classes = ()
    throttle_classes = ()
    queryset = Player.objects.order_by("id")
    serializer_class = PlayerShape
    pagination_class = LimitOffsetPagination
    renderer_classes = (JSONRenderer,)


TRIVIAL = "/trivial/?limit=100"
urlpatterns = [path("trivial/", Trivial.as_view()), path("", include("pochleague.urls"))]


def list_routes() -> list[str]:
    """Return the names of all routes that are lists."""
    return [
        str(pattern.name)
        for pattern in routes
        if issubclass(view := cast("Any", pattern.callback).cls, Collection) and "GET" in view.methods
    ]


@dataclass
class LongLists:
    """The client of an owner, and the address of each list by the name of its route."""

    client: Client
    addresses: dict[str, str]


def copies(row: Any, number: int, changes: Callable[[int], dict[str, Any]] = lambda _number: {}) -> list[Any]:
    """Store this many copies of a row with new ids. `changes` returns the columns that differ."""
    model: Any = type(row)
    columns = {field.attname: getattr(row, field.attname) for field in model._meta.concrete_fields}
    del columns[model._meta.pk.attname]
    made: list[Model] = model._default_manager.bulk_create(
        [model(**{**columns, **changes(place)}) for place in range(number)]
    )
    return made


def make_long_lists() -> LongLists:
    """Make rows by the verbs, and copy them."""
    table = a_table(4, deals_per_round=DEALS + 1)
    event, club = table.round.event, table.round.event.club
    director = owner_of(club)
    play(table, DEALS)
    entry = event.entries.latest("number")

    people = copies(
        players.add_player(club, director, "Somebody"), ROWS, lambda number: {"name": f"Person {number}"}
    )
    entries: list[Entry] = copies(
        entry, ROWS, lambda number: {"player_id": people[number].pk, "number": number + 5}
    )
    copies(event, ROWS, lambda number: {"slug": f"copy-{number}"})
    copies(event.stages.get(), ROWS, lambda number: {"number": number + 2})
    _add_rounds(table.round, table, entries)
    reply = replies.sign_up(event, director, name="Somebody", as_director=True)
    copies(
        reply,
        ROWS,
        lambda number: {"name": f"Person {number}", "number": number + 2, "token_digest": str(number)},
    )
    given = adjustments.add_adjustment(event, director, entry, "a gift", chips=3)
    copies(given, ROWS)

    pairs = list(
        zip(sorted(person.pk for person in people), sorted(person.pk for person in people)[1:], strict=False)
    )
    for scope in (None, event):
        wish = wishes.add_wishes(club, director, "apart", [entry.player_id, people[0].pk], event=scope)[0]
        copies(wish, ROWS - 1, lambda number: {"player_id": pairs[number][0], "other_id": pairs[number][1]})

    users: list[User] = User.objects.bulk_create(
        [
            User(username=f"somebody {number}", sign_in_key=User.key_of(f"somebody {number}"))
            for number in range(ROWS)
        ]
    )
    Member.objects.bulk_create([Member(club=club, user=user, role="scorer") for user in users])
    webhook, _secret = webhooks.add_webhook(club, director, "https://example.org/")
    copies(webhook, ROWS)
    make_card(table)
    copies(
        TableCard.objects.get(event=event),
        ROWS,
        lambda number: {"number": number + 2, "secret_digest": str(number)},
    )
    call = calls.call_director(table, director).call
    copies(call, ROWS, lambda _number: {"ended_at": timezone.now()})
    copies(webhooks.test_webhook(webhook, director), ROWS)
    copies(make_simulation(club=club), ROWS)
    of_seasons = add_seasons(event, people, copies, ROWS)

    agreeing = the_table(published_round(running_event(4, club=club, two_agree=True)))
    claim = claims.claim_deal(agreeing, director, 1, next_document(agreeing))
    copies(claim, CLAIMS, lambda _number: {"status": "withdrawn"})
    revised = the_table(published_round(running_event(4, club=club)))
    for _ in range(REVISIONS):
        play(revised)
        corrections.void(revised, director, 1, "again")

    ids: dict[str, Any] = {"club": club.slug, "event": event.slug, "table": table.pk, "webhook": webhook.pk}
    ids |= of_seasons
    places: dict[str, dict[str, Any]] = {
        "ClaimList": {"table": agreeing.pk},
        "PersonOpponents": {"person": event.entries.order_by("number")[0].player_id},
        "DealRevisions": {"table": revised.pk, "number": 1},
    }
    patterns = {pattern.name: str(pattern.pattern) for pattern in routes}
    return LongLists(
        Client(make_key(club, "owner")),
        {
            name: reverse(
                f"api:{name}",
                kwargs={
                    key: value
                    for key, value in {**ids, **places.get(name, {})}.items()
                    if f":{key}>" in patterns[name]
                },
            )
            for name in list_routes()
        },
    )


def _add_rounds(round_: Round, table: Table, entries: list[Entry]) -> None:
    """Add closed rounds with full tables."""
    rounds: list[Round] = copies(round_, ROUNDS, lambda number: {"number": number + 2, "status": "closed"})
    for made in rounds:
        tables: list[Table] = copies(table, TABLES, partial(_place, made))
        Seat.objects.bulk_create(
            Seat(table=tables[place // 4], round=made, number=place % 4, entry=entry)
            for place, entry in enumerate(entries[: 4 * TABLES])
        )


def _place(round_: Round, number: int) -> dict[str, Any]:
    return {"round_id": round_.pk, "number": number + 1}
