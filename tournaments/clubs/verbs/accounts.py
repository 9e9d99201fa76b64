"""The accounts of users: their log (an entry in each of their clubs), their devices and their API keys."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from operator import itemgetter
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from tournaments.clubs.models import ApiKey, KeyGrant, Member, Role, Scope, User
from tournaments.core.actors import Actor, KeyGrants
from tournaments.core.change import change, lock_club, lock_member, log
from tournaments.core.models.log import Session
from tournaments.core.rules.names import clean_title
from tournaments.core.rules.refusals import Invalid, at, gettext_noop
from tournaments.core.secrets import digest, new_secret
from tournaments.core.zones import check_date
from tournaments.events.models.events import Event
from tournaments.tables.models.rounds import Table


def lock_memberships(user: User) -> list[Member]:
    """The memberships of a user, with their clubs locked, in an order that is the same for everybody.

    Call it before anything of the account is changed: an entry of the log locks its club, too.
    """
    members = list(Member.objects.filter(user=user).select_related("club").order_by("club"))
    for member in members:
        member.club = lock_club(member.club)
    return members


def log_in_clubs(members: Sequence[Member], actor: Actor, verb: str, **data: Any) -> None:
    """Write that `actor` did `verb` to the account of these members, who are one user, in each club's log."""
    for member in members:
        log(actor, verb, member, within=member.club, **data)


# ---- The devices of a user: the browsers in which they are signed in.


DEVICE = "device"
"""The key of the values that describe the device, in the session's data."""

LONGEST_AGENT = 300
"""Characters of the User-Agent that are kept. Some browsers send thousands."""


def note_device(request: HttpRequest, **_signal: Any) -> None:
    """Note in a new session which browser signs in, and when: a receiver of Django's `user_logged_in`."""
    request.session[DEVICE] = {
        "agent": request.headers.get("User-Agent", "")[:LONGEST_AGENT],
        "since": timezone.now().isoformat(),
    }


def devices_of(user: User, this_key: str | None) -> list[dict[str, Any]]:
    """The devices of a user, this one first, then by their last use. `this_key` is the key of its session.

    ref: names the device in addresses; the key of its session cannot be derived from it. agent: what the
    browser says of itself (User-Agent). last_used_at: at most some ten minutes too early.
    """
    devices = [
        {
            "ref": _ref(session.pk),
            "agent": session.get_decoded()[DEVICE]["agent"],
            "since": datetime.fromisoformat(session.get_decoded()[DEVICE]["since"]),
            "last_used_at": session.last_used_at,
            "is_this": session.pk == this_key,
        }
        for session in _open_sessions(user)
    ]
    return sorted(devices, key=itemgetter("is_this", "last_used_at"), reverse=True)


@transaction.atomic
def sign_out_device(user: User, actor: Actor, ref: str) -> bool:
    """End the session of one device. Return whether it was signed in."""
    members = lock_memberships(user)
    keys = [session.pk for session in _open_sessions(user) if _ref(session.pk) == ref]
    Session.objects.filter(pk__in=keys).delete()
    if keys:
        log_in_clubs(members, actor, "sign_out_device")
    return bool(keys)


@transaction.atomic
def sign_out_others(user: User, actor: Actor, this_key: str | None) -> int:
    """End all sessions of a user but the one with `this_key`. Return how many devices were signed in."""
    members = lock_memberships(user)
    others = [session.pk for session in _open_sessions(user) if session.pk != this_key]
    Session.objects.filter(pk__in=others).delete()
    if others:
        log_in_clubs(members, actor, "sign_out_others", devices=len(others))
    return len(others)


def forget_old() -> int:
    """Delete the sessions that have expired; return their number."""
    return Session.objects.filter(expire_date__lt=timezone.now()).delete()[0]


def _open_sessions(user: User) -> list[Session]:
    return list(Session.objects.filter(user=user, expire_date__gt=timezone.now()))


def _ref(key: str) -> str:
    return digest(key)[:16]


# ---- API keys: creating, finding and revoking them.


SCOPE_NEEDS = {
    Scope.READ: Role.SCORER,
    Scope.RESULTS: Role.SCORER,
    Scope.EVENTS: Role.DIRECTOR,
    Scope.CLUB: Role.OWNER,
}
"""The role that a member needs for a key with each scope."""

MEMBER_FIELDS = (
    "member__role",
    "member__club__slug",
    "member__club__name",
    "member__club__language",
    "member__club__pack",
    "member__club__time_zone",
    "member__user__username",
    "member__user__is_active",
)
"""The fields of the member that every request with a key reads."""

USE_INTERVAL = timedelta(minutes=1)


class ScopeUnknown(Invalid):
    """No scope has this name."""

    sentence = gettext_noop("Choose at least one scope for the key: %(scopes)s.")


class ScopeBeyondRole(Invalid):
    """A key cannot have more rights than its member."""

    sentence = gettext_noop("The role “%(role)s” does not include the scope “%(scope)s”.")


class ExpiryPast(Invalid):
    """The expiry time of a key must lie in the future."""

    sentence = gettext_noop("Choose an expiry date in the future.")


@transaction.atomic
def create_key(
    member: Member,
    actor: Actor,
    name: str,
    scopes: Sequence[str],
    expires_at: datetime | None = None,
    *,
    events: Sequence[Event] = (),
    tables: Sequence[Table] = (),
) -> tuple[ApiKey, str]:
    """Create a key with which a program acts for `member`. Return it with its secret, which is not stored.

    With `events` or `tables` the key is limited to their results; its only scope is then `results`.
    """
    with at("name"):
        name = clean_title(name)
    if not scopes or any(scope not in Scope.values for scope in scopes):
        raise ScopeUnknown(scopes=", ".join(Scope.values), field="scopes")
    member = lock_member(member)
    for scope in scopes:
        if not member.may(SCOPE_NEEDS[Scope(scope)]):
            raise ScopeBeyondRole(role=Role(member.role).label, scope=scope, field="scopes")
    check_date(expires_at, "expires_at")
    if expires_at is not None and expires_at <= timezone.now():
        raise ExpiryPast(field="expires_at")
    _check_grants(member, scopes, events, tables)
    secret = new_secret("poch_")
    key = ApiKey.objects.create(
        member=member,
        name=name,
        prefix=secret[:10],
        digest=digest(secret),
        scopes=sorted(set(scopes)),
        limited=bool(events or tables),
        expires_at=expires_at,
    )
    KeyGrant.objects.bulk_create(
        [
            *(KeyGrant(key=key, event=event) for event in dict.fromkeys(events)),
            *(KeyGrant(key=key, table=table) for table in dict.fromkeys(tables)),
        ]
    )
    limits = {"events": [str(event.pk) for event in events], "tables": [str(table.pk) for table in tables]}
    log(actor, "create_key", key, within=member.club, name=name, scopes=key.scopes, **limits)
    return key, secret


class GrantNeedsResults(Invalid):
    """A key that is limited to some tables has the scope “results” only."""

    sentence = gettext_noop("A key for certain events or tables can only have the scope “results”.")


class GrantForeign(Invalid):
    """A key can only be limited to events and tables of its own club."""

    sentence = gettext_noop("A key can only have events and tables of its own club.")


def _check_grants(
    member: Member, scopes: Sequence[str], events: Sequence[Event], tables: Sequence[Table]
) -> None:
    """Raise Invalid unless a limited key is for its own club and has only the scope `results`."""
    if (events or tables) and set(scopes) != {Scope.RESULTS}:
        raise GrantNeedsResults(field="scopes")
    if {event.club_id for event in events} - {member.club_id}:
        raise GrantForeign(field="events")
    if {table.round.event.club_id for table in tables} - {member.club_id}:
        raise GrantForeign(field="tables")


def grants_of(key: ApiKey) -> KeyGrants:
    """The events and tables of a limited key."""
    grants = list(key.grants.all())
    return KeyGrants(
        events=frozenset(grant.event_id for grant in grants if grant.event_id is not None),
        tables=frozenset(grant.table_id for grant in grants if grant.table_id is not None),
    )


def revoke_key(key: ApiKey, actor: Actor) -> ApiKey:
    """Revoke a key for good. Idempotent. Raises NotFound if its member was removed, and the key too."""
    with change(key, actor, "revoke_key", name=key.name) as key:
        key.revoked_at = key.revoked_at or timezone.now()
    return key


def key_of_secret(secret: str) -> ApiKey | None:
    """The valid key with this secret; None for a wrong, expired or revoked one. Its use is noted."""
    now = timezone.now()
    keys = _in_force(now).select_related("member__club", "member__user")
    try:
        key = keys.only("scopes", "limited", "last_used_at", *MEMBER_FIELDS).get(digest=digest(secret))
    except ApiKey.DoesNotExist:
        return None
    if key.last_used_at is None or key.last_used_at < now - USE_INTERVAL:
        _note_use(key, now)
    return key


def still_in_force(keys: Collection[UUID]) -> set[UUID]:
    """The keys among these that are still valid, for connections that outlive a request."""
    return set(_in_force(timezone.now()).filter(pk__in=keys).values_list("pk", flat=True))


def _in_force(now: datetime) -> QuerySet[ApiKey]:
    return ApiKey.objects.filter(revoked_at__isnull=True, member__user__is_active=True).filter(
        Q(expires_at__isnull=True) | Q(expires_at__gt=now)
    )


@transaction.atomic
def _note_use(key: ApiKey, now: datetime) -> None:
    """Store the time at which a key was used, without waiting for another request that does the same."""
    unlocked = ApiKey.objects.select_for_update(skip_locked=True).filter(pk=key.pk)
    ApiKey.objects.filter(pk__in=unlocked.values("pk")).update(last_used_at=now)


def scopes_of(key: ApiKey) -> frozenset[str]:
    """The scopes of a key that the present role of its member still includes."""
    return frozenset(scope for scope in key.scopes if key.member.may(SCOPE_NEEDS[Scope(scope)]))
