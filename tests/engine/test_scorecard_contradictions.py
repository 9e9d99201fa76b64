"""What a scorecard is refused for: a test for each contradiction, and for cards that only look like one.

Seats in the documents count from 0, seats in the sentences from 1.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from games.engine.errors import RULE, SCHEMA, EngineError
from games.engine.replay import finished

# The deal of the format's own example. Forehand is seat 3; the hands have 8, 8, 7 and 8 cards.
PAGAT: dict[str, Any] = {
    "format": "poch-scorecard/1",
    "rules": {"preset": "pagat"},
    "dealer": 2,
    "chips": [0, 0, 0, 0],
    "pools": {},
    "upcard": "9h",
    "melds": {"ace": 3, "king": 0, "queen": 0, "jack": 2, "ten": 3, "marriage": 0, "sequence": None},
    "stakes": [0, 0, 1, 1],
    "passed": [0, 1],
    "shown": {"2": "Js Jh", "3": "Ah Ac"},
    "stops": [],
    "left": [4, 7, 6, 0],
}

# Five cards each of 32: sixteen lie in the talon. Nobody melds, nobody bets, forehand (seat 0) goes out.
LEXIKON: dict[str, Any] = {
    "format": "poch-scorecard/1",
    "rules": {"preset": "lexikon"},
    "dealer": 2,
    "chips": [0, 0, 0],
    "pools": {},
    "upcard": "7h",
    "melds": {},
    "stakes": [0, 0, 0],
    "passed": [0, 1, 2],
    "shown": {},
    "left": [0, 5, 5],
}


def card(base: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A scorecard with some fields changed; ``rules`` and ``melds`` are changed key by key."""
    changed = deepcopy(base)
    for key, value in changes.items():
        if key in {"rules", "melds"}:
            changed[key] |= value
        else:
            changed[key] = value
    return changed


def refusal(document: dict[str, Any]) -> EngineError:
    """The error that a scorecard is refused with."""
    with pytest.raises(EngineError) as caught:
        finished(document)
    assert caught.value.at is None
    return caught.value


def assert_refused(document: dict[str, Any], code: str, *words: str, pointer: str | None = None) -> None:
    """Refused for breaking a rule, with this code, in a sentence that has these words."""
    error = refusal(document)
    assert (error.code, error.kind) == (code, RULE), error.detail
    for part in words:
        assert part in error.detail
    if pointer is not None:
        assert error.pointer == pointer


def assert_accepted(document: dict[str, Any]) -> None:
    """Answered, as some deal could have given it."""
    finished(document)


# Melds


def test_the_cards_that_the_tests_bend_are_accepted_as_they_are() -> None:
    assert_accepted(PAGAT)
    assert_accepted(LEXIKON)


def test_king_and_queen_in_one_hand_are_the_marriage() -> None:
    document = card(PAGAT, melds={"marriage": None})
    assert_refused(
        document, "marriage_missing", "Seat 1", "the king and the queen", "nobody", pointer="/melds/marriage"
    )


def test_the_marriage_is_king_and_queen_in_one_hand() -> None:
    assert_refused(card(PAGAT, melds={"king": 1}), "marriage_without_both", "Seat 1", "king pool", "seat 2")
    alone = card(LEXIKON, melds={"marriage": 1})
    assert_refused(alone, "marriage_without_both", "Seat 2", "nobody")


def test_a_marriage_on_a_board_without_king_pool_needs_no_king_meld() -> None:
    board = ["queen", "marriage", "poch"]
    assert_accepted(card(LEXIKON, rules={"pools": board}, melds={"queen": 1, "marriage": 1}))
    assert_refused(card(LEXIKON, rules={"pools": board}, melds={"marriage": 1}), "marriage_without_both")


def test_an_upcard_that_belongs_to_nobody_wins_no_pool() -> None:
    document = card(PAGAT, upcard="Ah")
    assert_refused(
        document, "upcard_melded", "Seat 4", "the ace of hearts", "turned up", pointer="/melds/ace"
    )
    sequence = card(PAGAT, melds={"sequence": 1})
    assert_refused(sequence, "upcard_melded", "Seat 2", "sequence", "the 9 of hearts")


def test_an_upcard_that_joined_a_hand_wins_its_pool_for_that_hand_alone() -> None:
    joins = card(PAGAT, rules={"preset": "pagat-upcard-joins"}, upcard="Th")
    assert_refused(card(joins, melds={"ten": None}), "joined_upcard_not_melded", "the 10 of hearts", "seat 3")
    assert_refused(card(joins, melds={"ten": 1}), "upcard_melded", "Seat 2", "joined the hand of seat 3")
    assert_accepted(card(joins, melds={"ten": 2}))


def test_where_all_cards_are_dealt_somebody_has_every_honour_but_the_upcard() -> None:
    document = card(PAGAT, melds={"jack": None}, shown={"2": "Ts Tc", "3": "Ah Ac"})
    assert_refused(
        document, "meld_missing", "Nobody", "jack", "all cards but the upcard", "the jack of hearts"
    )
    assert_accepted(card(PAGAT, upcard="Jh", melds={"jack": None}, shown={"2": "Ts Td", "3": "Ah Ac"}))


def test_no_more_honours_than_the_talon_holds_are_in_nobody_s_hand() -> None:
    rules = {"hand": 7, "packets": [1], "pack": {"3": 32, "4": 32, "5": 36, "6": 52}, "players": [3, 4]}
    small_talon = card(LEXIKON, rules=rules, chips=[0] * 4, dealer=3, stakes=[0] * 4, passed=[0, 1, 2, 3])
    small_talon["left"] = [0, 7, 7, 7]
    assert_refused(small_talon, "meld_missing", "only 3 cards", "one of")


def test_a_sequence_is_not_won_where_the_rules_have_none() -> None:
    none = card(LEXIKON, rules={"sequence": "none"}, melds={"sequence": 1})
    assert_refused(none, "sequence_not_played", "Seat 2", pointer="/melds/sequence")


def test_a_pool_that_the_board_lacks_is_not_taken() -> None:
    poque = card(LEXIKON, rules={"preset": "poque-1789", "direction": "clockwise"})
    assert_refused(card(poque, melds={"marriage": 0}), "unknown_pool", pointer="/melds/marriage")
    assert_accepted(card(poque, melds={"marriage": None}))
    assert_refused(card(PAGAT, melds={"poch": 0}), "unknown_pool", pointer="/melds/poch")


# The showdown


def test_a_card_that_wins_a_pool_is_shown_by_who_took_the_pool() -> None:
    document = card(PAGAT, melds={"ace": 1})
    assert_refused(
        document, "meld_shown_by_another", "Seat 4", "the ace of hearts", "seat 2", pointer="/shown/3"
    )


def test_a_card_that_wins_a_pool_is_not_shown_while_nobody_took_the_pool() -> None:
    document = card(LEXIKON, stakes=[1, 1, 0], passed=[2], shown={"0": "Ks Kh", "1": "9s 9d"})
    assert_refused(document, "shown_but_not_melded", "Seat 1", "the king of hearts", "nobody")


def test_with_pay_789_a_card_of_the_sequence_is_shown_by_who_took_it() -> None:
    document = card(
        PAGAT,
        upcard="Kh",
        melds={"king": None, "marriage": None, "sequence": 1},
        shown={"2": "8s 8h", "3": "Ah Ac"},
    )
    assert_refused(document, "meld_shown_by_another", "Seat 3", "the 8 of hearts", "seat 2", "sequence")


def test_there_are_only_four_kings() -> None:
    five_in_a_hand = card(PAGAT, shown={"2": "Js Jh", "3": "Ks Kh Kd Kc Ks"})
    assert_refused(five_in_a_hand, "duplicate_card", "Ks", pointer="/shown/3")
    five_in_two = card(PAGAT, shown={"2": "Ks Kc", "3": "Ks Kd"})
    assert_refused(five_in_two, "card_shown_twice", "Seat 4 and seat 3", "the king of spades")
    fifth_in_a_meld = card(PAGAT, shown={"2": "Ts Td Tc", "3": "As Ac"}, melds={"ten": 1, "ace": 1})
    assert_accepted(fifth_in_a_meld)
    assert_refused(
        card(fifth_in_a_meld, melds={"ace": 3}),
        "better_set_held",
        "Seat 4",
        "the ace of hearts",
        pointer="/shown/3",
    )


def test_the_upcard_is_shown_by_nobody_but_the_hand_it_joined() -> None:
    document = card(PAGAT, shown={"2": "9s 9h", "3": "Ah Ac"})
    assert_refused(document, "upcard_shown", "Seat 3", "the 9 of hearts", "turned up")
    joins = card(document, rules={"preset": "pagat-upcard-joins"})
    assert_accepted(joins)
    assert_refused(
        card(joins, shown={"2": "Js Jh", "3": "9s 9h"}), "upcard_shown", "joined the hand of seat 3"
    )


@pytest.mark.parametrize("shown", ["Js Th", "Js Jd Ts", "Js Jd Tc Td", "Js Jd Jc Jh Ts"])
def test_what_is_shown_is_a_set(shown: str) -> None:
    document = card(PAGAT, shown={"2": shown, "3": "As Ac"}, melds={"ten": 2, "ace": 3})
    assert_refused(document, "not_a_set", "Seat 3", pointer="/shown/2")


def test_two_pairs_are_a_set_where_the_rules_say_so() -> None:
    pairs = card(PAGAT, rules={"two_pairs": True}, shown={"2": "Js Jh Ts Td", "3": "Ah Ac"})
    assert_accepted(pairs)
    assert_refused(
        card(pairs, melds={"jack": 0}, shown={"2": "Js Jd Ts Th", "3": "Ah Ac"}), "meld_shown_by_another"
    )


def test_who_bets_has_a_set_where_one_is_needed() -> None:
    document = card(PAGAT, shown={"2": "Js", "3": "Ah Ac"})
    assert_refused(document, "bet_without_set", "Seat 3", "only who has a set may bet")
    assert_accepted(card(LEXIKON, rules={"preset": "hoffmann"}, stops=[0] * 5))
    anyone = card(LEXIKON, rules={"eligibility": "anyone"}, stakes=[1, 1, 0], passed=[2], left=[0, 4, 5])
    assert_accepted(card(anyone, shown={"0": "Ks", "1": "9s 9d"}))


def test_who_passed_shows_nothing() -> None:
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


def test_the_set_shown_is_the_best_of_what_is_known_to_be_held() -> None:
    document = card(PAGAT, shown={"2": "Js Jd", "3": "Ah Ac"})
    assert_refused(document, "better_set_held", "Seat 3", "the jack of hearts", "Js Jh Jd is better")
    joined = card(
        PAGAT, rules={"preset": "pagat-upcard-joins"}, shown={"2": "9s 9d", "3": "Ah Ac"}, melds={"jack": 1}
    )
    assert_refused(joined, "better_set_held", "Seat 3", "the 9 of hearts")


def test_who_shows_a_highest_card_holds_none_higher() -> None:
    document = card(
        LEXIKON,
        rules={"eligibility": "anyone"},
        stakes=[1, 1, 0],
        passed=[2],
        shown={"0": "Qs", "1": "9s 9d"},
        left=[0, 4, 5],
    )
    assert_accepted(document)
    assert_refused(card(document, melds={"king": 0}), "better_set_held", "Seat 1", "the king of hearts")


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
    assert_refused(card(document, melds={"king": 0}), "meld_not_shown", "Seat 1", "the king of hearts")
    short = card(document, shown={"0": "Ks Kc", "1": "Js Jc 9s 8s 7c"})
    assert_refused(short, "not_the_whole_hand", "Seat 1", "2 cards", "dealt 5")


def test_nobody_holds_more_cards_than_were_dealt() -> None:
    two_each = card(LEXIKON, rules={"hand": 2, "packets": [1]}, left=[0, 2, 2])
    too_many = card(two_each, melds={"ace": 1, "ten": 1, "jack": 1})
    assert_refused(too_many, "too_many_cards", "Seat 2", "Ah Jh Th", "2 cards")


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
    assert_refused(three, "cannot_be_dealt", "seat 1 showed Ah as its best of 11 cards")


def test_a_pair_of_7s_is_not_the_best_of_fifteen_cards() -> None:
    rules = {"players": [2, 2], "pack": {"2": 32}, "hand": 15, "packets": [1], "pools": ["poch"]}
    two = card(LEXIKON, rules=rules, chips=[0, 0], dealer=1, stakes=[1, 1], passed=[], left=[0, 4])
    assert_accepted(card(two, shown={"0": "Ks Kc", "1": "Ah Ad Ac"}))
    assert_refused(card(two, shown={"0": "Ks Kc", "1": "7s 7d"}), "cannot_be_dealt", "seat 2 showed 7s 7d")


def test_a_bet_needs_cards_enough_for_a_set() -> None:
    one_each = card(
        LEXIKON, rules={"hand": 1, "packets": [1]}, stakes=[1, 0, 0], passed=[1, 2], left=[0, 1, 1]
    )
    assert_refused(one_each, "cannot_be_dealt", "seat 1 bet, so it held a set")
    two_each = card(one_each, rules={"hand": 2}, melds={"ace": 0, "king": 0, "marriage": None})
    assert_refused(
        card(two_each, left=[0, 2, 2]), "cannot_be_dealt", "seat 1 took the ace pool", "seat 1 bet"
    )


def test_best_runs_are_weighed_against_what_is_known_of_other_hands() -> None:
    high = {"ace": 1, "king": 1, "queen": 1, "marriage": 1}
    assert_refused(card(LEXIKON, melds=high), "cannot_be_dealt", "nobody took the sequence pool")
    assert_refused(
        card(LEXIKON, melds=high | {"sequence": 0}), "cannot_be_dealt", "seat 1 took the sequence pool"
    )
    assert_accepted(card(LEXIKON, melds=high | {"sequence": 1}))
    longest = card(LEXIKON, rules={"sequence": "longest"}, melds=high | {"sequence": 0})
    assert_accepted(longest)
    five_long = longest["melds"] | {"jack": 1, "ten": 1}
    assert_refused(card(longest, melds=five_long), "cannot_be_dealt", "seat 1 took the sequence pool")


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
    assert_refused(whole, "cannot_be_dealt", "nobody took the sequence pool", "9s 9h 9d 8s 7s")


# The betting


def test_who_stays_in_with_credit_has_staked_as_much_as_the_others() -> None:
    assert_refused(card(PAGAT, stakes=[0, 0, 1, 2]), "unequal_stakes", "Seat 3", pointer="/stakes/2")


def test_with_purses_only_who_is_all_in_stays_in_with_less() -> None:
    table = card(PAGAT, rules={"purse": "table"}, chips=[20, 20, 10, 20], stakes=[0, 0, 5, 9])
    assert_accepted(table)  # seat 2 had 10, paid 9 antes and took 4 chips with the jack
    assert_refused(card(table, stakes=[0, 0, 4, 9]), "unequal_stakes", "Seat 3", "still had 1 chip")


def test_nobody_stakes_beyond_the_purse() -> None:
    table = card(PAGAT, rules={"purse": "table"}, chips=[20, 20, 10, 20], stakes=[0, 0, 6, 6])
    assert_refused(table, "stake_over_purse", "Seat 3", "6 chips", "only 5", pointer="/stakes/2")
    assert_refused(card(table, rules={"order": "pochen_first"}), "stake_over_purse", "only 1")


def test_nobody_stakes_beyond_the_limit() -> None:
    document = card(PAGAT, rules={"bet_limit": 2}, stakes=[0, 0, 3, 3])
    assert_refused(document, "stake_over_limit", "Seat 3", "3 chips", "more than 2")


def test_nobody_passes_with_the_highest_stake() -> None:
    document = card(PAGAT, stakes=[0, 1, 1, 1])
    assert_refused(document, "passed_with_highest_stake", "Seat 2", pointer="/stakes/1")


def test_who_is_all_in_does_not_pass() -> None:
    table = card(PAGAT, rules={"purse": "table"}, chips=[20, 12, 30, 30], stakes=[0, 3, 9, 9])
    assert_refused(table, "all_in_passed", "Seat 2", "whole purse")


def test_when_everybody_passed_nobody_staked_anything() -> None:
    document = card(PAGAT, passed=[0, 1, 2, 3], shown={})
    assert_refused(document, "stakes_without_bet", "Seat 3")


def test_who_did_not_pass_has_bet() -> None:
    assert_refused(card(PAGAT, stakes=[0, 0, 0, 0]), "in_without_stake", "Seats 3 and 4", "nobody staked")
    assert_refused(card(PAGAT, stakes=[0, 0, 0, 1]), "in_without_stake", "Seat 3")


def test_where_only_the_opener_raises_the_first_who_staked_has_the_highest_stake() -> None:
    opener = card(PAGAT, rules={"raising": "opener"}, stakes=[1, 0, 2, 2])
    assert_accepted(opener)  # seat 3 opened with 1 and raised
    assert_refused(card(opener, stakes=[0, 0, 2, 1], passed=[0, 1, 3], shown={}), "opener_outbid", "Seat 4")


def test_the_last_to_speak_cannot_pass_after_staking_the_first_chip() -> None:
    first_three = card(PAGAT, stakes=[2, 0, 1, 2], passed=[1, 2], shown={"0": "Ks Kh", "3": "Ah Ac"})
    assert_refused(first_three, "stakes_out_of_turn", "Seat 3", "1 chip")
    assert_accepted(card(first_three, stakes=[3, 0, 2, 3]))


# The shedding


def test_nobody_has_more_cards_left_than_were_dealt() -> None:
    assert_refused(card(PAGAT, left=[4, 7, 8, 0]), "more_left_than_dealt", "Seat 3", "8 cards", "dealt 7")


def test_exactly_one_seat_goes_out() -> None:
    assert_refused(card(PAGAT, left=[4, 7, 6, 1]), "nobody_out", "Every seat", pointer="/left")
    assert_refused(card(PAGAT, left=[0, 7, 6, 0]), "several_out", "Seats 1 and 4", pointer="/left")


def test_who_leads_plays_a_card() -> None:
    document = card(PAGAT, left=[0, 7, 6, 8])
    assert_refused(document, "leader_played_nothing", "Seat 4", "all its 8 cards", pointer="/left/3")


def test_runs_are_named_only_where_they_are_paid() -> None:
    assert_refused(card(PAGAT, stops=[3]), "stops_not_paid", "stop_pay is 0", pointer="/stops")
    tricks = card(PAGAT, rules={"shedding": "tricks", "stop_pay": 1}, stops=[3])
    assert_refused(tricks, "stops_not_paid", "tricks")


def test_who_ends_a_run_has_played_a_card_in_it_and_leads_the_next() -> None:
    paid = card(LEXIKON, rules={"stop_pay": 1}, stops=[1, 0, 0], left=[0, 3, 5])
    assert_accepted(paid)
    assert_refused(card(paid, left=[0, 5, 3]), "too_few_cards_for_runs", "Seat 2 played 0 cards")
    assert_refused(
        card(paid, left=[0, 4, 4], stops=[1, 1, 0, 0]),
        "too_few_cards_for_runs",
        "Seat 2 played 1 card",
        "at least 3",
    )


def test_a_single_run_has_no_more_cards_than_a_suit() -> None:
    one_run = card(LEXIKON, rules={"stop_pay": 1}, stops=[], left=[0, 4, 4])
    assert_accepted(one_run)
    assert_refused(card(one_run, left=[0, 3, 3]), "too_many_cards_for_runs", "9 cards", "room for 7")


def test_where_all_hands_are_known_the_play_they_allow_is_known_too() -> None:
    rules = {"hand": 2, "packets": [1], "ties": "kickers", "eligibility": "anyone", "stop_pay": 1}
    shown = {"0": "As Qs", "1": "Kd Kh", "2": "9c 8c"}
    document = card(LEXIKON, rules=rules, melds={"king": 1}, stakes=[1, 1, 1], passed=[], shown=shown)
    assert_accepted(card(document, left=[2, 0, 2], stops=[1, 1]))
    # Seat 1 leads with a pair of kings, and no run of either king leaves its hand.
    assert_refused(card(document, left=[2, 1, 0], stops=[2, 2]), "cannot_be_played", "the runs ended")
    tricks = card(document, rules={"shedding": "tricks", "stop_pay": 0}, stops=[])
    assert_accepted(card(tricks, left=[2, 0, 2]))
    assert_refused(card(tricks, left=[1, 0, 2]), "cannot_be_played", "cards left as the card tells")


# The form


@pytest.mark.parametrize(
    ("changes", "code", "pointer"),
    [
        ({"melds": {"ace": True}}, "bad_seat", "/melds/ace"),
        ({"melds": {"ace": 4}}, "bad_seat", "/melds/ace"),
        ({"stakes": [0, 0, 1]}, "bad_stakes", "/stakes"),
        ({"stakes": [0, 0, 1, -1]}, "bad_stakes", "/stakes/3"),
        ({"stakes": [0, 0, 1, 1.0]}, "bad_stakes", "/stakes/3"),
        ({"stakes": [0, 0, 1, 10**10]}, "bad_stakes", "/stakes/3"),
        ({"passed": [0, 0, 1]}, "seat_named_twice", "/passed/1"),
        ({"passed": "01"}, "bad_passed", "/passed"),
        ({"shown": []}, "bad_shown", "/shown"),
        ({"shown": {"02": "Js Jh"}}, "bad_seat", "/shown/02"),
        ({"shown": {"2": ""}}, "bad_hand", "/shown/2"),
        ({"shown": {"2": "Js 1h"}}, "bad_card", "/shown/2"),
        ({"stops": [4]}, "bad_seat", "/stops/0"),
        ({"left": [4, 7, 6, None]}, "bad_left", "/left/3"),
        ({"upcard": "9H"}, "bad_card", "/upcard"),
        ({"winner": 3}, "unknown_key", ""),
    ],
)
def test_a_scorecard_that_is_not_of_the_format_is_refused_at_its_place(
    changes: dict[str, Any], code: str, pointer: str
) -> None:
    error = refusal(card(PAGAT, **changes))
    assert (error.code, error.kind, error.pointer) == (code, SCHEMA, pointer)


@pytest.mark.parametrize("key", sorted(set(PAGAT) - {"stops", "format"}))
def test_a_scorecard_lacks_no_key(key: str) -> None:
    document = card(PAGAT)
    del document[key]
    error = refusal(document)
    assert (error.code, error.kind) == ("missing_key", SCHEMA)
    assert key in error.detail


def test_stops_may_be_left_out_where_no_run_is_paid_and_only_there() -> None:
    document = card(PAGAT)
    del document["stops"]
    assert_accepted(document)
    document["rules"]["stop_pay"] = 1
    assert refusal(document).code == "missing_key"


def test_a_card_outside_the_pack_is_not_turned_up_or_shown() -> None:
    assert_refused(card(PAGAT, upcard="6h"), "card_outside_the_pack", "6h", "32", pointer="/upcard")
    assert_refused(card(PAGAT, shown={"2": "6s 6c", "3": "Ah Ac"}), "card_outside_the_pack", "6s")
