"""The cut: who go on, and what told the last in from the first out."""

from __future__ import annotations

from tests.tournaments.draw.formats.results import ranking, row
from tournaments.draw.rules.cut import cut
from tournaments.standings.rules.ranking import rank


def test_the_first_of_the_standing_go_on() -> None:
    made = cut(ranking({"a": 1, "b": 4, "c": 3, "d": 2}), 2, {"a", "b", "c", "d"})
    assert (made.entrants, made.out) == (("b", "c"), ("d", "a"))
    assert (made.report["last_in"], made.report["first_out"], made.decided_by, made.tied) == (
        "c",
        "d",
        "score",
        (),
    )


def test_a_tie_across_the_line_is_broken_by_the_tie_breaks_and_says_so() -> None:
    """b, c and d have 3 chips: b and c went out more often than d."""
    made = cut(ranking({"a": 9, "b": (3, 2), "c": (3, 4), "d": (3, 1), "e": 0}), 3, set("abcde"))
    assert made.entrants == ("a", "c", "b")
    assert (made.report["last_in"], made.report["first_out"], made.decided_by) == ("b", "d", "out")
    assert made.tied == ("c", "b", "d")


def test_a_shared_place_across_the_line_is_decided_by_lots() -> None:
    level = ranking(dict.fromkeys("abcdef", 5), tie_breaks=["out"])
    cuts = {cut(level, 3, set("abcdef"), seed).entrants for seed in range(20)}
    assert len(cuts) > 5
    made = cut(level, 3, set("abcdef"), 1)
    assert made.decided_by == "lots"
    assert set(made.tied) == set("abcdef")
    assert made == cut(list(reversed(level)), 3, set("abcdef"), 1)


def test_after_a_knockout_the_round_reached_decides_and_ties_nobody() -> None:
    ahead = {"a": {"reached": 2}, "b": {"reached": 2}, "c": {"reached": 1}, "d": {"reached": 1}}
    ranked = rank([row("a", 1), row("b", 0), row("c", 0), row("d", 0)], ["lots"], 1, ahead)
    made = cut(ranked, 2, set("abcd"))
    assert (made.entrants, made.decided_by, made.tied) == (("a", "b"), "reached", ())
    assert set(cut(ranked, 3, set("abcd")).tied) == {"c", "d"}


def test_an_absent_player_is_passed_over() -> None:
    made = cut(ranking({"a": 4, "b": 3, "c": 2, "d": 1, "e": 0}), 2, {"b", "d", "e"})
    assert (made.entrants, made.out, made.passed_over) == (("b", "d"), ("e",), ("a", "c"))


def test_everybody_goes_on_without_a_number_or_with_too_few_players() -> None:
    level = ranking({"a": 4, "b": 3, "c": 2})
    for number in (None, 3, 8):
        made = cut(level, number, set("abc"))
        assert (made.entrants, made.out, made.decided_by) == (("a", "b", "c"), (), "")
