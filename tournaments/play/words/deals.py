"""The story of a deal in sentences, from a poch-result/1 and the names of the seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy

from tournaments.core.packs import in_pack
from tournaments.core.words.words import RANK_NAMES, pool_name
from tournaments.core.words.words import chips as chips_word
from tournaments.core.words.words import names as listed

RANKS = {
    "A": gettext_lazy("aces"),
    "K": gettext_lazy("kings"),
    "Q": in_pack(gettext_lazy("queens"), gettext_lazy("Obers")),
    "J": in_pack(gettext_lazy("jacks"), gettext_lazy("Unters")),
    "T": gettext_lazy("tens"),
    "9": gettext_lazy("nines"),
    "8": gettext_lazy("eights"),
    "7": gettext_lazy("sevens"),
    "6": gettext_lazy("sixes"),
    "5": gettext_lazy("fives"),
    "4": gettext_lazy("fours"),
    "3": gettext_lazy("threes"),
    "2": gettext_lazy("twos"),
}


@dataclass(frozen=True)
class TakenPool:
    """The chips of a pool and the seat that took it by melding. `seat` is None if no seat took it."""

    pool: str
    seat: int | None
    name: str
    chips: int


@dataclass(frozen=True)
class PochenLine:
    """A seat in the Pochen: its stake, whether it passed, the set that it showed, the chips that it won."""

    seat: int
    name: str
    stake: int
    passed: bool
    kind: str
    cards: str
    won: int


@dataclass(frozen=True)
class Story:
    """The story of a deal. `order`: the parts of the deal in the order of the rules."""

    order: list[str]
    upcard: str
    pay_suit: str
    melding: SafeString
    taken: list[TakenPool]
    upcard_pool: TakenPool | None
    pochen: SafeString
    betting: SafeString
    shown: list[PochenLine]
    shedding: SafeString
    left: list[tuple[str, int]]
    runs: list[dict[str, Any]]
    hands: list[tuple[str, list[str]]]


def tell(
    names: Sequence[str],
    result: Mapping[str, Any],
    transfers: Sequence[tuple[str, str, int, str]],
    stages: Mapping[str, Any],
) -> Story:
    """Return the story of a deal.

    names: by seat; the story uses first names if they differ. transfers: (from, to, chips, reason). stages:
    from `games.services.stages`.
    """
    names = short_names(names)
    taken = [TakenPool(row["pool"], row["seat"], names[row["seat"]], row["chips"]) for row in result["melds"]]
    upcard = next((row for row in transfers if row[3] == "upcard"), None)
    upcard_pool = (
        TakenPool(upcard[0], _seat(upcard[1]), names[_seat(upcard[1])], upcard[2])
        if upcard is not None
        else None
    )
    shown = _shown(names, result, transfers)
    hands = stages.get("hands")
    return Story(
        order=list(stages["order"]),
        upcard=stages["upcard"],
        pay_suit=stages["pay_suit"],
        melding=_melding(taken, upcard_pool),
        taken=taken,
        upcard_pool=upcard_pool,
        pochen=_pochen(names, result, shown),
        betting=_betting(names, stages.get("betting") or []),
        shown=[line for line in shown if line.stake or line.cards or not line.passed],
        shedding=_shedding(names, result, transfers),
        left=[(names[seat], cards) for seat, cards in enumerate(result["shedding"]["left"])],
        runs=[
            {
                "cards": [{"name": names[play["seat"]], "card": play["card"]} for play in run["cards"]],
                "ended_by": names[run["ended_by"]] if run.get("ended_by") is not None else "",
            }
            for run in stages.get("runs") or []
        ],
        hands=[(names[seat], list(cards)) for seat, cards in enumerate(hands)] if hands else [],
    )


def short_names(names: Sequence[str]) -> list[str]:
    """First names if they differ within the table, else the full names."""
    first = [name.split()[0] if name.split() else name for name in names]
    return first if len({name.casefold() for name in first}) == len(first) else list(names)


def set_name(kind: str, cards: str) -> str:
    """The name of a set: "three nines", "a pair of kings", "two pairs, kings and nines", "king high"."""
    ranks = [card[0] for card in cards.split()]
    if kind == "four":
        return gettext("four %(ranks)s") % {"ranks": RANKS[ranks[0]]}
    if kind == "three":
        return gettext("three %(ranks)s") % {"ranks": RANKS[ranks[0]]}
    if kind == "two_pairs":
        return gettext("two pairs, %(high)s and %(low)s") % {"high": RANKS[ranks[0]], "low": RANKS[ranks[2]]}
    if kind == "pair":
        return gettext("a pair of %(ranks)s") % {"ranks": RANKS[ranks[0]]}
    return gettext("%(rank)s high") % {"rank": RANK_NAMES[ranks[0]]}


def _seat(account: str) -> int:
    return int(account.removeprefix("seat "))


def _melding(taken: Sequence[TakenPool], upcard: TakenPool | None) -> SafeString:
    """The pools that each player took, most chips first."""
    if not taken and upcard is None:
        return format_html("{}", gettext("Nobody took a pool. All chips stay on the board."))
    by_seat: dict[str, list[TakenPool]] = {}
    for row in taken:
        by_seat.setdefault(row.name, []).append(row)
    parts = [
        format_html(
            gettext("{name} took {pools}: {chips}."),
            name=listed([name]),
            pools=listed(pool_name(row.pool) for row in rows),
            chips=chips_word(sum(row.chips for row in rows)),
        )
        for name, rows in sorted(by_seat.items(), key=lambda item: -sum(row.chips for row in item[1]))
    ]
    if upcard is not None:
        parts.append(
            format_html(
                gettext("{name}, the dealer, took the pool of the upcard, {pool}: {chips}."),
                name=listed([upcard.name]),
                pool=pool_name(upcard.pool),
                chips=chips_word(upcard.chips),
            )
        )
    return _joined(parts)


def _shown(
    names: Sequence[str], result: Mapping[str, Any], transfers: Sequence[tuple[str, str, int, str]]
) -> list[PochenLine]:
    pochen = result["pochen"]
    hands = {row["seat"]: row for row in pochen["showdown"]}
    won = [0] * len(names)
    for _source, target, count, reason in transfers:
        if reason == "pot":
            won[_seat(target)] += count
    return [
        PochenLine(
            seat=seat,
            name=name,
            stake=pochen["stakes"][seat],
            passed=seat in pochen["passed"],
            kind=set_name(hands[seat]["kind"], hands[seat]["cards"]) if seat in hands else "",
            cards=hands[seat]["cards"] if seat in hands else "",
            won=won[seat],
        )
        for seat, name in enumerate(names)
    ]


def _pochen(names: Sequence[str], result: Mapping[str, Any], shown: Sequence[PochenLine]) -> SafeString:
    """ "Anna staked 3, Ben held; three nines beat a pair of kings: Anna won 14 chips."""
    pochen = result["pochen"]
    if not pochen["winners"]:
        if "poch" not in result["pools"]:
            return format_html("{}", gettext("Everybody passed."))
        return format_html("{}", gettext("Everybody passed. The Poch pool stays for the next deal."))
    winners = [names[seat] for seat in pochen["winners"]]
    won = sum(shown[seat].won for seat in pochen["winners"])
    folded = [line for line in shown if line.passed and line.stake]
    parts = []
    if pochen["showdown"]:
        staying = [line for line in shown if not line.passed]
        parts.append(
            format_html(
                gettext("{names} went to the showdown for {stake} each."),
                names=listed(line.name for line in staying),
                stake=chips_word(max(line.stake for line in staying)),
            )
        )
        best = shown[pochen["winners"][0]]
        beaten = sorted(
            {line.kind for line in staying if line.seat not in pochen["winners"] and line.kind != best.kind}
        )
        if len(winners) > 1:
            parts.append(
                format_html(
                    gettext("{names} shared the pot with {hand}: {chips}."),
                    names=listed(winners),
                    hand=best.kind,
                    chips=chips_word(won),
                )
            )
        elif beaten:
            parts.append(
                format_html(
                    gettext("{hand} beat {beaten}: {name} won {chips}."),
                    hand=capfirst(best.kind),
                    beaten=listed(beaten),
                    name=listed(winners),
                    chips=chips_word(won),
                )
            )
        else:
            parts.append(
                format_html(
                    gettext("Equal sets, and {name} won {chips}."),
                    name=listed(winners),
                    chips=chips_word(won),
                )
            )
    else:
        winner = shown[pochen["winners"][0]]
        parts.append(
            format_html(
                gettext("{name} bet {stake} and nobody called: {chips}."),
                name=listed(winners),
                stake=chips_word(winner.stake),
                chips=chips_word(won),
            )
        )
    if folded:
        parts.append(
            format_html(gettext("{names} bet and then passed."), names=listed(line.name for line in folded))
        )
    return _joined(parts)


def _betting(names: Sequence[str], actions: Sequence[Mapping[str, Any]]) -> SafeString:
    """The actions of the betting in order; empty if a scorecard does not have them."""
    words = {
        "pass": gettext("{name} passed"),
        "bet": gettext("{name} bet {chips}"),
        "call": gettext("{name} called"),
        "raise": gettext("{name} raised to {chips}"),
        "show": gettext("{name} asked for the showdown"),
    }
    return format_html_join(
        ", ",
        "{}",
        (
            (format_html(words[row["verb"]], name=listed([names[row["seat"]]]), chips=row["chips"]),)
            for row in actions
        ),
    )


def _shedding(
    names: Sequence[str], result: Mapping[str, Any], transfers: Sequence[tuple[str, str, int, str]]
) -> SafeString:
    shedding = result["shedding"]
    out = shedding["out"]
    from_pool = sum(row[2] for row in transfers if row[3] == "out" and not row[0].startswith("seat "))
    from_hands = sum(row[2] for row in transfers if row[3] == "out" and row[0].startswith("seat "))
    leader = shedding["leader"]
    parts = [
        format_html(
            gettext("{name} led and went out: {chips} for the cards left.")
            if leader == out
            else gettext("{leader} led and {name} went out: {chips} for the cards left."),
            name=listed([names[out]]),
            leader=listed([names[leader]]),
            chips=chips_word(from_hands),
        )
    ]
    if from_pool:
        parts.append(format_html(gettext("The centre pool paid {chips} more."), chips=chips_word(from_pool)))
    if shedding["stops"]:
        counts = Counter(shedding["stops"])
        parts.append(
            format_html(
                gettext("Ended runs: {tally}."),
                tally=format_html_join(
                    ", ", "{} {}", ((listed([names[seat]]), count) for seat, count in counts.most_common())
                ),
            )
        )
    most = [row for row in transfers if row[3] == "most_cards"]
    if most:
        payers = sorted({_seat(row[0]) for row in most})
        parts.append(
            format_html(
                gettext("{names} had the most cards left and paid {chips}."),
                names=listed(names[seat] for seat in payers),
                chips=chips_word(sum(row[2] for row in most)),
            )
        )
    return _joined(parts)


def _joined(parts: Sequence[SafeString]) -> SafeString:
    return SafeString(" ".join(parts))
