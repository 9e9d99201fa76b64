"""Table links: making one, and coming in by it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.views.decorators.debug import sensitive_variables
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.resources import Resource, Thing
from api.rights import Right
from api.shapes.base import Nothing
from api.shapes.links import Freed, LinkShape, NewLinkShape, SessionBody, SessionShape
from api.throttles import address_of
from tournaments.access import table_for_host
from tournaments.services.play import links, phones

if TYPE_CHECKING:
    from tournaments.models import Table


class TableLink(Thing["Table"]):
    """The link of a table. There is one at a time."""

    rights = {"GET": Right.RESULTS, "POST": Right.RESULTS, "DELETE": Right.RESULTS}
    shape = LinkShape
    answers = {"POST": {201: NewLinkShape}}
    without = {"POST": ("ETag",)}
    held_by = "round.event"

    def fetch(self, table: str) -> Table:
        return table_for_host(self.actor, table)

    def represent(self) -> Any:
        return self.tell(_told(self.target))

    def get(self, request: Request, **ids: Any) -> Response:
        """Whether a table has a link.

        Its secret and PIN are told when it is made, and never again.
        """
        return self.show()

    @sensitive_variables()
    def post(self, request: Request, **ids: Any) -> Response:
        """Make a new link for a table.

        For who sits there, until the round is closed: with it they see the table and enter its deals, and
        nothing else. A link that the table had opens nothing any more, and lets nobody in who came by it.
        """
        made = links.make_link(self.target, self.actor)
        url = request.build_absolute_uri(reverse("guest_door")) + f"#{made.secret}"
        told = _told(self.target) | {"url": url, "secret": made.secret, "pin": made.pin}
        data = NewLinkShape(told, context={"view": self}).data
        return Response(data, status=201, headers={"Location": request.path, "Cache-Control": "no-store"})

    def delete(self, request: Request, **ids: Any) -> Response:
        """End a table's link."""
        links.revoke_link(self.target, self.actor)
        return self.changed(self.target)


class TableLinkFree(Thing["Table"]):
    """A seat of a table that a phone has taken."""

    rights = {"POST": Right.RESULTS}
    bodies = {"POST": Freed}
    shape = LinkShape
    held_by = "round.event"

    def fetch(self, table: str) -> Table:
        return table_for_host(self.actor, table)

    def represent(self) -> Any:
        return self.tell(_told(self.target))

    def post(self, request: Request, **ids: Any) -> Response:
        """Free a seat for another phone.

        The phone that speaks for it is let in no more. Where none does, nothing happens.
        """
        phones.free_seat(self.target, self.actor, self.body["seat"])
        return self.changed(self.target)


class TableSession(Resource[str]):
    """Coming to a table by its link. Takes no key, and looks at none."""

    rights = {"POST": Right.NONE}
    bodies = {"POST": SessionBody}
    queries = {"POST": Nothing}
    shape = SessionShape
    answers = {"POST": {201: SessionShape}}
    without = {"POST": ("Location",)}
    authentication_classes = ()
    also_refuses = (403, 409, 429)

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """Plainly: no transaction is put around it that would forget a wrong try."""
        return APIView.dispatch(self, request, *args, **kwargs)

    def fetch(self, table: str) -> str:
        return table

    @sensitive_variables()
    def post(self, request: Request, **ids: Any) -> Response:
        """Come to a table by its link.

        The token opens that table alone, as a key would: its deals, its ledger, the next deal, and what waits
        for a second person. Ten wrong PINs burn a table's PIN (409). While many are tried anywhere, none is
        taken, and none for an hour from an address that has sent five wrong ones for the table (429): the
        secret always is. `seat` says whose phone it is; one that another has taken is refused (409)
        until it is freed. There is no trial run.
        """
        if "secret" in self.body:
            entered = links.enter_by_secret(self.body["secret"], self.target)
        else:
            entered = links.enter_by_pin(self.target, self.body["pin"], address=address_of(request))
        guest = entered.guest
        if "seat" in self.body:
            guest = phones.take_seat(guest, self.body["seat"])
        told = {"token": entered.token, "table": guest.link.table_id, "seat": guest.seat}
        return Response(self.tell(told), status=201, headers={"Cache-Control": "no-store"})


def _told(table: Table) -> dict[str, Any]:
    link = links.link_of(table)
    return {
        "table": table.pk,
        "made_at": link.created_at if link else None,
        "pin_tries_left": max(0, links.PIN_TRIES - link.pin_failures) if link else 0,
        "phones": list(phones.phones_at(table)) if link else [],
    }
