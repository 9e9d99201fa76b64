"""Who wins which prize: ties share, tags count among themselves, and nothing is lost on the way."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.cases import cases
from tournaments.core.rules.money import read_amount, read_price, written_amount
from tournaments.core.rules.refusals import Refusal
from tournaments.events.rules.people import clean_tags, tag_keys
from tournaments.standings.rules.prizes import Award, Placed, PrizeList, awards


def standing(*places: int, **tags: str) -> list[Placed]:
    """Entries a, b, c ... at these places; `a="junior"` gives a tag."""
    names = "abcdefghijkl"
    return [
        Placed(names[index], place, tag_keys(tags.get(names[index], "").split()))
        for index, place in enumerate(places)
    ]


def prize(first: int, last: int, what: str = "", amount: int = 0, tag: str = "") -> dict[str, Any]:
    """A prize as forms and programs give it. amount: hundredths."""
    return {"first": first, "last": last, "what": what, "amount": written_amount(amount), "tag": tag}


def prizes(*listed: dict[str, Any], one_each: bool = True) -> PrizeList:
    return PrizeList.read({"prizes": listed, "currency": "EUR", "one_each": one_each})


HAM, WINE = prize(1, 1, "a ham"), prize(2, 2, "a bottle of wine")


def test_each_place_gets_its_prize() -> None:
    assert awards(prizes(HAM, WINE), standing(1, 2, 3)) == [
        Award(1, 1, ("a",), (0,), ("a ham",)),
        Award(2, 2, ("b",), (0,), ("a bottle of wine",)),
    ]


def test_who_shares_a_place_shares_the_prizes_of_the_places_that_they_cover() -> None:
    (award,) = awards(prizes(HAM, WINE), standing(1, 1, 3))
    assert (award.first, award.last, award.entries) == (1, 2, ("a", "b"))
    assert (award.each, award.together) == ((), ("a ham", "a bottle of wine"))


def test_amounts_of_a_shared_place_are_added_and_divided() -> None:
    money = prizes(prize(1, 1, amount=50_00), prize(2, 2, amount=30_00), prize(3, 3, amount=20_00))
    (first, second) = awards(money, standing(1, 2, 2))
    assert first.amounts == (50_00,)
    assert (second.first, second.last, second.amounts) == (2, 3, (25_00, 25_00))


def test_what_is_left_over_in_the_smallest_coin_goes_to_the_first_of_them() -> None:
    (award,) = awards(prizes(prize(1, 1, amount=100_00)), standing(1, 1, 1))
    assert award.amounts == (33_34, 33_33, 33_33)


def test_those_who_share_the_last_place_with_a_prize_share_that_prize_alone() -> None:
    (_first, second) = awards(prizes(HAM, WINE), standing(1, 2, 2, 2))
    assert (second.entries, second.together) == (("b", "c", "d"), ("a bottle of wine",))
    assert (second.first, second.last) == (2, 4)


def test_the_same_thing_for_each_of_their_places_is_not_shared() -> None:
    (_winner, award) = awards(prizes(HAM, prize(2, 3, "a cake", 10_00)), standing(1, 2, 2, 4))
    assert (award.each, award.together, award.amounts) == (("a cake",), (), (10_00, 10_00))


def test_the_places_of_a_tag_count_among_its_holders() -> None:
    plan = prizes(prize(1, 1, "a cup", tag="Junior"), prize(2, 2, "a book", tag="junior"))
    given = awards(plan, standing(1, 2, 3, 4, 4, b="junior", d="junior", e="junior"))
    assert [(award.tag, award.first, award.last, award.entries) for award in given] == [
        ("Junior", 1, 1, ("b",)),
        ("junior", 2, 3, ("d", "e")),
    ]


def test_with_one_prize_each_a_winner_of_a_place_is_passed_over_for_a_tag() -> None:
    junior, newcomer = prize(1, 1, "a cup", tag="junior"), prize(1, 1, "a book", tag="newcomer")
    field = standing(1, 2, 3, 4, a="junior", b="junior newcomer", c="newcomer")

    def winners(*, one_each: bool) -> list[tuple[str, tuple[str, ...]]]:
        given = awards(prizes(HAM, junior, newcomer, one_each=one_each), field)
        return [(award.tag, award.entries) for award in given]

    assert winners(one_each=True) == [("", ("a",)), ("junior", ("b",)), ("newcomer", ("c",))]
    assert winners(one_each=False) == [("", ("a",)), ("junior", ("a",)), ("newcomer", ("b",))]


def test_awards_give_away_each_reached_prize_once_and_no_cent_more() -> None:
    for seed in range(300):
        random = Random(seed)
        places, place = [], 0
        for index in range(random.randrange(1, 12)):
            place = index + 1 if index == 0 or random.random() < 0.6 else place
            places.append(place)
        listed = [
            prize(first, first, f"thing {first}", random.randrange(10_000)) for first in range(1, 9)
        ]  # fmt: skip
        given = awards(prizes(*listed), standing(*places))
        reached = [prize for prize in listed if prize["first"] <= len(places)]
        assert sum(sum(award.amounts) for award in given) == sum(
            read_amount(prize["amount"]) for prize in reached
        )
        things = [thing for award in given for thing in (*award.each, *award.together)]
        assert sorted(things) == sorted(prize["what"] for prize in reached)
        winners = [entry for award in given for entry in award.entries]
        assert len(winners) == len(set(winners))
        for award in given:
            assert max(award.amounts) - min(award.amounts) <= 1
            assert len(award.each) == 0 or len(award.entries) == 1


@cases(
    ("listed", "code", "field"),
    [
        ([HAM, prize(3, 2, "a book")], "prize_places_reversed", "prizes/1/last"),
        ([prize(0, 1, "a book")], "prize_place_out_of_range", "prizes/0/first"),
        ([prize(1, 10_001, "a book")], "prize_place_out_of_range", "prizes/0/last"),
        ([prize(1, 3, "a book"), prize(3, 4, "a cake")], "prize_twice", "prizes/1/first"),
        ([prize(1, 1, "x", tag="Junior"), prize(1, 1, "y", tag=" JUNIOR")], "prize_twice", "prizes/1/first"),
        ([prize(1, 1)], "prize_empty", "prizes/0/what"),
        ([prize(1, 1, "a" * 101)], "name_too_long", "prizes/0/what"),
        ([prize(1, 1, "a\u202eham")], "name_control_character", "prizes/0/what"),
        ([prize(1, 1, "a ham", tag="a,b")], "tag_with_comma", "prizes/0/tag"),
        ([prize(1, 1, amount=-1)], "amount_malformed", "prizes/0/amount"),
        ([prize(number, number, "a ham") for number in range(1, 102)], "too_many_prizes", "prizes"),
    ],
)
def test_an_impossible_prize_is_refused_at_its_place(
    listed: list[dict[str, Any]], code: str, field: str
) -> None:
    with pytest.raises(Refusal) as refusal:
        prizes(*listed)
    assert (refusal.value.code, refusal.value.field) == (code, field)
    assert "%(" not in str(refusal.value)


@cases(
    ("text", "amount"),
    [("50", 50_00), ("12.50", 12_50), ("12,5", 12_50), (" 0.01 ", 1), ("", 0), ("0", 0)],
)
def test_an_amount_is_exact(text: str, amount: int) -> None:
    assert read_amount(text) == amount
    assert read_amount(written_amount(amount)) == amount


@cases("text", ["x", "1.234", "-5", "1e3", "5 EUR", ".5", "1.", "9999999999", "NaN"])
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refusal:
        read_amount(text)
    assert refusal.value.code == "amount_malformed"


@cases(
    ("text", "amount", "currency"),
    [
        ("5 €", 5_00, "€"),
        ("5,50", 5_50, ""),
        ("€5.5", 5_50, "€"),
        ("12,50 EUR", 12_50, "EUR"),
        ("5 Euro", 5_00, "Euro"),
        ("Fr. 5.\u2013", 5_00, "Fr."),
        ("5,-", 5_00, ""),
        ("5\u00a0zł", 5_00, "zł"),
        ("US$ 5", 5_00, "US$"),
        ("", 0, ""),
    ],
)
def test_a_price_is_read_as_people_write_it(text: str, amount: int, currency: str) -> None:
    assert read_price(text) == (amount, currency)


@cases("text", ["cheap", "€ 5 EUR", "-5 €", "5 % off", "5 for members", "1.234 €", "5-6 €", "1.000,50 €"])
def test_a_price_that_says_more_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refusal:
        read_price(text)
    assert refusal.value.code == "amount_malformed"


def test_an_amount_has_a_limit() -> None:
    assert read_amount("100000000") == 100_000_000_00
    with pytest.raises(Refusal) as refusal:
        PrizeList.read({"prizes": [{"first": 1, "amount": "100000000.01"}]})
    assert (refusal.value.code, refusal.value.field) == ("amount_too_large", "prizes/0/amount")


def test_tags_are_cleaned_and_each_is_kept_once() -> None:
    assert clean_tags([" Junior ", "junior", "SC\tBonn"]) == ["Junior", "SC Bonn"]


@pytest.mark.parametrize(
    ("tags", "code"),
    [
        ([f"tag {number}" for number in range(11)], "too_many_tags"),
        (["a" * 31], "name_too_long"),
        (["a, b"], "tag_with_comma"),
        (["  "], "name_empty"),
        (["a\0b"], "name_control_character"),
    ],
)
def test_impossible_tags_are_refused(tags: list[str], code: str) -> None:
    with pytest.raises(Refusal) as refusal:
        clean_tags(tags)
    assert refusal.value.code == code


def test_a_list_is_stored_and_read_again() -> None:
    plan = prizes(HAM, prize(2, 4, "a cake", 12_50, "junior"), one_each=False)
    assert PrizeList.read(plan.stored) == plan
    assert plan.digest != prizes(HAM).digest
