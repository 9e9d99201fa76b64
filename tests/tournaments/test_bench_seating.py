"""`manage.py bench_seating`: the figures it prints are those of the draws."""

from __future__ import annotations

from io import StringIO

from django.core.management import call_command


def _printed(*groups: str, moves: int) -> list[str]:
    out = StringIO()
    call_command("bench_seating", *groups, moves=moves, stdout=out)
    return out.getvalue().splitlines()


def test_every_cell_is_reached_without_a_search() -> None:
    lines = _printed("cells", moves=0)
    assert lines[0].startswith("yardstick ")
    assert lines[-1].startswith(
        "47 events: 47 proved optimal, 0 more than 2 above the best known Q, 0 below it; Q 0"
    )


def test_each_event_has_a_line_and_each_group_a_sum() -> None:
    lines = _printed("sixes", "mixed", moves=0)
    events = [line.split() for line in lines if line[:7].strip().isdigit() and "events" not in line]
    assert len(events) == 15 + 30
    assert events[0][:6] == ["18", "6", "3", "27", "27", "27"]
    sums = [line for line in lines if "events: " in line]
    assert [line.split(" ")[0] for line in sums] == ["15", "30"]


def test_few_moves_bring_every_club_event_close_to_the_best_known() -> None:
    assert "88 events: " in (last := _printed("clubs", moves=20_000)[-1])
    assert ", 0 more than 2 above the best known Q" in last


def test_each_swiss_event_is_paired_by_places_and_by_scores() -> None:
    lines = _printed("swiss", moves=0)
    assert [line.split()[3] for line in lines if line[:7].strip().isdigit()] == ["places", "scores"] * 19
    assert [line.split(":")[0] for line in lines[-2:]] == ["by places", "by scores"]
