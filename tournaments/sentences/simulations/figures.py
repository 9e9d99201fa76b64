"""A simulation's sections as figures: a chart, what it says in words, and a table of the same numbers.

The two sides of a comparison are drawn over one scale, so that equal numbers stand at equal places.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext

from tournaments.sentences import charts
from tournaments.sentences.phrases import grouped

from .numbers import between, coloured, decimals_of, plain, share, signed, told
from .words import ENDINGS, SETS, bot_name, position_name, source_name

Row = Mapping[str, Any]
Cells = list[str]
Column = tuple[str, Callable[[Row], str]]
"""A head, and what stands under it in each row."""


@dataclass(frozen=True)
class Figure:
    """One chart with its table. kind: the template that draws it. side, number: of a comparison, which."""

    title: str
    kind: str
    chart: charts.Rows | charts.Columns
    said: str
    heads: Cells
    rows: list[tuple[str, Cells]]
    side: str = ""
    number: int = 0
    legend: Sequence[tuple[str, str]] = ()

    @property
    def labelled(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """The rows, each cell with the head of its column: a phone has no room for columns."""
        return [(name, list(zip(self.heads, cells, strict=True))) for name, cells in self.rows]


@dataclass(frozen=True)
class Section:
    """What belongs together. wide: it has the page's whole width, its figures side by side."""

    key: str
    title: str
    about: str
    figures: list[Figure]
    wide: bool = False
    note: str = field(default="")


def bot_means(sides: Sequence[Row]) -> list[Figure]:
    """What each bot wins in a deal."""
    return _means(sides, "bots", _bot, gettext("Chips a deal by bot"))


def position_means(sides: Sequence[Row]) -> list[Figure]:
    """What is won at each place in the order of play."""
    return _means(
        sides, "positions", lambda row: position_name(row["position"]), gettext("Chips a deal by place")
    )


def bots_at_places(sides: Sequence[Row]) -> list[Figure]:
    """What each bot wins at each place."""
    return _by_bot(sides, "bots_at_positions", lambda row: position_name(row["position"]), _dots)


def sources(sides: Sequence[Row]) -> list[Figure]:
    """Where each bot's chips come from and go to."""
    return _by_bot(sides, "sources", lambda row: source_name(row["source"]), charts.diverging)


def pools_won(sides: Sequence[Row]) -> list[Figure]:
    """How often each pool is won and carried over to the next deal."""
    scale = charts.scale_of([1.0])

    def drawn(row: Row) -> charts.Stack:
        parts = (row["won_share"] or 0, row["carried_share"] or 0)
        return charts.Stack(_pool(row), share(row["won_share"]), parts)

    def said(row: Row) -> str:
        return gettext("%(name)s: won in %(won)s of deals, carried over in %(carried)s") % {
            "name": _pool(row),
            "won": share(row["won_share"]),
            "carried": share(row["carried_share"]),
        }

    columns = [
        (gettext("won"), lambda row: share(row["won_share"])),
        _interval("won_share_", share),
        (gettext("carried over"), lambda row: share(row["carried_share"])),
        _interval("carried_share_", share),
    ]
    return [
        _figure(
            gettext("Pools won and carried over"),
            side["pools"],
            charts.stacks(list(map(drawn, side["pools"])), scale),
            _pool,
            said,
            columns,
            legend=[("full", gettext("won")), ("hollow", gettext("carried over"))],
        )
        for side in sides
    ]


def pools_left(sides: Sequence[Row]) -> list[Figure]:
    """How high each pool grows."""
    every = [row for side in sides for row in side["pools"]]
    scale = charts.scale_of([row["chips_left_high"] or row["chips_left"] for row in every])

    def filled(row: Row) -> dict[str, str]:
        return {
            "name": _pool(row),
            "mean": plain(row["chips_left"]),
            "highest": grouped(row["chips_left_highest"]),
        }

    def drawn(row: Row) -> charts.Value:
        return charts.Value(
            _pool(row), gettext("%(mean)s, at most %(highest)s") % filled(row), row["chips_left"]
        )

    def said(row: Row) -> str:
        return gettext("%(name)s: %(mean)s chips on the average, at most %(highest)s") % filled(row)

    columns = [
        (gettext("chips left"), lambda row: plain(row["chips_left"])),
        _interval("chips_left_", plain),
        (gettext("highest"), lambda row: grouped(row["chips_left_highest"])),
    ]
    return [
        _figure(
            gettext("Chips left in each pool after a deal"),
            side["pools"],
            charts.diverging(list(map(drawn, side["pools"])), scale, "plain"),
            _pool,
            said,
            columns,
        )
        for side in sides
    ]


def betting(sides: Sequence[Row]) -> list[Figure]:
    """How the Pochen ends."""
    scale = charts.scale_of([1.0])

    def named(row: Row) -> str:
        return str(ENDINGS[row["what"]])

    def drawn(row: Row) -> charts.Stack:
        return charts.Stack(named(row), share(row["value"]), (row["value"] or 0,))

    columns = [
        (gettext("of all deals"), lambda row: share(row["value"])),
        _interval("", share),
        (gettext("deals"), lambda row: grouped(row["deals"])),
    ]
    figures = []
    for side in sides:
        rows = [row for row in side["betting"] if row["what"] in ENDINGS]
        figures.append(
            _figure(
                gettext("How the Pochen ends"),
                rows,
                charts.stacks(list(map(drawn, rows)), scale),
                named,
                lambda row: f"{named(row)}: {share(row['value'])}",
                columns,
            )
        )
    return figures


def shown_sets(sides: Sequence[Row]) -> list[Figure]:
    """Which sets are shown in showdowns, and how many of them win."""
    scale = charts.scale_of([row["share"] for side in sides for row in side["sets"]] or [1.0])

    def named(row: Row) -> str:
        return str(SETS[row["set"]])

    def drawn(row: Row) -> charts.Stack:
        whole = row["share"] or 0
        won = whole * (row["won_share"] or 0)
        return charts.Stack(named(row), share(row["share"]), (won, whole - won))

    def said(row: Row) -> str:
        return gettext("%(name)s: %(share)s of the hands shown, of which %(won)s won") % {
            "name": named(row),
            "share": share(row["share"]),
            "won": share(row["won_share"]),
        }

    columns = [
        (gettext("of the hands shown"), lambda row: share(row["share"])),
        _interval("share_", share),
        (gettext("of these won"), lambda row: share(row["won_share"])),
        (gettext("hands"), lambda row: grouped(row["shown"])),
    ]
    return [
        _figure(
            gettext("Sets shown in showdowns"),
            side["sets"],
            charts.stacks(list(map(drawn, side["sets"])), scale),
            named,
            said,
            columns,
            legend=[("full", gettext("won")), ("hollow", gettext("lost"))],
        )
        for side in sides
    ]


def lengths(sides: Sequence[Row]) -> list[Figure]:
    """How many actions a deal takes."""
    figures = []
    for side in sides:
        found = side["lengths"]
        median = gettext("median %(count)d") % {"count": found["median"]}
        figures.append(
            Figure(
                title=gettext("Actions in a deal, share of all deals"),
                kind="columns",
                chart=charts.columns(
                    [(row["least"], row["most"], row["share"]) for row in found["bins"]],
                    (found["median"], median),
                ),
                said=gettext(
                    "A deal takes %(mean)s actions on the average; half take at most %(median)d, "
                    "nine in ten at most %(p90)d, the longest %(longest)s"
                )
                % {
                    "mean": plain(found["mean"], 1),
                    "median": found["median"],
                    "p90": found["p90"],
                    "longest": longest(found),
                },
                heads=[gettext("of all deals"), gettext("deals")],
                rows=[
                    (_span(row["least"], row["most"]), [share(row["share"]), grouped(row["deals"])])
                    for row in found["bins"]
                ],
            )
        )
    return figures


def longest(found: Row) -> str:
    """The longest deal; where they are counted together beyond some length, at least that."""
    return (
        gettext("%(count)d or more") % {"count": found["longest"]} if found["open"] else str(found["longest"])
    )


def _figure(
    title: str,
    rows: Sequence[Row],
    chart: charts.Rows,
    named: Callable[[Row], str],
    said: Callable[[Row], str],
    columns: Sequence[Column],
    legend: Sequence[tuple[str, str]] = (),
) -> Figure:
    """A chart of rows; each of them is `said` in a sentence, and stands in a table of these columns."""
    return Figure(
        title=title,
        kind="rows",
        chart=chart,
        said=told(map(said, rows)),
        heads=[head for head, _cell in columns],
        rows=[(named(row), [cell(row) for _head, cell in columns]) for row in rows],
        legend=legend,
    )


def _interval(prefix: str, written: Callable[[float | None], str]) -> Column:
    """The column of the interval whose ends a row has under this prefix."""
    return gettext("95 % interval"), lambda row: between(row[f"{prefix}low"], row[f"{prefix}high"], written)


def _pool(row: Row) -> str:
    return source_name(row["pool"])


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}\N{EN DASH}{most}"


def _bot(row: Row) -> str:
    name = bot_name(row["bot"])
    count = len(row["seats"])
    return name if count == 1 else gettext("%(bot)s, each of %(count)d") % {"bot": name, "count": count}


def _means(sides: Sequence[Row], key: str, named: Callable[[Row], str], title: str) -> list[Figure]:
    scale = _scale([row for side in sides for row in side[key]])
    return [mean_figure(title, side[key], named, scale) for side in sides]


def _by_bot(
    sides: Sequence[Row], key: str, named: Callable[[Row], str], drawn: Callable[..., charts.Rows]
) -> list[Figure]:
    """A figure for each bot: first side, second side, as far as the bot sits there."""
    scale = _scale([row for side in sides for row in side[key]])
    figures = []
    for name in dict.fromkeys(bot["bot"] for side in sides for bot in side["bots"]):
        for number, side in enumerate(sides, 1):
            for bot in side["bots"]:
                if bot["bot"] == name:
                    rows = [row for row in side[key] if row["bot"] == name]
                    figure = mean_figure(_bot(bot), rows, named, scale, drawn)
                    figures.append(replace(figure, number=number))
    return figures


def _scale(rows: Sequence[Row]) -> charts.Scale:
    return charts.scale_of(row[end] for row in rows for end in ("chips_per_deal", "low", "high"))


def _dots(values: Sequence[charts.Value], scale: charts.Scale) -> charts.Rows:
    return charts.dots(values, scale)


def mean_figure(
    title: str,
    rows: Sequence[Row],
    named: Callable[[Row], str],
    scale: charts.Scale,
    drawn: Callable[..., charts.Rows] = _dots,
) -> Figure:
    """Means of chips a deal, each with its interval."""
    decimals = decimals_of(rows)

    def written(value: float | None) -> str:
        return signed(value, decimals)

    values = [
        charts.Value(
            named(row), written(row["chips_per_deal"]), row["chips_per_deal"], row["low"], row["high"]
        )
        for row in rows
    ]
    return Figure(
        title=title,
        kind="rows",
        chart=drawn(values, scale),
        said=told(
            f"{value.label}: {value.text} ({between(value.low, value.high, written)})" for value in values
        ),
        heads=[gettext("chips a deal"), gettext("95 % interval"), gettext("deals")],
        rows=[
            (
                value.label,
                [
                    coloured(value.value, decimals, shown=charts.shown_sign(value) != "even"),
                    between(value.low, value.high, written),
                    grouped(row["deals"]),
                ],
            )
            for value, row in zip(values, rows, strict=True)
        ],
    )
