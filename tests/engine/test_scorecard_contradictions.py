"""What a scorecard is refused for in the hands that it tells of; and what only looks like a contradiction."""

from __future__ import annotations

import pytest

from tests.engine.bent_scorecards import LEXIKON, PAGAT, assert_accepted, assert_refused, card

# Melds


def test_the_cards_that_the_tests_bend_are_accepted_as_they_are() -> None:
    assert_accepted(PAGAT)
    assert_accepted(LEXIKON)


def test_king_and_queen_in_one_hand_are_the_marriage() -> None:
    document = card(PAGAT, melds={"marriage": None})
    assert_refused(
        document,
        "marriage_missing",
        "Seat 1",
        "king pool and the queen pool",
        "marriage",
        pointer="/melds/marriage",
    )


def test_the_marriage_is_king_and_queen_in_one_hand() -> None:
    assert_refused(card(PAGAT, melds={"king": 1}), "marriage_without_both", "Seat 1", "king pool")
    alone = card(LEXIKON, melds={"marriage": 1})
    assert_refused(alone, "marriage_without_both", "Seat 2", "without the king pool")


def test_a_marriage_on_a_board_without_king_pool_needs_no_king_meld() -> None:
    board = ["queen", "marriage", "poch"]
    assert_accepted(card(LEXIKON, rules={"pools": board}, melds={"queen": 1, "marriage": 1}))
    assert_refused(card(LEXIKON, rules={"pools": board}, melds={"marriage": 1}), "marriage_without_both")


def test_an_upcard_that_belongs_to_nobody_wins_no_pool() -> None:
    document = card(PAGAT, upcard="Ah")
    assert_refused(document, "upcard_melded", "Seat 4", "Ah", "turned up", pointer="/melds/ace")
    sequence = card(PAGAT, melds={"sequence": 1})
    assert_refused(sequence, "upcard_melded", "Seat 2", "sequence", "9h")


def test_an_upcard_that_joined_a_hand_wins_its_pool_for_that_hand_alone() -> None:
    joins = card(PAGAT, rules={"preset": "pagat-upcard-joins"}, upcard="Th")
    assert_refused(card(joins, melds={"ten": None}), "joined_upcard_not_melded", "Th", "seat 3")
    assert_refused(card(joins, melds={"ten": 1}), "upcard_melded", "Seat 2", "joined the hand of seat 3")
    assert_accepted(card(joins, melds={"ten": 2}))


def test_every_honour_but_the_upcard_is_in_a_hand_if_all_cards_are_dealt() -> None:
    document = card(PAGAT, melds={"jack": None}, shown={"2": "Ts Tc", "3": "Ah Ac"})
    assert_refused(document, "meld_missing", "No seat", "its size: 0", "these cards win: Jh")
    assert_accepted(card(PAGAT, upcard="Jh", melds={"jack": None}, shown={"2": "Ts Td", "3": "Ah Ac"}))


def test_no_more_honours_than_the_talon_holds_are_in_nobody_s_hand() -> None:
    rules = {"hand": 7, "packets": [1], "pack": {"3": 32, "4": 32, "5": 36, "6": 52}, "players": [3, 4]}
    small_talon = card(LEXIKON, rules=rules, chips=[0] * 4, dealer=3, stakes=[0] * 4, passed=[0, 1, 2, 3])
    small_talon["left"] = [0, 7, 7, 7]
    assert_refused(small_talon, "meld_missing", "its size: 3", "at least one of")


def test_a_sequence_is_not_won_where_the_rules_have_none() -> None:
    none = card(LEXIKON, rules={"sequence": "none"}, melds={"sequence": 1})
    assert_refused(none, "sequence_not_played", "Seat 2", pointer="/melds/sequence")


def test_a_pool_that_the_board_lacks_is_not_taken() -> None:
    poque = card(LEXIKON, rules={"preset": "poque-1789", "direction": "clockwise"})
    assert_refused(card(poque, melds={"marriage": 0}), "unknown_pool", pointer="/melds/marriage")
    assert_accepted(card(poque, melds={"marriage": None}))
    assert_refused(card(PAGAT, melds={"poch": 0}), "unknown_pool", pointer="/melds/poch")


# The showdown


def test_the_winner_of_a_pool_shows_the_card_that_wins_it() -> None:
    document = card(PAGAT, melds={"ace": 1})
    assert_refused(document, "meld_shown_by_another", "Seat 4", "Ah", "seat 2", pointer="/shown/3")


def test_a_card_that_wins_a_pool_is_not_shown_while_nobody_took_the_pool() -> None:
    document = card(LEXIKON, stakes=[1, 1, 0], passed=[2], shown={"0": "Ks Kh", "1": "9s 9d"})
    assert_refused(document, "shown_but_not_melded", "Seat 1", "Kh", "no seat took")


def test_with_pay_789_the_winner_of_the_sequence_shows_its_cards() -> None:
    document = card(
        PAGAT,
        upcard="Kh",
        melds={"king": None, "marriage": None, "sequence": 1},
        shown={"2": "8s 8h", "3": "Ah Ac"},
    )
    assert_refused(document, "meld_shown_by_another", "Seat 3", "8h", "seat 2", "sequence")


def test_there_are_only_four_kings() -> None:
    five_in_a_hand = card(PAGAT, shown={"2": "Js Jh", "3": "Ks Kh Kd Kc Ks"})
    assert_refused(five_in_a_hand, "duplicate_card", "Ks", pointer="/shown/3")
    five_in_two = card(PAGAT, shown={"2": "Ks Kc", "3": "Ks Kd"})
    assert_refused(five_in_two, "card_shown_twice", "Seat 4 and seat 3", "Ks")
    fifth_in_a_meld = card(PAGAT, shown={"2": "Ts Td Tc", "3": "As Ac"}, melds={"ten": 1, "ace": 1})
    assert_accepted(fifth_in_a_meld)
    assert_refused(
        card(fifth_in_a_meld, melds={"ace": 3}),
        "better_set_held",
        "Seat 4",
        "also held Ah",
        pointer="/shown/3",
    )


def test_only_the_hand_that_the_upcard_joined_shows_it() -> None:
    document = card(PAGAT, shown={"2": "9s 9h", "3": "Ah Ac"})
    assert_refused(document, "upcard_shown", "Seat 3", "9h", "turned up")
    joins = card(document, rules={"preset": "pagat-upcard-joins"})
    assert_accepted(joins)
    assert_refused(
        card(joins, shown={"2": "Js Jh", "3": "9s 9h"}), "upcard_shown", "joined the hand of seat 3"
    )


@pytest.mark.parametrize("shown", ["Js Th", "Js Jd Ts", "Js Jd Tc Td", "Js Jd Jc Jh Ts"])
def test_a_shown_hand_is_a_set(shown: str) -> None:
    document = card(PAGAT, shown={"2": shown, "3": "As Ac"}, melds={"ten": 2, "ace": 3})
    assert_refused(document, "not_a_set", "Seat 3", pointer="/shown/2")


def test_two_pairs_are_a_set_where_the_rules_say_so() -> None:
    pairs = card(PAGAT, rules={"two_pairs": True}, shown={"2": "Js Jh Ts Td", "3": "Ah Ac"})
    assert_accepted(pairs)
    assert_refused(
        card(pairs, melds={"jack": 0}, shown={"2": "Js Jd Ts Th", "3": "Ah Ac"}), "meld_shown_by_another"
    )


def test_a_bettor_has_a_set_if_the_rules_need_one() -> None:
    document = card(PAGAT, shown={"2": "Js", "3": "Ah Ac"})
    assert_refused(document, "bet_without_set", "Seat 3", "only a seat with a set may bet")
    assert_accepted(card(LEXIKON, rules={"preset": "hoffmann"}, stops=[0] * 5))
    anyone = card(LEXIKON, rules={"eligibility": "anyone"}, stakes=[1, 1, 0], passed=[2], left=[0, 4, 5])
    assert_accepted(card(anyone, shown={"0": "Ks", "1": "9s 9d"}))


def test_a_player_who_passed_shows_nothing() -> None:
    document = card(PAGAT, shown={"1": "Ts Td", "2": "Js Jh", "3": "Ah Ac"})
    assert_refused(document, "shown_after_passing", "Seat 2", pointer="/shown/1")
    assert_refused(card(LEXIKON, shown={"0": "Ks Kc"}), "shown_after_passing")


def test_everybody_in_the_showdown_shows() -> None:
    assert_refused(card(PAGAT, shown={"3": "Ah Ac"}), "nothing_shown", "Seat 3", pointer="/shown")


def test_a_lone_winner_may_show_or_not() -> None:
    alone = card(PAGAT, stakes=[0, 0, 0, 1], passed=[0, 1, 2])
    assert_accepted(card(alone, shown={}))
    assert_accepted(card(alone, shown={"3": "Ah Ac"}))
    assert_refused(card(alone, shown={"3": "Ah"}), "bet_without_set")


def test_the_set_shown_is_the_best_of_the_known_cards() -> None:
    document = card(PAGAT, shown={"2": "Js Jd", "3": "Ah Ac"})
    assert_refused(document, "better_set_held", "Seat 3", "also held Jh", "better set: Js Jh Jd")
    joined = card(
        PAGAT, rules={"preset": "pagat-upcard-joins"}, shown={"2": "9s 9d", "3": "Ah Ac"}, melds={"jack": 1}
    )
    assert_refused(joined, "better_set_held", "Seat 3", "also held 9h")


def test_a_player_who_shows_a_highest_card_holds_none_higher() -> None:
    document = card(
        LEXIKON,
        rules={"eligibility": "anyone"},
        stakes=[1, 1, 0],
        passed=[2],
        shown={"0": "Qs", "1": "9s 9d"},
        left=[0, 4, 5],
    )
    assert_accepted(document)
    assert_refused(card(document, melds={"king": 0}), "better_set_held", "Seat 1", "also held Kh")


def test_with_kickers_the_whole_hand_is_shown_with_every_meld_in_it() -> None:
    document = card(
        LEXIKON,
        rules={"ties": "kickers"},
        stakes=[1, 1, 0],
        passed=[2],
        shown={"0": "Ks Kc 9d 8d 7s", "1": "Js Jc 9s 8s 7c"},
        melds={"king": 2},
    )
    assert_accepted(document)
    assert_refused(card(document, melds={"king": 0}), "meld_not_shown", "Seat 1", "also held Kh")
    short = card(document, shown={"0": "Ks Kc", "1": "Js Jc 9s 8s 7c"})
    assert_refused(short, "not_the_whole_hand", "Seat 1", "not 2", "size is 5")


def test_nobody_holds_more_cards_than_were_dealt() -> None:
    two_each = card(LEXIKON, rules={"hand": 2, "packets": [1]}, left=[0, 2, 2])
    too_many = card(two_each, melds={"ace": 1, "ten": 1, "jack": 1})
    assert_refused(too_many, "too_many_cards", "Ah Jh Th", "seat 2", "hand is 2")


# Hands that cannot be dealt


def test_eleven_cards_of_eight_ranks_have_a_pair() -> None:
    three = card(
        PAGAT,
        rules={"preset": "pagat-open"},
        chips=[0, 0, 0],
        dealer=2,
        stakes=[1, 1, 0],
        passed=[2],
        melds={"ace": 0, "king": 2, "queen": 2, "jack": 2, "ten": 2, "marriage": 2},
        shown={"0": "Ah", "1": "Js Jd"},
        left=[0, 4, 4],
    )
    assert_refused(three, "cannot_be_dealt", "Seat 1 showed Ah", "hand had 11 cards")


def test_a_pair_of_7s_is_not_the_best_of_fifteen_cards() -> None:
    rules = {"players": [2, 2], "pack": {"2": 32}, "hand": 15, "packets": [1], "pools": ["poch"]}
    two = card(LEXIKON, rules=rules, chips=[0, 0], dealer=1, stakes=[1, 1], passed=[], left=[0, 4])
    assert_accepted(card(two, shown={"0": "Ks Kc", "1": "Ah Ad Ac"}))
    assert_refused(card(two, shown={"0": "Ks Kc", "1": "7s 7d"}), "cannot_be_dealt", "Seat 2 showed 7s 7d")


def test_a_bet_needs_cards_enough_for_a_set() -> None:
    one_each = card(
        LEXIKON, rules={"hand": 1, "packets": [1]}, stakes=[1, 0, 0], passed=[1, 2], left=[0, 1, 1]
    )
    assert_refused(one_each, "cannot_be_dealt", "Seat 1 bet, so it held a set")
    two_each = card(one_each, rules={"hand": 2}, melds={"ace": 0, "king": 0, "marriage": None})
    assert_refused(
        card(two_each, left=[0, 2, 2]), "cannot_be_dealt", "Seat 1 took the ace pool", "Seat 1 bet"
    )


def test_best_runs_are_weighed_against_what_is_known_of_other_hands() -> None:
    high = {"ace": 1, "king": 1, "queen": 1, "marriage": 1}
    assert_refused(card(LEXIKON, melds=high), "cannot_be_dealt", "No seat took the sequence pool")
    assert_refused(
        card(LEXIKON, melds=high | {"sequence": 0}), "cannot_be_dealt", "Seat 1 took the sequence pool"
    )
    assert_accepted(card(LEXIKON, melds=high | {"sequence": 1}))
    longest = card(LEXIKON, rules={"sequence": "longest"}, melds=high | {"sequence": 0})
    assert_accepted(longest)
    five_long = longest["melds"] | {"jack": 1, "ten": 1}
    assert_refused(card(longest, melds=five_long), "cannot_be_dealt", "Seat 1 took the sequence pool")


def test_the_marriage_cannot_be_missed_by_a_pool_that_is_not_there() -> None:
    board = ["marriage", "poch"]
    kings = card(LEXIKON, rules={"pools": board, "hand": "all", "packets": [1]}, left=[0, 10, 10])
    assert_accepted(kings)
    both = card(kings, stakes=[1, 1, 0], passed=[2], shown={"0": "Kh Ks Kd Kc", "1": "Qs Qd Qc"})
    assert_accepted(both)
    both["shown"]["1"] = "Js Jd"
    assert_accepted(both)


def test_a_sequence_of_7_8_9_cannot_be_missed_when_one_hand_shows_all_three() -> None:
    whole = card(
        LEXIKON,
        rules={"preset": "lexikon-789", "ties": "kickers"},
        upcard="Ts",
        stakes=[1, 1, 0],
        passed=[2],
        shown={"0": "9s 9h 9d 8s 7s", "1": "Kd Kh 9c 8c 7d"},
    )
    assert_refused(whole, "cannot_be_dealt", "No seat took the sequence pool", "9s 9h 9d 8s 7s")
