"""What is asked of the draws: written down, counted for who is here, private, and forgotten."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import enter, make_event, owner_of
from tournaments.clubs.verbs import people
from tournaments.core.rules.refusals import Invalid
from tournaments.draw.rules.request import Apart, Pin, Together
from tournaments.draw.verbs.wishes import add_wishes, constraints_of, remove_wish, wishes_of, wishes_of_club
from tournaments.models import AuditEntry, Entry, Event, SeatingWish
from tournaments.programs.privacy import anonymise_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event()


def ask(here: Event, kind: str, *entries: Entry, **settings: Any) -> list[SeatingWish]:
    """Ask it of the draws of the event `here`, unless `settings` name another."""
    who = [str(entry.player_id) for entry in entries]
    return add_wishes(here.club, owner_of(here.club), kind, who, **{"event": here} | settings)


def ids(first: Entry, second: Entry) -> tuple[str, str]:
    return str(first.pk), str(second.pk)


def apart(first: Entry, second: Entry, *, must: bool = True) -> Apart:
    return Apart(*ids(first, second), must=must)


def together(first: Entry, second: Entry, *, must: bool, always: bool = False) -> Together:
    return Together(*ids(first, second), must=must, always=always)


def test_a_family_of_three_is_kept_apart_two_by_two(event: Event) -> None:
    anna, ben, cleo = enter(event, 3)
    assert len(ask(event, "apart", anna, ben, cleo)) == 3
    constraints = constraints_of(event, [anna, ben, cleo])
    assert constraints.apart == (apart(anna, ben), apart(anna, cleo), apart(ben, cleo))


def test_a_new_wish_replaces_the_previous_one(event: Event) -> None:
    anna, ben = enter(event, 2)
    ask(event, "apart", anna, ben)
    ask(event, "apart", ben, anna, must=False)
    ask(event, "table", anna, number=3)
    ask(event, "table", anna, number=1)
    ask(event, "seat", anna, number=2)
    constraints = constraints_of(event, [anna, ben])
    assert constraints.apart == (apart(anna, ben, must=False),)
    assert constraints.pins == (Pin(str(anna.pk), seat=2), Pin(str(anna.pk), table=1))


def test_a_wish_of_the_club_counts_in_each_of_its_events_until_the_event_asks_otherwise(event: Event) -> None:
    anna, ben, cleo = enter(event, 3)
    ask(event, "apart", anna, ben, cleo, event=None)
    ask(event, "together", anna, cleo)
    constraints = constraints_of(event, [anna, ben, cleo])
    assert constraints.apart == (apart(anna, ben), apart(ben, cleo))
    assert constraints.together == (together(anna, cleo, must=True),)
    assert wishes_of_club(event.club).count() == 3
    assert wishes_of(event).count() == 4
    assert wishes_of(make_event(event.club)).count() == 0


@pytest.mark.parametrize(
    ("kind", "count", "settings", "code"),
    [
        ("neighbours", 2, {}, "wish_unknown"),
        ("together", 2, {"event": None}, "wish_needs_event"),
        ("apart", 1, {}, "wish_of_several"),
        ("seat", 2, {"number": 0}, "wish_of_one"),
        ("seat", 1, {"number": 10}, "place_out_of_range"),
        ("table", 1, {"number": 0}, "place_out_of_range"),
        ("table", 1, {}, "place_out_of_range"),
        ("apart", 2, {"note": "x" * 201}, "reason_missing"),
    ],
)
def test_an_invalid_wish_is_refused(
    event: Event, kind: str, count: int, settings: dict[str, Any], code: str
) -> None:
    with pytest.raises(Invalid) as caught:
        ask(event, kind, *enter(event, count), **settings)
    assert caught.value.code == code
    assert not SeatingWish.objects.exists()


def test_players_of_another_club_and_bots_among_people_are_refused(event: Event) -> None:
    anna = enter(event, 1)[0]
    stranger, bot = enter(make_event(), 1)[0], enter(event, 1, bot="cautious")[0]
    for other, code in ((stranger, "player_unknown"), (bot, "bots_apart")):
        with pytest.raises(Invalid) as caught:
            ask(event, "apart", anna, other)
        assert caught.value.code == code


def test_the_log_records_a_wish_without_names(event: Event) -> None:
    anna, ben = enter(event, 2)
    wish = ask(event, "apart", anna, ben, note="divorced")[0]
    remove_wish(wish, owner_of(event.club))
    assert not wishes_of(event).exists()
    logged = AuditEntry.objects.filter(verb__in=["add_wishes", "remove_wish"])
    assert logged.count() == 2
    for entry in logged:
        text = f"{entry.target} {entry.data}"
        assert str(anna.player_id) not in text
        assert "divorced" not in text


def test_the_wishes_of_a_player_are_removed_with_their_name(event: Event) -> None:
    anna, ben, cleo = enter(event, 3)
    gone = people.add_player(event.club, owner_of(event.club), "Gone")
    ask(event, "apart", anna, ben, cleo)
    ask(event, "table", anna, number=1)
    add_wishes(event.club, owner_of(event.club), "apart", [str(ben.player_id), str(gone.pk)], event=event)
    anonymise_player(anna.player, owner_of(event.club))
    people.remove_player(gone, owner_of(event.club))
    left = [(wish.player_id, wish.other_id) for wish in wishes_of(event)]
    assert left == [tuple(sorted((ben.player_id, cleo.player_id)))]
