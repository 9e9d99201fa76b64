"""The stages of an event in words, and which rounds count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext, ngettext_lazy

from tournaments.core.models.choices import (
    Missed,
    Scoring,
    StageFormat,
    TieBreak,
)
from tournaments.core.numbers import number
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


OF_ROUNDS: Final = {
    "best_rounds": ngettext_lazy(
        "The best round of each player counts.", "The best %(count)d rounds of each player count.", "count"
    ),
    "struck_rounds": ngettext_lazy(
        "The worst round of each player is struck.",
        "The worst %(count)d rounds of each player are struck.",
        "count",
    ),
    "least_rounds": ngettext_lazy(
        "Who has played no round is not ranked.",
        "Who has played fewer than %(count)d rounds is not ranked.",
        "count",
    ),
}
"""What the other settings about rounds mean."""


def missed_choices() -> list[tuple[str, Promise, Promise]]:
    """(value, name, sentence) of each value of a missed round."""
    return [(value, *words) for value, words in MISSED.items()]


def counting_rules(event: Event) -> list[str]:
    """What a missed round of this event is worth, with an example, and its other rules about rounds."""
    return [_missed(event) or str(MISSED[Missed(event.missed)][1]), *_of_rounds(event)]


def counting_lines(event: Event) -> list[str]:
    """What the standings say about rounds: a short sentence for each rule that the event has."""
    if event.scoring == Scoring.AVERAGE or event.missed == Missed.NOTHING:
        return _of_rounds(event)
    return [_missed(event) or str(SHORT[Missed(event.missed)]), *_of_rounds(event)]


def _missed(event: Event) -> str:
    """What a missed round is worth, if this depends on another setting; else empty."""
    if event.scoring == Scoring.AVERAGE:
        return gettext("A missed round does not count, because the score is chips per deal.")
    if event.missed_score is None:
        return ""
    return gettext("A missed round is worth %(score)s.") % {"score": number(event.missed_score, 2)}


def _of_rounds(event: Event) -> list[str]:
    counts = {name: getattr(event, name) for name in OF_ROUNDS}
    return [str(OF_ROUNDS[name] % {"count": count}) for name, count in counts.items() if count is not None]


def below_the_line(event: Event) -> str:
    """The heading above the players who are not ranked."""
    least = event.least_rounds or 1
    return ngettext("Not ranked: no round played", "Not ranked: fewer than %(count)d rounds", least) % {
        "count": least
    }
