"""Which rounds of an event count, in words."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext, ngettext_lazy

from tournaments.core.models.choices import Missed, Scoring
from tournaments.core.numbers import number
from tournaments.events.models.events import Event

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
