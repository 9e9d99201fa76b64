"""The figures of a simulation: a chart, a description of it, and a table of the same numbers.

Both sides of a comparison share one scale, so equal numbers stand at equal places.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext

from tournaments.sentences import charts
from tournaments.sentences.phrases import grouped

from .numbers import between, coloured, decimals_of, plain, share, signed
from .words import ENDINGS, SETS, bot_name, position_name, source_name

Row = Mapping[str, Any]
Text = Callable[[Row], str]
Draw = Callable[[Sequence[charts.Value], charts.Scale], charts.Rows]


@dataclass(frozen=True)
class Figure:
    """One chart with its table.

    kind: the template that draws the chart, ``rows`` or ``columns``.
    description: the chart in words, for screen readers.
    side, number: in a comparison, the name and the number (1 or 2) of the side.
    legend: pairs of a kind of bar and its meaning.
    """

    title: str
    chart: charts.Rows | charts.Columns
    description: str
    heads: list[str]
    rows: list[tuple[str, list[str]]]
    kind: str = "rows"
    side: str = ""
    number: int = 0
    legend: Sequence[tuple[str, str]] = ()

    @property
    def labelled(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """The rows, each cell with the head of its column: a phone shows the cells as lines."""
        return [(name, list(zip(self.heads, cells, strict=True))) for name, cells in self.rows]


@dataclass(frozen=True)
class Section:
    """Figures about one subject. wide: the section takes the whole width of the page."""

    key: str
    title: str
    about: str
    figures: list[Figure]
    wide: bool = False
    note: str = ""


def bot_means(sides: Sequence[Row]) -> list[Figure]:
    """The chips a deal that each bot wins."""
    scale = _scale(sides, "bots")
    return [mean_figure(gettext("Chips a deal by bot"), side["bots"], _bot, scale) for side in sides]


def position_means(sides: Sequence[Row]) -> list[Figure]:
    """The chips a deal that are won at each place in the order of play."""
    scale = _scale(sides, "positions")
    title = gettext("Chips a deal by place")
    return [mean_figure(title, side["positions"], _position, scale) for side in sides]


def bots_at_places(sides: Sequence[Row]) -> list[Figure]:
    """The chips a deal that each bot wins at each place."""
    return _by_bot(sides, "bots_at_positions", _position, charts.dots)


def sources(sides: Sequence[Row]) -> list[Figure]:
    """The sources of each bot's chips."""
    return _by_bot(sides, "sources", lambda row: source_name(row["source"]), charts.diverging)


def pools_won(sides: Sequence[Row]) -> list[Figure]:
    """How often each pool is won, and how often it carries over to the next deal."""

    def texts(row: Row) -> dict[str, str]:
        return {
            "name": _pool(row),
            "won": share(row["won_share"]),
            "won_interval": _interval(row, "won_share_", share),
            "carried": share(row["carried_share"]),
            "carried_interval": _interval(row, "carried_share_", share),
        }

    def draw(rows: Sequence[Row]) -> charts.Rows:
        return _stacks(rows, _pool, "won_share", lambda row: (row["won_share"], row["carried_share"]))

    won, carried, interval = gettext("won"), gettext("carried over"), gettext("95 % interval")
    return _figures(
        gettext("Pools won and carried over"),
        [side["pools"] for side in sides],
        texts,
        gettext("%(name)s: won in %(won)s of deals, carried over in %(carried)s."),
        [won, interval, carried, interval],
        draw,
        [("full", won), ("hollow", carried)],
    )


def pools_left(sides: Sequence[Row]) -> list[Figure]:
    """The chips that each pool holds after a deal."""
    every = [row for side in sides for row in side["pools"]]
    scale = charts.scale_of([row["chips_left_high"] or row["chips_left"] for row in every])

    def texts(row: Row) -> dict[str, str]:
        return {
            "name": _pool(row),
            "mean": plain(row["chips_left"]),
            "interval": _interval(row, "chips_left_", plain),
            "highest": grouped(row["chips_left_highest"]),
        }

    def draw(rows: Sequence[Row]) -> charts.Rows:
        text = gettext("%(mean)s, at most %(highest)s")
        values = [charts.Value(_pool(row), text % texts(row), row["chips_left"]) for row in rows]
        return charts.diverging(values, scale, "plain")

    return _figures(
        gettext("Chips left in each pool after a deal"),
        [side["pools"] for side in sides],
        texts,
        gettext("%(name)s: %(mean)s chips on average, at most %(highest)s."),
        [gettext("chips left"), gettext("95 % interval"), gettext("highest")],
        draw,
    )


def betting(sides: Sequence[Row]) -> list[Figure]:
    """How the Pochen ends."""

    def ending(row: Row) -> str:
        return str(ENDINGS[row["what"]])

    def texts(row: Row) -> dict[str, str]:
        return {
            "name": ending(row),
            "share": share(row["value"]),
            "interval": _interval(row, "", share),
            "deals": grouped(row["deals"]),
        }

    return _figures(
        gettext("How the Pochen ends"),
        [[row for row in side["betting"] if row["what"] in ENDINGS] for side in sides],
        texts,
        gettext("%(name)s: %(share)s of deals."),
        [gettext("of all deals"), gettext("95 % interval"), gettext("deals")],
        lambda rows: _stacks(rows, ending, "value", lambda row: (row["value"],)),
    )


def shown_sets(sides: Sequence[Row]) -> list[Figure]:
    """The sets that are shown at showdowns, and how many of them win."""
    shares = [row["share"] for side in sides for row in side["sets"]]
    if not shares:
        return []

    def set_name(row: Row) -> str:
        return str(SETS[row["set"]])

    def texts(row: Row) -> dict[str, str]:
        return {
            "name": set_name(row),
            "share": share(row["share"]),
            "interval": _interval(row, "share_", share),
            "won": share(row["won_share"]),
            "hands": grouped(row["shown"]),
        }

    def parts(row: Row) -> tuple[float, float]:
        whole = row["share"] or 0
        won = whole * (row["won_share"] or 0)
        return won, whole - won

    return _figures(
        gettext("Sets shown at showdowns"),
        [side["sets"] for side in sides],
        texts,
        gettext("%(name)s: %(share)s of the hands shown; %(won)s of these won."),
        [gettext("of the hands shown"), gettext("95 % interval"), gettext("of these won"), gettext("hands")],
        lambda rows: _stacks(rows, set_name, "share", parts, charts.scale_of(shares)),
        [("full", gettext("won")), ("hollow", gettext("lost"))],
    )


def lengths(sides: Sequence[Row]) -> list[Figure]:
    """How many actions a deal takes."""
    return [_length(side["lengths"]) for side in sides if sides[0]["lengths"]["bins"]]


def _length(length: Row) -> Figure:
    bins = length["bins"]
    median = gettext("median %(count)d") % {"count": length["median"]}
    return Figure(
        title=gettext("Actions in a deal, share of all deals"),
        kind="columns",
        chart=charts.columns(
            [(row["least"], row["most"], row["share"]) for row in bins], (length["median"], median)
        ),
        description=gettext(
            "A deal takes %(mean)s actions on average. Half of the deals take at most %(median)d, "
            "nine in ten take at most %(p90)d, the longest takes %(longest)s."
        )
        % {**length, "mean": plain(length["mean"], 1), "longest": longest(length)},
        heads=[gettext("of all deals"), gettext("deals")],
        rows=[
            (_span(row["least"], row["most"]), [share(row["share"]), grouped(row["deals"])]) for row in bins
        ],
    )


def longest(length: Row) -> str:
    """The length of the longest deal. The last bin can be open: then at least that length."""
    count = length["longest"]
    return gettext("%(count)d or more") % {"count": count} if length["open"] else str(count)


def mean_figure(
    title: str, rows: Sequence[Row], label: Text, scale: charts.Scale, draw: Draw = charts.dots
) -> Figure:
    """The mean chips a deal of each row, with the interval."""
    decimals = decimals_of(rows)

    def chips(value: float | None) -> str:
        return signed(value, decimals)

    values = [
        charts.Value(label(row), chips(row["chips_per_deal"]), row["chips_per_deal"], row["low"], row["high"])
        for row in rows
    ]
    intervals = [between(value.low, value.high, chips) for value in values]
    return Figure(
        title=title,
        chart=draw(values, scale),
        description=" ".join(
            gettext("%(name)s: %(chips)s chips a deal (%(interval)s).")
            % {"name": value.label, "chips": value.text, "interval": interval}
            for value, interval in zip(values, intervals, strict=True)
        ),
        heads=[gettext("chips a deal"), gettext("95 % interval"), gettext("deals")],
        rows=[
            (
                value.label,
                [
                    coloured(value.value, decimals, shown=charts.shown_sign(value) != "even"),
                    interval,
                    grouped(row["deals"]),
                ],
            )
            for value, interval, row in zip(values, intervals, rows, strict=True)
        ],
    )


def _figures(
    title: str,
    rows_of_sides: Sequence[Sequence[Row]],
    texts: Callable[[Row], dict[str, str]],
    sentence: str,
    heads: list[str],
    draw: Callable[[Sequence[Row]], charts.Rows],
    legend: Sequence[tuple[str, str]] = (),
) -> list[Figure]:
    """A figure for each side.

    texts: the name of a row, then its cells in the order of the heads; `sentence` describes a row with them.
    """
    return [
        Figure(
            title=title,
            chart=draw(rows),
            description=" ".join(sentence % texts(row) for row in rows),
            heads=heads,
            rows=[(name, cells) for name, *cells in (texts(row).values() for row in rows)],
            legend=legend,
        )
        for rows in rows_of_sides
    ]


def _by_bot(sides: Sequence[Row], key: str, label: Text, draw: Draw) -> list[Figure]:
    """A figure for each bot on each side where the bot plays."""
    scale = _scale(sides, key)
    return [
        replace(
            mean_figure(_bot(bot), [row for row in side[key] if row["bot"] == name], label, scale, draw),
            number=number,
        )
        for name in dict.fromkeys(bot["bot"] for side in sides for bot in side["bots"])
        for number, side in enumerate(sides, 1)
        for bot in side["bots"]
        if bot["bot"] == name
    ]


def _stacks(
    rows: Sequence[Row],
    label: Text,
    key: str,
    parts: Callable[[Row], Sequence[float | None]],
    scale: charts.Scale | None = None,
) -> charts.Rows:
    stacks = [
        charts.Stack(label(row), share(row[key]), tuple(part or 0 for part in parts(row))) for row in rows
    ]
    return charts.stacks(stacks, scale or charts.scale_of([1.0]))


def _scale(sides: Sequence[Row], key: str) -> charts.Scale:
    ends = ("chips_per_deal", "low", "high")
    return charts.scale_of(row[end] for side in sides for row in side[key] for end in ends)


def _interval(row: Row, prefix: str, text: Callable[[float | None], str]) -> str:
    return between(row[f"{prefix}low"], row[f"{prefix}high"], text)


def _pool(row: Row) -> str:
    return source_name(row["pool"])


def _position(row: Row) -> str:
    return position_name(row["position"])


def _bot(row: Row) -> str:
    name = bot_name(row["bot"])
    count = len(row["seats"])
    return name if count == 1 else gettext("%(bot)s, each of %(count)d") % {"bot": name, "count": count}


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}\N{EN DASH}{most}"
