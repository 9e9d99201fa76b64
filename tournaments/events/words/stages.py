"""The stages of an event in words, and whom a cut chose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext

from tournaments.core.models.choices import StageFormat, TieBreak
from tournaments.core.words.words import rounds as rounds_in_words
from tournaments.events.models.events import Entry, Event, Stage
from tournaments.events.rules.formats import FORMATS
from tournaments.events.verbs.plans import Outline, outline_of
from tournaments.standings.rules.placing import ENOUGH_ROUNDS
from tournaments.tables.models.rounds import Round


def stage_title(stage: Stage) -> str:
    """The title of a stage: "Final of 4", "Swiss", "Knockout of 16"."""
    if stage.play_off:
        return gettext("Play-off")
    form = FORMATS[stage.format]
    name = gettext(form.name)
    if stage.cut is None or form.usual_cut is None:
        return name
    return gettext("%(stage)s of %(players)d") % {"stage": name, "players": stage.cut}


def group_title(stage: Stage, *, rest: bool) -> str:
    """The title of a stage in a standing. Of two groups that play it side by side, the title of one."""
    if rest:
        return gettext("The others")
    if stage.splits and stage.format != StageFormat.FINAL:
        return gettext("The best %(count)d") % {"count": stage.cut}
    return stage_title(stage)


@dataclass(frozen=True)
class Step:
    """A stage as a step of its event. `state`: closed, live or coming."""

    stage: Stage
    title: str
    rounds: str
    state: str
    first: int
    """The number of its first round; 0 before the first draw."""

    @property
    def sentence(self) -> str:
        """What is played, as a sentence; empty for a play-off."""
        return "" if self.stage.play_off else FORMATS[self.stage.format].sentence


def steps_of(event: Event, outline: Outline | None = None, *, public: bool = True) -> list[Step]:
    """The stages of an event in order. `public`: without draws that only directors see."""
    outline = outline or outline_of(event)
    stages, rounds = outline.stages, outline.published if public else list(reversed(outline.rounds))
    # In this order the first round of a stage comes last and stays in the dict.
    firsts = {round_.stage_id: round_.number for round_ in rounds}
    newest = max((stage.number for stage in stages if stage.pk in firsts), default=0)
    live = newest if event.is_running else 0
    return [
        Step(
            stage=stage,
            title=stage_title(stage),
            rounds=rounds_in_words(stage.rounds_planned)
            if stage.rounds_planned
            else gettext("until one table is left"),
            state="live" if stage.number == live else "closed" if stage.number <= newest else "coming",
            first=firsts.get(stage.pk, 0),
        )
        for stage in stages
    ]


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


def cut_result(stage: Stage, entries: Mapping[str, Entry]) -> dict[str, Any] | None:
    """For `desk/cut.html`: whom the cut of a stage chose; None without a cut, or before it.

    entries: at least those of `cut_entries`. on: the names of the chosen, unless they are too many; count:
    their number; out: that of the others. decided_by: what decided between `last_in` and `first_out`.
    """
    report: Mapping[str, Any] | None = stage.cut_report
    if not report or not stage.entrants or not report["out"]:
        return None
    on = _went_on(stage)
    return {
        "title": stage_title(stage),
        "on": _names(on, entries) if len(on) <= MOST_NAMES else [],
        "count": len(on),
        "out": report["out"],
        "too_few_rounds": report["decided_by"] == ENOUGH_ROUNDS,
        "tied": report["tied"],
        "decided_by": report["decided_by"],
        "metric": dict(TieBreak.choices).get(report["decided_by"], report["decided_by"]),
        "last_in": (_names([report["last_in"]], entries) or ["?"])[0],
        "first_out": (_names([report["first_out"]], entries) or ["?"])[0],
        "passed_over": _names(report["passed_over"], entries),
        "splits": stage.splits,
    }


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
