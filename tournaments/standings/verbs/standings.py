"""The one writer of standings.

A standing is a pure function of the deals that count, of the adjustments, and of whether the event is
finished. `refresh` writes it for the present version of the event; it is idempotent.

Lots decide in the standing of a finished event only. While an event runs, and in the standings that were kept
at the close of a round, players who are equal in everything else share a place. Draws and cuts need a strict
order, so there lots separate them (`order_for_draw`, `standings.rules.ranking.in_order`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from itertools import takewhile
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Case, F, Q, When

from tournaments.core import outbox, refreshes
from tournaments.core.models.choices import Scoring, StageFormat
from tournaments.core.rules.refusals import NotFound, gettext_noop
from tournaments.core.rules.statuses import EventStatus, RoundStatus, VoidCause
from tournaments.events.models.events import Entry, Event, Stage
from tournaments.programs.webhooks.models import Webhook
from tournaments.standings.models import Standing
from tournaments.standings.rules.placing import Placed, RankingRules, StagePlayed, place, rank_table
from tournaments.standings.rules.ranking import SHARED, Ranked, in_order, without_lots
from tournaments.standings.rules.scoring import Tally
from tournaments.standings.verbs.counting import row_of
from tournaments.standings.verbs.moves import MovedStanding, moves_between
from tournaments.standings.verbs.spreads import weights_of
from tournaments.tables.models.ledger import Adjustment
from tournaments.tables.models.rounds import Round
from tournaments.tables.verbs.tallies import chips_on_boards, seat_tallies

SEEDING = "seeding"
"""`decided_by` before the first deal, if the director has set a seeding."""


class NoSuchStanding(NotFound):
    """No standing exists for this round."""

    sentence = gettext_noop("This round is not closed, so it has no standing yet.")


def compute(
    event: Event,
    stage: Stage | None = None,
    through_round: int | None = None,
    kept: Standing | None = None,
    tallies: list[Tally] | None = None,
) -> list[dict[str, Any]]:
    """The rows of the present standing, best first, computed from the ledger.

    A row: `place` (None: too few rounds to be ranked), `entry` (id), `score`, `deals`, `rounds`, `metrics`
    (METRICS and the tie-breaks), `decided_by`, `last` (net chips in the newest round of the entry), `stage`
    (the number of the stage that the entry reached; its score counts, see `standings.rules.placing`),
    `results` (the rounds of the score, see `events.rules.counting`) and `adjusted` (what adjustments add to
    the score). Entries that share a place are in the order of their numbers.

    stage: only that stage and its players. through_round: without later rounds. kept: compute this kept
    standing again, with its entries and the adjustments of that time. tallies: those of the event, if known.
    """
    course = _played(event, through_round=through_round, kept=kept, tallies=tallies)
    return [row_of(line) for line in course.placed(None if stage is None else stage.number)]


def order_for_draw(
    event: Event, stage: Stage, before: Round | None = None, *, cuts: bool = True
) -> list[Ranked]:
    """All entries in the order that seeds the next round of this stage, best first.

    After a closed round of the stage, this is the standing of the stage; before, the standing of the stage
    before; before any round, the seeding. Only closed rounds count. Lots, drawn from the seed of the event,
    order entries that share a place. before: without this round, later ones, and adjustments without a round
    that were given since its draw. cuts: who has played too few rounds to be ranked comes last; else the
    minimum of rounds does not matter, because within a stage equal scores should meet.
    """
    through = None if before is None else before.number - 1
    until = None if before is None else before.drawn_at
    course = _played(event, through_round=through, closed_only=True, until=until)
    if not cuts:
        course = replace(course, by=replace(course.by, counting=replace(course.by.counting, least=None)))
    lines = [line.ranked for line in course.placed(through_stage=stage.number)]
    return in_order(lines if course.begun else _by_seeding(event), event.seed)


def exact_places(
    event: Event, *, stage: int | None = None, as_one: bool = False
) -> tuple[list[Placed], list[Tally], RankingRules]:
    """The places with exact scores, of one stage or with all rounds as one; their tallies; the rules."""
    course = _played(event)
    stages = [each for each in course.begun if stage in (None, each.number)]
    tallies = [tally for each in stages for tally in each.tallies]
    if not as_one:
        return course.placed(stage), tallies, course.by
    closed = [number for each in stages for number in each.closed]
    whole = [StagePlayed(1, frozenset(course.entries), tallies, closed=closed)]
    return place(course.entries, whole, course.by), tallies, course.by


def table_rankings(round_: Round) -> list[list[Ranked]]:
    """The ranking at each table of a round, table 1 first, by the score and the tie-breaks of that round.

    Adjustments do not count here: a penalty lowers a score, but does not change who has won the table.
    """
    event = round_.event
    tables: dict[str, list[Tally]] = {}
    for tally in seat_tallies(event, round_.number):
        tables.setdefault(tally.table, []).append(tally)
    return [rank_table(table, _scoring(event, [round_])) for table in tables.values()]


def refresh(event_id: UUID | str) -> Standing:
    """Make sure that the present version of the event has a standing, and return it."""
    with transaction.atomic():
        # The lock keeps deals out while the ledger is read, so the standing has the right version.
        event = Event.objects.select_for_update().get(pk=event_id)
        return write(event)


def write(event: Event, *, kept_for: Round | None = None) -> Standing:
    """`refresh` for a locked event. kept_for: keep it as the standing at the close of this round."""
    # The rows of a large event take longer to read than everything else here.
    standing = Standing.objects.filter(event=event).order_by("-version").defer("rows").first()
    if standing is None or standing.version != event.version:
        standing = Standing.objects.create(
            event=event,
            version=event.version,
            rows=compute(event),
            on_boards=chips_on_boards(event),
        )
        # Only the newest standing and the kept ones are needed.
        Standing.objects.filter(event=event, round__isnull=True, version__lt=event.version).delete()
        _call_webhooks(event)
        refreshes.queue_what_follows(event)
    if event.covered != event.version:
        event.covered = event.version
        event.save(update_fields=["covered"])
    if kept_for is not None and standing.round_id is None:
        standing.round = kept_for
        standing.save(update_fields=["round"])
    return standing


def _call_webhooks(event: Event) -> None:
    """Queue the webhook messages of this event, if it has webhooks.

    Every change is followed by a standing, so a deal needs no outbox row of its own for them.
    """
    webhooks = Webhook.objects.filter(club=event.club_id, paused_at__isnull=True, removed_at__isnull=True)
    if not event.is_rehearsal and webhooks.exists():
        outbox.add("feed.tell", event.pk)


def correct(event: Event, before: Standing, *, since_round: int) -> list[MovedStanding]:
    """Compute the standings again after a correction in round `since_round`, and return those that changed.

    before: the standing before the correction. The kept standings since that round are computed again too.
    The event is locked and has its new version.
    """
    moved = [MovedStanding(None, moves_between(before.rows, write(event).rows))]
    for kept in (
        Standing.objects.filter(event=event, round__number__gte=since_round)
        .select_related("round")
        .order_by("round__number")
    ):
        number = kept.round.number if kept.round else 0
        rows = compute(event, through_round=number, kept=kept)
        if rows != kept.rows:
            moved.append(MovedStanding(number, moves_between(kept.rows, rows)))
            kept.rows, kept.revised = rows, event.version
        kept.on_boards = chips_on_boards(event, number)
        kept.save(update_fields=["rows", "on_boards", "revised"])
    return [standing for standing in moved if standing.entries]


def ask_for_stale() -> int:
    """Queue a new standing for every event with a stale one, at most `outbox.SWEEP_LIMIT`; return how many.

    With an intact outbox none is stale; this repairs changes that were made in the database by hand.
    """
    return outbox.add_for_each(refreshes.TASK, Event.objects.filter(version__gt=F("covered")))


@dataclass(frozen=True)
class _Played:
    """An event so far: the entries that get a place, and the stages that have begun."""

    entries: list[str]
    begun: list[StagePlayed]
    by: RankingRules

    def placed(self, alone: int | None = None, *, through_stage: int | None = None) -> list[Placed]:
        """The places over all stages, over the stages through one number, or of one stage `alone`."""
        last = alone if alone is not None else through_stage
        stages = [stage for stage in self.begun if last is None or stage.number <= last]
        if alone is None:
            return place(self.entries, stages, self.by)
        if not stages or stages[-1].number != alone:
            return []
        return place([entry for entry in self.entries if entry in stages[-1].entrants], stages, self.by)


def _played(
    event: Event,
    *,
    through_round: int | None = None,
    closed_only: bool = False,
    kept: Standing | None = None,
    until: datetime | None = None,
    tallies: list[Tally] | None = None,
) -> _Played:
    """Read everything that places depend on (seven queries; four if the tallies are known)."""
    tallies = seat_tallies(event) if tallies is None else tallies
    # A withdrawn entry gets a place only if it has played.
    played = {tally.entry for tally in tallies}
    of_event = Entry.objects.filter(event=event).order_by("number")
    entered = list(of_event.values_list("pk", "status", "player__bot"))
    entries = [str(pk) for pk, status, _bot in entered if status != "withdrawn" or str(pk) in played]
    reached: dict[str, int] | None = None
    adjustments = Adjustment.objects.filter(event=event, cancelled_at__isnull=True)
    if until is not None:
        adjustments = adjustments.filter(Q(round__isnull=False) | Q(created_at__lte=until))
    if kept is not None:
        then = kept.computed_at
        adjustments = Adjustment.objects.filter(
            Q(cancelled_at__isnull=True) | Q(cancelled_at__gt=then), event=event, created_at__lte=then
        )
        reached = {row["entry"]: row["stage"] for row in kept.rows}
        entries = [str(pk) for pk, _status, _bot in entered if str(pk) in reached]
    everything = list(Stage.objects.filter(event=event).order_by("number"))
    stages = [stage for stage in everything if not stage.play_off]
    rounds = [
        round_
        for round_ in Round.objects.filter(event=event)
        .order_by("number")
        .only("number", "status", "stage_id", "published_at", "deals_each")
        if (through_round is None or round_.number <= through_round)
        and (round_.status == RoundStatus.CLOSED or not closed_only)
    ]
    stage_of = {round_.number: round_.stage_id for round_ in rounds}
    # A stage begins when its first round is published.
    since: dict[UUID, datetime] = {
        round_.stage_id: round_.published_at for round_ in reversed(rounds) if round_.published_at
    }
    by_stage: dict[UUID, list[Tally]] = {stage.pk: [] for stage in everything}
    for tally in tallies:
        if tally.round in stage_of:
            by_stage[stage_of[tally.round]].append(tally)
    taken_back = Case(When(round__void_as=VoidCause.TAKEN_BACK, then="round__number"))
    for adjustment in adjustments.annotate(taken_back=taken_back):
        counts_in, number = _where_given(adjustment, rounds, stages, since)
        if counts_in is not None:
            tally = Tally(str(adjustment.entry_id), number, "", adjusted=Fraction(adjustment.amount))
            by_stage[counts_in].append(tally)
    entrants = {
        stage.pk: _entrants(stage, entries, by_stage[stage.pk], first=stage is stages[0], reached=reached)
        for stage in stages
    }
    begun = [
        StagePlayed(
            number=stage.number,
            entrants=entrants[stage.pk],
            tallies=by_stage[stage.pk],
            knockout=stage.format == StageFormat.KNOCKOUT,
            carry=stage.carry,
            share=stage.share,
            rest=frozenset() if stage.upper is None else entrants[stage.pk] - stage.upper,
            rest_share=stage.rest,
            closed=[
                round_.number
                for round_ in rounds
                if round_.stage_id == stage.pk and round_.status == RoundStatus.CLOSED
            ],
            play_offs=[
                tally for play_off in _play_offs_after(stage, everything) for tally in by_stage[play_off]
            ],
        )
        for stage in stages
        if stage.pk in since or (stage is stages[0] and not closed_only)
    ]
    is_final = event.status == EventStatus.FINISHED and through_round is None and not closed_only
    bots = frozenset(str(pk) for pk, _status, bot in entered if bot)
    by = replace(_scoring(event, rounds, lots=is_final), counting=event.counting, bots=bots)
    return _Played(entries, begun, by)


def _where_given(
    adjustment: Adjustment, rounds: list[Round], stages: list[Stage], since: dict[UUID, datetime]
) -> tuple[UUID | None, int]:
    """The stage in which an adjustment counts, and its round (0 for none). No stage: it does not count here.

    An adjustment without a round counts in the stage that was played at that time; one in a round that was
    taken back in the round that is published with this number.
    """
    if adjustment.round_id is None:
        then = [
            stage.pk for stage in stages if stage.pk in since and since[stage.pk] <= adjustment.created_at
        ]
        return [stages[0].pk, *then][-1], 0
    for round_ in rounds:
        follows = adjustment.taken_back == round_.number and round_.is_public  # type: ignore[attr-defined]
        if round_.pk == adjustment.round_id or follows:
            return round_.stage_id, round_.number
    return None, 0


def _play_offs_after(stage: Stage, stages: list[Stage]) -> list[UUID]:
    """The play-offs between this stage and the next one that is none. stages: all, in order."""
    later = [each for each in stages if each.number > stage.number]
    return [play_off.pk for play_off in takewhile(lambda each: each.play_off, later)]


def _entrants(
    stage: Stage,
    entries: list[str],
    tallies: list[Tally],
    *,
    first: bool,
    reached: Mapping[str, int] | None = None,
) -> frozenset[str]:
    """The players of a stage. The first stage has all entries, the others their entrants and substitutes.

    reached: the stage that each entry had reached in a kept standing: who joined the stage later is left out.
    """
    if first:
        return frozenset(entries)
    entrants = frozenset(stage.entrants or ())
    if reached is not None:
        entrants = frozenset(entry for entry in entrants if reached.get(entry, 0) >= stage.number)
    return entrants | {tally.entry for tally in tallies if tally.table}


def _scoring(event: Event, rounds: Iterable[Round], *, lots: bool = False) -> RankingRules:
    by_place = event.scoring in (Scoring.POINTS, Scoring.UMA)
    points = {int(size): event.points[size] for size in event.points} if by_place else None
    # Before the start, where nothing is played, `auto` is the same as any other scoring.
    scoring = Scoring.CHIPS if event.scoring == Scoring.AUTO else event.scoring
    tie_breaks = event.tie_breaks if lots else without_lots(event.tie_breaks)
    return RankingRules(str(scoring), points, tie_breaks, event.seed, weights_of(event, rounds))


def _by_seeding(event: Event) -> list[Ranked]:
    """The entries by seeding, strongest first. Entries without a seed share the place after them."""
    seeds = dict(Entry.objects.filter(event=event).values_list("pk", "seeding"))
    order = sorted(seed for seed in seeds.values() if seed is not None)
    return [
        Ranked(
            place=1 + (len(order) if seed is None else bisect_left(order, seed)),
            entry=str(pk),
            score=Fraction(0),
            metrics={},
            decided_by=SHARED if seed is None else SEEDING,
        )
        for pk, seed in seeds.items()
    ]


def current_standing(event: Event) -> Standing | None:
    """The newest standing; None before the first."""
    return Standing.objects.filter(event=event).order_by("-version").first()


def standings_to_show(event: Event, after: int | None = None) -> list[Standing]:
    """The newest standing, then the one at the close of the last round before it, for the movements.

    after: begin with the standing at the close of this round. The list has at most two standings with their
    rounds (one query). It is empty if the standing does not exist.
    """
    # Only the newest standing can be without a round, because others are kept at a close.
    standings = Standing.objects.filter(event=event).select_related("round").order_by("-version")
    if after is None:
        return list(standings[:2])
    until = list(standings.filter(round__number__lte=after)[:2])
    return until if until and until[0].round is not None and until[0].round.number == after else []


def kept_standings(event: Event) -> list[Standing]:
    """The standings at the close of each round, oldest round first, with their rounds (one query)."""
    kept = Standing.objects.filter(event=event, round__isnull=False).select_related("round")
    return list(kept.defer("round__request", "round__certificate", "round__ahead").order_by("round__number"))


def newest_standing_version(event: Event) -> int | None:
    """The version of the newest standing, without its rows, for readers that poll."""
    versions = Standing.objects.filter(event=event).order_by("-version").values_list("version", flat=True)
    return versions.first()


def standing_after(event: Event, round_number: int) -> Standing | None:
    """The standing that was kept at the close of this round."""
    return Standing.objects.filter(event=event, round__number=round_number).first()
