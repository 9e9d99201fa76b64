"""Two requests bring the same code at the same moment, on PostgreSQL: it signs in once."""

from __future__ import annotations

import time

import pytest
import time_machine

from tests.builders import make_club, make_member, make_user
from tests.codes import code_of, switch_on
from tests.race.together import at_once, meet
from tournaments.clubs.verbs import second_factors
from tournaments.models import AuditEntry, SecondFactor, User

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def user() -> User:
    return make_member(make_club()).user


def test_a_code_of_the_app_counts_once(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    secret, _codes = switch_on(user)
    SecondFactor.objects.update(last_step=time.time() // 30 - 10)
    meet(monkeypatch, second_factors, "_step_of")
    with time_machine.travel(time.time(), tick=False):  # a code is right for half a minute at least
        code = code_of(secret)
        assert sorted(at_once(*[lambda: second_factors.use_code(user, code)] * 2)) == [False, True]


def test_a_recovery_code_counts_once(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    _secret, codes = switch_on(user)
    meet(monkeypatch, second_factors, "lock_memberships")
    assert sorted(at_once(*[lambda: second_factors.use_code(user, codes[0])] * 2)) == [False, True]
    assert AuditEntry.objects.filter(verb="use_recovery_code").count() == 1


def test_it_is_switched_on_once_by_a_user_without_a_club_too(monkeypatch: pytest.MonkeyPatch) -> None:
    user = make_user()
    meet(monkeypatch, second_factors, "lock_memberships")
    results = at_once(*[lambda: switch_on(user)] * 2)
    refused = [result for result in results if isinstance(result, Exception)]
    assert [getattr(refusal, "code", refusal) for refusal in refused] == ["second_factor_on"]
    assert SecondFactor.objects.count() == 1
