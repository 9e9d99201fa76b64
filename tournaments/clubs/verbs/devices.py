"""The devices of a user: the browsers in which they are signed in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from tournaments.clubs.models.clubs import User
from tournaments.clubs.verbs.accounts import lock_memberships, log_in_clubs
from tournaments.core.audit import Actor
from tournaments.core.models.sessions import Session
from tournaments.core.secrets import digest

DEVICE = "device"
"""The key of the values that describe the device, in the session's data."""

LONGEST_AGENT = 300
"""Characters of the User-Agent that are kept. Some browsers send thousands."""


@dataclass(frozen=True)
class Device:
    """A browser in which a user is signed in."""

    ref: str
    """Names the device in addresses. The key of its session cannot be derived from it."""
    agent: str
    """What the browser says of itself: the header User-Agent, perhaps empty."""
    since: datetime
    last_used_at: datetime
    """The time of the last page that it opened, at most some ten minutes too early."""
    is_this: bool
    """Whether it sends this request."""


def note_device(request: HttpRequest, **_signal: Any) -> None:
    """Note in a new session which browser signs in, and when: a receiver of Django's `user_logged_in`."""
    request.session[DEVICE] = {
        "agent": request.headers.get("User-Agent", "")[:LONGEST_AGENT],
        "since": timezone.now().isoformat(),
    }


def devices_of(user: User, this_key: str | None) -> list[Device]:
    """The devices of a user, this one first, then by their last use. `this_key` is the key of its session."""
    devices = [_device(session, this_key) for session in _open_sessions(user)]
    return sorted(devices, key=lambda device: (device.is_this, device.last_used_at), reverse=True)


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


def _device(session: Session, this_key: str | None) -> Device:
    noted = session.get_decoded()[DEVICE]
    return Device(
        ref=_ref(session.pk),
        agent=noted["agent"],
        since=datetime.fromisoformat(noted["since"]),
        last_used_at=session.last_used_at,
        is_this=session.pk == this_key,
    )


def _ref(key: str) -> str:
    return digest(key)[:16]
