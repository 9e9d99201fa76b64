"""The certificate of a draw in sentences: its figures, their bounds and the reasons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.core.models.choices import StageFormat
from tournaments.core.refusals import sentence
from tournaments.draw.rules.certificate.audit import error_of
from tournaments.draw.rules.certificate.explain import private
from tournaments.tables.models.rounds import Round

BY_FORMAT: Final = (StageFormat.KNOCKOUT, StageFormat.LADDER)
"""The formats that decide who sits together."""

WHY: Final = {
    "partners": _("There are too few new partners for everybody."),
    "tables": _("There are too few tables to separate everybody who shares one in another round."),
    "rounds": _("In so many rounds the same players must meet several times."),
}
"""What makes repeats unavoidable, by `Figures.why`."""


@dataclass(frozen=True)
class CertificateLine:
    """One figure of a certificate, and what is proved about it. `best`: no draw could do better; None if that
    is unknown."""

    what: str
    value: str
    why: str
    best: bool | None


@dataclass(frozen=True)
class Verdict:
    """A certificate in sentences.

    seal: "proved" (no draw has a smaller `Figures.q`), "open" (a better draw may exist), "format" (the format
    decides who sits together) or "fault". may_improve: a longer search could find a better draw.
    """

    group: str
    seal: str
    headline: str
    lines: list[CertificateLine]
    faults: list[str]
    may_improve: bool


def verdicts_of(
    round_: Round, names: Mapping[str, str] | None = None, *, for_directors: bool = False
) -> list[Verdict]:
    """The certificates of a round, one for each group. `names`: by the id of the entry."""
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
    """The certificate of one group in sentences. Only directors read about wishes.

    names: by the id of the entry, for faults. by_format: the format decides who sits together. by_hand: a
    director has changed the seats. If later rounds are planned, the verdict is about the whole plan: its
    first rounds may cost more than needed so that the last ones cost less.
    """
    faults = [
        sentence(error_of(fault), names)
        for fault in certificate["faults"]
        if for_directors or not private(fault["code"])
    ]
    proved = bool(certificate["outlook"]["proved"])
    if faults:
        seal, headline = "fault", gettext("This seating has a fault")
    elif proved:
        seal, headline = "proved", gettext("Proved: no draw mixes people better")
    elif by_format:
        seal = "format"
        headline = (
            gettext("Seated by hand, not by the format") if by_hand else gettext("Seated by the format")
        )
    else:
        seal, headline = "open", gettext("A better draw may exist")
    return Verdict(
        group=group,
        seal=seal,
        headline=headline,
        lines=list(_lines(certificate, for_directors=for_directors)),
        faults=faults,
        # A proof says nothing about the distances in the standings.
        may_improve=seal != "format" and (not proved or _by_standings(certificate)),
    )


def _by_standings(certificate: Mapping[str, Any]) -> bool:
    codes = {reason["code"] for table in certificate["tables"] for reason in table["reasons"]}
    return not codes.isdisjoint({"standing_places", "near_scores"})


def _lines(certificate: Mapping[str, Any], *, for_directors: bool) -> Iterator[CertificateLine]:
    outlook = certificate["outlook"]
    planned = outlook["rounds"] > certificate["rounds"]
    for figures in (certificate, outlook)[: 1 + planned]:
        yield _repeats(figures)
        if len(set(certificate["sizes"])) > 1 or certificate["small_spread"][1]:
            yield _small(figures)
    for what, name in ((gettext("First deals"), "dealer"), (gettext("Same seat"), "seat")):
        yield _turns(what, certificate[f"{name}_spread"], certificate[f"least_{name}_spread"])
    wishes = certificate["wishes"]
    if for_directors and any(wishes.values()):
        kept, broken = wishes["kept"], wishes["broken"]
        value = gettext("%(kept)d of %(all)d kept") % {"kept": kept, "all": kept + broken}
        yield CertificateLine(gettext("Wishes"), value, "", not broken)


def _repeats(figures: Mapping[str, Any]) -> CertificateLine:
    """The meetings beyond the first, and how many were unavoidable."""
    what = gettext("Repeats up to round %(round)d") % {"round": figures["rounds"]}
    repeats, least, fair = figures["repeats"], figures["least_repeats"], figures["fair"]
    why = ""
    if figures["proved"] and repeats > least:
        # Q is the least, so fewer repeats would be meetings of the same people once more.
        why = gettext("With fewer repeats, the same people would meet more often.")
    elif least:
        template = ngettext(
            "At least %(count)d is unavoidable.", "At least %(count)d are unavoidable.", least
        )
        why = f"{template % {'count': least}} {WHY[figures['why']]}"
    if figures["proved"] and fair and figures["q"] > figures["bound"]:
        why = gettext("Fewer are not possible if small tables are shared fairly.")
    value = ngettext("%(count)d repeat", "%(count)d repeats", repeats) % {"count": repeats}
    return CertificateLine(what, value if repeats else gettext("none"), why, figures["proved"] or None)


def _small(figures: Mapping[str, Any]) -> CertificateLine:
    """How often players sit at small tables, and how much more even it could be."""
    what = gettext("Times at a small table up to round %(round)d") % {"round": figures["rounds"]}
    ends, fair = figures["small_spread"], figures["fair"]
    best, why = True if ends[1] - ends[0] <= figures["least_small_spread"] else None, ""
    if best and not (fair and fair["beyond"]):
        why = gettext("As even as possible.")
    elif fair and not fair["beyond"]:
        best, why = True, gettext("After each round, nobody is further than one from the fair share.")
    elif fair and fair["beyond"] <= fair["least_beyond"]:
        best, why = True, gettext("After these rounds nobody can be seated nearer to the fair share.")
    elif fair:
        why = ngettext(
            "After one of the rounds, somebody is %(count)d time beyond one of the fair share.",
            "After one of the rounds, somebody is %(count)d times beyond one of the fair share.",
            fair["beyond"],
        ) % {"count": fair["beyond"]}
    return CertificateLine(what, _spread(ends), why, best)


def _turns(what: str, ends: Sequence[int], least: int) -> CertificateLine:
    """How often players had a seat. A difference of one is as good as none."""
    width = ends[1] - ends[0]
    why = ""
    if width and width <= least:
        why = gettext("No seats at these tables are more even.")
    elif width > 1:
        why = gettext("At these tables a difference of %(least)d is not ruled out.") % {"least": least}
    return CertificateLine(what, _spread(ends), why, width <= max(1, least))


def _spread(spread: Sequence[int]) -> str:
    low, high = spread
    if low == high:
        return ngettext("%(count)d time each", "%(count)d times each", high) % {"count": high}
    return gettext("%(least)d to %(most)d times each") % {"least": low, "most": high}
