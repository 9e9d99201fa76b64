"""Stages in words: what a format is, what a stage is called, how its players were chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext, gettext_lazy, ngettext

from tournaments.models import Entry, Event, Round, RoundStatus, SmallTables, Stage, StageFormat, TieBreak

FORMATS: Final = {
    StageFormat.ROTATION: (
        gettext_lazy("Everybody meets"),
        gettext_lazy("All rounds are planned together, so that everybody meets as many others as possible."),
    ),
    StageFormat.SWISS: (
        gettext_lazy("Swiss"),
        gettext_lazy("Each round brings together those who stand close, and who have not met yet."),
    ),
    StageFormat.KNOCKOUT: (
        gettext_lazy("Knockout"),
        gettext_lazy("The best of each table go on, the others are out, until one table is left."),
    ),
    StageFormat.FINAL: (
        gettext_lazy("Final"),
        gettext_lazy("The best of the stage before sit down together and play it out."),
    ),
    StageFormat.LADDER: (
        gettext_lazy("Up and down"),
        gettext_lazy("The best of a table move up a table, the last move down: a league night."),
    ),
}
"""A format's name for people, and what it is, in one sentence."""


def format_choices() -> list[tuple[str, str, str]]:
    """(value, name, sentence) of each format."""
    return [(value.value, str(name), str(said)) for value, (name, said) in FORMATS.items()]


def stage_title(stage: Stage) -> str:
    """What a stage is called: "Final of 4", "Swiss", "Knockout of 16"."""
    name = str(FORMATS[StageFormat(stage.format)][0])
    if stage.cut is None or stage.format not in (StageFormat.FINAL, StageFormat.KNOCKOUT):
        return name
    return gettext("%(stage)s of %(players)d") % {"stage": name, "players": stage.cut}


def stage_rounds(stage: Stage) -> str:
    """How long a stage is: "5 rounds"."""
    if stage.rounds_planned is None:
        return gettext("until one table is left")
    return ngettext("%(count)d round", "%(count)d rounds", stage.rounds_planned) % {
        "count": stage.rounds_planned
    }


@dataclass(frozen=True)
class Step:
    """A stage as a step of its event. `state`: over, live or coming, as the wells are drawn."""

    stage: Stage
    title: str
    rounds: str
    said: list[str]
    state: str
    first: int
    """The number of its first round; 0 while none is drawn."""


def steps_of(event: Event, *, public: bool = True) -> list[Step]:
    """An event's stages in their order (two queries); the draw of a stage that only directors see apart."""
    stages = list(Stage.objects.filter(event=event).order_by("number"))
    rounds = Round.objects.filter(event=event)
    if public:
        rounds = rounds.exclude(status=RoundStatus.DRAWN)
    # The last word is the lowest number: a stage's first round.
    firsts = dict(rounds.order_by("-number").values_list("stage_id", "number"))
    begun = [stage.number for stage in stages if stage.pk in firsts]
    live = max(begun, default=0)
    return [
        Step(
            stage=stage,
            title=stage_title(stage),
            rounds=stage_rounds(stage),
            said=stage_terms(stage),
            state="live"
            if stage.number == live and event.status == "running"
            else "closed"
            if stage.number <= live
            else "coming",
            first=firsts.get(stage.pk, 0),
        )
        for stage in stages
    ]


def stage_terms(stage: Stage) -> list[str]:
    """What is agreed for a stage, each in a short sentence; what is as usual is not said."""
    said = []
    if stage.cut is not None:
        said.append(
            ngettext("The best %(count)d goes on to it.", "The best %(count)d go on to it.", stage.cut)
            % {"count": stage.cut}
        )
    if stage.number > 1:
        said.append(gettext("Points carry on.") if stage.carry else gettext("Everybody begins at zero."))
    if stage.format == StageFormat.KNOCKOUT:
        said.append(
            ngettext(
                "The best of each table goes on.", "The best %(count)d of each table go on.", stage.advance
            )
            % {"count": stage.advance}
        )
    if stage.format == StageFormat.LADDER:
        said.append(
            ngettext(
                "One moves up from each table, one down.",
                "%(count)d move up from each table, %(count)d down.",
                stage.advance,
            )
            % {"count": stage.advance}
        )
    if stage.size is not None:
        said.append(gettext("Tables of %(size)d.") % {"size": stage.size})
    if stage.deals_per_round is not None:
        said.append(
            ngettext("%(count)d deal a round.", "%(count)d deals a round.", stage.deals_per_round)
            % {"count": stage.deals_per_round}
        )
    if stage.small_tables == SmallTables.HIGH:
        said.append(gettext("The smaller tables go to the higher places."))
    elif stage.small_tables == SmallTables.LOW:
        said.append(gettext("The smaller tables go to the lower places."))
    return said


def round_title(of: Round, *, several: bool) -> str:
    """A round's name: "Round 6", and in an event of several stages "Final of 4 · round 6"."""
    if not several:
        return gettext("Round %(number)d") % {"number": of.number}
    return gettext("%(stage)s · round %(number)d") % {"stage": stage_title(of.stage), "number": of.number}


@dataclass(frozen=True)
class CutTold:
    """Who went on to a stage, how many did not, and what told the last in from the first out."""

    title: str
    on: list[str]
    out: int
    why: str
    passed_over: list[str]


def cut_told(stage: Stage, entries: Mapping[str, Entry]) -> CutTold | None:
    """How a stage's players were chosen; None where everybody plays it, or nobody was chosen yet."""
    report: Mapping[str, Any] | None = stage.cut_report
    if not report or not stage.entrants or not report["out"]:
        return None
    return CutTold(
        title=stage_title(stage),
        on=_names(stage.entrants, entries),
        out=report["out"],
        why=_why_cut(report, entries),
        passed_over=_names(report["passed_over"], entries),
    )


def _names(ids: Sequence[str], entries: Mapping[str, Entry]) -> list[str]:
    return [entries[pk].player.public_name for pk in ids if pk in entries]


def _why_cut(report: Mapping[str, Any], entries: Mapping[str, Entry]) -> str:
    if not report["tied"]:
        return ""
    [last_in] = _names([report["last_in"]], entries) or ["?"]
    [first_out] = _names([report["first_out"]], entries) or ["?"]
    if report["decided_by"] == TieBreak.LOTS:
        return gettext("%(last_in)s and %(first_out)s were level in everything: lots decided.") % {
            "last_in": last_in,
            "first_out": first_out,
        }
    return gettext("%(last_in)s and %(first_out)s had the same score: “%(metric)s” decided.") % {
        "last_in": last_in,
        "first_out": first_out,
        "metric": metric_word(report["decided_by"]),
    }


def metric_word(metric: str) -> str:
    """A tie-break as a word in a sentence."""
    return str(TieBreak(metric).label) if metric in TieBreak.values else metric
