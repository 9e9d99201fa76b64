"""Who may be seated otherwise, and when: spec/domain.md, "Life of an event"."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.cases import cases
from tournaments.events.rules.phases import seats as seats_rules

from .facts import (
    CHECKED_IN,
    CLOSED,
    DRAWN,
    OPEN,
    PLAYING,
    PUBLISHED,
    REGISTERED,
    SEATED,
    WITHDRAWN,
    after,
    code,
)

STEPS = [
    seats_rules.verify_swap,
    seats_rules.verify_move,
    seats_rules.verify_seat_by_hand,
    seats_rules.verify_leave_out,
    seats_rules.verify_substitute,
]


@pytest.mark.parametrize("verify", STEPS)
def test_seats_change_in_a_proposal_and_in_a_published_round_without_deals(
    verify: Callable[..., None],
) -> None:
    for round_ in (DRAWN, PUBLISHED, PLAYING):
        assert code(verify, after(round_), round_, 2) is None
    assert code(verify, after(CLOSED), CLOSED, 2) == "round_closed"
    assert code(verify, OPEN, DRAWN, 2) == "event_not_running"


@pytest.mark.parametrize("verify", STEPS)
def test_seats_do_not_change_under_recorded_deals(verify: Callable[..., None]) -> None:
    assert code(verify, after(PLAYING), PLAYING, 2, 3) == "table_has_deals"


@cases("verify", [*STEPS, seats_rules.verify_search])
def test_a_change_based_on_an_old_draw_is_refused(verify: Callable[..., None]) -> None:
    assert code(verify, after(DRAWN), DRAWN, 1) == "draw_stale"


@pytest.mark.parametrize(("left", "expected"), [(3, None), (2, "table_left_too_small")])
def test_a_table_shrinks_to_the_least_and_no_further(left: int, expected: str | None) -> None:
    event = after(PUBLISHED)
    assert code(seats_rules.verify_leave_out, event, PUBLISHED, 2, left=left) == expected
    assert code(seats_rules.verify_move, event, PUBLISHED, 2, left=left) == expected


def test_a_table_grows_to_the_most_and_no_further() -> None:
    assert code(seats_rules.verify_move, after(DRAWN), DRAWN, 2, left=3, there=6) is None
    assert code(seats_rules.verify_move, after(DRAWN), DRAWN, 2, left=3, there=7) == "table_grown_too_large"


def test_a_substitute_has_no_seat_and_has_not_withdrawn() -> None:
    event = after(PUBLISHED)
    codes = {
        entry: code(seats_rules.verify_substitute, event, PUBLISHED, 2, into=entry)
        for entry in (REGISTERED, CHECKED_IN, SEATED, WITHDRAWN)
    }
    assert codes == {
        REGISTERED: None,
        CHECKED_IN: None,
        SEATED: "entry_seated",
        WITHDRAWN: "entry_withdrawn",
    }


def test_only_a_proposal_is_searched_further() -> None:
    assert code(seats_rules.verify_search, after(DRAWN), DRAWN, 2) is None
    for round_ in (PUBLISHED, PLAYING, CLOSED):
        assert code(seats_rules.verify_search, after(round_), round_, 2) == "round_published"
