"""What somebody asked of draws goes with their name, from the rounds that were drawn by it, too."""

from __future__ import annotations

import json

import pytest
from django.apps import apps
from django.db import models

from tests.builders import a_table, enter, make_event, owner_of, play_round
from tests.tournaments.seasons import a_club, play_to_the_end, started
from tournaments.clubs.verbs.people import add_player
from tournaments.core.change import log
from tournaments.desk.verbs import seats
from tournaments.desk.verbs.lifecycle import edit_event, finish_event, start_event
from tournaments.desk.verbs.rounds import publish_round
from tournaments.draw.verbs import draws, searches
from tournaments.draw.verbs.draws import check_draw
from tournaments.draw.verbs.wishes import add_wishes
from tournaments.events.verbs import replies
from tournaments.events.verbs.announcements import announce
from tournaments.models import DrawSearch, Entry, Event, Round
from tournaments.play.verbs import leftovers
from tournaments.programs.documents import documents, imports
from tournaments.programs.privacy import anonymise_player, mentions_of
from tournaments.seasons.verbs.members import give_credit
from tournaments.standings.verbs.adjustments import add_adjustment, cancel_adjustment

pytestmark = pytest.mark.django_db


@pytest.fixture
def entered() -> list[Entry]:
    """Eight people, of whom the first has asked for everything, and two others to be apart."""
    event = make_event(deals_per_round=1)
    entered = enter(event, 8)
    anna, ben, cleo, dora, *_rest = (entry.player_id for entry in entered)
    for kind, who, number in (
        ("apart", [anna, ben], None),
        ("together", [anna, cleo], None),
        ("seat", [anna], 2),
        ("table", [anna], 1),
        ("apart", [cleo, dora], None),
    ):
        add_wishes(event.club, owner_of(event.club), kind, who, event=event, number=number, must=False)
    start_event(event, owner_of(event.club))
    return entered


@pytest.fixture
def event(entered: list[Entry]) -> Event:
    return Event.objects.select_related("club").get(pk=entered[0].event_id)


def what_is_told_of(round_: Round) -> set[str]:
    """The codes of the reasons that are for directors alone."""
    return {
        reason["code"]
        for report in round_.certificate.values()
        for table in report["tables"]
        for reason in table["reasons"]
        if reason["code"].startswith(("wish_", "pinned_"))
    }


def test_nothing_of_it_stays_with_rounds_that_were_drawn(event: Event, entered: list[Entry]) -> None:
    boss = owner_of(event.club)
    first = draws.draw_round(event, boss)
    play_round(publish_round(first, boss, 1))
    second = draws.draw_round(event, boss)
    searches.start_search(second, boss, 1, 1_000)
    assert all("pinned_seat" in what_is_told_of(round_) for round_ in (first, second))
    assert all(check["repeatable"] for check in check_draw(second))

    anonymise_player(entered[0].player, boss)
    for round_ in Round.objects.filter(event=event):
        assert round_.request == {}
        assert what_is_told_of(round_) == set()
        assert [check["repeatable"] for check in check_draw(round_)] == [False]
    assert not DrawSearch.objects.exists()


def test_the_evening_goes_on_and_the_event_can_still_be_taken_elsewhere(
    event: Event, entered: list[Entry]
) -> None:
    boss = owner_of(event.club)
    drawn = draws.draw_round(event, boss)
    anonymise_player(entered[0].player, boss)
    seats.swap_seats(drawn, boss, entered[1], entered[2], 1)
    play_round(publish_round(drawn, boss, 2))
    again = draws.draw_round(event, boss)
    assert [check["same"] for check in check_draw(again)] == [True]
    play_round(publish_round(again, boss, 1))
    event = finish_event(event, boss)
    document = json.loads(json.dumps(documents.document_of(event)))
    assert imports.import_event(event.club, boss, document, again=True) is not None


NAME = "Mia Özdemir-Quandt"


def columns_with(text: str) -> set[str]:
    """The columns of the whole database in which this text stands."""
    found = set()
    for model in apps.get_models(include_auto_created=True):
        fields = [
            field.name
            for field in model._meta.concrete_fields
            if isinstance(field, models.CharField | models.TextField | models.JSONField)
        ]
        for row in model._default_manager.values(*fields) if fields else ():
            for name, value in row.items():
                if text.casefold() in json.dumps(value, ensure_ascii=False, default=str).casefold():
                    found.add(f"{model.__name__}.{name}")
    return found


def test_no_column_has_the_name_but_those_that_were_shown_before() -> None:
    club, ids = a_club()
    boss = owner_of(club)
    mia = add_player(club, boss, NAME)
    event = make_event(club, rules={"preset": "pagat", "purse": "table"}, deals_per_round=1)
    event = play_to_the_end(event, [*ids, str(mia.pk)], finish=False)
    other = event.entries.exclude(player=mia).first()
    assert other is not None
    add_adjustment(event, boss, other, f"shouted at {NAME}", chips=-5)
    cancelled = add_adjustment(event, boss, other, f"{NAME.upper()} is right", chips=5)
    cancel_adjustment(cancelled, boss)
    edit_event(event, boss, about=f"With {NAME}")
    announce(event, boss, f"Many happy returns, {NAME}!")
    finish_event(event, boss)
    season = started(club, [event])
    give_credit(season, boss, ids[0], 1, f"helped {NAME}")
    coming = make_event(club, sign_up="open", rules={"preset": "pagat", "purse": "table"})
    announce(coming, boss, "Nobody knows who wins.")
    add_wishes(club, boss, "apart", ids[:2], note=f"as {NAME} asked")
    replies.sign_up(coming, boss, name=NAME.lower(), contact="mia@example.org")
    table = a_table(4, club=club, rules={"preset": "pagat", "purse": "table"})
    leftovers.issue_chips(table, boss, [0], 10, f"lent by {NAME}")

    told = {(mention.kind, mention.name) for mention in mentions_of(mia)}
    anonymise_player(mia, boss)
    left = columns_with(NAME)
    assert left == {"Event.about", "AuditEntry.data", "Transfer.note"}
    assert told == {
        ("text", event.name),
        ("log", event.name),
        ("log", club.name),
        ("log", table.round.event.name),
        ("records", table.round.event.name),
    }
    event.refresh_from_db()
    coming.refresh_from_db()
    assert event.announcement == ""
    assert coming.announcement == "Nobody knows who wins."
    mia.refresh_from_db()
    assert sorted(event.adjustments.values_list("reason", flat=True)) == sorted(
        [f"shouted at {mia.name}", f"{mia.name} is right"]
    )
    assert columns_with("mia@example.org") == set()


@pytest.mark.both
@pytest.mark.parametrize(("name", "written"), [("Мария", "МАРИЯ"), ("Çelik Öz", "çelik  öz"), ("Jo", "JO")])
def test_a_name_in_any_letters_is_found_where_it_stays(name: str, written: str) -> None:
    club, _ids = a_club()
    boss = owner_of(club)
    player = add_player(club, boss, name)
    event = edit_event(make_event(club), boss, name=f"Night of {written}")
    other = edit_event(make_event(club), boss, about=f"Bring {written}.")
    log(boss, "reopen_event", other, within=other, reason=f"{written} was missing")
    found = {(mention.kind, mention.ref) for mention in mentions_of(player)}
    assert found >= {("text", event.ref), ("text", other.ref), ("log", other.ref)}
