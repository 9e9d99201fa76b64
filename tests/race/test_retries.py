"""A request and its retry at the same moment, on PostgreSQL."""

from __future__ import annotations

from threading import Event
from typing import Any

import pytest

from tests.api.client import Client
from tests.builders import make_club, make_key
from tests.race.together import TIMEOUT, at_once
from tournaments.clubs.verbs import clubs
from tournaments.core import stored_responses
from tournaments.models import Club, Invitation, StoredAnswer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def club() -> Club:
    return make_club()


def invite_twice(club: Club) -> list[Any]:
    """Send the same invitation twice at once."""
    secret = make_key(club, "owner")

    def invite() -> Any:
        path, key = f"/clubs/{club.slug}/members/", {"Idempotency-Key": "once"}
        return Client(secret).send("POST", path, {"role": "scorer"}, **key)

    return at_once(invite, invite)


def test_a_retry_that_comes_too_soon_must_be_repeated(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    # The first request waits in the verb until the retry is refused.
    refused = Refused(monkeypatch)
    monkeypatch.setattr(clubs, "invite_member", refused.before(clubs.invite_member))
    answers = sorted(invite_twice(club), key=lambda answer: int(answer.status_code))
    assert [answer.status_code for answer in answers] == [201, 409]
    assert answers[1].json()["code"] == "request_in_progress"
    assert int(answers[1].headers["Retry-After"]) >= 1
    assert Invitation.objects.count() == StoredAnswer.objects.count() == 1


class Refused:
    """It makes a verb wait until a retry is refused."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._happened = Event()
        original = stored_responses.InProgress.__init__

        def note(error: Any, *args: Any, **kwargs: Any) -> None:
            original(error, *args, **kwargs)
            self._happened.set()

        monkeypatch.setattr(stored_responses.InProgress, "__init__", note)

    def before(self, verb: Any) -> Any:
        def held(*args: Any) -> Any:
            assert self._happened.wait(TIMEOUT)
            return verb(*args)

        return held
