"""Starting, playing and putting away rehearsals.

An event is copied into a club of its own, where bots play its evening. A rehearsal is played in steps. Each
step is one outbox row and one transaction, and is taken once; the sweep finds a step that a worker lost. The
command takes the steps itself: the due time of each row leaves it alone until the command would have died.
"""

from __future__ import annotations

import logging
from copy import deepcopy
from datetime import timedelta
from functools import partial
from operator import itemgetter
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Count
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_noop
from django.utils.translation import gettext_noop as _

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
    Visibility,
)
from tournaments.rules.rehearsal import Chance, late_comers
from tournaments.services.draw.draws import draw_round
from tournaments.services.evening.lifecycle import open_event
from tournaments.services.events.entries import add_entries, set_seeding
from tournaments.services.events.events import ALWAYS, CLOCK, UNTIL_START, create_event
from tournaments.services.events.invitation import INVITATION
from tournaments.services.events.stages import planned_stages

from .acts import BROKEN, DRAW, OVER, RehearsalStep, next_act, write_last_standing
from .stand_ins import copy_wishes, make_stand_ins

logger = logging.getLogger(__name__)

TASK: Final = "bots.rehearse"

USUAL_PLAYERS, FEWEST_PLAYERS, MOST_PLAYERS = 22, 3, 500
MOST_PLAYING: Final = 2
"""Rehearsals of one club that can run at the same time."""

MOST_A_DAY: Final = 30
"""Rehearsals that a club can start in a day: their ledgers are never deleted. Commands can start more."""

KEPT: Final = 10
"""Rehearsals of an event on its list. One more puts the oldest away."""

USUAL_SECONDS: Final = 180
"""Seconds that people need for a deal, by default."""

LEFT_ALONE: Final = timedelta(seconds=2 * LONGEST_COUNTDOWN)
"""The time after which a worker takes over a step of a command. No message is sent that far in advance, so no
worker wakes while the command runs."""

MOST_ATTEMPTS: Final = 6
"""Attempts at one step before the rehearsal stops. They take about two minutes."""

STEP_FAILED: Final = gettext_noop("The program failed. The server's log says why. You can rehearse again.")

NOT_COPIED: Final = frozenset(
    {"name", "visibility", "pace_ms", "auto_draw", "encore", "two_agree"} | INVITATION | CLOCK
)
"""Settings that a rehearsal chooses itself."""


def players_expected(event: Event, entered: int | None = None) -> int:
    """The default number of players: everybody who is entered, if they are enough.

    entered: how many are entered and not withdrawn, if that is at hand.
    """
    if entered is None:
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
    """Copy an event that has not begun, and queue its evening with this number of players.

    calm: nothing goes wrong. With the same seed the same things go wrong; only lots differ, because they
    depend on the ids of the entries. delay: the time before workers may take its steps. Raises Conflict for
    an event that has begun, is a rehearsal or is being rehearsed, and for a club at its limit; Invalid for a
    number out of range.
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
    log(actor, "rehearse", rehearsal, within=event, players=players, seed=seed)
    outbox.add(TASK, rehearsal.pk, 0, delay=delay)
    return rehearsal


@transaction.atomic
def put_away(rehearsal: Rehearsal, actor: Actor) -> Rehearsal:
    """Take a rehearsal off the list, and stop it if it is running. Idempotent."""
    lock_event(rehearsal.of_id)
    rehearsal = (
        Rehearsal.objects.select_for_update(of=("self",)).select_related("of__club").get(pk=rehearsal.pk)
    )
    if rehearsal.put_away_at is None:
        rehearsal.put_away_at = timezone.now()
        if rehearsal.is_playing:
            rehearsal.status, rehearsal.finished_at = RehearsalStatus.STOPPED, rehearsal.put_away_at
        rehearsal.save(update_fields=["put_away_at", "status", "finished_at"])
        log(actor, "put_rehearsal_away", rehearsal, within=rehearsal.of)
    return rehearsal


def prepare_step(rehearsal_id: UUID | str, step: int | str) -> ServiceError | None:
    """Draw the next round, if this step is for that. The search takes time, so nothing is locked.

    It is idempotent. Return the refusal of the draw, for `take_step` to keep.
    """
    rehearsal = _at_step(rehearsal_id, step, lock=False)
    if rehearsal is None or next_act(rehearsal.event) != DRAW:
        return None
    try:
        draw_round(rehearsal.event, SYSTEM)
    except ServiceError as refusal:
        rehearsal.event.refresh_from_db()
        if next_act(rehearsal.event) == DRAW:  # no other worker has drawn it meanwhile
            return refusal
    return None


def take_step(
    draw_refusal: ServiceError | None,
    rehearsal_id: UUID | str,
    step: int | str,
    *,
    delay: timedelta = timedelta(0),
) -> bool:
    """Take a step of a rehearsal and queue the next one. Return False if this is not the next step.

    Call it in the transaction that marks the outbox row of the step as done.
    """
    rehearsal = _at_step(rehearsal_id, step, lock=True)
    if rehearsal is None:
        return False
    current = RehearsalStep(rehearsal)
    act = next_act(rehearsal.event)
    if act == DRAW and draw_refusal is not None:
        current.refuse(DRAW, draw_refusal, round_number=current.number + 1)
        _end(current, RehearsalStatus.STOPPED)
    elif act != DRAW:  # without a refusal the draw was lost, and the next step makes it
        before = deepcopy((rehearsal.refusals, rehearsal.script))
        try:
            with transaction.atomic():
                current.play(act)
        except ServiceError as refusal:
            rehearsal.refusals, rehearsal.script = before
            current.refuse(act, refusal)
            _end(current, RehearsalStatus.STOPPED)
    if rehearsal.is_playing and next_act(current.event) == OVER:
        _end(current, RehearsalStatus.DONE)
    rehearsal.step += 1
    rehearsal.save(update_fields=["step", "refusals", "script", "status", "finished_at"])
    if rehearsal.is_playing:
        outbox.add(TASK, rehearsal.pk, rehearsal.step, delay=delay)
    return True


def give_up(rehearsal_id: UUID | str, step: int | str) -> bool:
    """Stop a rehearsal whose step fails at each attempt. Return False if this is not the next step.

    It stops even if its last standing cannot be written.
    """
    rehearsal = _at_step(rehearsal_id, step, lock=True)
    if rehearsal is None:
        return False
    current = RehearsalStep(rehearsal)
    current.refuse(BROKEN, Conflict("step_failed", STEP_FAILED))
    try:
        with transaction.atomic():
            _end(current, RehearsalStatus.STOPPED)
    except Exception:
        logger.exception("The standings of rehearsal %s could not be written", rehearsal.pk)
    rehearsal.step += 1
    rehearsal.save(update_fields=["step", "refusals", "status", "finished_at"])
    return True


def play_out(rehearsal: Rehearsal) -> Rehearsal:
    """Take every step of a rehearsal in this process. It was started with the delay LEFT_ALONE.

    The rehearsal is still running afterwards if a worker has taken it over.
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
    """The rehearsals on the list of an event, newest first, each with its number of `players`."""
    return list(
        Rehearsal.objects.filter(of=event, put_away_at__isnull=True)
        .select_related("event")
        .annotate(players=Count("event__club__players"))
        .order_by("-created_at")
    )


def _refuse_unless_fit(event: Event) -> None:
    if event.club.rehearses_id is not None:
        raise Conflict(
            "rehearsal_of_a_rehearsal", _("This is a rehearsal. Rehearse its original event instead.")
        )
    if event.without_rules:
        raise Conflict(
            "rehearsal_needs_rules",
            _("Bots play Poch only, so an event without the rules of Poch cannot be rehearsed."),
        )
    if event.status not in (EventStatus.DRAFT, EventStatus.OPEN):
        raise Conflict(
            "event_begun",
            _("The event has already begun. Rehearse an event before it begins, or create a new one."),
        )
    if Rehearsal.objects.filter(of=event, status=RehearsalStatus.PLAYING).exists():
        raise Conflict(
            "rehearsal_playing",
            _("A rehearsal of this event is running. Wait until it ends, or put it away."),
        )


def _check_room(club: Club, actor: Actor) -> None:
    """Raise Conflict if the club has too many rehearsals, running or started within a day."""
    rehearsals = Rehearsal.objects.filter(of__club=lock_club(club))
    playing = rehearsals.filter(status=RehearsalStatus.PLAYING).select_related("of")
    if len(playing) >= MOST_PLAYING:
        raise Conflict(
            "too_many_rehearsals",
            _("Rehearsals are running for %(events)s. Wait until one ends, or put one away."),
            {"events": ", ".join(rehearsal.of.name for rehearsal in playing)},
        )
    day = timezone.now() - timedelta(days=1)
    if actor != COMMAND and rehearsals.filter(created_at__gt=day).count() >= MOST_A_DAY:
        raise Conflict(
            "too_many_rehearsals",
            _(
                "This club has started %(number)d rehearsals within a day, and each one is stored for good. "
                "Start the next one tomorrow."
            ),
            {"number": MOST_A_DAY},
        )


def _copy(
    event: Event, actor: Actor, players: int, seed: int, *, calm: bool
) -> tuple[Event, list[tuple[str, int]]]:
    """Copy the event into a new club and open it. Everybody is entered except those who come late."""
    address = f"rehearsal-{get_random_string(12, 'abcdefghijkmnpqrstuvwxyz23456789')}"
    club = Club.objects.create(name=event.club.name, slug=address, rehearses=event.club, pack=event.club.pack)
    copied = {name: getattr(event, name) for name in (ALWAYS | UNTIL_START) - NOT_COPIED - {"rounds_planned"}}
    rehearsed = create_event(
        club,
        actor,
        event.name,
        slug=address,
        stages=planned_stages(event),
        visibility=Visibility.PRIVATE,
        pace_ms=0,
        **copied,
    )
    rehearsed.seed = Chance(seed, "event").below(10**18)
    rehearsed.save(update_fields=["seed"])
    rehearsed = open_event(rehearsed, actor)
    stand_ins = make_stand_ins(event, club, players)
    people = [player for player in stand_ins if not player.is_bot]
    late = [
        (str(people[index].pk), number)
        for index, number in late_comers(len(people), event.rounds_planned or 3, seed, calm=calm).items()
    ]
    later = {player for player, _number in late}
    add_entries(rehearsed, actor, [str(player.pk) for player in stand_ins if str(player.pk) not in later])
    _seed_entries(event, rehearsed, stand_ins, seed)
    by_player = {player.stands_in_for_id: player for player in stand_ins if player.stands_in_for_id}
    copy_wishes(event, rehearsed, by_player)
    return rehearsed, late


def _seed_entries(event: Event, rehearsed: Event, stand_ins: list[Player], seed: int) -> None:
    """Copy the seeding; without one, draw lots from the seed of the rehearsal."""
    seeding = {
        entry.player_id: entry.seeding
        for entry in Entry.objects.filter(event=event)
        if entry.seeding is not None
    }
    entries = {entry.player_id: entry for entry in Entry.objects.filter(event=rehearsed)}
    here = [player for player in stand_ins if player.pk in entries]
    if seeding:
        seeded = [
            (seeding[player.stands_in_for_id], player)
            for player in here
            if player.stands_in_for_id in seeding
        ]
        order = [player for _seed, player in sorted(seeded, key=itemgetter(0))]
    else:
        order = Chance(seed, "lots").some(here, len(here))
    set_seeding(rehearsed, SYSTEM, [str(entries[player.pk].pk) for player in order])


def _at_step(rehearsal_id: UUID | str, step: int | str, *, lock: bool) -> Rehearsal | None:
    """The rehearsal, if it is running and this is its next step."""
    rows = Rehearsal.objects.select_related("event__club")
    if lock:
        rows = rows.select_for_update(of=("self",))
    return rows.filter(pk=rehearsal_id, step=int(step), status=RehearsalStatus.PLAYING).first()


def _end(step: RehearsalStep, status: RehearsalStatus) -> None:
    step.rehearsal.status, step.rehearsal.finished_at = status, timezone.now()
    if status == RehearsalStatus.STOPPED:
        write_last_standing(step)


def _check(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise Invalid(
            "number_out_of_range",
            _("“%(name)s” is a whole number from %(low)d to %(high)d."),
            {"name": name, "low": low, "high": high},
            field=name,
        )
