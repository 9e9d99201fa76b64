"""Trying a scheme before a season starts: workers play seasons of the club, in slices of about a second.

A slice depends on the stored row alone, and seasons are numbered, so a trial has the same outcome however it
was cut. One transaction stores a slice and the outbox row of the next one.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_noop as _

from tournaments.errors import Conflict, Invalid
from tournaments.kernel import outbox
from tournaments.kernel.audit import Actor, log
from tournaments.kernel.locks import lock_season
from tournaments.kernel.refusals import as_invalid
from tournaments.models import EveningKind, SchemeTrial, Season, TrialStatus
from tournaments.rules.intervals import Estimate, share
from tournaments.rules.season.reading import read_scheme
from tournaments.rules.season.trial import MOST_EVENINGS, Club, Tried, try_scheme, without_final
from tournaments.services.seasons.seasons import clean_scheme
from tournaments.services.seasons.trials import club_of

TASK = "seasons.try"
USUAL_SEASONS, MOST_SEASONS = 1000, 20_000
LONGEST = MOST_EVENINGS
"""Evenings of a tried season."""
SLICE = 1.0
"""Seconds after which no further seasons are played in a slice."""
AT_ONCE = 5
"""Seasons that are played before the clock is looked at."""


@dataclass(frozen=True)
class Slice:
    """Seasons that are not stored yet. plain: without the final; None: the scheme has none."""

    after: int
    tried: Tried
    plain: Tried | None


@dataclass(frozen=True)
class TrialReport:
    """What a trial has shown so far: how often each person won, the best first.

    best: the share of the best person. without_final: the same if the season ends with the table; None
    without a final.
    """

    seasons: int
    wins: tuple[int, ...]
    best: Estimate
    without_final: Estimate | None


@transaction.atomic
def start_trial(
    season: Season,
    actor: Actor,
    *,
    scheme: Mapping[str, Any] | None = None,
    evenings: int | None = None,
    seasons: int = USUAL_SEASONS,
) -> SchemeTrial:
    """Try a scheme with people whose results spread as those of the club of the league.

    scheme: None for that of the season. evenings: None for as many as planned, else as many as it has.
    Raises Conflict `trial_running`; Invalid with the codes of schemes, `trial_out_of_range`,
    `trial_spread_missing` if fewer than two people played two events of the club.
    """
    season = lock_season(season)
    if SchemeTrial.objects.filter(season=season, status=TrialStatus.RUNNING).exists():
        raise Conflict("trial_running", _("A scheme is being tried for this season already. Stop it first."))
    tried = read_scheme(season.scheme) if scheme is None else clean_scheme(scheme)
    if evenings is None:
        counting = season.evenings.filter(kind=EveningKind.COUNTING).count()
        evenings = tried.planned or max(counting, tried.best or 1, 1)
    for name, number, most in (("seasons", seasons, MOST_SEASONS), ("evenings", evenings, LONGEST)):
        if type(number) is not int or not 1 <= number <= most:
            raise Invalid(
                "trial_out_of_range",
                _("Of “%(name)s” there can be %(least)d to %(most)d. Here it is %(number)d."),
                {"name": name, "least": 1, "most": most, "number": number},
                field=name,
            )
    with as_invalid():
        spread = club_of(season.league.club)
        try_scheme(tried, spread, evenings, 1, 0)  # what cannot be played is refused now
    nobody = [0] * len(spread.strengths)
    trial = SchemeTrial.objects.create(
        season=season,
        scheme=tried.as_json(),
        spread=asdict(spread),
        evenings=evenings,
        seed=int(get_random_string(18, "0123456789")),
        planned=seasons,
        wins=nobody,
        wins_without_final=None if tried.final is None else nobody,
        started_by=actor.user,
    )
    log(actor, "start_trial", season, within=season.league.club, seasons=seasons, evenings=evenings)
    outbox.add(TASK, trial.pk, 0)
    return trial


@transaction.atomic
def stop_trial(trial: SchemeTrial, actor: Actor) -> SchemeTrial:
    """Stop a trial; what was played so far stays. Idempotent."""
    season = lock_season(trial.season_id)
    trial = SchemeTrial.objects.get(pk=trial.pk)
    if trial.status == TrialStatus.RUNNING:
        trial.status, trial.ended_at = TrialStatus.STOPPED, timezone.now()
        trial.save(update_fields=["status", "ended_at"])
        log(actor, "stop_trial", season, within=season.league.club, done=trial.done)
    return trial


def play_slice(trial_id: UUID | str, after: object) -> Slice | None:
    """Play the next seasons of a trial; None if there is nothing to do. Call it outside a transaction."""
    trial = SchemeTrial.objects.filter(pk=trial_id, status=TrialStatus.RUNNING).first()
    if trial is None or trial.done != int(str(after)):
        return None
    scheme, spread = read_scheme(trial.scheme), _spread(trial)
    nobody = Tried(0, (0,) * len(spread.strengths))
    result = Slice(trial.done, nobody, None if scheme.final is None else nobody)
    ends = time.monotonic() + SLICE
    while trial.done + result.tried.seasons < trial.planned:
        after_these = trial.done + result.tried.seasons
        number = min(AT_ONCE, trial.planned - after_these)
        more = (spread, trial.evenings, number, trial.seed)
        tried = result.tried + try_scheme(scheme, *more, after=after_these)
        plain = result.plain
        if plain is not None:
            plain += try_scheme(without_final(scheme), *more, after=after_these)
        result = Slice(trial.done, tried, plain)
        if time.monotonic() > ends:
            break
    return result


def keep_slice(result: Slice | None, trial_id: str, _after: str) -> None:
    """Store a slice, and the outbox row of the next one. Idempotent."""
    trial = SchemeTrial.objects.select_for_update().filter(pk=trial_id, status=TrialStatus.RUNNING).first()
    if result is None or trial is None or trial.done != result.after:
        return
    trial.done += result.tried.seasons
    trial.wins = _added(trial.wins, result.tried)
    if result.plain is not None:
        trial.wins_without_final = _added(trial.wins_without_final or [], result.plain)
    if trial.done >= trial.planned:
        trial.status, trial.ended_at = TrialStatus.DONE, timezone.now()
    else:
        outbox.add(TASK, trial.pk, trial.done)
    trial.save(update_fields=["done", "wins", "wins_without_final", "status", "ended_at"])


def report_of(trial: SchemeTrial) -> TrialReport:
    """What a trial has shown so far."""
    plain = trial.wins_without_final
    return TrialReport(
        trial.done,
        tuple(trial.wins),
        share(trial.wins[0], trial.done),
        None if plain is None else share(plain[0], trial.done),
    )


def trials_of(season: Season) -> QuerySet[SchemeTrial]:
    """The trials of a season, newest first."""
    return SchemeTrial.objects.filter(season=season).order_by("-created_at", "-pk")


def _spread(trial: SchemeTrial) -> Club:
    return Club(
        tuple(trial.spread["strengths"]), tuple(trial.spread["deviations"]), int(trial.spread["comes"])
    )


def _added(wins: list[int], tried: Tried) -> list[int]:
    return [one + more for one, more in zip(wins, tried.wins, strict=True)]
