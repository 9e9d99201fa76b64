"""Schemes of real leagues, from their public rules and with their published figures.

Where no published figures were found, the test says “worked example”: the formula is the published one, the
numbers are ours.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.tournaments.seasons.rules.seasons import scheme, season, told
from tournaments.seasons.rules.counting import Member
from tournaments.seasons.rules.divisions import qualify
from tournaments.seasons.rules.exact import half_up, written
from tournaments.seasons.rules.worth import Evening, Result, worth_of_place
from tournaments.standings.rules.scoring import Tally, rows

ONE = Fraction(1)


# EMA: the ranking of the European Mahjong Association (MERS).
# Sources: mahjong-europe.org, “Ranking calculation” (2005-2007) and “Basics for ranking system” (2010: decay
# to 2/3 and 1/3, best three, five tournaments); riichi.wiki, “European Ranking System”.


def base_rank(place: int, people: int) -> int:
    """In thousandths."""
    return worth_of_place(scheme(worth="linear"), people, place, 1, ONE)


@pytest.mark.parametrize(
    ("place", "people", "published"),
    [(1, 100, 1000), (75, 100, 252), (100, 100, 0), (3, 16, 866)],
)
def test_ema_the_published_base_ranks(place: int, people: int, published: int) -> None:
    # The published examples drop the decimals: 252.525 is shown as 252, and 866.66 as 866 (or rounded, 867).
    assert base_rank(place, people) // 1000 == published


EMA = {
    "worth": "linear",
    "mean_from": 5,
    "decay": [[365, "2/3"], [730, "1/3"], [1095, "0/1"]],
    "least_ranked": 2,
}


def field(number: int, place: int, people: int, weight: int, age: int) -> Evening:
    """A tournament in which the person p had this place."""
    standing = [Result("p" if one == place else f"{number}-{one}", one) for one in range(1, people + 1)]
    return Evening(f"e{number}", number, standing, weight=Fraction(weight), age=age)


PLAYED = [
    field(1, 3, 16, 1, 100),  # base rank 866.667, weight 1
    field(2, 11, 41, 2, 200),  # 750, weight 2
    field(3, 51, 101, 5, 400),  # 500, weight 5, of which 2/3 are left
    field(4, 1, 20, 1, 800),  # 1000, weight 1, of which 1/3 is left
    field(5, 1, 20, 1, 1100),  # too old
]


def test_ema_worked_example_of_base_ranks_weights_and_decay() -> None:
    line = season(scheme(**EMA), PLAYED, "p")["p"]
    assert [worth for worth, _state, _reason in told(line)] == [866_667, 1_500_000, 1_666_667, 333_333]
    # Four tournaments count. The fifth, which is missing, counts 0 with weight 1.
    assert line.score == Fraction(4_366_667, 1000) / (1 + 2 + Fraction(10, 3) + Fraction(1, 3) + 1)


def test_ema_worked_example_of_the_ranking_since_2010_half_all_and_half_the_best_three() -> None:
    everything = season(scheme(**EMA), PLAYED, "p")["p"].score
    best = season(scheme(**{**EMA, "mean_from": 3, "best": 3}), PLAYED, "p")["p"]
    # Best by base rank, and not by weight: 1000, 866.667 and 750.
    assert [state for _worth, state, _reason in told(best)] == ["counted", "counted", "struck", "counted"]
    assert best.score == Fraction(2_700_000, 1000) / (1 + 2 + Fraction(1, 3))
    assert written(half_up(int((everything + best.score) * 10**9), 2 * 10**6)) == "689.783"


# M.League: points are chips and a place bonus; half of the points go into the next stage, to a tenth.
# Sources: m-league.jp/about (25,000 chips, back to 30,000; +50 +10 -10 -30; equal chips share the bonus).


def hanchan(**chips: int) -> dict[str, Fraction]:
    """The points of a game from the chips at its end, by the scoring `uma` of an event.

    Chips are counted in hundreds, and so are the bonuses. A game starts with 25,000 and counts from 30,000,
    so everybody gives 50 hundreds.
    """
    tallies = [Tally(who, 1, "t", chips=(number - 25_000) // 100, deals=1) for who, number in chips.items()]
    bonuses = {4: [500 - 50, 100 - 50, -100 - 50, -300 - 50]}
    return {row.entry: row.score / 10 for row in rows(chips, tallies, "uma", bonuses)}


def test_m_league_a_game_with_its_place_bonus() -> None:
    # subculture-fighting.com/4138: the first game of 18 May.
    assert hanchan(a=37_000, b=27_300, c=23_800, d=11_900) == {
        "a": Fraction("57.0"), "b": Fraction("7.3"), "c": Fraction("-16.2"), "d": Fraction("-48.1"),
    }  # fmt: skip


def test_m_league_equal_chips_share_the_place_bonus() -> None:
    # ameblo.jp/kanimemocs, entry 12803159792: 5,400 chips in a shared third place, 35,200 in a shared first.
    assert hanchan(a=60_000, b=29_200, c=5400, d=5400)["d"] == Fraction("-44.6")
    assert hanchan(a=35_200, b=35_200, c=20_000, d=9600)["a"] == Fraction("35.2")


M_LEAGUE = {"worth": "score", "final": 6, "carry": "half", "carry_step": "0.1"}

REGULAR_2019 = {
    "phoenix": "495.5", "abemas": "273.9", "konami": "195.0", "sakura": "48.4", "raiden": "-80.1",
    "pirates": "-202.3", "drivens": "-276.3", "furinkazan": "-474.1",
}  # fmt: skip
"""mj-news.net, column of 15 March 2021: the regular season of 2019, 90 games for each team."""

REGULAR_2020 = {
    "abemas": "654.7", "sakura": "497.3", "drivens": "-3.2", "furinkazan": "-108.8", "konami": "-168.5",
    "raiden": "-210.5", "pirates": "-264.3", "phoenix": "-396.7",
}  # fmt: skip
"""kinmaweb.jp/archives/132504: the regular season of 2020."""


def scored(number: int, points: dict[str, str]) -> Evening:
    order = sorted(points, key=lambda team: -Fraction(points[team]))
    return Evening(
        f"e{number}",
        number,
        [Result(team, place, Fraction(points[team])) for place, team in enumerate(order, 1)],
    )


def next_stage(points: dict[str, str], teams: int) -> dict[str, str]:
    """The points with which the next stage starts."""
    by = scheme(**{**M_LEAGUE, "final": teams})
    chosen = qualify(list(season(by, [scored(1, points)]).values()), by)
    return {finalist.person: written(finalist.start) for finalist in chosen.finalists}


def test_m_league_half_of_the_points_go_into_the_semifinal_of_2019() -> None:
    # alfanoblog.com/2020/03/21/3402: the semifinal before its first game.
    assert next_stage(REGULAR_2019, 6) == {
        "phoenix": "247.8", "abemas": "137", "konami": "97.5", "sakura": "24.2", "raiden": "-40",
        "pirates": "-101.1",
    }  # fmt: skip


def test_m_league_the_first_game_of_the_semifinal_of_2019_is_added_to_the_carried_points() -> None:
    carried = next_stage(REGULAR_2019, 6)
    members = [Member(team, start=int(Fraction(points) * 1000)) for team, points in carried.items()]
    game = scored(1, {"sakura": "49.3", "phoenix": "6.9", "abemas": "-17.4", "raiden": "-38.8"})
    lines = season(scheme(worth="score"), [game], members)
    # The same page: the table after the game.
    assert {team: (line.place, float(line.score)) for team, line in lines.items()} == {
        "phoenix": (1, 254.7), "abemas": (2, 119.6), "konami": (3, 97.5), "sakura": (4, 73.5),
        "raiden": (5, -78.8), "pirates": (6, -101.1),
    }  # fmt: skip


def test_m_league_the_season_of_2020_from_its_regular_season_to_the_start_of_the_final() -> None:
    # mleaguewatch.com, before the semifinals: the first team starts with +327.4, the last with -105.2.
    carried = next_stage(REGULAR_2020, 6)
    assert (carried["abemas"], carried["raiden"]) == ("327.4", "-105.2")
    # mleaguewatch.com, 9 May 2021: they won 209.5 and 45.8 points in the semifinal, and ended with these.
    members = [Member(team, start=int(Fraction(points) * 1000)) for team, points in carried.items()]
    semifinal = season(
        scheme(**{**M_LEAGUE, "final": 4}), [scored(1, {"abemas": "209.5", "sakura": "45.8"})], members
    )
    assert float(semifinal["abemas"].score) == 536.9
    assert float(semifinal["sakura"].score) == 294.5
    # mleaguewatch.com, 8 May 2021: the points with which the final starts.
    chosen = qualify([*semifinal.values()][:2], scheme(**M_LEAGUE)).finalists
    start = {finalist.person: written(finalist.start) for finalist in chosen}
    assert start == {"abemas": "268.5", "sakura": "147.3"}


# Poker leagues: 10 root(n) / root(k), the formula of the tournament leader boards of PokerStars without its
# factor for the buy-in, and the best so many events.
# Sources: pokerstarsnetwork.com, “Poker Tournament Ranking System”, with three examples;
# rolandsroom.blogspot.com, April 2010, without the buy-in; cardcrew.tk: a league of 8 games, the top 6 count.


@pytest.mark.parametrize(
    ("people", "place", "published"), [(150, 3, "70.711"), (900, 25, "60"), (250, 10, "50")]
)
def test_poker_the_published_examples_of_the_formula(people: int, place: int, published: str) -> None:
    # Published: 10 x 7.071, 10 x 6 and 10 x 5, each before the factor of the buy-in.
    assert written(worth_of_place(scheme(worth="root"), people, place, 1, ONE)) == published


# Match Play Events: a series adds up the points of its tournaments (or points by rank), and keeps the best X
# results or drops the worst X.
# Sources: docs.matchplay.events, “Tournament series” and “Scoring systems” (the lists).

PAPA = [100, 90, 85, *range(84, 0, -1)]
"""“PAPA: 100/90/85/84...”"""


def test_match_play_points_by_rank_of_the_published_list() -> None:
    by = scheme(worth="points", points=PAPA)
    assert [worth_of_place(by, 200, place, 1, ONE) // 1000 for place in (1, 2, 3, 4, 86, 87, 88)] == [
        100, 90, 85, 84, 2, 1, 0,
    ]  # fmt: skip
