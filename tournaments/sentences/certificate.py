"""A draw's certificate in the words of a director: what is proved, what is not, what it costs.

The figures are those of `tournaments.rules.seating.certificate`, counted apart from the search.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils import formats
from django.utils.translation import gettext, ngettext

from tournaments.kernel.refusals import sentence
from tournaments.models import Round, StageFormat
from tournaments.rules.seating.certificate.faults import error_of
from tournaments.rules.seating.certificate.reasons import private

BY_FORMAT: Final = (StageFormat.KNOCKOUT, StageFormat.LADDER)
"""The formats that say themselves who sits together."""


@dataclass(frozen=True)
class Line:
    """One thing that was counted. `best`: nothing could do better; None where nobody can say."""

    what: str
    said: str
    best: bool | None


@dataclass(frozen=True)
class Verdict:
    """A certificate, told. `seal`: proved (nobody could do better), open (perhaps), format, fault.

    format: the format of the stage says who sits together, and no draw could choose.
    """

    group: str
    seal: str
    headline: str
    sentence: str
    lines: list[Line]
    later: str
    """Where the event would stand after the rounds that are planned with this one; empty without any."""
    faults: list[str]
    may_improve: bool
    """Whether a longer search might find something better."""


def verdicts_of(
    round_: Round, names: Mapping[str, str] | None = None, *, for_directors: bool = False
) -> list[Verdict]:
    """A round's certificates, one for each group of players that was drawn apart. `names`: by entry."""
    by_format = round_.stage.format in BY_FORMAT
    return [
        verdict_of(
            group,
            certificate,
            names,
            for_directors=for_directors,
            by_format=by_format,
            by_hand=round_.by_hand > 0,
        )
        for group, certificate in round_.certificate.items()
    ]


def verdict_of(
    group: str,
    certificate: Mapping[str, Any],
    names: Mapping[str, str] | None = None,
    *,
    for_directors: bool = False,
    by_format: bool = False,
    by_hand: bool = False,
) -> Verdict:
    """One group's certificate, told. Only directors read of wishes: who asked is nobody's business.

    names: of the players, by their ids, for what is wrong with the seating.
    by_format: the format says who sits together. by_hand: somebody has changed that since.

    Where later rounds are planned with this one, the plan as a whole is judged: its first rounds leave room
    for the last.
    """
    faults = [
        sentence(error_of(fault), names)
        for fault in certificate["faults"]
        if for_directors or not private(fault["code"])
    ]
    planned = _planned(certificate)
    judged = certificate["outlook"] if planned else certificate
    proved = bool(judged["proved"]) and not certificate["faults"]
    if by_format and not proved and not faults:
        return Verdict(
            group=group,
            seal="format",
            headline=gettext("Seated by hand, not as the format asks")
            if by_hand
            else gettext("Seated as the format asks"),
            sentence=_so_far(certificate["repeats"]),
            lines=_lines(certificate, for_directors=for_directors),
            later="",
            faults=[],
            may_improve=False,
        )
    return Verdict(
        group=group,
        seal="fault" if faults else "proved" if proved else "open",
        headline=_headline(certificate, proved=proved, faults=bool(faults)),
        sentence=_sentence(certificate, proved=proved and not planned),
        lines=_lines(certificate, for_directors=for_directors),
        later=_later(certificate) if planned else "",
        faults=faults,
        may_improve=not proved or bool(certificate["standing_spread"]),
    )


def _planned(certificate: Mapping[str, Any]) -> bool:
    """Whether later rounds are planned with this one."""
    return bool(certificate["outlook"]["rounds"] > certificate["rounds_before"] + 1)


def _headline(certificate: Mapping[str, Any], *, proved: bool, faults: bool) -> str:
    if faults:
        return gettext("This seating has a fault")
    if not proved:
        return gettext("Something better may exist")
    # What is proved is the repeats: on the standings, or with a wish that was not kept, that is not all.
    if certificate["standing_spread"] or certificate["wishes"]["broken"]:
        return gettext("Proved: fewer repeats are not possible")
    return gettext("Proved: nobody could do better")


def _sentence(certificate: Mapping[str, Any], *, proved: bool) -> str:
    """Repeats and what is unavoidable: the figure that everybody asks for first."""
    repeats: int = certificate["repeats"]
    if not repeats:
        return gettext("0 repeats: nobody has met anybody twice.")
    least: int = certificate["least_repeats"]
    counted = ngettext("%(count)d repeat so far", "%(count)d repeats so far", repeats) % {"count": repeats}
    if proved:
        return gettext(
            "%(repeats)s: with %(players)d players at these tables, fewer were not possible in this round."
        ) % {"repeats": counted, "players": certificate["players"]}
    if not least or _planned(certificate):
        return gettext("%(repeats)s.") % {"repeats": counted}
    return _unavoidable(counted, least)


def _so_far(repeats: int) -> str:
    """How often people have met again in a format that does not ask for new company."""
    return ngettext(
        "Its tables are made by the results, whoever has met before: %(count)d repeat so far.",
        "Its tables are made by the results, whoever has met before: %(count)d repeats so far.",
        repeats,
    ) % {"count": repeats}


def _unavoidable(counted: str, least: int) -> str:
    return ngettext(
        "%(repeats)s, at least %(least)d is unavoidable.",
        "%(repeats)s, at least %(least)d are unavoidable.",
        least,
    ) % {"repeats": counted, "least": least}


def _lines(certificate: Mapping[str, Any], *, for_directors: bool) -> list[Line]:
    lines = [_here(certificate), _dealers(certificate)]
    if len(set(certificate["sizes"])) > 1 or certificate["small_spread"][1]:
        lines.append(_small(certificate))
    if apart := certificate["standing_spread"]:
        lines.append(
            Line(
                gettext("Places apart at a table"),
                gettext("%(mean)s on average, %(most)s at most")
                % {"mean": _figure(apart["mean"]), "most": _figure(apart["largest"])},
                None,
            )
        )
    if certificate["rounds_before"]:
        lines.append(Line(gettext("At one and the same table"), _spread(certificate["table_spread"]), None))
    wishes = certificate["wishes"]
    if for_directors and any(wishes.values()):
        lines.append(_wishes(wishes))
    return lines


def _here(certificate: Mapping[str, Any]) -> Line:
    again: int = certificate["repeats_here"]
    if not again:
        return Line(gettext("Meet again in this round"), gettext("nobody"), best=True)
    return Line(
        gettext("Meet again in this round"),
        ngettext("%(count)d pair", "%(count)d pairs", again) % {"count": again},
        True if certificate["proved"] else None,
    )


def _dealers(certificate: Mapping[str, Any]) -> Line:
    spread = certificate["dealer_spread"]
    least: int = certificate["least_dealer_spread"]
    width = spread[1] - spread[0]
    best = width <= max(1, least)
    said = _spread(spread)
    if not best:
        said = gettext("%(spread)s; a difference of %(least)d is the least possible") % {
            "spread": said,
            "least": least,
        }
    return Line(gettext("Dealt first, so far"), said, best)


def _small(certificate: Mapping[str, Any]) -> Line:
    # A lower bound: some draws cannot reach it.
    best = True if certificate["small"] <= certificate["small_bound"] else None
    said = _spread(certificate["small_spread"])
    if best:
        said = gettext("%(spread)s, as even as can be") % {"spread": said}
    return Line(gettext("At a small table, so far"), said, best)


def _wishes(wishes: Mapping[str, Any]) -> Line:
    kept, broken = wishes["kept"], wishes["broken"]
    return Line(
        gettext("Wishes"),
        gettext("%(kept)d of %(all)d kept") % {"kept": kept, "all": kept + broken},
        not broken,
    )


def _later(certificate: Mapping[str, Any]) -> str:
    """Where the plan as a whole ends."""
    outlook = certificate["outlook"]
    rounds, repeats = outlook["rounds"], outlook["repeats"]
    if not repeats:
        return gettext("The later rounds are planned too: after round %(rounds)d still no repeat.") % {
            "rounds": rounds
        }
    counted = ngettext(
        "The later rounds are planned too: after round %(rounds)d there is %(count)d repeat",
        "The later rounds are planned too: after round %(rounds)d there are %(count)d repeats",
        repeats,
    ) % {"rounds": rounds, "count": repeats}
    if outlook["proved"]:
        return gettext("%(repeats)s, and fewer are not possible.") % {"repeats": counted}
    least = outlook["least_repeats"]
    return _unavoidable(counted, least) if least else gettext("%(repeats)s.") % {"repeats": counted}


def _spread(spread: Any) -> str:
    low, high = spread
    if low == high:
        return ngettext("%(count)d time each", "%(count)d times each", high) % {"count": high}
    return gettext("%(least)d to %(most)d times each") % {"least": low, "most": high}


def _figure(value: float) -> str:
    return str(formats.localize(round(value, 1) if value % 1 else int(value)))
