"""Authentication, and what a key may do.

A key belongs to a member of one club and acts for this member. The `access` of each room decides what the
member can reach; the scopes of the key decide what it may do there. Every key can read what its member sees.
The scope `read` is for keys that may do nothing else. A limited key (`core.actors.KeyGrants`) sees its own
events and tables, and what is public.

A phone came in through the card of a table and has a token. It has no scope; the `access` of each room
decides what it may do.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, cast

from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from tournaments.clubs.verbs.accounts import grants_of, key_of_secret, scopes_of
from tournaments.core.actors import Actor
from tournaments.core.rules.refusals import NotAllowed, gettext_noop
from tournaments.play.verbs.cards import TOKEN_PREFIX, phone_of_token
from tournaments.tables.access import GuestMayNot

if TYPE_CHECKING:
    from tournaments.clubs.models import ApiKey, User
    from tournaments.tables.models.cards import Phone

SCHEME = "Bearer"


class Right(StrEnum):
    """What a method of a route requires."""

    NONE = "none"
    """Nothing. The response contains only public information."""
    READ = "read"
    """Nothing for public things, a key of the club for others."""
    KEY = "key"
    """A key with any scope."""
    RESULTS = "results"
    EVENTS = "events"
    CLUB = "club"

    @property
    def needs_key(self) -> bool:
        return self not in (Right.NONE, Right.READ)

    @property
    def is_scope(self) -> bool:
        """Whether the key must have a scope of this name."""
        return self in (Right.RESULTS, Right.EVENTS, Right.CLUB)


class KeyAuthentication(BaseAuthentication):
    """`Authorization: Bearer KEY`, or the token of a table. Sessions and cookies are ignored."""

    def authenticate(self, request: Request) -> tuple[User | None, ApiKey | Phone] | None:
        parts = get_authorization_header(request).split()
        if not parts:
            return None
        if len(parts) != 2 or parts[0].lower() != SCHEME.lower().encode():
            raise AuthenticationFailed(_("Send the key as “Authorization: Bearer KEY”."), "key_malformed")
        secret = parts[1].decode("latin-1")
        if secret.startswith(TOKEN_PREFIX):
            return None, self._phone(secret)
        key = key_of_secret(secret)
        if key is None:
            raise AuthenticationFailed(_("This key is unknown, has expired or was revoked."), "key_unknown")
        return key.member.user, key

    def _phone(self, token: str) -> Phone:
        phone = phone_of_token(token)
        if phone is None:
            raise AuthenticationFailed(
                _(
                    "Your session at this table has ended: the round was closed, the card replaced, or your "
                    "seat was freed. Scan the newest QR code, or enter the newest PIN."
                ),
                "link_ended",
            )
        return phone

    def authenticate_header(self, _request: Request) -> str:
        return f'{SCHEME} realm="pochleague"'


class KeyScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The security scheme of the OpenAPI document."""

    target_class = KeyAuthentication
    name = "key"

    def get_security_definition(self, _auto_schema: Any) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": (
                "A key of a club member. Create it on the club's page, or with "
                "`manage.py create_key --club SLUG --member NAME --scope results`. Or the token of a table, "
                "from `POST /tables/{table}/session/`."
            ),
        }


def actor_of(request: Request) -> Actor:
    """Return who makes the request: the phone, the member who owns the key, or an actor without rights."""
    if (phone := phone_of(request)) is not None:
        return Actor.of_phone(phone)
    key = key_of(request)
    if key is None:
        return Actor(None, "api")
    # Other keys need no query.
    return Actor(key.member.user, "api", key.member, grants_of(key) if key.limited else None)


def acts_as_director(request: Request) -> bool:
    """Whether the key may run events. Without the scope `events`, even a director's key is a scorer's."""
    key = key_of(request)
    return key is not None and Right.EVENTS.value in scopes_of(key)


def key_of(request: Request) -> ApiKey | None:
    """Return the key of the request."""
    return None if phone_of(request) is not None else cast("ApiKey | None", request.auth)


def phone_of(request: Request) -> Phone | None:
    """Return the phone whose token came with the request."""
    # Only a phone has a card. (This package must not import models.)
    return cast("Phone", request.auth) if hasattr(request.auth, "card_id") else None


def phones_may_not() -> NotAllowed:
    """Return the refusal for a phone that uses a route for keys."""
    return GuestMayNot(
        sentence=gettext_noop(
            "A table token is valid for its table only. This needs a key: “Authorization: Bearer KEY”."
        )
    )


def check_scope(request: Request, right: Right) -> None:
    """Raise NotAllowed unless the key has this scope and its member still has the role for it.

    A phone needs no scope for the deals of its table, which the `access` of each room has checked.
    """
    if phone_of(request) is not None:
        if right.needs_key and right != Right.RESULTS:
            raise phones_may_not()
        return
    key = key_of(request)
    if right.is_scope and (key is None or right.value not in scopes_of(key)):
        raise NotAllowed(
            "scope_missing", _("This needs a key with the scope “%(scope)s”.") % {"scope": right.value}
        )
