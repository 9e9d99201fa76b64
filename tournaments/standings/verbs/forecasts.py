"""What people need in the last round of an event: its facts, for `standings.rules.forecasts`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Sum
from django.db.models.functions import Coalesce

import games.services as games
from tournaments.core.models.choices import Scoring, Share, StageFormat
from tournaments.core.rules.refusals import Refusal
from tournaments.core.rules.statuses import EntryStatus, RoundStatus
from tournaments.core.rules.units import TENTHS, in_points
from tournaments.events.models.events import Entry, Event, Stage
from tournaments.events.rules.counting import RoundResult, is_below
from tournaments.events.rules.stages import sizes_of
from tournaments.events.rules.tables import SEAT, TABLE
from tournaments.events.verbs.entries import entries_by_id
from tournaments.events.verbs.plans import Outline, StageProgress, courses
from tournaments.standings.models import Standing
from tournaments.standings.rules.forecasts.certain import BY_POINTS
from tournaments.standings.rules.forecasts.facts import Forecast, LastRound, Person, Table, is_told
from tournaments.standings.verbs.spreads import usual_spreads, worth_of
from tournaments.tables.models.rounds import Round, Seat


@dataclass(frozen=True)
class Ending:
    """The last round of an event, which is next or is being played. round: None: it is not published yet."""

    number: int
    course: StageProgress
    round: Round | None


@dataclass(frozen=True)
class Needs:
    """What people can still reach. entries: with their players, by id."""

    ending: Ending
    forecast: Forecast
    entries: Mapping[str, Entry]


def ending_of(event: Event, outline: Outline) -> Ending | None:
    """The last round, if it is next or is being played; else None.

    Also None if no round is closed yet: there is nothing to predict from.
    """
    newest = outline.newest
    if not event.is_running or newest is None or newest.stage.play_off:
        return None
    stages = [course for course in courses(event, outline) if not course.plan.play_off]
    last = stages[-1]
    if last.over or any(not course.over for course in stages[:-1]) or last.closed + 1 != last.rounds:
        return None
    number = sum(course.closed for course in stages) + 1
    if number == 1:
        return None
    drawn = newest if newest.number == number and newest.is_public else None
    return Ending(number, last, drawn)


def needs_of(event: Event, outline: Outline, standing: Standing | None) -> Needs | None:
    """What people need in the last round; None before this round is next, and if nobody can tell.

    standing: the newest one. Nobody can tell if somebody left a table in the middle of this round, if people
    and bots play and the round is not drawn, if open totals make the score, or if
    `standings.rules.forecasts` says so. Two queries, and one more in an event without rules.
    """
    ending = ending_of(event, outline)
    if ending is None or standing is None or not _is_bounded(event) or _has_shares(event, ending):
        return None
    entries = entries_by_id(event)
    last = _facts(event, ending, standing, entries)
    from tournaments.standings.rules.forecasts.forecast import forecast  # noqa: PLC0415 - it brings numpy along

    found = None if last is None else forecast(last)
    return None if found is None else Needs(ending, found, entries)


def _facts(
    event: Event, ending: Ending, standing: Standing, entries: Mapping[str, Entry]
) -> LastRound | None:
    rows = {row["entry"]: row for row in standing.rows if row["entry"] in entries}
    tables = _tables(ending.round) if ending.round is not None else ()
    if not rows or tables is None:
        return None
    so_far = {
        entry: (chips, table.played)
        for table in tables
        for entry, chips in zip(table.entries, table.so_far, strict=True)
    }
    reaching = _reaching(ending, rows, entries, so_far)
    if reaching is None:
        return None
    plays = so_far or {entry for entry in reaching if entries[entry].status == EntryStatus.CHECKED_IN}
    plan = ending.course.plan
    sizes: list[int] = []
    if not tables:
        try:
            sizes = sizes_of(plan, len(plays))
        except Refusal:
            return None
    people = [
        _person(event, ending, rows[entry], so_far.get(entry, (0, 0)), entries[entry], plays=entry in plays)
        for entry in reaching
    ]
    people += _substitutes(event, ending, rows, entries, reaching)
    size = sizes[0] if sizes else len(tables[0].entries)
    return LastRound(
        people=tuple(people),
        number=ending.number,
        tables=tables,
        sizes=tuple(sizes),
        deals=plan.deals.at(size),
        smallest=games.seats_range(event.rules_in_force)[0],
        largest=event.most,
        scoring=str(Scoring.CHIPS if event.scoring == Scoring.AUTO else event.scoring),
        points=tuple((int(seats), tuple(points)) for seats, points in sorted(event.points.items())),
        worths=_worths(event, ending),
        counting=event.counting,
        spreads=_spreads(event),
        boards_shared=event.rules_in_force["leftover"] == "split",
        seed=ending.number,
    )


def _spreads(event: Event) -> tuple[tuple[int, float], ...]:
    """How far chips spread at each table size: as usual with these rules. Without rules, as in this event."""
    if not event.without_rules:
        return tuple((seats, value / 1000) for seats, value in usual_spreads(event).items())
    closed = Seat.objects.filter(round__event=event, round__status=RoundStatus.CLOSED).exclude(results=None)
    tables = closed.values("table").annotate(
        squares=Sum(F("results__net") * F("results__net")),
        net=Sum("results__net"),
        deals=Sum("results__deals"),
        seats=Count("pk", distinct=True),
    )
    # From the mean of each table, which is 0 unless totals need not sum to zero.
    away = deals = 0.0
    for table in tables.order_by():
        away += table["squares"] - table["net"] ** 2 / table["seats"]
        deals += table["deals"]
    spread = sqrt(away / (deals or 1)) / (10 if event.unit == TENTHS else 1)
    least, most = games.seats_range(event.rules_in_force)
    return tuple((seats, spread) for seats in range(least, most + 1))


def _tables(round_: Round) -> tuple[Table, ...] | None:
    """The tables of a round with their chips so far (one query); None if somebody has left one of them."""
    rows = (
        Seat.objects.filter(round=round_)
        .annotate(
            taken_over=Count("occupants", distinct=True),
            net=Coalesce(Sum("results__net"), 0),
            played=Coalesce(Sum("results__deals"), 0),
        )
        .order_by("table__number", "number")
        .values_list(
            "table_id", "table__deals_planned", "table__closed_at", "entry_id", "taken_over", "net", "played"
        )
    )
    unit = round_.event.unit
    seated: dict[Any, list[tuple[str, int | Fraction]]] = {}
    length: dict[Any, tuple[int, int]] = {}
    for table, planned, closed_at, entry, taken_over, net, played in rows:
        if taken_over:
            return None
        seated.setdefault(table, []).append((str(entry), in_points(net, unit)))
        length[table] = (played if closed_at is not None else max(planned, played), played)
    return tuple(
        Table(tuple(entry for entry, _net in seats), tuple(net for _entry, net in seats), *length[table])
        for table, seats in seated.items()
    )


def _reaching(
    ending: Ending,
    rows: Mapping[str, Mapping[str, Any]],
    entries: Mapping[str, Entry],
    seated: Collection[str],
) -> list[str] | None:
    """The entries that can still come first, in the order of the standing; None if nobody knows yet."""
    stage, plan = ending.course.stage, ending.course.plan
    if any(entry not in rows for entry in seated):
        return None  # the standing is a moment old
    ordered = [entry for entry in rows if entry in entries]
    if plan.format == StageFormat.KNOCKOUT:
        return [entry for entry in ordered if entry in seated] or None
    if not seated and len({bool(entries[entry].player.bot) for entry in ordered}) > 1:
        return None
    if stage.number == 1:
        return ordered
    if ending.course.drawn:
        reached = set(ordered if stage.entrants is None else stage.entrants) | set(seated)
        return [entry for entry in ordered if entry in reached]
    present = [entry for entry in ordered if entries[entry].status != EntryStatus.WITHDRAWN]
    return present[: plan.cut]


def _person(
    event: Event,
    ending: Ending,
    row: Mapping[str, Any],
    so_far: tuple[int | Fraction, int],
    entry: Entry,
    *,
    plays: bool,
) -> Person:
    """A person of the forecast, made from a row of the standing.

    so_far: the net chips and deals of the last round up to now, which the standing includes.
    """
    _chips, deals = so_far
    plan, counting = ending.course.plan, event.counting
    # A stage begins when its first round is published; before, the standing has the stage before.
    begun = ending.round is not None or ending.course.closed > 0 or ending.course.stage.number == 1
    is_new = plan.format == StageFormat.KNOCKOUT or (not begun and not plan.carry)
    results, own, missed = _earlier(event, row, ending.number, row["deals"] - deals)
    return Person(
        entry=row["entry"],
        results=() if is_new else results,
        adjusted=Fraction(0) if is_new else Fraction(str(row["adjusted"])) + _taken(row),
        plays=plays,
        may_play=entry.status != EntryStatus.WITHDRAWN,
        ranked=not is_below(counting, own + 1, missed),
        ranked_if_missed=not is_below(counting, own, missed + 1),
    )


def _substitutes(
    event: Event,
    ending: Ending,
    rows: Mapping[str, Mapping[str, Any]],
    entries: Mapping[str, Entry],
    reaching: Collection[str],
) -> list[Person]:
    """Those who have not reached this stage, but can sit in for somebody who has."""
    carry = ending.course.plan.carry and ending.course.plan.format != StageFormat.KNOCKOUT
    people = []
    for entry, row in rows.items():
        if entry in reaching or entries[entry].status == EntryStatus.WITHDRAWN:
            continue
        results, _own, _missed = _earlier(event, row, ending.number, row["deals"])
        adjusted = Fraction(str(row["adjusted"])) if carry else Fraction(0)
        person = Person(entry, results if carry else (), adjusted, plays=False, ranked_if_missed=False)
        people.append(person)
    return people


def _earlier(
    event: Event, row: Mapping[str, Any], number: int, deals: int
) -> tuple[tuple[RoundResult, ...], int, int]:
    """The results before round `number`, and how many were played and missed. deals: played in them."""
    before = [each for each in row["results"] if 0 < each["round"] < number]
    missed = sum(each["state"].startswith("missed") for each in before)
    own = len(before) - missed
    weight = max(round(deals / own), 1) if event.scoring == Scoring.AVERAGE and own else 1
    return tuple(_result(each, weight) for each in before), own, missed


def _result(each: Mapping[str, Any], weight: int) -> RoundResult:
    """A round of a standing, whose results have three decimals. weight: its deals if scored by `average`."""
    is_missed = each["state"].startswith("missed")
    exact = None if each["result"] is None else Fraction(str(each["result"])).limit_denominator(500)
    if is_missed or exact is None:
        return RoundResult(each["round"], exact, missed=is_missed)
    return RoundResult(each["round"], exact * weight, weight)


def _worths(event: Event, ending: Ending) -> tuple[tuple[int, Fraction], ...]:
    if event.scoring != Scoring.EVEN or event.spreads is None:
        return ()
    round_ = ending.round
    each = ending.course.plan.deals.each if round_ is None else round_.deals_each
    return tuple(sorted(worth_of(event.spreads, event.size, TABLE if each is None else SEAT).items()))


def may_end_soon(event: Event, outline: Outline, standing: Standing | None) -> bool:
    """Whether there may be chances for the page "What do I need?". Other pages link to it only then.

    It makes no simulation, so the answer can be true although the page then has nothing to show. It makes no
    query but one for each knockout that has begun. standing: the newest one.
    """
    ending = ending_of(event, outline)
    return ending is not None and _is_enough(event, standing)


def closed_and_ending(event: Event, standing: Standing | None) -> tuple[list[int], bool]:
    """The numbers of the closed rounds, and the same as `may_end_soon`, for a page without an outline.

    One query. It follows from the total of rounds that the event keeps.
    """
    play_off = Exists(Stage.objects.filter(event=OuterRef("event"), play_off=True))
    closed = Round.objects.filter(event=event, status=RoundStatus.CLOSED).order_by("number")
    rows: list[tuple[int, bool]] = list(closed.values_list("number", play_off))
    last = event.rounds_planned - any(has_play_off for _number, has_play_off in rows)
    is_next = event.is_running and 1 < last == len(rows) + 1
    return [number for number, _has in rows], is_next and _is_enough(event, standing)


def last_round_of(event: Event, outline: Outline) -> int | None:
    """The number of the last round of an event, play-offs apart; None if it is not known yet."""
    rounds = [course.rounds for course in courses(event, outline) if not course.plan.play_off]
    return None if None in rounds else sum(number or 0 for number in rounds)


def _is_enough(event: Event, standing: Standing | None) -> bool:
    """Whether there is a standing, and its scores can be forecast."""
    return standing is not None and _is_bounded(event) and is_told(event.counting)


def _has_shares(event: Event, ending: Ending) -> bool:
    """Whether the last stage has two groups, will take a share of scores, or adds one to a mean."""
    if ending.course.stage.splits:
        return True
    if ending.course.plan.share == Share.FULL or not ending.course.plan.carry:
        return False
    begun = ending.round is not None or ending.course.closed > 0
    return not begun or event.counting.is_mean(event.scoring)


def _taken(row: Mapping[str, Any]) -> Fraction:
    """The score that a person took along from earlier stages. A row of a standing has it as round 0."""
    return sum((Fraction(str(each["result"])) for each in row["results"] if each["round"] == 0), Fraction(0))


def _is_bounded(event: Event) -> bool:
    """Whether totals sum to zero, or only places count. Otherwise the results of a table have no limit."""
    return not event.open_totals or event.scoring in BY_POINTS
