"""The happenings of a rehearsal in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from tournaments.kernel.refusals import stored_sentence
from tournaments.services.rehearsals.happenings import Happening

HAPPENED: Final[Mapping[str, str | Promise]] = {
    "late": gettext_lazy("%(entry)s comes late and plays from the next round on."),
    "too_late": gettext_lazy("%(entry)s comes too late to play: the stage takes no more players."),
    "before_a_cut": gettext_lazy("%(entry)s has come. The standings decide who plays in the next stage."),
    "shrunk": gettext_lazy("%(entry)s is missing. Table %(table)d plays with one seat less."),
    "substituted": gettext_lazy("%(entry)s is missing. %(into)s sits in at table %(table)d."),
    "came_after_all": gettext_lazy("%(entry)s, who was missing, has come and plays from the next round on."),
    "stayed_away": gettext_lazy("%(entry)s, who was missing, will not come."),
    "left": gettext_lazy("%(entry)s goes home."),
    "penalty_in_points": gettext_lazy("%(entry)s is late at the table and loses %(points)s points."),
    "penalty": gettext_lazy("%(entry)s is late at the table and loses %(chips)d chips."),
    "voided": gettext_lazy(
        "Table %(table)d: deal %(deal)d was entered wrong. It is voided and entered again."
    ),
}

REFUSED: Final[Mapping[str, str | Promise]] = {
    "begin": gettext_lazy("The evening could not begin."),
    "draw": gettext_lazy("Round %(round)d could not be drawn."),
    "call": gettext_lazy("Round %(round)d could not be published."),
    "play": gettext_lazy("Round %(round)d could not be played."),
    "close": gettext_lazy("Round %(round)d could not be closed."),
    "finish": gettext_lazy("The evening could not be finished."),
    "leave_out": gettext_lazy("Round %(round)d: table %(table)d could not play with one seat less."),
    "substitute": gettext_lazy("Round %(round)d, table %(table)d: nobody could sit in for a missing player."),
    "correct": gettext_lazy("Round %(round)d, table %(table)d: deal %(deal)d could not be corrected."),
    "leaving": gettext_lazy("Round %(round)d: a player could not withdraw."),
    "gone": gettext_lazy("Round %(round)d: a missing player could not be withdrawn."),
    "coming": gettext_lazy("Round %(round)d: a player could not be checked in."),
    "broken": gettext_lazy("The rehearsal stopped."),
}


def happening_text(happening: Happening, names: Mapping[str, str], *, for_directors: bool) -> str:
    """The sentence of a happening. `names`: of the players, by the id of their entry.

    The reason of a refusal can be somebody's wish, so only directors read it.
    """
    params = dict(happening.params)
    if happening.kind == "refused":
        what = str(REFUSED[params["what"]]) % {"round": happening.round, **params}
        why = stored_sentence(params, names) if for_directors else gettext("Directors can read the reason.")
        return f"{what} {why}"
    if happening.kind == "corrected":
        return _correction_text(params)
    for key in ("entry", "into"):
        if key in params:
            params[key] = names.get(params[key], params[key])
    return str(HAPPENED[happening.kind]) % params


def _correction_text(params: Mapping[str, Any]) -> str:
    if params["in_the_round"]:
        sentences = [gettext("Table %(table)d: deal %(deal)d is corrected.") % params]
    else:
        sentences = [gettext("Table %(table)d: deal %(deal)d is corrected after the round.") % params]
    if params["later"]:
        sentences.append(
            ngettext(
                "%(later)d later deal is counted again.",
                "%(later)d later deals are counted again.",
                params["later"],
            )
            % params
        )
    if params["moved"]:
        sentences.append(
            ngettext(
                "%(moved)d place in the standings changes.",
                "%(moved)d places in the standings change.",
                params["moved"],
            )
            % params
        )
    return " ".join(sentences)


def duration(span: timedelta) -> str:
    """A span of time to the minute: "3 h 25 min"."""
    hours, minutes = divmod(round(span.total_seconds() / 60), 60)
    if not hours:
        return gettext("%(minutes)d min") % {"minutes": minutes}
    return gettext("%(hours)d h %(minutes)d min") % {"hours": hours, "minutes": minutes}
