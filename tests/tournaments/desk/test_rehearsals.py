"""A rehearsal: bots sit in a copy of an event, it counts nowhere, and it can be deleted."""

from __future__ import annotations

from datetime import date

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction

from tests.builders import (
    boss,
    enter,
    make_club,
    make_event,
    owner_of,
    published_round,
    refusal,
    the_table,
    work,
)
from tournaments.clubs.verbs.people import players_of
from tournaments.desk.verbs.lifecycle import finish_event, start_event
from tournaments.desk.verbs.rehearsals import delete_rehearsal, rehearse
from tournaments.desk.verbs.rounds import close_round
from tournaments.events.verbs.calendars import dated_events
from tournaments.events.verbs.entries import add_entries
from tournaments.events.verbs.events import change_settings, events_to_show
from tournaments.models import (
    Club,
    Deal,
    Event,
    OutboxTask,
    Player,
    Rating,
    Reply,
    SeasonMember,
    WebhookDelivery,
)
from tournaments.play.verbs import corrections
from tournaments.programs.fsck.run import run as check
from tournaments.programs.webhooks import webhooks
from tournaments.seasons.forms.seasons import events_to_offer
from tournaments.seasons.verbs import seasons
from tournaments.standings.verbs.adjustments import add_adjustment

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def rows() -> dict[str, int]:
    """How many rows each table of the program has."""
    models = apps.get_app_config("tournaments").get_models()
    return {model._meta.model_name or "": model._base_manager.count() for model in models}


def test_the_director_goes_through_the_evening_while_bots_play() -> None:
    event = make_event(deals_per_round=2, rounds_planned=1, size=4)
    enter(event, 9)
    enter(event, 3, bot="bold")
    rehearsal = rehearse(event, boss(event))
    assert (rehearsal.name, rehearsal.deals_per_round, rehearsal.status) == (event.name, 2, "open")
    assert rehearsal.entries.exclude(player__bot="").count() == 9 == rehearsal.entries.count()
    with refusal("rehearsal_known"):
        rehearse(event, boss(event))
    with refusal("rehearsal_of_a_rehearsal"):
        rehearse(rehearsal, boss(event))
    round_ = published_round(start_event(rehearsal, boss(event)))
    work()
    assert Deal.objects.filter(table__round=round_).count() == 2 * round_.tables.count()
    close_round(round_, boss(event))
    finished = finish_event(rehearsal, boss(event))
    work()
    assert finished.standings.latest("version").rows[0]["place"] == 1
    assert check().damage == []


def _with_people() -> Event:
    event = make_event()
    enter(event, 4)
    return event


def test_it_counts_nowhere_and_the_club_hears_nothing_of_it() -> None:
    club = make_club()
    event = make_event(club, deals_per_round=1, rounds_planned=1, starts_on=date(2030, 1, 1))
    enter(event, 4)
    webhooks.add_webhook(club, owner_of(club), "https://example.org/poch")
    work()
    before = WebhookDelivery.objects.count()
    roster = players_of(club).count()
    rehearsal = rehearse(event, owner_of(club))
    change_settings(rehearsal, owner_of(club), {"starts_on": event.starts_on})
    round_ = published_round(start_event(rehearsal, owner_of(club)))
    work()
    close_round(round_, owner_of(club))
    finish_event(rehearsal, owner_of(club))
    work()
    assert rehearsal not in events_to_show(club, is_member=True)
    assert rehearsal not in dated_events(club)
    assert rehearsal not in events_to_offer(club)
    assert players_of(club).count() == roster
    assert WebhookDelivery.objects.count() == before
    assert not Rating.objects.exists()
    with refusal("evening_is_a_rehearsal"):
        seasons.create_season(club, owner_of(club), "Winter", events=[rehearsal])
    assert not SeasonMember.objects.exists()


def test_it_is_private_and_nobody_signs_up() -> None:
    rehearsal = rehearse(_with_people(), owner_of(Club.objects.latest("created_at")))
    for fields in ({"visibility": "public"}, {"sign_up": "open"}, {"auto_draw": True, "encore": True}):
        with refusal("rehearsal_is_private"):
            change_settings(rehearsal, boss(rehearsal), fields)
    with pytest.raises(IntegrityError, match="event_rehearsal_is_private"), transaction.atomic():
        Event.objects.filter(pk=rehearsal.pk).update(visibility="public")
    with refusal("rehearsal_has_bots"):
        add_entries(rehearsal, boss(rehearsal), ["Anna"])
    assert not Reply.objects.exists()


def test_it_is_deleted_whole_while_its_tables_play() -> None:
    event = make_event(deals_per_round=5, rounds_planned=2)
    enter(event, 7)
    work()
    before = rows()
    bots = set(Player.objects.values_list("pk", flat=True))
    rehearsal = rehearse(event, boss(event))
    round_ = published_round(start_event(rehearsal, boss(event)))
    add_adjustment(rehearsal, boss(event), rehearsal.entries.all()[0], "late", chips=-5)
    with pytest.raises(AssertionError, match="never ends"):
        work(6)  # its tables still play
    played = Deal.objects.filter(table__round=round_).latest("number")
    corrections.void(the_table(round_, played.table.number), boss(event), played.number, "wrong")
    with refusal("event_is_no_rehearsal"):
        delete_rehearsal(event, boss(event))
    delete_rehearsal(rehearsal, boss(event))
    # What stays is two entries in the log of the event.
    after = rows()
    after["auditentry"] -= 2
    assert {name: after[name] for name in after if name != "outboxtask"} == {
        name: before[name] for name in before if name != "outboxtask"
    }
    assert set(Player.objects.values_list("pk", flat=True)) == bots
    assert not OutboxTask.objects.filter(done_at=None, task="bots.play_deal").exists()
    work()
    assert check().damage == []
    assert rehearse(event, boss(event)).rehearsal_of == event
