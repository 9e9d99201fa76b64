"""Table links: create one, and open a session with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.views.decorators.debug import sensitive_variables
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.resources import Item, Resource
from api.rights import Right
from api.shapes.base import Nothing
from api.shapes.links import Freed, LinkShape, NewLinkShape, SessionBody, SessionShape
from api.throttles import address_of
from tournaments.access import table_for_host
from tournaments.services.play import links, phones

if TYPE_CHECKING:
    from tournaments.models import Table


class LinkRoute(Item["Table"]):
    """A route about the link of a table. A table has one link at a time."""

    shape = LinkShape
    held_by = "round.event"

    def fetch(self, table: str) -> Table:
        return table_for_host(self.actor, table)

    def represent(self) -> Any:
        return self.serialize(_link_state(self.target))


class TableLink(LinkRoute):
    rights = {"GET": Right.RESULTS, "POST": Right.RESULTS, "DELETE": Right.RESULTS}
    answers = {"POST": {201: NewLinkShape}}
    without = {"POST": ("ETag",)}

    def get(self, request: Request, **ids: Any) -> Response:
        """Get the state of a table link.

        The secret and the PIN are shown only in the response that creates the link.
        """
        return self.show()

    @sensitive_variables()
    def post(self, request: Request, **ids: Any) -> Response:
        """Create a new link for a table.

        With the link, the players of the table can see the table and enter its deals until the round is
        closed, and nothing else. An earlier link of the table ends, together with all its sessions.
        """
        made = links.make_link(self.target, self.actor)
        url = request.build_absolute_uri(reverse("enter_table")) + f"#{made.secret}"
        link = _link_state(self.target) | {"url": url, "secret": made.secret, "pin": made.pin}
        data = NewLinkShape(link, context={"view": self}).data
        return Response(data, status=201, headers={"Location": request.path, "Cache-Control": "no-store"})

    def delete(self, request: Request, **ids: Any) -> Response:
        """Revoke the link of a table."""
        links.revoke_link(self.target, self.actor)
        return self.changed(self.target)


class TableLinkFree(LinkRoute):
    rights = {"POST": Right.RESULTS}
    bodies = {"POST": Freed}

    def post(self, request: Request, **ids: Any) -> Response:
        """Free a seat for another phone.

        The session of the phone that speaks for the seat ends. If no phone does, nothing happens.
        """
        phones.free_seat(self.target, self.actor, self.body["seat"])
        return self.changed(self.target)


class TableSession(Resource[str]):
    """A new session with a table link. Keys are ignored."""

    rights = {"POST": Right.NONE}
    bodies = {"POST": SessionBody}
    queries = {"POST": Nothing}
    shape = SessionShape
    answers = {"POST": {201: SessionShape}}
    without = {"POST": ("Location",)}
    authentication_classes = ()
    also_refuses = (403, 409, 429)

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """Skip the transaction of dry runs and retries, because a rollback would forget a wrong PIN."""
        return APIView.dispatch(self, request, *args, **kwargs)

    def fetch(self, table: str) -> str:
        return table

    @sensitive_variables()
    def post(self, request: Request, **ids: Any) -> Response:
        """Open a session at a table with its link.

        The token works like a key, but for this table only: its deals, its ledger, its next deal and its
        claims. Ten wrong PINs lock the PIN of the table (409). After five wrong PINs for the table, your
        address is blocked for an hour (429). After very many wrong PINs in the whole installation, all PINs
        are paused (429). The secret always works. `seat` is the seat that you speak for; a seat that another
        phone has taken is refused (409) until a scorer frees it. `dry_run` is not supported.
        """
        if "secret" in self.body:
            new_phone = links.enter_by_secret(self.body["secret"], self.target)
        else:
            new_phone = links.enter_by_pin(self.target, self.body["pin"], address=address_of(request))
        phone = new_phone.phone
        if "seat" in self.body:
            phone = phones.take_seat(phone, self.body["seat"])
        session = {"token": new_phone.token, "table": phone.link.table_id, "seat": phone.seat}
        return Response(self.serialize(session), status=201, headers={"Cache-Control": "no-store"})


def _link_state(table: Table) -> dict[str, Any]:
    link = links.link_of(table)
    return {
        "table": table.pk,
        "made_at": link.created_at if link else None,
        "pin_tries_left": max(0, links.PIN_TRIES - link.pin_failures) if link else 0,
        "phones": list(phones.phones_at(table)) if link else [],
    }
