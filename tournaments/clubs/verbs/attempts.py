"""Limits for attempts to sign in. Attempts are slowed, and nobody is locked out.

* For one name five wrong passwords are judged at once, then one every 40 seconds: 95 in an hour.
* From one network 20, then one every 10 seconds. A club shares an address.
* In all 100, then one a second.
* A browser in which the user has signed in before has a limit of its own, as for a name. So it gets in
  whatever strangers do.

Only wrong passwords count. Somebody who must wait gets a turn, which strangers cannot take. They can only
delay it: by 40 seconds from each further network. For turns an IPv6 network is a /48, since one customer can
rent as many /64 as strangers would need.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from operator import attrgetter
from typing import NoReturn

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from tournaments.clubs.models.clubs import AttemptPace, AttemptTurn, User
from tournaments.core.networks import SITE, network_of
from tournaments.core.pace import Pace
from tournaments.core.rules.refusals import TooMany, gettext_noop
from tournaments.core.secrets import digest

OF_ONE = Pace(burst=5, interval=timedelta(seconds=40))
OF_NETWORK = Pace(burst=20, interval=timedelta(seconds=10))
OF_ALL = Pace(burst=100, interval=timedelta(seconds=1))

TURN_LASTS = timedelta(minutes=10)
"""The time in which a turn must be used."""
MOST_TURNS = 200
"""Turns that wait at one limit. Whoever comes then is asked to come again."""
FULL = timedelta(minutes=1)
"""The time after which to come again."""
REMEMBERED = timedelta(hours=1)


@dataclass(frozen=True)
class Limit:
    """A pace for all attempts with the same key. `holder` tells those apart who wait there."""

    key: str
    holder: str
    pace: Pace


def sign_in_limits(name: str, address: str, browser: str | None) -> list[Limit]:
    """Return the limits for a password of this name from this address.

    browser: the id of a browser in which this user has signed in before.
    """
    if browser is not None:
        return [Limit(f"browser:{browser}", browser, OF_ONE)]
    who, site = digest(User.key_of(name)), network_of(address, SITE)
    return [
        Limit("all", site, OF_ALL),
        Limit(f"from:{network_of(address)}", who, OF_NETWORK),
        Limit(f"name:{who}", site, OF_ONE),
    ]


def code_limits(user: User, address: str, browser: str | None) -> list[Limit]:
    """Return the limits for a code of the second factor, after the password was right."""
    if browser is not None:
        return [Limit(f"browser:{browser}", browser, OF_ONE)]
    return [Limit(f"code:{user.pk}", network_of(address, SITE), OF_ONE)]


def own_limits(user: User) -> list[Limit]:
    """Return the limits for somebody who is signed in and proves that they are this user, not a borrower."""
    return [Limit(f"own:{user.pk}", "", OF_ONE)]


def judge_password(user: User, password: str) -> bool:
    """Return whether somebody who is signed in knows the password. Raises TooMany if it comes too early."""
    limits = own_limits(user)
    take(limits)
    is_right = user.check_password(password)
    if is_right:
        give_back(limits)
    return is_right


def take(limits: Sequence[Limit]) -> None:
    """Count an attempt, before it is judged. Raises TooMany, with the seconds to wait, if it comes too early.

    Then it counts nowhere, and has a turn with each limit for which it was too early.
    """
    now = timezone.now()
    # Durable: the rollback of an outer transaction would lose the count.
    with transaction.atomic(durable=True):
        taken, turns = _locked(limits, now)
        free = {
            limit: turns[limit.key].at if limit.key in turns else limit.pace.next_free(taken[limit.key], now)
            for limit in limits
        }
        late = [limit for limit in limits if free[limit] > now]
        for limit in late or limits:
            if limit.key in turns:
                if not late:
                    turns[limit.key].delete()  # it was counted when it was given
            elif not late or _give_turn(limit, free[limit]):
                AttemptPace.objects.filter(key=limit.key).update(
                    taken_until=limit.pace.take(taken[limit.key], now)
                )
            else:
                free[limit] = now + FULL
    if late:
        _refuse(max(free.values()) - now)


@transaction.atomic
def give_back(limits: Sequence[Limit]) -> None:
    """The attempt was right, so it does not count."""
    for limit in sorted(limits, key=attrgetter("key")):  # the order in which `take` locks them
        AttemptPace.objects.filter(key=limit.key).update(taken_until=F("taken_until") - limit.pace.interval)


def forget_old(now: datetime | None = None) -> int:
    """Delete what limits nothing any more. Return the number of rows."""
    now = now or timezone.now()
    paces, _models = AttemptPace.objects.filter(taken_until__lt=now - REMEMBERED).delete()
    turns, _models = AttemptTurn.objects.filter(at__lt=now - TURN_LASTS).delete()
    return paces + turns


def _locked(limits: Sequence[Limit], now: datetime) -> tuple[dict[str, datetime], dict[str, AttemptTurn]]:
    """Lock the limits in the order of their keys. Return until when each is taken, and the turns."""
    keys = sorted(limit.key for limit in limits)
    AttemptPace.objects.bulk_create(
        [AttemptPace(key=key, taken_until=now) for key in keys], ignore_conflicts=True
    )
    rows = AttemptPace.objects.select_for_update().filter(key__in=keys).order_by("key")
    taken = {row.key: row.taken_until for row in rows}
    AttemptTurn.objects.filter(key__in=keys, at__lt=now - TURN_LASTS).delete()
    holders = {limit.key: limit.holder for limit in limits}
    turns = AttemptTurn.objects.filter(key__in=keys, holder__in=holders.values())
    return taken, {turn.key: turn for turn in turns if turn.holder == holders[turn.key]}


class AttemptsSlowed(TooMany):
    """Too many wrong passwords or codes were entered."""

    sentence = gettext_noop(
        "Too many wrong passwords or codes were entered. You can try again in %(seconds)s seconds. "
        "Then it is your turn, even if others keep trying."
    )


def _refuse(wait: timedelta) -> NoReturn:
    seconds = ceil(wait.total_seconds())
    refusal = AttemptsSlowed(seconds=seconds)
    refusal.retry_after = seconds
    raise refusal


def _give_turn(limit: Limit, at: datetime) -> bool:
    if AttemptTurn.objects.filter(key=limit.key).count() >= MOST_TURNS:
        return False
    AttemptTurn.objects.create(key=limit.key, holder=limit.holder, at=at)
    return True


@transaction.atomic
def count_visit(limits: Sequence[Limit]) -> int:
    """Count a visit of somebody without an account. Return 0, or the seconds to wait if it comes too early.

    Unlike attempts, visits that come too early count nowhere and get no turn: there is no secret to guess.
    """
    now = timezone.now()
    taken, _turns = _locked(limits, now)
    wait = max(limit.pace.next_free(taken[limit.key], now) for limit in limits) - now
    if wait > timedelta():
        return ceil(wait.total_seconds())
    for limit in limits:
        AttemptPace.objects.filter(key=limit.key).update(taken_until=limit.pace.take(taken[limit.key], now))
    return 0
