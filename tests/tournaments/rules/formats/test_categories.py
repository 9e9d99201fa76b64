"""People and bots play in separate categories."""

from __future__ import annotations

from tournaments.events.rules.categories import BOTS, PEOPLE, by_category


def test_people_and_bots_are_divided_and_keep_their_order() -> None:
    entries = [("Ben", False), ("bot 2", True), ("Anna", False), ("bot 1", True)]
    assert by_category(entries) == {PEOPLE: ["Ben", "Anna"], BOTS: ["bot 2", "bot 1"]}


def test_a_category_without_entries_is_left_out() -> None:
    assert by_category([("Anna", False)]) == {PEOPLE: ["Anna"]}
    assert by_category([]) == {}
