"""The card of a table with its QR code and PIN, and how a phone uses it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from rest_framework import serializers
from rest_framework.response import Response
from rest_framework.views import APIView

from api import fields
from api.methods import Act, Add, Remove, Show, of_target, through
from api.resources import Collection, Item, Resource
from api.retries import remember
from api.rights import Right
from api.shapes import Answer, Id, Items, Moment, Nothing, Shape, Text, Whole
from api.throttles import address_of
from tournaments.clubs.access import not_found
from tournaments.events.access import event_for_host
from tournaments.play.verbs import cards, phones

if TYPE_CHECKING:
    from tournaments.events.models.events import Event
    from tournaments.tables.models.cards import TableCard


class PhoneShape(Answer):
    """A phone or program that speaks for a seat of the table."""

    seat = fields.Int("From 0.")
    mark = fields.Str("Four characters that identify the phone.")
    since = Moment("When its session began.", source="created_at")


class CardShape(Answer):
    """The card of a physical table, the state of its PIN, and the phones that speak for its seats now."""

    number = fields.Int("The number of the table in every round.")
    made_at = Moment(source="created_at")
    pin_tries_left = fields.Int("Wrong PINs before the PIN is blocked. 0: it is blocked; make a new card.")
    table = Id("The table that it opens now. Null between rounds.", null=True)
    phones = PhoneShape(
        many=True, source="seated", help_text="At most one for each seat; none between rounds."
    )


class NewCardShape(Answer):
    """A new card. This is the only response that contains it."""

    number = fields.Int(source="card.number")
    url = fields.Str("The content of the QR code.")
    secret = fields.Str("128 bits: the part of `url` after the #.")
    pin = fields.Str("Six digits.")


class NewCardsShape(Answer):
    """The new cards, by number."""

    cards = NewCardShape(many=True)


class Tables(Shape):
    """The tables that get a new card."""

    tables = Items(
        "Their numbers. Default: all tables that have no card.",
        child=Whole(least=1, most=10_000),
        required=False,
        min_length=1,
        max_length=1000,
    )


class Freed(Shape):
    """The seat to free."""

    seat = Whole("From 0.", 0, 9)


class SessionBody(Shape):
    """The secret or the PIN of a card, and the seat."""

    secret = Text("The part of the address after the #.", required=False, max_length=200)
    pin = Text("Six digits, instead of `secret`.", required=False, max_length=20)
    seat = Whole("The seat that you speak for, from 0.", 0, 9, required=False)

    def validate(self, attrs: Any) -> Any:
        if ("secret" in attrs) == ("pin" in attrs):
            raise serializers.ValidationError(
                _("Send either the secret of the card or its PIN."), code="secret_or_pin"
            )
        return attrs


class SessionShape(Answer):
    """A session. It ends when the round is closed or the table gets a new card."""

    token = fields.Str("Send it as `Authorization: Bearer TOKEN`.")
    table = Id()
    seat = fields.Int(null=True)


class CardList(Collection, path="events/<slug:event>/cards/"):
    """GET: List the cards of an event.

    Their secrets and PINs are shown only in the response that makes them.
    """

    shape = CardShape
    order = "number"
    fetch = through(event_for_host)
    rows = of_target(cards.live_cards)
    get = Show(Right.RESULTS)

    def complete(self, rows: Any) -> Any:
        return _states(self.target, rows)

    @Add(Right.RESULTS, Tables, answers={201: NewCardsShape}, without=("ETag", "Location"))
    @sensitive_variables()
    def post(self) -> Any:
        """Make cards for the tables of an event.

        A card belongs to a physical table: it opens the table with its number in whatever round is played,
        until the event is finished. With it, the players can see their table and enter its deals, and nothing
        else. An earlier card of the same table ends, together with all its sessions.
        """
        made = cards.make_cards(self.target, self.actor, self.body.get("tables"))
        door = self.request.build_absolute_uri(reverse("enter_table"))
        new = [vars(each) | {"url": f"{door}#{each.secret}"} for each in made]
        data = self.serialize({"cards": new}, NewCardsShape)
        return Response(data, status=201, headers={"Cache-Control": "no-store"})


class CardItem(Item):
    shape = CardShape
    held_by = "event"

    def fetch(self, event: str, number: int) -> Any:
        held = event_for_host(self.actor, event)
        card = cards.live_cards(held).filter(number=number).first()
        if card is None:
            raise not_found()
        card.event = held
        return card

    def data(self) -> Any:
        return _states(self.target.event, [self.target])[0]


class CardOne(CardItem, path="events/<slug:event>/cards/<int:number>/"):
    """GET: Get the card of a table."""

    get = Show(Right.RESULTS)

    @Remove(Right.RESULTS)
    def delete(self) -> None:
        """Revoke the card of a table. All its sessions end."""
        cards.revoke_card(self.target.event, self.actor, self.target.number)


class CardFree(CardItem, path="events/<slug:event>/cards/<int:number>/free/"):
    @Act(Right.RESULTS, Freed)
    def post(self) -> Any:
        """Free a seat of a table for another phone.

        The session of the phone that speaks for the seat ends. If no phone does, nothing happens.
        """
        if (table := cards.table_of(self.target)) is not None:
            phones.free_seat(table, self.actor, self.body["seat"])
        return self.target


class TableSession(Resource, path="tables/<slug:table>/session/"):
    """A new session at a table with its card. Keys are ignored."""

    shape = SessionShape
    authentication_classes = ()
    also_refuses = (403, 409, 429)

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """Run without a transaction, because a rollback would forget a wrong PIN."""
        response = APIView.dispatch(self, request, *args, **kwargs)
        if self.ask is not None and response.status_code < 400:
            with suppress(IntegrityError), transaction.atomic():  # the same request at the same moment
                remember(self.ask, response)
        return response

    fetch = through(lambda _actor, table: table)

    @Add(Right.NONE, SessionBody, query=Nothing, without=("Location",))
    @sensitive_variables()
    def post(self) -> Any:
        """Open a session at a table with its card, while its round is played.

        The token works like a key, but for this table only: its deals, its ledger, its next deal, its claims
        and its call of the director. It ends with the round: in the next round the same card opens a session
        at the table with the same number. Ten wrong PINs lock the PIN of the card (409). After five wrong
        PINs for the table, your address is blocked for an hour (429). After very many wrong PINs in the whole
        installation, all PINs are paused (429). The secret always works. `seat` is the seat that you speak
        for; a seat that another phone has taken is refused (409) until a scorer frees it. `dry_run` is not
        supported.
        """
        if "secret" in self.body:
            new_phone = cards.enter_by_secret(self.body["secret"], self.target)
        else:
            new_phone = cards.enter_by_pin(self.target, self.body["pin"], address=address_of(self.request))
        phone = new_phone.phone
        if "seat" in self.body:
            phone = phones.take_seat(phone, self.body["seat"])
        session = {"token": new_phone.token, "table": phone.table_id, "seat": phone.seat}
        return Response(self.serialize(session), status=201, headers={"Cache-Control": "no-store"})


def _states(event: Event, rows: list[TableCard]) -> list[dict[str, Any]]:
    """What `CardShape` shows of these cards of an event (three queries)."""
    played = cards.open_round(event)
    tables = {} if played is None else cards.tables_by_number(played)
    seated = [] if played is None else list(phones.phones_in(played))
    return [
        {
            "number": card.number,
            "created_at": card.created_at,
            "pin_tries_left": max(0, cards.PIN_TRIES - card.pin_failures),
            "table": tables.get(card.number),
            "seated": [phone for phone in seated if phone.table_id == tables.get(card.number)],
        }
        for card in rows
    ]
