"""What a table can tell about luck, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext

from tournaments.models import Event, Standing
from tournaments.rules.chances import LEAST_ROUNDS, is_enough
from tournaments.services.seasons.chances import TableChances
from tournaments.services.standings.chances import is_computing, with_chances


@dataclass(frozen=True)
class ChancesInWords:
    """The sentences for the top of a standing, and for entries the range of their places.

    places: of each entry the first and the last place of the range, where ranges are told.
    stamp: changes when the chances change; 0 without them.
    """

    lines: Sequence[str] = ()
    ranges: Mapping[str, str] = field(default_factory=dict)
    stamp: int = 0
    places: Mapping[str, Sequence[int]] = field(default_factory=dict)


def chances_in_words(event: Event, standings: Sequence[Standing]) -> ChancesInWords:
    """What the newest of these standings tells that was kept at the close of a round (no query).

    standings: as `standings_to_show` gives them.
    """
    kept = with_chances(standings)
    if kept is None or kept.round is None:
        return ChancesInWords()
    number = kept.round.number
    if not is_enough(number):
        return ChancesInWords([_too_few_rounds(number)])
    if is_computing(kept):
        if event.club.rehearses_id is not None:
            return ChancesInWords([gettext("What is luck is not computed in a rehearsal.")])
        return ChancesInWords()  # a worker computes them now
    stamp = kept.chances_cover or 0
    if not kept.chances:
        too_few = gettext("There are too few results to tell how much of it is luck.")
        return ChancesInWords([too_few], stamp=stamp)
    places = kept.chances["places"]
    lines = []
    if all(first == 1 and last == len(places) for first, last in places.values()):
        told = {}
        lines.append(
            gettext(
                "After round %(round)d luck alone could explain all differences: everybody could as well "
                "have any other place."
            )
            % {"round": number}
        )
    else:
        told = places
        lines.append(
            gettext(
                "Much is luck. If the same people played on for a very long time, each of them would end at "
                "one of the places that their line tells, in at least 9 of 10 cases (as of round %(round)d)."
            )
            % {"round": number}
        )
    if kept.chances["lead"] is not None:
        lines.append(_lead(kept.chances["lead"], number))
    ranges = {entry: _range(first, last) for entry, (first, last) in told.items()}
    return ChancesInWords(lines, ranges, stamp, told)


def _too_few_rounds(rounds: int) -> str:
    return ngettext(
        "After %(rounds)d round it is too early to tell how much of it is luck. It takes %(least)d rounds.",
        "After %(rounds)d rounds it is too early to tell how much of it is luck. It takes %(least)d rounds.",
        rounds,
    ) % {"rounds": rounds, "least": LEAST_ROUNDS}


def _range(first: int, last: int) -> str:
    if first == last:
        return gettext("place %(place)d also by strength") % {"place": first}
    return gettext("could as well be %(first)d to %(last)d") % {"first": first, "last": last}


def _lead(lead: Mapping[str, Any], number: int) -> str:
    by = lead["by"]
    shown = number_format(int(by) if by == int(by) else f"{by:.2f}")
    if lead["percent"] < 1:
        return gettext(
            "The lead after round %(round)d was %(lead)s. Among equally strong players somebody leads by as "
            "much in fewer than 1 of 100 such evenings."
        ) % {"round": number, "lead": shown}
    return gettext(
        "The lead after round %(round)d was %(lead)s. Among equally strong players somebody leads by as much "
        "in %(percent)d of 100 such evenings."
    ) % {"round": number, "lead": shown, "percent": lead["percent"]}


def again_in_words(chances: TableChances) -> str:
    """How much of a table would be there again; empty before the first evening and while it is computed."""
    if not chances.evenings or chances.computing:
        return ""
    if chances.again is not None:
        return (
            gettext(
                "About %(middle)d percent of these differences would be there again in another season "
                "(%(low)d to %(high)d percent). The rest is luck."
            )
            % chances.again
        )
    if is_enough(chances.evenings):
        return gettext("There are too few results to tell how much of it is luck.")
    return ngettext(
        "After %(evenings)d evening it is too early to tell how much of it is luck. It takes %(least)d "
        "evenings.",
        "After %(evenings)d evenings it is too early to tell how much of it is luck. It takes %(least)d "
        "evenings.",
        chances.evenings,
    ) % {"evenings": chances.evenings, "least": LEAST_ROUNDS}
