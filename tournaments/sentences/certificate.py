"""The certificate of a draw in sentences: what is proved, what is not, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils import formats
from django.utils.translation import gettext, ngettext

from tournaments.kernel.refusals import sentence
from tournaments.models import Round, StageFormat
from tournaments.rules.seating.certificate.faults import error_of
from tournaments.rules.seating.certificate.reasons import private
from tournaments.sentences.phrases import score

BY_FORMAT: Final = (StageFormat.KNOCKOUT, StageFormat.LADDER)
"""The formats that decide who sits together."""


@dataclass(frozen=True)
class CertificateLine:
    """One figure of a certificate. `best`: no draw could do better; None if that is unknown."""

    what: str
    value: str
    best: bool | None


@dataclass(frozen=True)
class Verdict:
    """A certificate in sentences.

    seal: "proved" (no better draw exists), "open" (a better draw may exist), "format" (the format decides who
    sits together) or "fault".
    """

    group: str
    seal: str
    headline: str
    sentence: str
    lines: list[CertificateLine]
    later: str
    """The repeats after the rounds that are planned with this one; empty without such rounds."""
    faults: list[str]
    may_improve: bool
    """Whether a longer search could find a better draw."""


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
    director has changed that. If later rounds are planned too, the verdict is about the whole plan, because
    its first rounds can cost more than needed so that the last ones cost less.
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
            headline=gettext("Seated by hand, not by the format")
            if by_hand
            else gettext("Seated by the format"),
            sentence=_so_far(certificate["repeats"]),
            lines=_lines(certificate, names, for_directors=for_directors),
            later="",
            faults=[],
            may_improve=False,
        )
    return Verdict(
        group=group,
        seal="fault" if faults else "proved" if proved else "open",
        headline=_headline(certificate, proved=proved, faults=bool(faults)),
        sentence=_sentence(certificate, proved=proved and not planned),
        lines=_lines(certificate, names, for_directors=for_directors),
        later=_later(certificate) if planned else "",
        faults=faults,
        may_improve=not proved or not _at_best(certificate),
    )


def _planned(certificate: Mapping[str, Any]) -> bool:
    """Whether later rounds are planned too."""
    return bool(certificate["outlook"]["rounds"] > certificate["rounds_before"] + 1)


def _at_best(certificate: Mapping[str, Any]) -> bool:
    """Whether no draw brings the players of a table closer in the standings. For places there is no proof."""
    scores = certificate["score_spread"]
    return not certificate["standing_spread"] and (not scores or bool(scores["proved"]))


def _headline(certificate: Mapping[str, Any], *, proved: bool, faults: bool) -> str:
    if faults:
        return gettext("This seating has a fault")
    if not proved:
        return gettext("A better draw may exist")
    # The proof is about repeats. A draw could still be better in standings or broken wishes.
    if not _at_best(certificate) or certificate["wishes"]["broken"]:
        return gettext("Proved: fewer repeats are not possible")
    return gettext("Proved: no draw could do better")


def _sentence(certificate: Mapping[str, Any], *, proved: bool) -> str:
    """The repeats so far, and how many were unavoidable."""
    repeats: int = certificate["repeats"]
    if not repeats:
        return gettext("0 repeats: no two players have met twice.")
    least: int = certificate["least_repeats"]
    params = {"count": repeats, "players": certificate["players"], "least": least}
    if proved:
        template = ngettext(
            "%(count)d repeat so far. With %(players)d players at these tables, fewer are not possible in "
            "this round.",
            "%(count)d repeats so far. With %(players)d players at these tables, fewer are not possible in "
            "this round.",
            repeats,
        )
    elif not least or _planned(certificate):
        template = ngettext("%(count)d repeat so far.", "%(count)d repeats so far.", repeats)
    else:
        template = ngettext(
            "%(count)d repeat so far (at least %(least)d unavoidable).",
            "%(count)d repeats so far (at least %(least)d unavoidable).",
            repeats,
        )
    return template % params


def _so_far(repeats: int) -> str:
    """The repeats in a format that does not avoid them."""
    return ngettext(
        "The results decide who sits together: %(count)d repeat so far.",
        "The results decide who sits together: %(count)d repeats so far.",
        repeats,
    ) % {"count": repeats}


def _lines(
    certificate: Mapping[str, Any], names: Mapping[str, str] | None, *, for_directors: bool
) -> list[CertificateLine]:
    lines = [_here(certificate), _dealers(certificate)]
    if certificate["deals_spread"]:
        lines.append(_deals(certificate))
    if len(set(certificate["sizes"])) > 1 or certificate["small_spread"][1]:
        lines.append(_small(certificate))
        if (fair := certificate["outlook"]["fair"]) and _planned(certificate):
            lines.append(_fair(certificate["outlook"], fair))
    if apart := certificate["standing_spread"]:
        lines.append(
            CertificateLine(
                gettext("Distance of places at a table"),
                gettext("%(mean)s on average, %(most)s at most")
                % {"mean": _figure(apart["mean"]), "most": _figure(apart["largest"])},
                None,
            )
        )
    if scores := certificate["score_spread"]:
        lines += score_lines(scores, names or {})
    if certificate["rounds_before"]:
        lines.append(
            CertificateLine(gettext("Rounds at the same table"), _spread(certificate["table_spread"]), None)
        )
    wishes = certificate["wishes"]
    if for_directors and any(wishes.values()):
        lines.append(_wishes(wishes))
    return lines


def _here(certificate: Mapping[str, Any]) -> CertificateLine:
    again: int = certificate["repeats_here"]
    if not again:
        return CertificateLine(gettext("Repeats in this round"), gettext("none"), best=True)
    return CertificateLine(
        gettext("Repeats in this round"),
        ngettext("%(count)d pair", "%(count)d pairs", again) % {"count": again},
        True if certificate["proved"] else None,
    )


def _dealers(certificate: Mapping[str, Any]) -> CertificateLine:
    spread = certificate["dealer_spread"]
    least: int = certificate["least_dealer_spread"]
    width = spread[1] - spread[0]
    best = width <= max(1, least)
    value = _spread(spread)
    if not best:
        value = gettext("%(spread)s (the smallest possible difference is %(least)d)") % {
            "spread": value,
            "least": least,
        }
    return CertificateLine(gettext("First deals so far"), value, best)


def _deals(certificate: Mapping[str, Any]) -> CertificateLine:
    """How often everybody deals. A difference of one deal is as good as none."""
    fewest, most = certificate["deals_spread"]
    least: int = certificate["least_deals_spread"]
    width = most - fewest
    value = _spread([fewest, most])
    if width > 1 and least:
        value = gettext("%(spread)s (at these tables a difference of %(least)d is unavoidable)") % {
            "spread": value,
            "least": least,
        }
    best = True if width <= max(1, least) else None
    return CertificateLine(gettext("Deals dealt so far, as planned"), value, best)


def _small(certificate: Mapping[str, Any]) -> CertificateLine:
    # A lower bound: some draws cannot reach it.
    best = True if certificate["small"] <= certificate["small_bound"] else None
    value = _spread(certificate["small_spread"])
    if best:
        value = gettext("%(spread)s (as even as possible)") % {"spread": value}
    return CertificateLine(gettext("Rounds at a small table so far"), value, best)


def _fair(outlook: Mapping[str, Any], fair: Mapping[str, Any]) -> CertificateLine:
    """How often everybody sits at small tables after all planned rounds, and what is proved about it."""
    what = gettext("Rounds at a small table after round %(rounds)d") % {"rounds": outlook["rounds"]}
    value = _spread(fair["times"])
    if fair["difference"] <= fair["least_difference"]:
        return CertificateLine(
            what, gettext("%(spread)s (as even as possible)") % {"spread": value}, best=True
        )
    template = (
        gettext("%(spread)s (with so few repeats, a difference of %(least)d is unavoidable)")
        if outlook["repeats"]
        else gettext("%(spread)s (with no repeats, a difference of %(least)d is unavoidable)")
    )
    least = fair["least_difference_at_q"]
    value = template % {"spread": value, "least": least}
    return CertificateLine(what, value, best=True if fair["difference"] <= least else None)


def score_lines(scores: Mapping[str, Any], names: Mapping[str, str]) -> Iterator[CertificateLine]:
    """How far scores at a table are apart, what is proved about it, and who floated.

    scores: the `score_spread` of a certificate. names: by the id of the entry.
    """
    yield CertificateLine(
        gettext("Difference of scores at a table"),
        gettext("%(mean)s on average, %(most)s at most")
        % {"mean": score(scores["mean"]), "most": score(scores["largest"])},
        None,
    )
    squares, least, at_repeats = scores["squares"], scores["least"], scores["least_at_repeats"]
    params = {"sum": score(squares), "least": score(least), "here": score(at_repeats)}
    if squares <= least:
        value = gettext("%(sum)s (the least possible)") % params
    elif scores["proved"]:
        value = gettext("%(sum)s (the least possible with so few repeats)") % params
    elif at_repeats > least:
        value = (
            gettext("%(sum)s (at least %(least)s at these tables, at least %(here)s with so few repeats)")
            % params
        )
    else:
        value = gettext("%(sum)s (at least %(least)s at these tables)") % params
    yield CertificateLine(
        gettext("Squared differences of scores"), value, best=True if scores["proved"] else None
    )
    for what, floaters in (
        (gettext("From a higher score group"), scores["down"]),
        (gettext("From a lower score group"), scores["up"]),
    ):
        if floaters:
            yield CertificateLine(what, _people(floaters, names), None)


def _people(floaters: Sequence[str], names: Mapping[str, str]) -> str:
    """The names of a few players, or their number."""
    if len(floaters) > _FEW or not set(floaters) <= names.keys():
        count = len(floaters)
        return ngettext("%(count)d player", "%(count)d players", count) % {"count": count}
    return ", ".join(names[floater] for floater in floaters)


_FEW = 12
"""The most players of a figure who are named there. The tables name all of them."""


def _wishes(wishes: Mapping[str, Any]) -> CertificateLine:
    kept, broken = wishes["kept"], wishes["broken"]
    return CertificateLine(
        gettext("Wishes"),
        gettext("%(kept)d of %(all)d kept") % {"kept": kept, "all": kept + broken},
        not broken,
    )


def _later(certificate: Mapping[str, Any]) -> str:
    """The repeats at the end of the whole plan."""
    outlook = certificate["outlook"]
    rounds, repeats = outlook["rounds"], outlook["repeats"]
    if not repeats:
        return gettext("Later rounds are planned too, without a repeat up to round %(rounds)d.") % {
            "rounds": rounds
        }
    least = outlook["least_repeats"]
    fair = outlook["fair"]
    if outlook["proved"] and fair and outlook["q"] > outlook["bound"]:
        template = ngettext(
            "Later rounds are planned too: %(count)d repeat up to round %(rounds)d (the fewest possible if "
            "small tables are shared fairly).",
            "Later rounds are planned too: %(count)d repeats up to round %(rounds)d (the fewest possible if "
            "small tables are shared fairly).",
            repeats,
        )
    elif outlook["proved"]:
        template = ngettext(
            "Later rounds are planned too: %(count)d repeat up to round %(rounds)d (the fewest possible).",
            "Later rounds are planned too: %(count)d repeats up to round %(rounds)d (the fewest possible).",
            repeats,
        )
    elif least:
        template = ngettext(
            "Later rounds are planned too: %(count)d repeat up to round %(rounds)d (at least %(least)d "
            "unavoidable).",
            "Later rounds are planned too: %(count)d repeats up to round %(rounds)d (at least %(least)d "
            "unavoidable).",
            repeats,
        )
    else:
        template = ngettext(
            "Later rounds are planned too: %(count)d repeat up to round %(rounds)d.",
            "Later rounds are planned too: %(count)d repeats up to round %(rounds)d.",
            repeats,
        )
    return template % {"count": repeats, "rounds": rounds, "least": least}


def _spread(spread: Any) -> str:
    low, high = spread
    if low == high:
        return ngettext("%(count)d time each", "%(count)d times each", high) % {"count": high}
    return gettext("%(least)d to %(most)d times each") % {"least": low, "most": high}


def _figure(value: float) -> str:
    return str(formats.localize(round(value, 1) if value % 1 else int(value)))
