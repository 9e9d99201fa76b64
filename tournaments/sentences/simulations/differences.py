"""What a comparison found, in words and figures: how much more the second side brings than the first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournaments.sentences import charts

from .figures import Figure, Section
from .numbers import between, coloured, decimals_of, plain, share, signed, told
from .words import ENDINGS, bot_name, position_name, source_name, what_differs

Row = Mapping[str, Any]


def headline_of_two(report: Row) -> tuple[str, str]:
    """The answer to what was compared: another bot's, or what other rules are to the dealer."""
    first, second = report["spec"]["sides"]
    found = report["differences"]
    rules = what_differs(first["rules"], second["rules"])
    changed = [row for row in found["bots"] if row["first_bot"] != row["second_bot"]]
    if changed and not rules:
        return _answer(changed[0], _chair(changed[0])), _others(changed[1:], _chair)
    dealer = next(row for row in found["positions"] if row["position"] == "dealer")
    who = gettext("The dealer")
    if changed:
        who = gettext("The dealer on the second side")
    elif rules:
        who = gettext("With “%(rules)s” the dealer") % {"rules": rules}
    rest = [row for row in found["positions"] if row["position"] != "dealer"]
    return _answer(dealer, who), _others(rest, _place)


def difference_section(found: Row) -> Section:
    """How much more the second side brings: by bot, by place, by pool; and how else the deals go."""
    figures = [
        _figure(gettext("Chips a deal by bot"), found["bots"], _chair),
        _figure(gettext("Chips a deal by place"), found["positions"], _place),
    ]
    for measure, title, unit in (
        ("won_share", gettext("Deals in which a pool is won, percentage points"), "points"),
        ("chips_left", gettext("Chips left in a pool after a deal"), "signed"),
    ):
        rows = [row for row in found["pools"] if row["measure"] == measure]
        if rows:
            figures.append(_figure(title, rows, lambda row: source_name(row["pool"]), unit, won=False))
    endings = [row for row in found["betting"] if row["what"] in ENDINGS]
    title = gettext("How the Pochen ends, percentage points")
    figures.append(_figure(title, endings, lambda row: str(ENDINGS[row["what"]]), "points", won=False))
    for row, title in (
        (found["betting"][-1], gettext("Highest stake of a deal with a bet")),
        (found["lengths"][0], gettext("Actions in a deal")),
    ):
        if row["difference"] is not None:
            figures.append(_figure(title, [row], _mean, won=False))
    return Section(
        "differences",
        gettext("What is different"),
        gettext(
            "Second side less first side, on the same deals. "
            "Where the line crosses zero, no difference is shown; where there is no line, both sides are the "
            "same in every batch of tables. Each row is judged by itself: of twenty "
            "rows without any difference, one seems to have one."
        ),
        figures,
        wide=True,
    )


def verdict(row: Row) -> str:
    """What the interval shows, in a word."""
    words = {"more": gettext("more"), "less": gettext("less"), "same": gettext("the same")}
    return words.get(row["verdict"], gettext("no difference shown"))


def _answer(row: Row, who: str) -> str:
    decimals = decimals_of([row])
    if row["difference"] is None:
        return gettext("%(who)s: nothing to compare") % {"who": who}
    if row["verdict"] == "same":
        return gettext("%(who)s: the same on both sides, exactly") % {"who": who}
    words = {
        "who": who,
        "chips": plain(abs(row["difference"]), decimals),
        "interval": between(row["low"], row["high"], lambda value: signed(value, decimals)),
    }
    if row["verdict"] == "more":
        return gettext("%(who)s wins %(chips)s chips a deal more (%(interval)s)") % words
    if row["verdict"] == "less":
        return gettext("%(who)s wins %(chips)s chips a deal less (%(interval)s)") % words
    return gettext("%(who)s: no difference shown (%(interval)s chips a deal)") % words


def _others(rows: Sequence[Row], named: Callable[[Row], str]) -> str:
    return ", ".join(
        f"{named(row)} {signed(row['difference'], decimals_of(rows))} ({verdict(row)})" for row in rows
    )


def _chair(row: Row) -> str:
    first, second = bot_name(row["first_bot"]), bot_name(row["second_bot"])
    if first == second:
        return first
    return gettext("%(second)s instead of %(first)s") % {"first": first, "second": second}


def _place(row: Row) -> str:
    return position_name(row["position"])


def _mean(_row: Row) -> str:
    return gettext("Mean")


def _shown(row: Row) -> str:
    """`verdict` under the head "shown", where there is little room."""
    return gettext("none") if row["verdict"] == "no_difference_shown" else verdict(row)


def _difference(row: Row, decimals: int) -> SafeString:
    return coloured(row["difference"], decimals, shown=row["verdict"] in ("more", "less"))


def _figure(
    title: str, rows: Sequence[Row], named: Callable[[Row], str], unit: str = "signed", *, won: bool = True
) -> Figure:
    """One measure. won: these are chips that somebody wins or loses, which alone are coloured."""
    decimals = 1 if unit == "points" else decimals_of(rows)

    def written(value: float | None) -> str:
        """A difference of means or shares."""
        return signed(value if value is None or unit != "points" else value * 100, decimals)

    def measured(value: float | None) -> str:
        return share(value) if unit == "points" else written(value)

    values = [
        charts.Value(
            named(row),
            gettext("the same") if row["verdict"] == "same" else written(row["difference"]),
            row["difference"],
            row["low"],
            row["high"],
        )
        for row in rows
    ]
    scale = charts.scale_of(end for value in values for end in (value.value, value.low, value.high))
    return Figure(
        title=title,
        kind="rows",
        chart=charts.dots(values, scale, unit, coloured=won),
        said=told(
            f"{value.label}: {value.text}, {verdict(row)}" for value, row in zip(values, rows, strict=True)
        ),
        heads=[
            gettext("first"),
            gettext("second"),
            gettext("difference"),
            gettext("95 % interval"),
            gettext("shown"),
        ],
        rows=[
            (
                named(row),
                [
                    measured(row["first"]),
                    measured(row["second"]),
                    _difference(row, decimals) if won else written(row["difference"]),
                    between(row["low"], row["high"], written),
                    _shown(row),
                ],
            )
            for row in rows
        ],
    )
