"""Longer searches for a better draw: in slices, stopped, taken, repeated, killed."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.builders import DOORS, boss, enter, refusal, running_event, work
from tournaments.desk.verbs import seats
from tournaments.desk.verbs.rounds import publish_round
from tournaments.draw.rules.draw import draw
from tournaments.draw.rules.request import Request, request_from_json
from tournaments.draw.verbs import brief, draws, searches
from tournaments.draw.verbs.draws import check_draw
from tournaments.draw.verbs.wishes import add_wishes
from tournaments.models import DrawSearch, OutboxTask, Round, SearchStatus, Seat

pytestmark = pytest.mark.django_db

HARD: dict[str, Any] = {"rounds_planned": 6, "deals_per_round": 1}
"""With 13 players: 12 repeats at least, which no short search proves."""


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws and slices that are over in no time."""
    monkeypatch.setattr(searches, "SLICE", 5_000)
    monkeypatch.setattr(brief, "Request", partial(Request, moves=10_000))


def drawn() -> Round:
    """A draw of 13 players of five families, who keep apart: long searches find ever better ones."""
    event = running_event(13, **HARD)
    players = [str(entry.player_id) for entry in event.entries.order_by("number")]
    for family in range(5):
        add_wishes(event.club, boss(event), "apart", players[family::5], event=event)
    return draws.draw_round(event, boss(event))


def changed_by_hand(round_: Round) -> Round:
    """Two players have changed seats, and no later round is planned any more: all is better."""
    first, second = Seat.objects.filter(round=round_).order_by("pk")[:2]
    return seats.swap_seats(round_, boss(round_), first.entry, second.entry, round_.draw)


def search_rows() -> list[OutboxTask]:
    return list(OutboxTask.objects.filter(task="draws.search", done_at__isnull=True))


def one_slice() -> None:
    (row,) = search_rows()
    assert DOORS["draws.search"](str(row.pk))


def seating(round_: Round) -> list[tuple[int, int, str]]:
    return [
        (seat.table.number, seat.number, str(seat.entry_id))
        for seat in Seat.objects.filter(round=round_)
        .select_related("table")
        .order_by("table__number", "number")
    ]


def begun(round_: Round, moves: int = 20_000) -> DrawSearch:
    return searches.start_search(round_, boss(round_), round_.draw, moves)


def test_a_search_goes_on_slice_by_slice_until_its_moves_are_spent() -> None:
    round_ = drawn()
    before = seating(round_)
    search = begun(round_)
    seen = []
    while search_rows():
        one_slice()
        search.refresh_from_db()
        seen.append((search.moves_done, search.status))
    assert len(seen) > 2
    assert [status for _moves, status in seen] == ["running"] * (len(seen) - 1) + ["done"]
    assert search.moves_done >= search.moves_planned == 20_000
    assert sorted(seen) == seen
    # The round is as it was, until somebody takes what was found.
    assert seating(round_) == before
    assert Round.objects.get().draw == 1


def test_the_result_of_a_search_is_used_and_the_draw_is_repeatable() -> None:
    round_ = changed_by_hand(drawn())
    begun(round_)
    work()
    taken = searches.take_search(round_, boss(round_), 2)
    assert (taken.draw, taken.by_hand) == (3, 0)
    assert DrawSearch.objects.get().status == SearchStatus.TAKEN
    (check,) = check_draw(taken)
    assert check["same"]
    again = draw(request_from_json(taken.request["people"]))
    assert [list(table) for table in again.tables] == [
        [entry for table, _seat, entry in seating(taken) if table == number]
        for number in range(1, len(again.tables) + 1)
    ]
    assert taken.moves == DrawSearch.objects.get().moves_done
    assert publish_round(taken, boss(taken), 3).is_public


def test_delivered_twice_or_late_a_slice_counts_once_and_the_plan_is_the_same() -> None:
    round_ = drawn()
    search = begun(round_)
    ended: list[OutboxTask] = []
    while rows := search_rows():
        # Two workers make the same slice, and old messages come again.
        made = searches.search_slice(*rows[0].args)
        assert made == searches.search_slice(*rows[0].args)
        for row in (*rows, *rows, *ended):
            DOORS["draws.search"](str(row.pk))
        ended += rows
        assert len(search_rows()) <= 1
    search.refresh_from_db()
    disturbed, done = search.state, search.moves_done
    begun(round_)
    work()
    undisturbed = DrawSearch.objects.get()
    assert (undisturbed.state, undisturbed.moves_done) == (disturbed, done)


def test_a_slice_is_retried_when_its_worker_dies(monkeypatch: pytest.MonkeyPatch) -> None:
    round_ = drawn()
    begun(round_)
    (row,) = search_rows()
    with monkeypatch.context() as patched:

        def dies(*_args: object) -> None:
            raise SystemExit

        patched.setattr(searches, "_group_to_do", dies)
        with pytest.raises(SystemExit):
            DOORS["draws.search"](str(row.pk))
    assert DrawSearch.objects.get().moves_done == 0
    assert [left.pk for left in search_rows()] == [row.pk]
    work()
    assert DrawSearch.objects.get().status == SearchStatus.DONE


def test_a_search_ends_with_the_draw_it_was_made_for() -> None:
    round_ = drawn()
    begun(round_)
    redrawn = draws.redraw_round(round_, boss(round_), 1)
    assert searches.search_of(redrawn) is None
    begun(redrawn)
    a, b = Seat.objects.filter(round=redrawn)[:2]
    changed = seats.swap_seats(redrawn, boss(round_), a.entry, b.entry, 2)
    assert searches.search_of(changed) is None
    begun(changed)
    publish_round(changed, boss(round_), 3)
    work()
    assert DrawSearch.objects.get().status == SearchStatus.STOPPED
    with refusal("round_published"):
        begun(Round.objects.get())


@pytest.mark.parametrize("what", ["player", "wish"])
def test_a_result_for_other_players_is_not_used(what: str) -> None:
    round_ = drawn()
    begun(round_)
    work()
    if what == "player":
        enter(round_.event, 1)
    else:
        players = [str(entry.player_id) for entry in round_.event.entries.all()[:2]]
        add_wishes(round_.event.club, boss(round_), "apart", players, event=round_.event)
    with refusal("search_outdated"):
        searches.take_search(round_, boss(round_), 1)
