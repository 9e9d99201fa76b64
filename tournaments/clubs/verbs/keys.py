"""API keys: creating, finding and revoking them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.clubs.models.clubs import ApiKey, Member, Role, Scope
from tournaments.clubs.models.people import KeyGrant
from tournaments.core.audit import Actor, KeyGrants, log
from tournaments.core.locks import lock_club, lock_member
from tournaments.core.rules.names import clean_title
from tournaments.core.rules.refusals import Invalid, at, gettext_noop
from tournaments.core.secrets import digest, new_secret
from tournaments.core.zones import check_date
from tournaments.events.models.events import Event
from tournaments.tables.models.rounds import Table

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
    _club, member = lock_member(member)
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
    log(
        actor,
        "create_key",
        key,
        within=member.club,
        name=name,
        scopes=key.scopes,
        events=[str(event.pk) for event in events],
        tables=[str(table.pk) for table in tables],
    )
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
    event_clubs = {event.club_id for event in events}
    table_clubs = {table.round.event.club_id for table in tables}
    if (event_clubs | table_clubs) - {member.club_id}:
        field = "events" if event_clubs - {member.club_id} else "tables"
        raise GrantForeign(field=field)


def grants_of(key: ApiKey) -> KeyGrants:
    """The events and tables of a limited key."""
    grants = list(key.grants.all())
    return KeyGrants(
        events=frozenset(grant.event_id for grant in grants if grant.event_id is not None),
        tables=frozenset(grant.table_id for grant in grants if grant.table_id is not None),
    )


@transaction.atomic
def revoke_key(key: ApiKey, actor: Actor) -> ApiKey:
    """Revoke a key for good. Idempotent."""
    lock_club(key.member.club)
    fresh = ApiKey.objects.select_for_update().filter(pk=key.pk).first()
    if fresh is None:  # it was deleted with its member
        return key
    if fresh.revoked_at is None:
        fresh.revoked_at = timezone.now()
        fresh.save(update_fields=["revoked_at"])
        log(actor, "revoke_key", fresh, within=fresh.member.club, name=fresh.name)
    return fresh


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
