"""The stages of an event in words, and which rounds count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext, gettext_lazy, ngettext

from tournaments.core.models.choices import (
    DealsPer,
    Missed,
    Rest,
    Scoring,
    Share,
    SmallTables,
    StageFormat,
    TieBreak,
)
from tournaments.core.numbers import number
from tournaments.core.words.words import passes_the_deal
from tournaments.events.models.events import Entry, Event, Stage
from tournaments.events.verbs.plans import Outline, outline_of
from tournaments.standings.rules.placing import ENOUGH_ROUNDS
from tournaments.tables.models.rounds import Round

FORMATS: Final = {
    StageFormat.ROTATION: (
        gettext_lazy("Everybody meets"),
        gettext_lazy("All rounds are planned together, so that everybody meets as many others as possible."),
    ),
    StageFormat.SWISS: (
        gettext_lazy("Swiss"),
        gettext_lazy("Each round seats players together who are close in the standings and have not met."),
    ),
    StageFormat.KNOCKOUT: (
        gettext_lazy("Knockout"),
        gettext_lazy("The best players of each table go on, until one table is left."),
    ),
    StageFormat.FINAL: (
        gettext_lazy("Final"),
        gettext_lazy(
            "The best players of the stage before play at one table, or at several if they are many."
        ),
    ),
    StageFormat.LADDER: (
        gettext_lazy("Up and down"),
        gettext_lazy("After each round the best players move up a table and the last ones move down."),
    ),
}
"""The name of each format, and a sentence about it."""

PLAY_OFF: Final = (
    gettext_lazy("Play-off"),
    gettext_lazy("Players who are equal play one table for their order. It counts nowhere else."),
)
"""The same for a final that is a play-off."""


CARRIED: Final = {
    Share.FULL: gettext_lazy("Points are carried over."),
    Share.HALF: gettext_lazy("Half of the points are carried over."),
    Share.HALF_UP: gettext_lazy("Half of the points are carried over, rounded up."),
}


RESTS: Final = {
    Rest.FULL: gettext_lazy("The others play on at their own tables. Their points are carried over."),
    Rest.HALF: gettext_lazy("The others play on at their own tables. Half of their points are carried over."),
    Rest.HALF_UP: gettext_lazy(
        "The others play on at their own tables. Half of their points are carried over, rounded up."
    ),
    Rest.NONE: gettext_lazy("The others play on at their own tables and start from zero."),
}


def format_choices() -> list[tuple[str, str, str]]:
    """(value, name, sentence) of each format."""
    return [(value.value, str(name), str(sentence)) for value, (name, sentence) in FORMATS.items()]


def stage_title(stage: Stage) -> str:
    """The title of a stage: "Final of 4", "Swiss", "Knockout of 16"."""
    if stage.play_off:
        return str(PLAY_OFF[0])
    name = str(FORMATS[StageFormat(stage.format)][0])
    if stage.cut is None or stage.format not in (StageFormat.FINAL, StageFormat.KNOCKOUT):
        return name
    return gettext("%(stage)s of %(players)d") % {"stage": name, "players": stage.cut}


def group_title(stage: Stage, *, rest: bool) -> str:
    """The title of a stage in a standing. Of two groups that play it side by side, the title of one."""
    if rest:
        return gettext("The others")
    if stage.splits and stage.format != StageFormat.FINAL:
        return gettext("The best %(count)d") % {"count": stage.cut}
    return stage_title(stage)


def stage_rounds(stage: Stage) -> str:
    """The length of a stage: "5 rounds"."""
    if stage.rounds_planned is None:
        return gettext("until one table is left")
    return ngettext("%(count)d round", "%(count)d rounds", stage.rounds_planned) % {
        "count": stage.rounds_planned
    }


@dataclass(frozen=True)
class Step:
    """A stage as a step of its event. `state`: closed, live or coming."""

    stage: Stage
    title: str
    rounds: str
    terms: list[str]
    state: str
    first: int
    """The number of its first round; 0 before the first draw."""


def steps_of(event: Event, outline: Outline | None = None, *, public: bool = True) -> list[Step]:
    """The stages of an event in order. `public`: without draws that only directors see."""
    outline = outline or outline_of(event)
    stages, rounds = outline.stages, outline.published if public else list(reversed(outline.rounds))
    # In this order the first round of a stage comes last and stays in the dict.
    firsts = {round_.stage_id: round_.number for round_ in rounds}
    begun = [stage.number for stage in stages if stage.pk in firsts]
    live = max(begun, default=0)
    return [
        Step(
            stage=stage,
            title=stage_title(stage),
            rounds=stage_rounds(stage),
            terms=stage_terms(event, stage),
            state="live"
            if stage.number == live and event.status == "running"
            else "closed"
            if stage.number <= live
            else "coming",
            first=firsts.get(stage.pk, 0),
        )
        for stage in stages
    ]


def stage_terms(event: Event, stage: Stage) -> list[str]:
    """The settings of a stage that differ from the default, each in a short sentence."""
    terms = []
    if stage.play_off:
        terms.append(str(PLAY_OFF[1]))
    if stage.cut is not None:
        terms.append(
            ngettext("The best player takes part.", "The best %(count)d players take part.", stage.cut)
            % {"count": stage.cut}
        )
    terms += _carried(stage)
    if stage.format == StageFormat.KNOCKOUT:
        terms.append(
            ngettext(
                "The best player of each table goes on.",
                "The best %(count)d players of each table go on.",
                stage.advance,
            )
            % {"count": stage.advance}
        )
    if stage.format == StageFormat.LADDER:
        terms.append(
            ngettext(
                "At each table one player moves up and one moves down.",
                "At each table %(count)d players move up and %(count)d move down.",
                stage.advance,
            )
            % {"count": stage.advance}
        )
    if stage.size is not None and not stage.play_off:
        terms.append(gettext("Tables of %(size)d.") % {"size": stage.size})
    if stage.deals_per_round is not None:
        if stage.deals_per != DealsPer.SEAT:
            template = ngettext(
                "%(count)d deal in each round.", "%(count)d deals in each round.", stage.deals_per_round
            )
        elif passes_the_deal(event):
            template = ngettext(
                "Everybody deals once in each round.",
                "Everybody deals %(count)d times in each round.",
                stage.deals_per_round,
            )
        else:
            template = ngettext(
                "In each round as many deals as the table has players.",
                "In each round %(count)d times as many deals as the table has players.",
                stage.deals_per_round,
            )
        terms.append(template % {"count": stage.deals_per_round})
    if stage.small_tables == SmallTables.HIGH:
        terms.append(gettext("Players in higher places get the smaller tables."))
    elif stage.small_tables == SmallTables.LOW:
        terms.append(gettext("Players in lower places get the smaller tables."))
    return terms


def _carried(stage: Stage) -> list[str]:
    """What the players of a stage take along from the stages before."""
    if stage.number == 1 or stage.play_off:
        return []
    zero = gettext("They start from zero.") if stage.splits else gettext("Everybody starts from zero.")
    terms = [str(CARRIED[Share(stage.share)]) if stage.carry else zero]
    return [*terms, str(RESTS[Rest(stage.rest)])] if stage.splits else terms


def round_title(round_: Round, *, several: bool) -> str:
    """The title of a round: "Round 6"; in an event with several stages "Final of 4 · round 6"."""
    if not several:
        return gettext("Round %(number)d") % {"number": round_.number}
    return gettext("%(stage)s · round %(number)d") % {
        "stage": stage_title(round_.stage),
        "number": round_.number,
    }


MOST_NAMES: Final = 24
"""The result of a cut names so many players at most."""


@dataclass(frozen=True)
class CutResult:
    """The players that a cut chose, the number of the others, and what decided the last place.

    on: their names; empty if they are more than `MOST_NAMES`. count: their number. splits: the others play
    on.
    """

    title: str
    on: list[str]
    count: int
    out: int
    why: str
    passed_over: list[str]
    splits: bool = False


def cut_result(stage: Stage, entries: Mapping[str, Entry]) -> CutResult | None:
    """The result of the cut of a stage. None if the stage has no cut or the cut has not happened yet.

    entries: at least those of `cut_entries`.
    """
    report: Mapping[str, Any] | None = stage.cut_report
    if not report or not stage.entrants or not report["out"]:
        return None
    on = _went_on(stage)
    return CutResult(
        title=stage_title(stage),
        on=_names(on, entries) if len(on) <= MOST_NAMES else [],
        count=len(on),
        out=report["out"],
        why=_why_cut(report, entries),
        passed_over=_names(report["passed_over"], entries),
        splits=stage.splits,
    )


def _went_on(stage: Stage) -> Sequence[str]:
    """The players who went on after a cut; without substitutes where the others play on, too."""
    on: Sequence[str] = (
        stage.cut_report["chosen"] if stage.splits and stage.cut_report else stage.entrants or ()
    )
    return on


def cut_entries(stage: Stage) -> set[str]:
    """The ids of the entries that the result of the cut of a stage names."""
    report: Mapping[str, Any] = stage.cut_report or {}
    entrants = _went_on(stage)
    ends = {report["last_in"], report["first_out"]} if report.get("tied") else set()
    return ends | {*report.get("passed_over", ()), *(entrants if len(entrants) <= MOST_NAMES else ())}


def _names(ids: Sequence[str], entries: Mapping[str, Entry]) -> list[str]:
    return [entries[pk].player.public_name for pk in ids if pk in entries]


def _why_cut(report: Mapping[str, Any], entries: Mapping[str, Entry]) -> str:
    if report["decided_by"] == ENOUGH_ROUNDS:
        return gettext("The others have played too few rounds to be ranked.")
    if not report["tied"]:
        return ""
    [last_in] = _names([report["last_in"]], entries) or ["?"]
    [first_out] = _names([report["first_out"]], entries) or ["?"]
    if report["decided_by"] == TieBreak.LOTS:
        return gettext("%(last_in)s and %(first_out)s were level in everything. Lots decided.") % {
            "last_in": last_in,
            "first_out": first_out,
        }
    return gettext(
        "%(last_in)s and %(first_out)s had the same score. The tie-break “%(metric)s” decided."
    ) % {"last_in": last_in, "first_out": first_out, "metric": metric_word(report["decided_by"])}


def metric_word(metric: str) -> str:
    """The name of a tie-break."""
    return str(TieBreak(metric).label) if metric in TieBreak.values else metric


MISSED: Final = {
    Missed.NOTHING: (
        gettext_lazy("Nothing"),
        gettext_lazy("A missed round adds 0. Example: +30, missed, +12 make +42."),
    ),
    Missed.MEAN: (
        gettext_lazy("One's own mean"),
        gettext_lazy(
            "A missed round is worth the mean of the rounds that one played. Example: +30, missed, +12 make "
            "+63, because the missed round is worth +21."
        ),
    ),
    Missed.FIXED: (
        gettext_lazy("A fixed value"),
        gettext_lazy(
            "You say what a missed round is worth. Example: with \N{MINUS SIGN}10, +30, missed, +12 make +32."
        ),
    ),
    Missed.UNCOUNTED: (
        gettext_lazy("Not counted"),
        gettext_lazy(
            "The score is the mean of the rounds that count, so all scores are scores per round. Example: "
            "+30, missed, +12 make +21, and +30, 0, +12 make +14."
        ),
    ),
}
"""The name of each value of a missed round, and a sentence with an example."""

SHORT: Final = {
    Missed.MEAN: gettext_lazy("A missed round is worth the mean of the rounds that one played."),
    Missed.UNCOUNTED: gettext_lazy("The score is the mean of the rounds that count."),
}
"""The same without an example."""


def missed_choices() -> list[tuple[str, str, str]]:
    """(value, name, sentence) of each value of a missed round."""
    return [(value.value, str(name), str(sentence)) for value, (name, sentence) in MISSED.items()]


def counting_rules(event: Event) -> list[str]:
    """What a missed round of this event is worth, with an example, and its other rules about rounds."""
    return [_missed(event) or str(MISSED[Missed(event.missed)][1]), *_of_rounds(event)]


def counting_lines(event: Event) -> list[str]:
    """What the standings say about rounds: a short sentence for each rule that the event has."""
    lines = []
    if event.scoring != Scoring.AVERAGE and event.missed != Missed.NOTHING:
        lines.append(_missed(event) or str(SHORT[Missed(event.missed)]))
    return [*lines, *_of_rounds(event)]


def _missed(event: Event) -> str:
    """What a missed round is worth, if this depends on another setting; else empty."""
    if event.scoring == Scoring.AVERAGE:
        return gettext("A missed round does not count, because the score is chips per deal.")
    if event.missed_score is None:
        return ""
    return gettext("A missed round is worth %(score)s.") % {"score": number(event.missed_score, 2)}


def _of_rounds(event: Event) -> list[str]:
    lines = []
    if event.best_rounds is not None:
        lines.append(
            ngettext(
                "The best round of each player counts.",
                "The best %(count)d rounds of each player count.",
                event.best_rounds,
            )
            % {"count": event.best_rounds}
        )
    if event.struck_rounds is not None:
        lines.append(
            ngettext(
                "The worst round of each player is struck.",
                "The worst %(count)d rounds of each player are struck.",
                event.struck_rounds,
            )
            % {"count": event.struck_rounds}
        )
    if event.least_rounds is not None:
        lines.append(
            ngettext(
                "Who has played no round is not ranked.",
                "Who has played fewer than %(count)d rounds is not ranked.",
                event.least_rounds,
            )
            % {"count": event.least_rounds}
        )
    return lines


def below_the_line(event: Event) -> str:
    """The heading above the players who are not ranked."""
    least = event.least_rounds or 1
    return ngettext("Not ranked: no round played", "Not ranked: fewer than %(count)d rounds", least) % {
        "count": least
    }
