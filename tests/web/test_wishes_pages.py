"""What is asked of the draws: noted by directors, read by nobody else."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import enter, make_event, owner_of, running_event
from tournaments.desk.verbs.publish import publish_round
from tournaments.draw.verbs import draws, wishes
from tournaments.models import Club, Event, Player, Round, SeatingWish

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club: Club) -> Event:
    event = make_event(club)
    enter(event, 8)
    return event


def people(event: Event, count: int) -> list[Player]:
    return list(Player.objects.filter(entries__event=event).order_by("entries__number")[:count])


def ask(director: Client, event: Event, **data: Any) -> Any:
    return director.post(reverse("wishes", args=[event.ref]), data, follow=True)


def test_a_family_is_kept_apart_by_one_wish_and_shown_in_one_line(director: Client, event: Event) -> None:
    family = people(event, 3)
    page = ask(
        director,
        event,
        kind="apart",
        players=[player.pk for player in family],
        must="yes",
        note="the Kellers",
    ).content.decode()
    assert SeatingWish.objects.filter(event=event, kind="apart", must=True).count() == 3
    assert page.count("the Kellers") == 1
    wish, *others = SeatingWish.objects.filter(event=event)
    also = [other.pk for other in others]
    director.post(reverse("remove_wish", args=[wish.pk]), {"also": also})
    assert not SeatingWish.objects.exists()


def test_two_pairs_with_one_in_common_are_no_family(director: Client, event: Event) -> None:
    anna, ben, cleo = people(event, 3)
    for pair in ((anna, ben), (ben, cleo)):
        ask(director, event, kind="apart", players=[player.pk for player in pair], must="yes")
    listed = director.get(reverse("wishes", args=[event.ref])).context["wishes"]
    assert [line["people"] for line in listed] == [
        sorted([anna.name, ben.name], key=str.casefold),
        sorted([ben.name, cleo.name], key=str.casefold),
    ]


def test_a_seat_is_counted_from_1_by_people(director: Client, event: Event) -> None:
    [player] = people(event, 1)
    page = ask(director, event, kind="seat", players=[player.pk], number="1").content.decode()
    assert SeatingWish.objects.get().number == 0
    assert "always in seat 1" in page


def test_a_wish_is_weighed_and_may_hold_in_every_round(director: Client, event: Event) -> None:
    page = ask(
        director,
        event,
        kind="together",
        players=[player.pk for player in people(event, 2)],
        must="no",
        always="on",
    ).content.decode()
    wish = SeatingWish.objects.get()
    assert (wish.must, wish.always) == (False, True)
    assert "at the same table in every round" in page


def test_the_form_of_an_invalid_wish_keeps_the_choices(
    director: Client, event: Event, subtests: pytest.Subtests
) -> None:
    cases: list[tuple[int, dict[str, str], str]] = [
        (0, {"kind": "apart"}, "players"),
        (1, {"kind": "apart"}, "players"),
        (1, {"kind": "table"}, "number"),
        (2, {"kind": "table", "number": "1"}, "players"),
        (2, {"kind": "dance"}, "kind"),
    ]
    for count, data, at in cases:
        with subtests.test(f"{count} {data}"):
            chosen = [str(player.pk) for player in people(event, count)]
            answer = ask(director, event, players=chosen, note="so they said", **data)
            assert answer.status_code == 422
            assert at in answer.context["form"].errors
            page = answer.content.decode()
            assert page.count("checked") >= count
            assert "so they said" in page
            assert not SeatingWish.objects.exists()


def test_a_club_keeps_people_apart_in_every_event(director: Client, event: Event, club: Club) -> None:
    pair = people(event, 2)
    address = reverse("club_wishes", args=[club.slug])
    page = director.post(
        address, {"players": [player.pk for player in pair], "must": "yes"}, follow=True
    ).content.decode()
    wish = SeatingWish.objects.get(club=club, event__isnull=True)
    assert "at different tables" in page
    assert "at different tables" in director.get(reverse("wishes", args=[event.ref])).content.decode()
    press = director.post(reverse("remove_wish", args=[wish.pk]), follow=True)
    assert press.redirect_chain[-1][0] == address


def test_only_directors_read_of_wishes(client: Client, director: Client, club: Club) -> None:
    """Somebody's wish that was weighed and not kept is told in the draw's reasons, to directors alone."""
    event = running_event(4, club=club)
    pair = people(event, 2)
    actor = owner_of(club)
    wishes.add_wishes(club, actor, "apart", [player.pk for player in pair], event=event, must=False)
    wishes.add_wishes(club, actor, "seat", [pair[0].pk], event=event, number=2)
    drawn = draws.draw_round(event, actor)
    sentence = "should sit apart"
    assert sentence in director.get(reverse("draw", args=[drawn.pk])).content.decode()
    publish_round(drawn, actor, drawn.draw)
    for browser in (client, director):
        page = browser.get(reverse("round", args=[drawn.pk])).content.decode()
        assert "certificate" in page
        assert sentence not in page
        assert "always has seat" not in page
        assert "Wishes" not in page or browser is director
    assert Round.objects.get(pk=drawn.pk).status == "published"
