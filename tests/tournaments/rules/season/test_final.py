"""The final: who plays it, what they take along, and the places after it."""

from __future__ import annotations

from tests.cases import cases
from tests.tournaments.rules.season.seasons import given, scheme, season
from tournaments.seasons.rules.divisions import after_final, qualify

TABLE = [given(1, a=11, b=9, c=7, d=7, e=3), given(2, a=0.01, b=0, c=0, d=0, e=0)]


def finalists(**switches: object) -> list[tuple[str, int, int]]:
    rules = scheme(**{"final": 3, **switches})
    chosen = qualify(list(season(rules, TABLE).values()), rules, seed=1)
    return [(one.person, one.seed, one.start) for one in chosen.finalists]


@cases(
    ("switches", "starts"),
    [
        ({}, [0, 0]),
        ({"carry": "full"}, [11_010, 9000]),
        ({"carry": "half"}, [5505, 4500]),
        ({"carry": "half", "carry_step": "0.1"}, [5500, 4500]),
        ({"carry": "half", "carry_step": "0.5"}, [5500, 4500]),
        ({"carry": "half", "carry_step": 1}, [6000, 5000]),
        ({"carry": "place", "carry_points": [5, 3]}, [5000, 3000]),
    ],
)
def test_what_the_first_two_take_along(switches: dict[str, object], starts: list[int]) -> None:
    assert [start for _person, _seed, start in finalists(final=2, **switches)] == starts


def test_who_shares_a_place_shares_the_points_of_the_places() -> None:
    assert [start for *_rest, start in finalists(final=4, carry="place", carry_points=[8, 4, 3, 2])] == [
        8000, 4000, 2500, 2500,
    ]  # fmt: skip


def test_lots_choose_among_those_who_share_the_last_place_and_the_cut_says_so() -> None:
    rules = scheme(final=3)
    lines = list(season(rules, TABLE).values())
    chosen = {qualify(lines, rules, seed=seed).finalists[2].person for seed in range(20)}
    assert chosen == {"c", "d"}
    cut = qualify(lines, rules, seed=1).cut
    assert (cut.decided_by, set(cut.tied)) == ("lots", {"c", "d"})


def test_the_next_takes_the_seat_of_somebody_who_cannot_come_and_points_stay_with_the_place() -> None:
    rules = scheme(final=2, carry="place", carry_points=[8, 4])
    chosen = qualify(list(season(rules, TABLE).values()), rules, here="bcde", seed=1)
    assert [(one.person, one.seed, one.start) for one in chosen.finalists[:1]] == [("b", 1, 4000)]
    assert chosen.finalists[1].start == 0
    assert chosen.cut.passed_over == ("a",)


def test_the_final_needs_more_evenings_than_the_table() -> None:
    rules = scheme(final=2, least_final=2)
    evenings = [given(1, a=9, b=2, c=1), given(2, b=1, c=1)]
    chosen = qualify(list(season(rules, evenings).values()), rules)
    assert [one.person for one in chosen.finalists] == ["b", "c"]
    assert chosen.too_few == ("a",)


def test_after_the_final_its_places_come_first_and_the_others_follow_the_table() -> None:
    lines = list(season(scheme(), TABLE).values())
    assert after_final(lines, {"a": 2, "b": 1}) == [(1, "b"), (2, "a"), (3, "c"), (3, "d"), (5, "e")]
    assert after_final(lines, {"a": 1, "e": 1}) == [(1, "a"), (1, "e"), (3, "b"), (4, "c"), (4, "d")]
