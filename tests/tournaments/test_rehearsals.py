"""Rehearsals: bots play an event's evening in a club of its own, and the real club hears nothing of it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.builders import (
    DOORS,
    enter,
    make_club,
    make_event,
    make_member,
    owner_of,
    refusal,
    running_event,
    work,
)
from tournaments.access import (
    club_for_viewer,
    event_for_director,
    event_for_viewer,
    player_for,
    rehearsal_for_director,
    rehearsal_for_member,
)
from tournaments.errors import Conflict, Invalid, NotAllowed, NotFound
from tournaments.kernel.audit import COMMAND, Actor
from tournaments.models import (
    AuditEntry,
    Club,
    Deal,
    DealKind,
    Entry,
    Event,
    OutboxTask,
    Player,
    Rehearsal,
    Role,
    Round,
    SeatingWish,
    Standing,
    Table,
    WebhookDelivery,
)
from tournaments.sentences.rehearsal_words import happening_text
from tournaments.services.clubs import players
from tournaments.services.clubs.clubs import real_clubs
from tournaments.services.events import wishes
from tournaments.services.events.events import events_to_show
from tournaments.services.events.stages import add_stage
from tournaments.services.privacy.people import anonymise_player
from tournaments.services.rehearsals import acts, rehearsals
from tournaments.services.rehearsals.happenings import Happening, happenings_of
from tournaments.services.webhooks import feed, webhooks

pytestmark = pytest.mark.django_db

SHORT: dict[str, Any] = {"deals_per_round": 2}


def rehearsed(event: Event, **how: Any) -> Rehearsal:
    """A rehearsal of this event, played to its end as the command does it."""
    rehearsal = rehearsals.start_rehearsal(
        event, owner_of(event.club), **{"seed": 5, **how}, delay=rehearsals.LEFT_ALONE
    )
    return rehearsals.play_out(rehearsal)


def of_kind(rehearsal: Rehearsal, kind: str) -> list[Happening]:
    return [happening for happening in happenings_of(rehearsal) if happening.kind == kind]


@pytest.mark.parametrize(
    ("stages", "rounds"),
    [
        pytest.param([{"format": "rotation", "rounds_planned": 2}], 2, id="rotation"),
        pytest.param(
            [{"format": "swiss", "rounds_planned": 2}, {"format": "final", "cut": 4}], 3, id="swiss and final"
        ),
        pytest.param([{"format": "knockout", "rounds_planned": None}], 3, id="knockout"),
        pytest.param([{"format": "ladder", "rounds_planned": 2}], 2, id="up and down"),
    ],
)
def test_an_evening_of_every_format_is_played_to_its_end(stages: list[dict[str, Any]], rounds: int) -> None:
    rehearsal = rehearsed(make_event(stages=stages, **SHORT), players=14)
    event = rehearsal.event
    assert (rehearsal.status, event.status) == ("done", "finished")
    assert Round.objects.filter(event=event, status="closed").count() == rounds
    standing = Standing.objects.filter(event=event).latest("version")
    assert standing.version == event.version
    assert len(standing.rows) >= 12
    for table in Table.objects.filter(round__event=event):
        assert table.deals.effective().count() == 2


def test_things_go_wrong_and_are_put_right() -> None:
    rehearsal = rehearsed(make_event(), players=22)
    kinds = {happening.kind for happening in happenings_of(rehearsal)}
    assert {"late", "corrected", "voided", "penalty", "left"} <= kinds
    assert kinds & {"shrunk", "substituted"}
    late = of_kind(rehearsal, "late")[0]
    assert Entry.objects.get(pk=late.params["entry"]).from_round == late.round + 1
    voids = Deal.objects.filter(table__round__event=rehearsal.event, kind=DealKind.VOID)
    assert voids.count() >= len(of_kind(rehearsal, "voided")) + len(of_kind(rehearsal, "corrected"))
    gone = Entry.objects.get(pk=of_kind(rehearsal, "left")[0].params["entry"])
    assert gone.status == "withdrawn"


def test_a_calm_evening_goes_as_planned() -> None:
    rehearsal = rehearsed(make_event(**SHORT), players=12, calm=True)
    assert (rehearsal.status, happenings_of(rehearsal)) == ("done", [])
    assert not Deal.objects.filter(kind=DealKind.VOID).exists()


def evening(rehearsal: Rehearsal) -> list[object]:
    """What happened, by the numbers of the entries: who they are differs from one rehearsal to the next.

    Lots follow from the ids of the entries. So equal players can move differently in the standings.
    """
    numbers = {str(pk): number for pk, number in rehearsal.event.entries.values_list("pk", "number")}
    tables = [
        (table.round.number, table.number, [seat.entry.number for seat in table.seats.order_by("number")])
        for table in Table.objects.filter(round__event=rehearsal.event).order_by("round__number", "number")
    ]
    deals = [
        (deal.table.round.number, deal.table.number, deal.number, deal.revision, deal.document["deck"])
        for deal in Deal.objects.filter(table__round__event=rehearsal.event).order_by(
            "table__round__number", "table__number", "number", "revision"
        )
    ]
    happened = [
        (
            happening.round,
            happening.kind,
            {
                key: numbers.get(value, value) if isinstance(value, str) else value
                for key, value in happening.params.items()
                if key != "moved"
            },
        )
        for happening in happenings_of(rehearsal)
    ]
    return [tables, deals, happened]


@pytest.mark.nightly
def test_the_same_seed_is_the_same_evening_and_another_is_another() -> None:
    event = make_event(**SHORT)
    enter(event, 12)
    first, again, other = (rehearsed(event, seed=seed) for seed in (7, 7, 8))
    assert evening(first) == evening(again)
    assert evening(first) != evening(other)


def test_a_rehearsal_names_entered_players_and_numbers_the_others() -> None:
    event = make_event(**SHORT)
    enter(event, 5)
    enter(event, 4, bot="bold")
    names = list(event.entries.order_by("number").values_list("player__name", "player__bot"))
    rehearsal = rehearsed(event, players=11, calm=True)
    there = list(rehearsal.event.entries.order_by("number").values_list("player__name", "player__bot"))
    assert there == [*names, ("Player 1", ""), ("Player 2", "")]
    # As on the evening, bots sit at tables of their own.
    for table in Table.objects.filter(round__event=rehearsal.event):
        assert len({seat.entry.player.is_bot for seat in table.seats.all()}) == 1


def test_settings_stages_seeds_and_wishes_are_copied() -> None:
    club = make_club()
    event = make_event(
        club, rules={"preset": "pagat-open"}, scoring="place", size=5, least=3, most=6, **SHORT
    )
    owner = owner_of(club)
    add_stage(event, owner, "final", cut=5)
    anna, ben, cleo, *_rest = enter(event, 9)
    wishes.add_wishes(club, owner, "apart", [anna.player_id, ben.player_id], must=False)
    wishes.add_wishes(club, owner, "apart", [anna.player_id, ben.player_id], event=event)
    wishes.add_wishes(club, owner, "table", [cleo.player_id], event=event, number=1)
    copy = rehearsals.start_rehearsal(event, owner, calm=True).event
    assert (copy.rules, copy.scoring, copy.size) == (event.rules, "place", 5)
    assert [stage.format for stage in copy.stages.all()] == ["rotation", "final"]
    assert copy.visibility == "private"
    pair, pin = SeatingWish.objects.filter(event=copy).order_by("kind")
    assert pair.other is not None
    assert {pair.player.stands_in_for_id, pair.other.stands_in_for_id} == {anna.player_id, ben.player_id}
    assert pair.must
    assert (pin.player.stands_in_for_id, pin.number) == (cleo.player_id, 1)


def test_the_real_club_hears_nothing_of_it() -> None:
    club = make_club()
    event = make_event(club, **SHORT)
    enter(event, 8)
    owner = owner_of(club)
    webhooks.add_webhook(club, owner, "https://example.org/poch")
    work()
    before = (Player.objects.filter(club=club).count(), Entry.objects.filter(event=event).count())
    event.refresh_from_db()
    place, version, deliveries = feed.newest_cursor(event), event.version, WebhookDelivery.objects.count()
    rehearsed(event)
    work()
    event.refresh_from_db()
    assert (Player.objects.filter(club=club).count(), Entry.objects.filter(event=event).count()) == before
    assert (event.status, event.version, event.rounds.count()) == ("open", version, 0)
    assert feed.changes(event, place) == []
    assert WebhookDelivery.objects.count() == deliveries
    last = AuditEntry.objects.filter(event=event).latest("id")
    assert last.verb == "rehearse"
    assert list(real_clubs()) == [club]
    assert list(events_to_show([club.pk])) == [event]


def test_a_refused_draw_is_reported_and_stops_the_evening() -> None:
    club = make_club()
    event = make_event(club, size=4, least=3, most=4, **SHORT)
    everybody = enter(event, 5)
    wishes.add_wishes(
        club, owner_of(club), "apart", [entry.player_id for entry in everybody[:3]], event=event
    )
    rehearsal = rehearsed(event, players=5)
    assert rehearsal.status == "stopped"
    (refusal,) = of_kind(rehearsal, "refused")
    assert (refusal.params["what"], refusal.round) == ("draw", 1)
    assert "%(" in refusal.params["sentences"][0][0]
    names = {str(entry.pk): entry.player.name for entry in rehearsal.event.entries.select_related("player")}
    text = happening_text(refusal, names, for_directors=True)
    assert text.startswith("Round 1 could not be drawn.")
    assert "%(" not in text
    assert "5 players" in text


def test_a_refusal_is_reported_and_the_evening_continues() -> None:
    # Tables of three cannot shrink: somebody who looks on has to sit in.
    rehearsal = rehearsed(make_event(size=3, **SHORT), players=12)
    assert rehearsal.status == "done"
    assert {refusal["code"] for refusal in rehearsal.refusals} == {"table_left_too_small"}
    assert len(of_kind(rehearsal, "substituted")) >= len(rehearsal.refusals)


def test_a_step_that_is_taken_twice_happens_once() -> None:
    rehearsal = rehearsals.start_rehearsal(make_event(**SHORT), Actor(None, "command"), players=8, seed=1)
    for _step in range(200):
        row = OutboxTask.objects.filter(task="bots.rehearse", done_at__isnull=True).first()
        if row is None:
            break
        DOORS["bots.rehearse"](str(row.pk))
        DOORS["bots.rehearse"](str(row.pk))
        rehearsals.take_step(None, *row.args)
    rehearsal.refresh_from_db()
    assert rehearsal.status == "done"
    assert OutboxTask.objects.filter(task="bots.rehearse").count() == rehearsal.step
    verbs = AuditEntry.objects.filter(event=rehearsal.event).values_list("verb", flat=True)
    rounds = Round.objects.filter(event=rehearsal.event).count()
    assert [list(verbs).count(verb) for verb in ("draw_round", "publish_round", "close_round")] == [
        rounds
    ] * 3


@pytest.mark.parametrize("standings_too", [False, True])
def test_a_step_that_fails_however_often_it_is_tried_stops_the_rehearsal(
    monkeypatch: pytest.MonkeyPatch, standings_too: bool
) -> None:
    event = make_event(**SHORT)
    rehearsal = rehearsals.start_rehearsal(event, Actor(None, "command"), players=8, seed=1)
    (row,) = OutboxTask.objects.filter(task=rehearsals.TASK)
    monkeypatch.setattr(acts.RehearsalStep, "play", lambda *_args: 1 // 0)
    if standings_too:
        monkeypatch.setattr(rehearsals, "write_last_standing", lambda *_args: 1 // 0)
    for _attempt in range(rehearsals.MOST_ATTEMPTS):
        with pytest.raises(ZeroDivisionError):
            DOORS[rehearsals.TASK](str(row.pk))
    assert rehearsals.rehearsals_of(event)[0].is_playing
    assert DOORS[rehearsals.TASK](str(row.pk))
    rehearsal.refresh_from_db()
    assert rehearsal.status == "stopped"
    assert rehearsal.finished_at is not None
    (refusal,) = happenings_of(rehearsal)
    assert (refusal.params["what"], refusal.params["code"]) == ("broken", "step_failed")
    text = happening_text(refusal, {}, for_directors=True)
    assert text.startswith("The rehearsal stopped. The program failed.")
    assert not OutboxTask.objects.filter(task=rehearsals.TASK, done_at__isnull=True).exists()
    rehearsals.start_rehearsal(event, Actor(None, "command"), players=8, seed=1)


def test_a_draw_that_a_worker_made_and_did_not_tell_of_is_published_by_the_next() -> None:
    rehearsal = rehearsals.start_rehearsal(make_event(**SHORT), Actor(None, "command"), players=8, seed=1)
    DOORS["bots.rehearse"](str(OutboxTask.objects.get(task="bots.rehearse").pk))
    row = OutboxTask.objects.get(task="bots.rehearse", done_at__isnull=True)
    assert rehearsals.prepare_step(*row.args) is None
    assert Round.objects.get(event=rehearsal.event).status == "drawn"
    DOORS["bots.rehearse"](str(row.pk))
    assert Round.objects.get(event=rehearsal.event).status == "published"


def test_the_workers_play_a_rehearsal_to_its_end_and_bots_of_the_club_play_for_themselves() -> None:
    event = make_event(**SHORT)
    enter(event, 6)
    enter(event, 4, bot="cautious")
    rehearsal = rehearsals.start_rehearsal(event, owner_of(event.club), seed=3)
    work()
    rehearsal.refresh_from_db()
    assert rehearsal.status == "done"
    for table in Table.objects.filter(round__event=rehearsal.event):
        assert table.deals.effective().count() == 2


def test_an_anonymous_player_is_anonymous_in_every_rehearsal() -> None:
    club = make_club()
    event = make_event(club, **SHORT)
    somebody = players.add_player(club, owner_of(club), "Wilhelmine Unverkennbar")
    enter(event, 8)
    from tournaments.services.events.entries import add_entries

    add_entries(event, owner_of(club), [str(somebody.pk)])
    rehearsal = rehearsed(event)
    rehearsal.refusals.append(
        {
            "round": 1,
            "what": "draw",
            "code": "alone",
            "sentences": [["%(name)s sits alone.", {"name": "Wilhelmine Unverkennbar"}]],
        }
    )
    rehearsal.save()
    somebody = anonymise_player(somebody, owner_of(club))
    rehearsal.refresh_from_db()
    assert happening_text(happenings_of(rehearsal)[0], {}, for_directors=True).endswith(
        f"{somebody.name} sits alone."
    )
    assert not Player.objects.filter(name__contains="Wilhelmine").exists()
    assert not Player.objects.filter(public_name__contains="Wilhelmine").exists()


def test_an_event_is_rehearsed_before_it_begins_once_at_a_time_and_never_a_rehearsal() -> None:
    begun = running_event(4)
    with refusal("event_begun"):
        rehearsals.start_rehearsal(begun, owner_of(begun.club))
    event = make_event(**SHORT)
    first = rehearsals.start_rehearsal(event, owner_of(event.club), players=6)
    with refusal("rehearsal_playing"):
        rehearsals.start_rehearsal(event, owner_of(event.club))
    with refusal("rehearsal_of_a_rehearsal"):
        rehearsals.start_rehearsal(first.event, owner_of(event.club))
    wrongs: list[dict[str, Any]] = [{"players": 2}, {"players": 501}, {"deal_seconds": 0}, {"seed": -1}]
    for wrong in wrongs:
        with pytest.raises(Invalid):
            rehearsals.start_rehearsal(make_event(), Actor(None, "command"), **wrong)


def test_a_rehearsal_that_is_put_away_stops_and_is_in_no_list_and_another_may_begin() -> None:
    event = make_event(**SHORT)
    owner = owner_of(event.club)
    first = rehearsals.start_rehearsal(event, owner, players=6)
    first = rehearsals.put_away(first, owner)
    assert (first.status, rehearsals.rehearsals_of(event)) == ("stopped", [])
    row = OutboxTask.objects.get(task="bots.rehearse")
    DOORS["bots.rehearse"](str(row.pk))
    first.refresh_from_db()
    assert (first.step, first.event.status) == (0, "open")
    with pytest.raises(NotFound):
        rehearsal_for_member(owner, first.pk)
    second = rehearsals.start_rehearsal(event, owner, players=6)
    assert rehearsals.rehearsals_of(event) == [second]


def test_a_club_has_few_rehearsals_playing_at_once() -> None:
    club = make_club()
    owner = owner_of(club)
    playing = [
        rehearsals.start_rehearsal(make_event(club, name=name, **SHORT), owner, players=6)
        for name in ("Spring evening", "Summer evening")
    ]
    assert len(playing) == rehearsals.MOST_PLAYING
    third = make_event(club, **SHORT)
    with pytest.raises(Conflict, match=r"running for \w+ evening, \w+ evening\.") as refusal:
        rehearsals.start_rehearsal(third, owner, players=6)
    assert refusal.value.code == "too_many_rehearsals"
    rehearsals.start_rehearsal(make_event(**SHORT), owner_of(Event.objects.latest("created_at").club))
    rehearsals.put_away(playing[0], owner)
    rehearsals.start_rehearsal(third, owner, players=6)


def test_a_club_begins_so_many_a_day_and_commands_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsals, "MOST_A_DAY", 2)
    event = make_event(**SHORT)
    owner = owner_of(event.club)
    for _ in range(2):
        rehearsals.put_away(rehearsals.start_rehearsal(event, owner, players=6), owner)
    with pytest.raises(Conflict, match="has started 2 rehearsals within a day") as refusal:
        rehearsals.start_rehearsal(event, owner, players=6)
    assert refusal.value.code == "too_many_rehearsals"
    rehearsals.put_away(rehearsals.start_rehearsal(event, COMMAND, players=6), owner)
    Rehearsal.objects.update(created_at=timezone.now() - timedelta(days=1))
    rehearsals.start_rehearsal(event, owner, players=6)


def test_members_look_directors_put_away_and_nobody_acts_in_it() -> None:
    club = make_club()
    rehearsal = rehearsed(make_event(club, **SHORT), players=6)
    scorer, director = (Actor(make_member(club, role).user, "page") for role in (Role.SCORER, Role.DIRECTOR))
    stranger = owner_of(make_club())
    assert event_for_viewer(scorer, rehearsal.event.ref) == rehearsal.event
    assert rehearsal_for_member(scorer, rehearsal.pk) == rehearsal
    assert rehearsal_for_director(director, rehearsal.pk) == rehearsal
    with pytest.raises(NotAllowed):
        rehearsal_for_director(scorer, rehearsal.pk)
    program = Actor(director.user, "api", member=club.members.get(user=director.user))
    for actor in (stranger, Actor(None, "page"), program):
        with pytest.raises(NotFound):
            event_for_viewer(actor, rehearsal.event.ref)
        with pytest.raises(NotFound):
            rehearsal_for_member(actor, rehearsal.pk)
    with pytest.raises(NotFound):
        event_for_director(director, rehearsal.event.ref)
    with pytest.raises(NotFound):
        player_for(director, rehearsal.event.entries.all()[0].player_id)
    with pytest.raises(NotFound):
        club_for_viewer(Club.objects.get(rehearses=club).slug)
