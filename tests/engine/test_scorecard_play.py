"""What a scorecard is refused for in the betting and in the shedding: a test for each contradiction."""

from __future__ import annotations

from tests.engine.bent_scorecards import LEXIKON, PAGAT, assert_accepted, assert_refused, card

# The betting


def test_with_credit_players_who_stay_in_have_equal_stakes() -> None:
    assert_refused(card(PAGAT, stakes=[0, 0, 1, 2]), "unequal_stakes", "Seat 3", pointer="/stakes/2")


def test_with_purses_only_an_all_in_player_stays_in_with_less() -> None:
    table = card(PAGAT, rules={"purse": "table"}, chips=[20, 20, 10, 20], stakes=[0, 0, 5, 9])
    assert_accepted(table)  # seat 2 had 10, paid 9 antes and took 4 chips with the jack
    assert_refused(card(table, stakes=[0, 0, 4, 9]), "unequal_stakes", "Seat 3", "had 1 left")


def test_nobody_stakes_beyond_the_purse() -> None:
    table = card(PAGAT, rules={"purse": "table"}, chips=[20, 20, 10, 20], stakes=[0, 0, 6, 6])
    assert_refused(table, "stake_over_purse", "Seat 3", "staked 6", "only 5", pointer="/stakes/2")
    assert_refused(card(table, rules={"order": "pochen_first"}), "stake_over_purse", "only 1")


def test_nobody_stakes_beyond_the_limit() -> None:
    document = card(PAGAT, rules={"bet_limit": 2}, stakes=[0, 0, 3, 3])
    assert_refused(document, "stake_over_limit", "Seat 3", "staked 3", "2 is the most")


def test_nobody_passes_with_the_highest_stake() -> None:
    document = card(PAGAT, stakes=[0, 1, 1, 1])
    assert_refused(document, "passed_with_highest_stake", "Seat 2", pointer="/stakes/1")


def test_a_player_who_is_all_in_does_not_pass() -> None:
    table = card(PAGAT, rules={"purse": "table"}, chips=[20, 12, 30, 30], stakes=[0, 3, 9, 9])
    assert_refused(table, "all_in_passed", "Seat 2", "whole purse")


def test_when_everybody_passed_nobody_staked_anything() -> None:
    document = card(PAGAT, passed=[0, 1, 2, 3], shown={})
    assert_refused(document, "stakes_without_bet", "Seat 3")


def test_a_player_who_did_not_pass_has_bet() -> None:
    assert_refused(card(PAGAT, stakes=[0, 0, 0, 0]), "in_without_stake", ": 3, 4.", "no seat bet")
    assert_refused(card(PAGAT, stakes=[0, 0, 0, 1]), "in_without_stake", "Seat 3")


def test_if_only_the_opener_raises_the_opener_has_the_highest_stake() -> None:
    opener = card(PAGAT, rules={"raising": "opener"}, stakes=[1, 0, 2, 2])
    assert_accepted(opener)  # seat 3 opened with 1 and raised
    assert_refused(card(opener, stakes=[0, 0, 2, 1], passed=[0, 1, 3], shown={}), "opener_outbid", "Seat 4")


def test_the_last_to_speak_cannot_pass_after_staking_the_first_chip() -> None:
    first_three = card(PAGAT, stakes=[2, 0, 1, 2], passed=[1, 2], shown={"0": "Ks Kh", "3": "Ah Ac"})
    assert_refused(first_three, "stakes_out_of_turn", "Seat 3", "a stake of 1")
    assert_accepted(card(first_three, stakes=[3, 0, 2, 3]))


# The shedding


def test_nobody_has_more_cards_left_than_were_dealt() -> None:
    assert_refused(card(PAGAT, left=[4, 7, 8, 0]), "more_left_than_dealt", "Seat 3", "left (8)", "dealt (7)")


def test_exactly_one_seat_goes_out() -> None:
    assert_refused(card(PAGAT, left=[4, 7, 6, 1]), "nobody_out", "Every seat", pointer="/left")
    assert_refused(card(PAGAT, left=[0, 7, 6, 0]), "several_out", "Seat 1 and seat 4", pointer="/left")


def test_the_leader_plays_a_card() -> None:
    document = card(PAGAT, left=[0, 7, 6, 8])
    assert_refused(document, "leader_played_nothing", "Seat 4", "all its cards left (8)", pointer="/left/3")


def test_runs_are_named_only_where_they_are_paid() -> None:
    assert_refused(card(PAGAT, stops=[3]), "stops_not_paid", "stop_pay is 0", pointer="/stops")
    tricks = card(PAGAT, rules={"shedding": "tricks", "stop_pay": 1}, stops=[3])
    assert_refused(tricks, "stops_not_paid", "tricks")


def test_the_player_who_ends_a_run_leads_the_next() -> None:
    paid = card(LEXIKON, rules={"stop_pay": 1}, stops=[1, 0, 0], left=[0, 3, 5])
    assert_accepted(paid)
    assert_refused(card(paid, left=[0, 5, 3]), "too_few_cards_for_runs", "seat 2", "it played 0")
    assert_refused(
        card(paid, left=[0, 4, 4], stops=[1, 1, 0, 0]),
        "too_few_cards_for_runs",
        "seat 2",
        "it played 1",
        "at least 3",
    )


def test_a_single_run_has_no_more_cards_than_a_suit() -> None:
    one_run = card(LEXIKON, rules={"stop_pay": 1}, stops=[], left=[0, 4, 4])
    assert_accepted(one_run)
    assert_refused(card(one_run, left=[0, 3, 3]), "too_many_cards_for_runs", "left, 9 cards", "at most 7")


def test_where_all_hands_are_known_the_play_they_allow_is_known_too() -> None:
    rules = {"hand": 2, "packets": [1], "ties": "kickers", "eligibility": "anyone", "stop_pay": 1}
    shown = {"0": "As Qs", "1": "Kd Kh", "2": "9c 8c"}
    document = card(LEXIKON, rules=rules, melds={"king": 1}, stakes=[1, 1, 1], passed=[], shown=shown)
    assert_accepted(card(document, left=[2, 0, 2], stops=[1, 1]))
    # Seat 1 leads with a pair of kings, and no run of either king leaves its hand.
    assert_refused(card(document, left=[2, 1, 0], stops=[2, 2]), "cannot_be_played", "ends of runs")
    tricks = card(document, rules={"shedding": "tricks", "stop_pay": 0}, stops=[])
    assert_accepted(card(tricks, left=[2, 0, 2]))
    assert_refused(card(tricks, left=[1, 0, 2]), "cannot_be_played", "these cards left")
