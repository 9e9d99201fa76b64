"""The second factor: which codes count, how often, and who can remove it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine
from django.core.management import CommandError, call_command
from pytest_django import Settings

from tests.builders import make_club, make_member, make_user, owner_of
from tests.codes import code_of, switch_on
from tournaments.clubs.verbs import second_factors
from tournaments.clubs.verbs.second_factors import use_code
from tournaments.core.actors import Actor
from tournaments.core.rules.refusals import Conflict
from tournaments.models import Member, RecoveryCode, SecondFactor, User

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 23, 19, 30, 7, tzinfo=UTC)
"""Seven seconds after the app shows a new code."""


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


@pytest.fixture
def user(clock: time_machine.Traveller) -> User:
    return make_user("dora")


def test_a_code_of_the_app_works_once_and_none_before_it(user: User, clock: time_machine.Traveller) -> None:
    secret, _codes = switch_on(user)
    assert not use_code(user, code_of(secret)), "it was used to switch it on"
    clock.shift(90)
    code = code_of(secret)
    assert use_code(user, code)
    assert not use_code(user, code)
    assert not use_code(user, code_of(secret, seconds=-30))


@pytest.mark.parametrize(
    ("seconds", "works"), [(-60, False), (-30, True), (0, True), (30, True), (60, False)]
)
def test_the_clock_of_the_phone_may_differ_by_half_a_minute(
    user: User, clock: time_machine.Traveller, seconds: int, works: bool
) -> None:
    secret, _codes = switch_on(user)
    clock.shift(600)
    assert use_code(user, code_of(secret, seconds=seconds)) == works


def test_a_recovery_code_works_once_however_it_is_typed(user: User) -> None:
    _secret, codes = switch_on(user)
    assert use_code(user, codes[0].upper().replace("-", " "))
    assert not use_code(user, codes[0])
    assert use_code(user, codes[1].replace("o", "0").replace("l", "1"))
    assert RecoveryCode.objects.count() == len(codes) - 2


def test_recovery_codes_are_stored_as_digests_and_the_secret_encrypted(user: User) -> None:
    secret, codes = switch_on(user)
    stored = str([*SecondFactor.objects.values(), *RecoveryCode.objects.values()])
    assert secret not in stored
    assert not any(code in stored or code.replace("-", "") in stored for code in codes)


def test_an_encrypted_secret_works_for_its_user_only(user: User, clock: time_machine.Traveller) -> None:
    secret, _codes = switch_on(user)
    emil = make_user("emil")
    switch_on(emil)
    of_dora = SecondFactor.objects.get(user=user).encrypted_secret
    SecondFactor.objects.filter(user=emil).update(encrypted_secret=of_dora)
    clock.shift(30)
    assert not use_code(emil, code_of(secret))


def test_under_another_secret_key_only_recovery_codes_work(
    user: User, clock: time_machine.Traveller, settings: Settings
) -> None:
    secret, codes = switch_on(user)
    settings.SECRET_KEY = "another key, after the data moved to another machine"
    clock.shift(30)
    assert not second_factors.is_readable(SecondFactor.objects.get(user=user))
    assert not use_code(user, code_of(secret))
    assert use_code(user, codes[0])


def test_it_is_switched_on_once_and_off_once(user: User) -> None:
    switch_on(user)
    with pytest.raises(Conflict) as refusal:
        switch_on(user)
    assert refusal.value.code == "second_factor_on"
    second_factors.switch_off(user, Actor(user, "page"))
    assert not RecoveryCode.objects.exists()
    with pytest.raises(Conflict) as refusal:
        second_factors.switch_off(user, Actor(user, "page"))
    assert refusal.value.code == "second_factor_off"


def test_an_owner_takes_the_second_factor_of_a_member_of_this_club_only(clock: object) -> None:
    club = make_club()
    member = make_member(club)
    switch_on(member.user)
    second_factors.take_second_factor(member, owner_of(club))
    assert not SecondFactor.objects.exists()

    switch_on(member.user)
    Member.objects.create(club=make_club(), user=member.user, role="scorer")
    with pytest.raises(Conflict) as refusal:
        second_factors.take_second_factor(member, owner_of(club))
    assert refusal.value.code == "member_of_other_clubs"
    assert SecondFactor.objects.exists()


def test_the_operator_removes_it_with_a_command(user: User, capsys: pytest.CaptureFixture[str]) -> None:
    switch_on(user)
    call_command("reset_second_factor", "dora")
    assert not SecondFactor.objects.exists()
    assert capsys.readouterr().out == "dora now signs in with the password alone.\n"
    with pytest.raises(CommandError, match="There is no second factor here"):
        call_command("reset_second_factor", "dora")
    with pytest.raises(CommandError, match="There is no user emil"):
        call_command("reset_second_factor", "emil")
