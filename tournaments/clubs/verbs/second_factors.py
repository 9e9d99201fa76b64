"""The second factor, and the limits for attempts to sign in.

After the password, signing in asks for a code that an app of the user shows. A user switches it on or off on
the pages of their account. Recovery codes replace the app: each works once. The secret that server and app
share is encrypted under SECRET_KEY, so a backup alone makes no codes. Under another SECRET_KEY the codes of
the app cannot be checked any more, but recovery codes can.
"""

from __future__ import annotations

import re
import secrets
import time
from base64 import b32decode, b32encode
from binascii import Error as MalformedBase32
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from operator import attrgetter
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from tournaments.clubs.models import AttemptPace, AttemptTurn, Member, RecoveryCode, SecondFactor, User
from tournaments.clubs.verbs.accounts import lock_memberships, log_in_clubs
from tournaments.clubs.verbs.clubs import need_no_other_club
from tournaments.core.actors import Actor
from tournaments.core.change import lock_member, log
from tournaments.core.pace import Pace
from tournaments.core.requests import SITE, network_of
from tournaments.core.rules.refusals import Conflict, Invalid, TooMany, gettext_noop
from tournaments.core.secrets import decrypt, digest, encrypt

# ---- Limits for attempts to sign in. Attempts are slowed, and nobody is locked out.
#
# * For one name five wrong passwords are judged at once, then one every 40 seconds: 95 in an hour.
# * From one network 20, then one every 10 seconds. A club shares an address.
# * In all 100, then one a second.
# * A browser in which the user has signed in before has a limit of its own, as for a name. So it gets in
#   whatever strangers do.
#
# Only wrong passwords count. Somebody who must wait gets a turn, which strangers cannot take. They can only
# delay it: by 40 seconds from each further network. For turns an IPv6 network is a /48, since one customer
# can rent as many /64 as strangers would need.


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
        taken, turns = _with_turns(limits, now)
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
        raise AttemptsSlowed(seconds=ceil((max(free.values()) - now).total_seconds()))


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


def _with_turns(limits: Sequence[Limit], now: datetime) -> tuple[dict[str, datetime], dict[str, AttemptTurn]]:
    """Lock the limits in the order of their keys. Return until when each is taken, and the turns."""
    holders = {limit.key: limit.holder for limit in limits}
    keys = sorted(holders)
    AttemptPace.objects.bulk_create(
        [AttemptPace(key=key, taken_until=now) for key in keys], ignore_conflicts=True
    )
    rows = AttemptPace.objects.select_for_update().filter(key__in=keys).order_by("key")
    taken = {row.key: row.taken_until for row in rows}
    AttemptTurn.objects.filter(key__in=keys, at__lt=now - TURN_LASTS).delete()
    turns = AttemptTurn.objects.filter(key__in=keys, holder__in=holders.values())
    return taken, {turn.key: turn for turn in turns if turn.holder == holders[turn.key]}


class AttemptsSlowed(TooMany):
    """Too many wrong passwords or codes were entered."""

    sentence = gettext_noop(
        "Too many wrong passwords or codes were entered. You can try again in %(seconds)s seconds. "
        "Then it is your turn, even if others keep trying."
    )


def _give_turn(limit: Limit, at: datetime) -> bool:
    if AttemptTurn.objects.filter(key=limit.key).count() >= MOST_TURNS:
        return False
    AttemptTurn.objects.create(key=limit.key, holder=limit.holder, at=at)
    return True


@transaction.atomic
def count_visit(limits: Sequence[Limit], slowed: type[TooMany]) -> None:
    """Count a visit of somebody without an account. Raises `slowed`, with the seconds, if it comes too early.

    Unlike attempts, visits that come too early count nowhere and get no turn: there is no secret to guess.
    """
    now = timezone.now()
    taken, _turns = _with_turns(limits, now)
    wait = max(limit.pace.next_free(taken[limit.key], now) for limit in limits) - now
    if wait > timedelta():
        raise slowed(seconds=ceil(wait.total_seconds()))
    for limit in limits:
        AttemptPace.objects.filter(key=limit.key).update(taken_until=limit.pace.take(taken[limit.key], now))


SECRET_BYTES = 20
"""What RFC 4226 recommends: as long as the SHA-1 that all apps use."""

STEP = 30
"""Seconds in which an app shows the same code."""

DIGITS = 6

RECOVERY_CODES = 10

RECOVERY_BYTES = 10
"""80 random bits, 16 letters and digits: nobody guesses them, and a person can still type them."""


def new_secret() -> str:
    """A new secret for an app, in base32, as apps and people read it."""
    return b32encode(secrets.token_bytes(SECRET_BYTES)).decode()


def app_address(user: User, secret: str) -> str:
    """The address that gives a secret to an app; a QR code shows it."""
    return _app(_bytes_of(secret)).get_provisioning_uri(user.get_username(), "Pochleague")


def second_factor_of(user: User) -> SecondFactor | None:
    """The second factor of a user; None if they have none."""
    return SecondFactor.objects.filter(user=user).first()


def is_readable(factor: SecondFactor) -> bool:
    """Whether the codes of the app can be checked. False: the data was encrypted under another SECRET_KEY."""
    return _secret_of(factor) is not None


class SecondFactorOn(Conflict):
    """There is a second factor already."""

    sentence = gettext_noop("Your second factor is switched on already.")


class CodeWrong(Invalid):
    """The app does not show this code now."""

    sentence = gettext_noop(
        "This code is wrong. Enter the code that the app shows now, and check the clock of the phone."
    )


@transaction.atomic
def switch_on(user: User, actor: Actor, secret: str, code: str) -> list[str]:
    """Store the secret that the app has got. Return the recovery codes, which are stored as digests only.

    Raises Conflict if the user has a second factor, and Invalid unless `code` is what the app shows now.
    """
    members = lock_memberships(user)
    User.objects.select_for_update(no_key=True).get(pk=user.pk)  # a user without clubs has no other lock
    if SecondFactor.objects.filter(user=user).exists():
        raise SecondFactorOn
    secret_bytes = _bytes_of(secret)
    step = _step_of(secret_bytes, _plain(code))
    if step is None:
        raise CodeWrong(field="code")
    factor = SecondFactor.objects.create(
        user=user,
        encrypted_secret=encrypt(secret, settings.SECRET_KEY, _label(user.pk)),
        last_step=step,
    )
    log_in_clubs(members, actor, "switch_on_second_factor")
    return _make_codes(factor)


@transaction.atomic
def new_recovery_codes(user: User, actor: Actor) -> list[str]:
    """Replace all recovery codes and return the new ones. Raises Conflict without a second factor."""
    members = lock_memberships(user)
    factor = _locked(user)
    factor.recovery_codes.all().delete()
    log_in_clubs(members, actor, "new_recovery_codes")
    return _make_codes(factor)


@transaction.atomic
def switch_off(user: User, actor: Actor) -> None:
    """Remove the second factor of a user with its recovery codes. Raises Conflict if there is none.

    Also for the operator of the server, if somebody has lost the phone and the recovery codes.
    """
    members = lock_memberships(user)
    _locked(user).delete()
    log_in_clubs(members, actor, "switch_off_second_factor")


@transaction.atomic
def take_second_factor(member: Member, actor: Actor) -> None:
    """Remove the second factor of a member who has lost the phone and the recovery codes.

    Raises Conflict if there is none, and for a member of several clubs: the owner of one club must not make
    it easier to get into another.
    """
    member = lock_member(member)
    need_no_other_club(member)
    _locked(member.user).delete()
    log(actor, "take_second_factor", member, within=member.club)


def judge_code(user: User, code: str, limits: Sequence[Limit]) -> bool:
    """Use a code at the pace of these limits. Return whether it is right. Raises TooMany."""
    take(limits)
    is_right = use_code(user, code)
    if is_right:
        give_back(limits)
    return is_right


@transaction.atomic
def use_code(user: User, code: str) -> bool:
    """Whether this is what the user's app shows now, or one of their recovery codes. It is used up.

    A code of the app may be one step early or late, since clocks differ. No code works twice, even if two
    requests bring it at the same moment. Anybody can try codes: call this by `judge_code`.
    """
    factor = second_factor_of(user)
    if factor is None:
        return False
    plain = _plain(code)
    if not re.fullmatch(rf"[0-9]{{{DIGITS}}}", plain):
        return _use_recovery_code(factor, plain)
    secret = _secret_of(factor)
    step = None if secret is None else _step_of(secret, plain)
    if step is None:
        return False
    return SecondFactor.objects.filter(pk=user.pk, last_step__lt=step).update(last_step=step) == 1


def _use_recovery_code(factor: SecondFactor, plain: str) -> bool:
    as_written = plain.translate(str.maketrans("01", "ol"))  # base32 has no 0 and 1, but people read them
    code = RecoveryCode.objects.filter(factor=factor, digest=digest(as_written))
    if not code.exists():
        return False
    members = lock_memberships(factor.user)
    deleted, _rows = code.delete()
    if deleted:
        log_in_clubs(members, Actor(factor.user, "page"), "use_recovery_code")
    return deleted == 1


class SecondFactorOff(Conflict):
    """There is no second factor."""

    sentence = gettext_noop("There is no second factor here. It was switched off before.")


def _locked(user: User) -> SecondFactor:
    factor = SecondFactor.objects.select_for_update().filter(user=user).first()
    if factor is None:
        raise SecondFactorOff
    return factor


def _make_codes(factor: SecondFactor) -> list[str]:
    """Store the digests of new recovery codes. Return the codes in groups of four characters."""
    codes = [b32encode(secrets.token_bytes(RECOVERY_BYTES)).decode().lower() for _ in range(RECOVERY_CODES)]
    RecoveryCode.objects.bulk_create(RecoveryCode(factor=factor, digest=digest(code)) for code in codes)
    return ["-".join(re.findall("....", code)) for code in codes]


def _step_of(secret: bytes, code: str) -> int | None:
    """The step, close to now, in which an app with this secret shows `code`."""
    app, now = _app(secret), int(time.time()) // STEP
    for step in (now, now - 1, now + 1):
        if constant_time_compare(app.generate(step * STEP), code):
            return step
    return None


def _app(secret: bytes) -> TOTP:
    return TOTP(secret, DIGITS, SHA1(), STEP)  # noqa: S303 - the only hash that all apps know


def _secret_of(factor: SecondFactor) -> bytes | None:
    try:
        return _bytes_of(decrypt(factor.encrypted_secret, settings.SECRET_KEY, _label(factor.user_id)))
    except InvalidTag:
        return None


class AppSecretMalformed(Invalid):
    """The key for the app that shows codes was changed on its way."""

    sentence = gettext_noop("The key of this page is damaged. Open the page again.")


def _bytes_of(secret: str) -> bytes:
    """The bytes of a secret. Raises Invalid for a text that `new_secret` did not make."""
    try:
        decoded = b32decode(secret)
    except (MalformedBase32, ValueError):
        decoded = b""
    if len(decoded) != SECRET_BYTES:
        raise AppSecretMalformed
    return decoded


def _label(user_id: UUID) -> str:
    return f"second factor of {user_id}"


def _plain(code: str) -> str:
    """A code as people type it, without spaces and hyphens."""
    return re.sub(r"[\s-]", "", code).lower()
