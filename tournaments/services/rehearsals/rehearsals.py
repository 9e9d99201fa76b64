"""Rehearsals: an event is copied into a club of its own, where bots play the evening before it happens.

A rehearsal is played in steps. Each is a row of the outbox and a transaction, and is taken once: what a
worker loses is found by the sweep, and goes on where it was. The command takes the steps itself, one after
the other; the row waits a while, for a worker to go on if the command is killed.
"""

from __future__ import annotations

import logging
from copy import deepcopy
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Count
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from tournaments.errors import Conflict, Invalid, ServiceError
from tournaments.kernel import outbox
from tournaments.kernel.audit import COMMAND, SYSTEM, Actor, log
from tournaments.kernel.locks import lock_club, lock_event
from tournaments.kernel.outbox import LONGEST_COUNTDOWN
from tournaments.models import (
    Club,
    Entry,
    EntryStatus,
    Event,
    EventStatus,
    OutboxTask,
    Player,
    Rehearsal,
    RehearsalStatus,
    Stage,
    Visibility,
)
from tournaments.rules.rehearsal import Chance, late_comers
from tournaments.services.draw.draws import draw_round
from tournaments.services.evening.lifecycle import open_event
from tournaments.services.events.entries import add_entries, set_seeding
from tournaments.services.events.events import ALWAYS, UNTIL_START, create_event
from tournaments.services.events.stages import settings_of

from .acts import DRAW, OVER, Acting, next_act, stop
from .stand_ins import cast, copy_wishes

logger = logging.getLogger(__name__)

TASK: Final = "bots.rehearse"

USUAL_PLAYERS, FEWEST_PLAYERS, MOST_PLAYERS = 22, 3, 500
MOST_PLAYING: Final = 2
"""Rehearsals that a club may have played at once."""

MOST_A_DAY: Final = 30
"""Rehearsals that a club may begin within a day: their ledgers stay for good. Commands may begin more."""

KEPT: Final = 10
"""Rehearsals of an event that are listed; with one more the oldest is put away."""

USUAL_SECONDS: Final = 180
"""How long people need for a deal, where nobody says otherwise."""

LEFT_ALONE: Final = timedelta(seconds=2 * LONGEST_COUNTDOWN)
"""After this time a worker takes a step that a command was about to take. It is longer than the countdown of
a message, so no message is sent while the command runs."""

PATIENCE: Final = 6
"""After so many errors in one step, which take two minutes, it is not tried again."""

NOT_COPIED: Final = frozenset(
    {"name", "starts_on", "visibility", "pace_ms", "auto_draw", "encore", "two_agree"}
)
"""What a rehearsal decides for itself; how many rounds there are its stages say."""


@dataclass(frozen=True)
class Refusal:
    """Why the next round could not be drawn."""

    code: str
    why: str


def players_expected(event: Event) -> int:
    """With how many an event is rehearsed where nobody says: with all who are entered, if they are enough."""
    entered = Entry.objects.filter(event=event).exclude(status=EntryStatus.WITHDRAWN).count()
    return entered if entered >= 2 * event.least else USUAL_PLAYERS


@transaction.atomic
def start_rehearsal(
    event: Event,
    actor: Actor,
    *,
    players: int | None = None,
    seed: int | None = None,
    calm: bool = False,
    deal_seconds: int = USUAL_SECONDS,
    delay: timedelta = timedelta(0),
) -> Rehearsal:
    """Copy an event that has not begun, and have its evening played with so many players.

    calm: nothing goes wrong. The same seed goes wrong in the same way (lots are drawn by the entries' ids,
    and so anew each time). delay: how long the workers leave its steps alone. Raises Conflict for an event
    that has begun, is a rehearsal, or is being rehearsed, and where the club rehearses much already; Invalid
    for numbers out of range.
    """
    event = lock_event(event)
    _refuse_unless_fit(event)
    _check_room(event.club, actor)
    players = players_expected(event) if players is None else players
    _check("players", players, FEWEST_PLAYERS, MOST_PLAYERS)
    _check("deal_seconds", deal_seconds, 1, 3600)
    seed = int(get_random_string(9, "123456789")) if seed is None else seed
    _check("seed", seed, 0, 2**62)
    for old in rehearsals_of(event)[KEPT - 1 :]:
        put_away(old, actor)
    rehearsed, late = _copy(event, actor, players, seed, calm=calm)
    rehearsal = Rehearsal.objects.create(
        of=event,
        event=rehearsed,
        seed=seed,
        calm=calm,
        deal_seconds=deal_seconds,
        script={"late": late},
        started_by=actor.user,
    )
    log(actor, "rehearse", rehearsal, of=event, players=players, seed=seed)
    outbox.add(TASK, rehearsal.pk, 0, delay=delay)
    return rehearsal


@transaction.atomic
def put_away(rehearsal: Rehearsal, actor: Actor) -> Rehearsal:
    """Take a rehearsal off the list, and stop it if it is being played. Twice is once."""
    rehearsal = (
        Rehearsal.objects.select_for_update(of=("self",)).select_related("of__club").get(pk=rehearsal.pk)
    )
    if rehearsal.put_away_at is None:
        rehearsal.put_away_at = timezone.now()
        if rehearsal.is_playing:
            rehearsal.status, rehearsal.finished_at = RehearsalStatus.STOPPED, rehearsal.put_away_at
        rehearsal.save(update_fields=["put_away_at", "status", "finished_at"])
        log(actor, "put_rehearsal_away", rehearsal, of=rehearsal.of)
    return rehearsal


def prepare_step(rehearsal_id: UUID | str, step: int | str) -> Refusal | None:
    """Draw the next round, if that is what this step is for: a search takes its time, and nothing is locked.

    Done twice it draws once. What stands against the draw is returned, for `take_step` to tell.
    """
    rehearsal = _at_step(rehearsal_id, step, lock=False)
    if rehearsal is None or next_act(rehearsal.event) != DRAW:
        return None
    try:
        draw_round(rehearsal.event, SYSTEM)
    except ServiceError as refusal:
        rehearsal.event.refresh_from_db()
        if next_act(rehearsal.event) == DRAW:  # and nobody else has drawn it meanwhile
            return Refusal(refusal.code, str(refusal.detail))
    return None


def take_step(
    refused: Refusal | None, rehearsal_id: UUID | str, step: int | str, *, delay: timedelta = timedelta(0)
) -> bool:
    """Take a step of a rehearsal, and have the next one taken; False if this is not the next (any more).

    Called within the transaction that marks the step's row of the outbox as done.
    """
    rehearsal = _at_step(rehearsal_id, step, lock=True)
    if rehearsal is None:
        return False
    acting = Acting(rehearsal)
    act = next_act(rehearsal.event)
    if act == DRAW and refused is not None:
        acting.refused_to_draw(refused.code, refused.why)
        _end(acting, RehearsalStatus.STOPPED)
    elif act != DRAW:  # else the draw was lost, and is made by the next step
        before = deepcopy((rehearsal.told, rehearsal.played, rehearsal.script))
        try:
            with transaction.atomic():
                acting.do(act)
        except ServiceError as refusal:
            rehearsal.told, rehearsal.played, rehearsal.script = before
            acting.tell_refusal(act, refusal)
            _end(acting, RehearsalStatus.STOPPED)
    if rehearsal.is_playing and next_act(acting.event) == OVER:
        _end(acting, RehearsalStatus.DONE)
    rehearsal.step += 1
    rehearsal.save(update_fields=["step", "told", "played", "script", "status", "finished_at"])
    if rehearsal.is_playing:
        outbox.add(TASK, rehearsal.pk, rehearsal.step, delay=delay)
    return True


def give_up(rehearsal_id: UUID | str, step: int | str) -> bool:
    """Stop a rehearsal whose step fails however often it is tried; False if this is not the next (any more).

    Standings are left as they are where writing them fails too: it stops in any case.
    """
    rehearsal = _at_step(rehearsal_id, step, lock=True)
    if rehearsal is None:
        return False
    acting = Acting(rehearsal)
    acting.broke_off()
    try:
        with transaction.atomic():
            _end(acting, RehearsalStatus.STOPPED)
    except Exception:
        logger.exception("The standings of rehearsal %s could not be written", rehearsal.pk)
    rehearsal.step += 1
    rehearsal.save(update_fields=["step", "told", "status", "finished_at"])
    return True


def play_out(rehearsal: Rehearsal) -> Rehearsal:
    """Take every step of a rehearsal here, to its end. It was started with the delay LEFT_ALONE.

    It comes back as it is, being played, where a worker has gone on with it meanwhile.
    """
    while rehearsal.is_playing:
        row = OutboxTask.objects.filter(
            task=TASK, done_at__isnull=True, args=[str(rehearsal.pk), str(rehearsal.step)]
        ).first()
        if row is None:
            break
        step = partial(take_step, prepare_step(*row.args), delay=LEFT_ALONE)
        if not outbox.run(row.pk, step):
            break
        rehearsal.refresh_from_db()
    return rehearsal


def rehearsals_of(event: Event) -> list[Rehearsal]:
    """An event's rehearsals that were not put away, the newest first; each with its number of `players`."""
    return list(
        Rehearsal.objects.filter(of=event, put_away_at__isnull=True)
        .select_related("event")
        .annotate(players=Count("event__club__players"))
        .order_by("-created_at")
    )


def _refuse_unless_fit(event: Event) -> None:
    if event.club.rehearses_id is not None:
        raise Conflict(
            "rehearsal_of_a_rehearsal", _("This is a rehearsal itself: rehearse the event it is of.")
        )
    if event.status not in (EventStatus.DRAFT, EventStatus.OPEN):
        raise Conflict(
            "event_begun",
            _("The event has begun: an evening is rehearsed before it begins, or as a new event."),
        )
    if Rehearsal.objects.filter(of=event, status=RehearsalStatus.PLAYING).exists():
        raise Conflict(
            "rehearsal_playing",
            _("This event is being rehearsed: wait for the end, or put that rehearsal away."),
        )


def _check_room(club: Club, actor: Actor) -> None:
    """Conflict when the club has as many rehearsals as it may: being played, or begun within a day."""
    theirs = Rehearsal.objects.filter(of__club=lock_club(club))
    playing = theirs.filter(status=RehearsalStatus.PLAYING).select_related("of")
    if len(playing) >= MOST_PLAYING:
        raise Conflict(
            "too_many_rehearsals",
            _("These are being rehearsed: %(events)s. Wait for one to end, or put it away.")
            % {"events": ", ".join(one.of.name for one in playing)},
        )
    day = timezone.now() - timedelta(days=1)
    if actor != COMMAND and theirs.filter(created_at__gt=day).count() >= MOST_A_DAY:
        raise Conflict(
            "too_many_rehearsals",
            _(
                "%(number)d rehearsals were begun in this club within a day, and each is kept for good: read "
                "those that there are, or go on tomorrow."
            )
            % {"number": MOST_A_DAY},
        )


def _copy(
    event: Event, actor: Actor, players: int, seed: int, *, calm: bool
) -> tuple[Event, list[tuple[str, int]]]:
    """The event again in a club of its own, open, with everybody entered but those who come late."""
    address = f"rehearsal-{get_random_string(12, 'abcdefghijkmnpqrstuvwxyz23456789')}"
    club = Club.objects.create(name=event.club.name, slug=address, rehearses=event.club)
    copied = {name: getattr(event, name) for name in (ALWAYS | UNTIL_START) - NOT_COPIED - {"rounds_planned"}}
    rehearsed = create_event(
        club,
        actor,
        event.name,
        slug=address,
        stages=[settings_of(stage) for stage in Stage.objects.filter(event=event).order_by("number")],
        visibility=Visibility.PRIVATE,
        pace_ms=0,
        **copied,
    )
    rehearsed.seed = Chance(seed, "event").below(10**18)
    rehearsed.save(update_fields=["seed"])
    rehearsed = open_event(rehearsed, actor)
    stand_ins = cast(event, club, players)
    people = [player for player in stand_ins if not player.is_bot]
    late = [
        (str(people[index].pk), number)
        for index, number in late_comers(len(people), event.rounds_planned or 3, seed, calm=calm).items()
    ]
    later = {player for player, _number in late}
    add_entries(rehearsed, actor, [str(one.pk) for one in stand_ins if str(one.pk) not in later])
    _seed_entries(event, rehearsed, stand_ins, seed)
    copy_wishes(event, rehearsed, {one.stands_in_for_id: one for one in stand_ins if one.stands_in_for_id})
    return rehearsed, late


def _seed_entries(event: Event, rehearsed: Event, stand_ins: list[Player], seed: int) -> None:
    """Who is strong is copied; where the director has not said, lots are drawn from the seed."""
    seeding = {
        entry.player_id: entry.seeding
        for entry in Entry.objects.filter(event=event)
        if entry.seeding is not None
    }
    entries = {entry.player_id: entry for entry in Entry.objects.filter(event=rehearsed)}
    here = [one for one in stand_ins if one.pk in entries]
    if seeding:
        seeded = [(seeding[one.stands_in_for_id], one) for one in here if one.stands_in_for_id in seeding]
        order = [one for _place, one in sorted(seeded, key=lambda pair: pair[0])]
    else:
        order = Chance(seed, "lots").some(here, len(here))
    set_seeding(rehearsed, SYSTEM, [str(entries[one.pk].pk) for one in order])


def _at_step(rehearsal_id: UUID | str, step: int | str, *, lock: bool) -> Rehearsal | None:
    """The rehearsal, if it is being played and this is its next step."""
    rows = Rehearsal.objects.select_related("event__club")
    if lock:
        rows = rows.select_for_update(of=("self",))
    return rows.filter(pk=rehearsal_id, step=int(step), status=RehearsalStatus.PLAYING).first()


def _end(acting: Acting, status: RehearsalStatus) -> None:
    rehearsal = acting.rehearsal
    rehearsal.status, rehearsal.finished_at = status, timezone.now()
    if status == RehearsalStatus.STOPPED:
        stop(acting)


def _check(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise Invalid(
            "number_out_of_range",
            _("“%(name)s” is a whole number from %(low)d to %(high)d.")
            % {"name": name, "low": low, "high": high},
            field=name,
        )
