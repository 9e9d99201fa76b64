"""Two transactions append to one log at the same moment, on PostgreSQL."""

from __future__ import annotations

import pytest

from tests.builders import make_club, owner_of
from tests.race.together import at_once, meet
from tests.tournaments.test_audit_chain import assert_is_chained
from tournaments.clubs.verbs import clubs
from tournaments.core import audit
from tournaments.models import Club

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def invite_twice(club: Club) -> list[object]:
    """Two invitations: this verb locks nothing before it writes its entry."""
    actor = owner_of(club)
    return at_once(*[lambda: clubs.invite_member(club, actor, "scorer")] * 2)


def test_two_entries_at_once_get_two_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    club = make_club()
    meet(monkeypatch, audit, "_lock_head")
    results = invite_twice(club)
    assert not [result for result in results if isinstance(result, Exception)]
    assert_is_chained(club)
