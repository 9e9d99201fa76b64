"""A rehearsal by its pages: begun with a button, watched, read, put away; and marked wherever it is seen."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from tests.builders import enter, make_event, owner_of, running_event, the_table, work
from tests.web.conftest import SignIn
from tournaments.kernel.refusals import stored_sentence
from tournaments.models import Club, Event, Rehearsal
from tournaments.sentences import rehearsal_report
from tournaments.sentences.rehearsal_report import PAUSE, report_of
from tournaments.services.events import wishes
from tournaments.services.rehearsals import rehearsals
from tournaments.services.rehearsals.happenings import Happening

pytestmark = pytest.mark.django_db

BANNER = "Bots play, and nothing here counts"


@pytest.fixture
def event(club: Club) -> Event:
    event = make_event(club, deals_per_round=2, rounds_planned=2, name="Autumn evening")
    enter(event, 9)
    return event


def page(browser: Client, name: str, *args: object) -> str:
    answer = browser.get(reverse(name, args=args))
    assert answer.status_code == 200
    return answer.content.decode()


def begin(director: Client, event: Event, **fields: str) -> Rehearsal:
    sent = {"players": "9", "minutes": "3", "incidents": "usual", **fields}
    answer = director.post(reverse("rehearsals", args=[event.ref]), sent)
    assert answer.status_code == 302
    return Rehearsal.objects.get(of=event)


def test_a_director_begins_a_rehearsal_watches_it_and_reads_how_the_evening_goes(
    director: Client, event: Event
) -> None:
    offered = page(director, "manage", event.ref)
    assert "Rehearse this evening" in offered
    assert 'name="players" value="9"' in offered
    rehearsal = begin(director, event, players="10", minutes="2.5")
    assert rehearsal.deal_seconds == 150
    watched = page(director, "rehearsal", rehearsal.pk)
    assert "The rehearsal is running" in watched
    renew = reverse("rehearsal_renew", args=[rehearsal.pk])
    assert director.get(renew, {"seen": "0-playing"}).status_code == 204
    work()
    renewed = director.get(renew, {"seen": "0-playing"}).content.decode()
    assert "How the evening will go" in renewed
    assert "hx-get" not in renewed
    whole = page(director, "rehearsal", rehearsal.pk)
    assert "Estimated with 2.5 minutes for each deal" in whole
    assert "is missing." in whole  # somebody is always missing at first
    assert "Who sits where" in whole
    first = rehearsal.event.rounds.get(number=1).tables.get(number=1)
    names = (f"<bdi>{seat.entry.player.name}</bdi>" for seat in first.seats.select_related("entry__player"))
    assert ", ".join(names) in whole
    for link in ("standings", "event"):
        assert reverse(link, args=[rehearsal.event.ref]) in whole
    assert reverse("round", args=[rehearsal.event.rounds.all()[0].pk]) in whole


def test_tables_of_the_clubs_own_bots_take_no_time(club: Club) -> None:
    event = make_event(club, deals_per_round=4)
    enter(event, 8, bot="cautious")
    rehearsal = rehearsals.start_rehearsal(event, owner_of(club), seed=1, calm=True)
    work()
    rehearsal.refresh_from_db()
    evening = report_of(rehearsal, for_directors=True)
    assert evening.deals > 0
    assert evening.length == len(evening.rounds) * PAUSE
    assert "Tables of bots take no time." in evening.estimate


def test_every_page_of_a_rehearsed_event_says_what_it_is(director: Client, event: Event) -> None:
    rehearsal = begin(director, event)
    work()
    copy, first = rehearsal.event, rehearsal.event.rounds.all()[0]
    table = the_table(first)
    pages: dict[str, list[object]] = {
        "event": [copy.ref],
        "standings": [copy.ref],
        "rounds": [copy.ref],
        "rules": [copy.ref],
        "projector": [copy.ref],
        "round": [first.pk],
        "table": [table.pk],
        "deal": [table.pk, 1],
    }
    for name, args in pages.items():
        assert BANNER in page(director, name, *args), name
    assert BANNER not in page(director, "event", event.ref)


def test_home_and_the_club_show_nothing_of_it(director: Client, event: Event) -> None:
    rehearsal = begin(director, event)
    work()
    for shown in (page(director, "home"), page(director, "club", event.club.slug)):
        assert rehearsal.event.slug not in shown
        assert shown.count("Autumn evening") == page(Client(), "home").count("Autumn evening")


def test_a_form_that_makes_no_sense_is_shown_again(director: Client, event: Event) -> None:
    url = reverse("rehearsals", args=[event.ref])
    answer = director.post(url, {"players": "2", "minutes": "0", "incidents": "usual"})
    assert answer.status_code == 422
    assert {"players", "minutes"} <= set(answer.context["form"].errors)
    begin(director, event)
    again = director.post(url, {"players": "9", "minutes": "3", "incidents": "calm"})
    assert again.status_code == 422
    assert "A rehearsal of this event is running." in again.content.decode()


def test_a_rehearsal_that_is_put_away_is_gone_from_the_list(director: Client, event: Event) -> None:
    rehearsal = begin(director, event)
    listed = page(director, "manage", event.ref)
    assert reverse("rehearsal", args=[rehearsal.pk]) in listed
    assert "With 9 players" in listed
    director.post(reverse("put_rehearsal_away", args=[rehearsal.pk]))
    assert reverse("rehearsal", args=[rehearsal.pk]) not in page(director, "manage", event.ref)
    assert director.get(reverse("rehearsal", args=[rehearsal.pk])).status_code == 404


@pytest.mark.parametrize(
    ("calm", "sentence"),
    [
        pytest.param(True, "Nothing. Everything went as planned.", id="calm"),
        pytest.param(False, "Nothing. Everything that went wrong was put right", id="as usual"),
    ],
)
def test_the_page_says_that_nothing_needs_a_director(
    director: Client, club: Club, calm: bool, sentence: str
) -> None:
    event = make_event(club, deals_per_round=1, rounds_planned=1)
    begun = rehearsals.start_rehearsal(
        event, owner_of(club), players=16, seed=5, calm=calm, delay=rehearsals.LEFT_ALONE
    )
    assert sentence in page(director, "rehearsal", rehearsals.play_out(begun).pk)


def test_a_round_with_many_events_is_folded(
    director: Client, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = rehearsals.start_rehearsal(
        event, owner_of(event.club), seed=5, calm=True, delay=rehearsals.LEFT_ALONE
    )
    rehearsal = rehearsals.play_out(begun)
    for happenings, folded in ((9, False), (10, True)):
        voided = [Happening(1, "voided", {"table": 1, "deal": deal}) for deal in range(1, happenings + 1)]
        monkeypatch.setattr(rehearsal_report, "happenings_of", lambda _rehearsal, voided=voided: voided)
        shown = page(director, "rehearsal", rehearsal.pk)
        assert shown.count("was entered wrong. It is voided") == happenings
        assert ("What happens: 10 things" in shown) is folded


def test_an_event_that_has_begun_offers_no_rehearsal(director: Client, club: Club) -> None:
    event = running_event(4, club=club)
    assert "Rehearse this evening" not in page(director, "manage", event.ref)
    assert "before it begins" in page(director, "rehearsals", event.ref)


def test_why_a_draw_was_refused_directors_alone_read(director: Client, sign_in: SignIn, club: Club) -> None:
    event = make_event(club, size=4, least=3, most=4)
    family = enter(event, 5)[:3]
    wishes.add_wishes(club, owner_of(club), "apart", [entry.player_id for entry in family], event=event)
    begun = rehearsals.start_rehearsal(event, owner_of(club), players=5, delay=rehearsals.LEFT_ALONE)
    rehearsal = rehearsals.play_out(begun)
    names = {str(entry.pk): entry.player.name for entry in rehearsal.event.entries.select_related("player")}
    why = stored_sentence(rehearsal.refusals[0], names)
    read = page(director, "rehearsal", rehearsal.pk)
    assert read.count(escape(why)) == 1
    assert "Round by round" not in read
    assert "it takes" not in read
    shown = page(sign_in(club, "scorer"), "rehearsal", rehearsal.pk)
    assert escape(why) not in shown
    assert "Directors can read the reason." in shown
