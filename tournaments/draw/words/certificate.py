"""The certificate of a draw for `draw/verdict.html`: its figures, their bounds and what decides them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tournaments.core.refusals import sentence
from tournaments.draw.rules.certificate.audit import error_of
from tournaments.draw.rules.certificate.explain import private
from tournaments.events.rules.formats import FORMATS
from tournaments.tables.models.rounds import Round


def verdicts_of(
    round_: Round, names: Mapping[str, str] | None = None, *, for_directors: bool = False
) -> list[dict[str, Any]]:
    """The certificates of a round, one for each group. `names`: by the id of the entry."""
    by_format, by_hand = FORMATS[round_.stage.format].seats, round_.by_hand > 0
    return [
        verdict_of(
            group, certificate, names, for_directors=for_directors, by_format=by_format, by_hand=by_hand
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
) -> dict[str, Any]:
    """The certificate of one group. Only directors read about wishes.

    names: by the id of the entry, for faults. by_format: the format decides who sits together. by_hand: a
    director has changed the seats. If later rounds are planned, the verdict is about the whole plan: its
    first rounds may cost more than needed so that the last ones cost less.

    seal: "proved" (no draw has a smaller Q), "open" (a better draw may exist), "format" or "fault".
    may_improve: a longer search could find a better draw.
    """
    faults = [
        sentence(error_of(fault), names)
        for fault in certificate["faults"]
        if for_directors or not private(fault["code"])
    ]
    proved = bool(certificate["outlook"]["proved"])
    seal = "fault" if faults else "proved" if proved else "format" if by_format else "open"
    codes = {reason["code"] for table in certificate["tables"] for reason in table["reasons"]}
    # A proof says nothing about the distances in the standings.
    by_standings = not codes.isdisjoint({"standing_places", "near_scores"})
    return {
        "group": group,
        "seal": seal,
        "by_hand": by_hand,
        "lines": list(_lines(certificate, for_directors=for_directors)),
        "faults": faults,
        "may_improve": seal != "format" and (not proved or by_standings),
    }


def _lines(certificate: Mapping[str, Any], *, for_directors: bool) -> Iterator[dict[str, Any]]:
    """Yield the figures. best: no draw could do better; None if that is unknown."""
    outlook = certificate["outlook"]
    planned = outlook["rounds"] > certificate["rounds"]
    for figures in (certificate, outlook)[: 1 + planned]:
        yield _repeats(figures)
        if len(set(certificate["sizes"])) > 1 or certificate["small_spread"][1]:
            yield _small(figures)
    for kind in ("dealer", "seat"):
        low, high = certificate[f"{kind}_spread"]
        least, width = certificate[f"least_{kind}_spread"], high - low
        # A difference of one is as good as none.
        why = "no_other_seats" if 0 < width <= least else "not_ruled_out" if width > 1 else ""
        best = width <= max(1, least)
        yield {"kind": kind, "low": low, "high": high, "least": least, "why": why, "best": best}
    kept, broken = certificate["wishes"]["kept"], certificate["wishes"]["broken"]
    if for_directors and kept + broken:
        yield {"kind": "wishes", "kept": kept, "all": kept + broken, "best": not broken}


def _repeats(figures: Mapping[str, Any]) -> dict[str, Any]:
    """The meetings beyond the first, and how many were unavoidable."""
    repeats, least, proved = figures["repeats"], figures["least_repeats"], figures["proved"]
    why = figures["why"] if least else ""
    if proved and figures["fair"] and figures["q"] > figures["bound"]:
        why = "fair"
    elif proved and repeats > least:
        why = "oftener"  # Q is the least, so fewer repeats would be meetings of the same people once more
    figures = {"round": figures["rounds"], "repeats": repeats, "least": least}
    return figures | {"kind": "repeats", "why": why, "best": proved or None}


def _small(figures: Mapping[str, Any]) -> dict[str, Any]:
    """How often players sit at small tables, and how much more even it could be."""
    (low, high), fair = figures["small_spread"], figures["fair"]
    even = high - low <= figures["least_small_spread"]
    beyond = fair["beyond"] if fair else 0
    if even and not beyond:
        why = "even"
    elif not fair:
        why = ""
    elif not beyond:
        why = "within"
    else:
        why = "nearest" if beyond <= fair["least_beyond"] else "beyond"
    best = True if even or why in ("within", "nearest") else None
    spread = {"round": figures["rounds"], "low": low, "high": high, "beyond": beyond}
    return spread | {"kind": "small", "why": why, "best": best}
