"""Who asks, and what their key may do.

A key belongs to a member of one club, and acts for that member: what it may reach is the member's business
(`tournaments.access`), what it may do there is its scopes'. Every key may read what its member sees; `read`
alone is for keys that may do nothing else. A key that was given some tables (`kernel.audit.KeyGrants`) sees
these, and else what is public.

A guest is a phone that a table's link has let in, with a token of its own: it has no scope, and what it may
do is what `tournaments.access` lets who sits at that table do.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, cast

from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from tournaments.errors import NotAllowed
from tournaments.kernel.audit import LINK, Actor
from tournaments.services.clubs.keys import grants_of, key_of_secret, scopes_of
from tournaments.services.play.links import TOKEN_PREFIX, guest_of_token

if TYPE_CHECKING:
    from tournaments.models import ApiKey, TableGuest, User

SCHEME = "Bearer"


class Right(StrEnum):
    """What a method of a route asks for."""

    NONE = "none"
    """Nothing: it tells what is no secret."""
    READ = "read"
    """Public things are for everybody, a club's own for its keys."""
    KEY = "key"
    """A key, whatever its scopes."""
    RESULTS = "results"
    EVENTS = "events"
    CLUB = "club"

    @property
    def needs_key(self) -> bool:
        return self not in (Right.NONE, Right.READ)

    @property
    def is_scope(self) -> bool:
        """Whether a key must have it among its scopes."""
        return self in (Right.RESULTS, Right.EVENTS, Right.CLUB)


class KeyAuthentication(BaseAuthentication):
    """`Authorization: Bearer KEY`, or a table's token.

    No session, no cookie: a browser's visitor is nobody here.
    """

    def authenticate(self, request: Request) -> tuple[User | None, ApiKey | TableGuest] | None:
        parts = get_authorization_header(request).split()
        if not parts:
            return None
        if len(parts) != 2 or parts[0].lower() != SCHEME.lower().encode():
            raise AuthenticationFailed(_("Send the key as “Authorization: Bearer KEY”."), "key_malformed")
        secret = parts[1].decode("latin-1")
        if secret.startswith(TOKEN_PREFIX):
            return None, self._guest(secret)
        key = key_of_secret(secret)
        if key is None:
            raise AuthenticationFailed(_("This key is unknown, has expired or was revoked."), "key_unknown")
        return key.member.user, key

    def _guest(self, token: str) -> TableGuest:
        guest = guest_of_token(token)
        if guest is None:
            raise AuthenticationFailed(
                _(
                    "This table's link has ended: its round is closed, a new link was made, or the seat was "
                    "freed. Come in again with the newest secret or PIN."
                ),
                "link_ended",
            )
        return guest

    def authenticate_header(self, _request: Request) -> str:
        return f'{SCHEME} realm="pochleague"'


class KeyScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the schema tells of it."""

    target_class = KeyAuthentication
    name = "key"

    def get_security_definition(self, _auto_schema: Any) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": (
                "A key of a member of one club, made on the club's page or by "
                "`manage.py create_key --club SLUG --member NAME --scope results`; or a table's token, from "
                "`POST /tables/{table}/session/`, for that table alone."
            ),
        }


def actor_of(request: Request) -> Actor:
    """Whoever asks: the member of the key, somebody at a table, or nobody."""
    if (guest := guest_of(request)) is not None:
        return Actor(None, LINK, guest=guest)
    key = key_of(request)
    if key is None:
        return Actor(None, "api")
    # Only a limited key is asked for what it was given: the others cost no query.
    return Actor(key.member.user, "api", key.member, grants_of(key) if key.limited else None)


def acts_as_director(request: Request) -> bool:
    """Whether the key may run events: one for results alone is a scorer's, whoever's it is."""
    key = key_of(request)
    return key is not None and Right.EVENTS.value in scopes_of(key)


def key_of(request: Request) -> ApiKey | None:
    """The key that came with the request."""
    return None if guest_of(request) is not None else cast("ApiKey | None", request.auth)


def guest_of(request: Request) -> TableGuest | None:
    """The table's guest whose token came with the request."""
    # What a guest has and a key has not: a link. (This floor knows no models.)
    return cast("TableGuest", request.auth) if hasattr(request.auth, "link_id") else None


def guests_may_not() -> NotAllowed:
    """The refusal of what takes a key."""
    return NotAllowed(
        "guest_may_not",
        _("A table's token opens that table alone. This needs a key: “Authorization: Bearer KEY”."),
    )


def check_scope(request: Request, right: Right) -> None:
    """NotAllowed unless the key has this scope, and its member still has the role that the scope takes.

    A guest needs none for what their own table's link is for: `tournaments.access` has found that it is.
    """
    if guest_of(request) is not None:
        if right.needs_key and right != Right.RESULTS:
            raise guests_may_not()
        return
    key = key_of(request)
    if right.is_scope and (key is None or right.value not in scopes_of(key)):
        raise NotAllowed(
            "scope_missing", _("This needs a key with the scope “%(scope)s”.") % {"scope": right.value}
        )
