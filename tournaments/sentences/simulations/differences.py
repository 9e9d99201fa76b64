"""The result of a comparison in words and figures: the second side less the first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from tournaments.sentences import charts

from .figures import Figure, Section
from .numbers import between, coloured, decimals_of, plain, share, signed
from .words import ENDINGS, bot_name, position_name, source_name, what_differs

Row = Mapping[str, Any]


def headline_of_two(report: Row) -> tuple[str, str]:
    """The main difference and the other ones: of another bot, or of the dealer under other rules."""
    first, second = report["spec"]["sides"]
    differences = report["differences"]
    rules = what_differs(first["rules"], second["rules"])
    changed = [row for row in differences["bots"] if row["first_bot"] != row["second_bot"]]
    if changed and not rules:
        return _answer(changed[0], _bot(changed[0])), _others(changed[1:], _bot)
    dealer = next(row for row in differences["positions"] if row["position"] == "dealer")
    answer = _answer(dealer, gettext("The dealer on the second side") if changed else gettext("The dealer"))
    if rules and not changed:
        answer = gettext("With “%(rules)s”: %(answer)s") % {"rules": rules, "answer": answer}
    return answer, _others([row for row in differences["positions"] if row is not dealer], _position)


def difference_section(differences: Row) -> Section:
    """The differences in chips by bot, place and pool, then those in the betting and the lengths."""
    figures = [
        _figure(gettext("Chips a deal by bot"), differences["bots"], _bot),
        _figure(gettext("Chips a deal by place"), differences["positions"], _position),
    ]
    for measure, title, unit in (
        ("won_share", gettext("Deals in which a pool is won, percentage points"), "points"),
        ("chips_left", gettext("Chips left in a pool after a deal"), "signed"),
    ):
        rows = [row for row in differences["pools"] if row["measure"] == measure]
        if rows:
            figures.append(_figure(title, rows, lambda row: source_name(row["pool"]), unit, won=False))
    endings = [row for row in differences["betting"] if row["what"] in ENDINGS]
    title = gettext("How the Pochen ends, percentage points")
    figures.append(_figure(title, endings, lambda row: str(ENDINGS[row["what"]]), "points", won=False))
    for row, title in (
        (differences["betting"][-1], gettext("Highest stake of a deal with a bet")),
        (differences["lengths"][0], gettext("Actions in a deal")),
    ):
        if row["difference"] is not None:
            figures.append(_figure(title, [row], lambda _row: gettext("Mean"), won=False))
    return Section(
        "differences",
        gettext("What is different"),
        gettext(
            "The second side less the first side, on the same deals. A line that crosses zero shows no "
            "difference. Without a line, both sides are the same in every batch of tables. Each row is "
            "tested by itself: of twenty rows without a difference, about one appears to have one."
        ),
        figures,
        wide=True,
    )


def _verdict(row: Row) -> str:
    words = {"more": gettext("more"), "less": gettext("less"), "same": gettext("the same")}
    return words.get(row["verdict"], gettext("no difference shown"))


def _answer(row: Row, who: str) -> str:
    if row["difference"] is None:
        return gettext("%(who)s: nothing to compare") % {"who": who}
    decimals = decimals_of([row])
    answers = {
        "same": gettext("%(who)s: exactly the same on both sides"),
        "more": gettext("%(who)s wins %(chips)s chips a deal more (%(interval)s)"),
        "less": gettext("%(who)s wins %(chips)s chips a deal less (%(interval)s)"),
    }
    no_difference = gettext("%(who)s: no difference shown (%(interval)s chips a deal)")
    return answers.get(row["verdict"], no_difference) % {
        "who": who,
        "chips": plain(abs(row["difference"]), decimals),
        "interval": between(row["low"], row["high"], lambda value: signed(value, decimals)),
    }


def _others(rows: Sequence[Row], label: Callable[[Row], str]) -> str:
    decimals = decimals_of(rows)
    return ", ".join(
        gettext("%(name)s %(difference)s (%(verdict)s)")
        % {"name": label(row), "difference": signed(row["difference"], decimals), "verdict": _verdict(row)}
        for row in rows
    )


def _bot(row: Row) -> str:
    first, second = bot_name(row["first_bot"]), bot_name(row["second_bot"])
    if first == second:
        return first
    return gettext("%(second)s instead of %(first)s") % {"first": first, "second": second}


def _position(row: Row) -> str:
    return position_name(row["position"])


def _figure(
    title: str, rows: Sequence[Row], label: Callable[[Row], str], unit: str = "signed", *, won: bool = True
) -> Figure:
    """The differences of one measure. won: these are chips won or lost; only these have a colour."""
    decimals = 1 if unit == "points" else decimals_of(rows)

    def change(value: float | None) -> str:
        return signed(value if value is None or unit != "points" else value * 100, decimals)

    def cells(row: Row) -> list[str]:
        measured = share if unit == "points" else change
        shown = row["verdict"] in ("more", "less")
        return [
            measured(row["first"]),
            measured(row["second"]),
            coloured(row["difference"], decimals, shown=shown) if won else change(row["difference"]),
            between(row["low"], row["high"], change),
            gettext("none") if row["verdict"] == "no_difference_shown" else _verdict(row),
        ]

    values = [
        charts.Value(
            label(row),
            gettext("the same") if row["verdict"] == "same" else change(row["difference"]),
            row["difference"],
            row["low"],
            row["high"],
        )
        for row in rows
    ]
    scale = charts.scale_of(end for value in values for end in (value.value, value.low, value.high))
    heads = (gettext("first"), gettext("second"), gettext("difference"), gettext("95 % interval"))
    return Figure(
        title=title,
        chart=charts.dots(values, scale, unit, coloured=won),
        description=" ".join(
            gettext("%(name)s: %(difference)s (%(verdict)s).")
            % {"name": value.label, "difference": value.text, "verdict": _verdict(row)}
            for value, row in zip(values, rows, strict=True)
        ),
        heads=[*heads, gettext("shown")],
        rows=[(value.label, cells(row)) for value, row in zip(values, rows, strict=True)],
    )
