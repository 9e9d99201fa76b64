"""Two people change the roster of a club at once, on PostgreSQL: new names, removed and anonymous players.

A barrier makes each race certain (see `test_at_once`).
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import enter, make_club, make_event, make_member, make_user, owner_of
from tests.race.together import at_once, meet, meet_across
from tournaments.clubs.verbs import clubs, keys, players
from tournaments.core.rules.refusals import Conflict, Invalid, NotFound
from tournaments.draw.verbs import wishes
from tournaments.events.verbs import entries
from tournaments.models import ApiKey, Club, Entry, Event, Invitation, Player, SeatingWish
from tournaments.programs import privacy

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


@pytest.fixture
def club() -> Club:
    return make_club()


def entering_the_same_name(club: Club) -> list[Any]:
    """Enter it in two events at once, so that no lock of an event separates them."""
    actor, first, second = owner_of(club), make_event(club), make_event(club)
    return at_once(
        lambda: entries.add_entries(first, actor, ["Lise Lusche"]),
        lambda: entries.add_entries(second, actor, ["Lise Lusche"]),
    )


def test_a_new_name_entered_in_two_events_at_once_gives_one_player(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    meet(monkeypatch, entries, "lock_club")
    (first,), (second,) = entering_the_same_name(club)
    assert first.player == second.player == Player.objects.get(club=club)


@pytest.fixture
def player(club: Club) -> Player:
    return players.add_player(club, owner_of(club), "Konrad König")


@pytest.fixture
def event(club: Club) -> Event:
    return make_event(club)


def entering_while_removed(event: Event, player: Player) -> list[Any]:
    actor = owner_of(event.club)
    return at_once(
        lambda: entries.add_entries(event, actor, [str(player.pk)]),
        lambda: players.remove_player(player, actor),
    )


def test_a_player_who_is_removed_and_entered_at_once_is_one_of_the_two(
    event: Event, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    meet_across(monkeypatch, (entries, "lock_club"), (players, "lock_club"))
    entered, removed = entering_while_removed(event, player)
    assert isinstance(entered, Invalid) is not isinstance(removed, Conflict)
    assert not Entry.objects.filter(player__removed_at__isnull=False).exists()


@pytest.fixture
def pair(event: Event) -> list[Player]:
    return [entry.player for entry in enter(event, 2)]


def wishing_while_forgotten(event: Event, pair: list[Player]) -> list[Any]:
    actor, (first, second) = owner_of(event.club), pair
    return at_once(
        lambda: wishes.add_wishes(event.club, actor, "apart", [first.pk, second.pk], event=event),
        lambda: privacy.anonymise_player(first, actor),
    )


def test_no_wish_is_stored_for_a_player_who_is_made_anonymous_at_the_same_moment(
    event: Event, pair: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    meet_across(monkeypatch, (wishes, "lock_club"), (players, "lock_club"))
    wishing_while_forgotten(event, pair)
    assert not SeatingWish.objects.exists()
    assert Player.objects.filter(anonymised_at__isnull=False).count() == 1


def accepting_two_invitations(club: Club) -> list[Any]:
    actor, user = owner_of(club), make_user()
    tokens = [clubs.invite_member(club, actor, role)[1] for role in ("scorer", "director")]
    return at_once(*[lambda token=token: clubs.accept_invitation(token, user=user) for token in tokens])


def test_one_of_two_invitations_accepted_at_once_counts(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    meet(monkeypatch, clubs, "lock_club")
    answers = accepting_two_invitations(club)
    assert [answer.code for answer in answers if isinstance(answer, Conflict)] == ["member_already"]
    assert Invitation.objects.filter(accepted_at__isnull=False).count() == 1


def test_a_key_made_while_its_member_is_removed_is_revoked_or_not_made(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    member, actor = make_member(club), owner_of(club)
    meet_across(monkeypatch, (keys, "lock_member"), (clubs, "lock_member"))
    made, removed = at_once(
        lambda: keys.create_key(member, actor, "a key", ["read"]),
        lambda: clubs.remove_member(member, actor),
    )
    assert isinstance(made, NotFound | tuple)
    assert removed is None
    assert not ApiKey.objects.exists()
