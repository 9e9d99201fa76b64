"""Whether all claims about hands can have been dealt together, and if not, which of them cannot.

Every statement of a scorecard about who held what becomes a claim: words for people, and what it does to a
search for hands. When the search proves that no deal keeps all of them, claims are left out one by one until
only those remain that exclude each other, and those make the sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from games.engine.cards import written
from games.engine.core import sets
from games.engine.core.state import MARRIAGE, SEQUENCE, SEQUENCE_789, SEQUENCE_NONE, TIES_KICKERS, State
from games.engine.errors import EngineError
from games.engine.scorecard.dealt import Layout, bits
from games.engine.scorecard.form import Scorecard
from games.engine.scorecard.hands import EFFORT, GaveUpError, HoldsASet, NeverTogether, Search, find_hands
from games.engine.scorecard.melds import honours_without_taker, winning_cards
from games.engine.scorecard.sequences import NoBetterRun, TakesTheSequence
from games.engine.scorecard.wording import contradiction, counted, seat_word
from games.engine.switches import POOLS

EFFORT_TO_EXPLAIN = 200
"""Matchings tried for each claim when looking for those that exclude each other."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement about the hands."""

    words: str
    pointer: str
    narrow: Callable[[Search], None]


def check_hands(card: Scorecard, layout: Layout) -> None:
    """Raise ``EngineError`` (``cannot_be_dealt``) if no deal gives the hands that the card tells of."""
    claims = list(claims_of(card, layout))
    if excluded(layout, claims):
        raise _exclusion(layout, claims)


def claims_of(card: Scorecard, layout: Layout) -> Iterator[Claim]:
    """Every claim a card makes about hands: melds taken, melds not taken, sets shown, sets needed to bet."""
    yield from _melds_taken(card, layout)
    yield from _melds_not_taken(card, layout)
    for seat, shown in sorted(card.shown.items()):
        words = f"{seat_word(seat)} showed {written(shown)} as its best of {layout.sizes[seat]} cards"
        yield Claim(words, f"/shown/{seat}", partial(_show, card=card, seat=seat, shown=shown))
    if not card.rules.anyone:
        for seat, stake in enumerate(card.stakes):
            if stake and seat not in card.shown:
                words = f"{seat_word(seat)} bet, so it held a set"
                yield Claim(words, f"/stakes/{seat}", partial(_require, rule=HoldsASet(seat)))


def _melds_taken(card: Scorecard, layout: Layout) -> Iterator[Claim]:
    for pool, seat in card.melds.items():
        words, pointer = f"{seat_word(seat)} took the {POOLS[pool]} pool", f"/melds/{POOLS[pool]}"
        if pool == SEQUENCE and card.rules.sequence != SEQUENCE_789:
            words += f" with the best run, having {counted(layout.sizes[seat], 'card')}"
            rule = TakesTheSequence(card.rules, _table(card), seat)
            yield Claim(words, pointer, partial(_require, rule=rule))
        else:
            cards = winning_cards(card.rules, pool, card.upcard >> 4)
            yield Claim(words, pointer, partial(_hold_all, cards=cards, seat=seat))


def _melds_not_taken(card: Scorecard, layout: Layout) -> Iterator[Claim]:
    for pool, honour in honours_without_taker(card):
        if honour != layout.upcard:
            yield Claim(
                f"nobody took the {POOLS[pool]} pool",
                f"/melds/{POOLS[pool]}",
                partial(Search.not_dealt, card=honour),
            )
    for pool in (MARRIAGE, SEQUENCE):
        if not card.rules.has_pool[pool] or pool in card.melds:
            continue
        together = winning_cards(card.rules, pool, card.upcard >> 4)
        if together:
            rule: NeverTogether | NoBetterRun = NeverTogether(sum(1 << one for one in together))
        elif card.rules.sequence != SEQUENCE_NONE:
            rule = NoBetterRun(card.rules, _table(card), value=0, seat=-1)
        else:
            continue
        words = f"nobody took the {POOLS[pool]} pool"
        yield Claim(words, f"/melds/{POOLS[pool]}", partial(_require, rule=rule))


def _require(search: Search, rule: HoldsASet | NeverTogether | NoBetterRun | TakesTheSequence) -> None:
    search.rules.append(rule)


def _hold_all(search: Search, cards: list[int], seat: int) -> None:
    for card in cards:
        search.hold(card, seat)


def _show(search: Search, card: Scorecard, seat: int, shown: int) -> None:
    """The cards shown are in the hand, and no better set than theirs (of a whole hand: nothing else is)."""
    for one in bits(shown):
        search.hold(one, seat)
    if card.rules.ties != TIES_KICKERS:
        search.bound_ranks(seat, most_of_each_rank(sets.best_set(card.rules, shown), card.rules.two_pairs))


def most_of_each_rank(best: int, two_pairs: int) -> list[int]:
    """The most cards of each rank in a hand whose best set is ``best`` (as ``sets.best_set`` writes it)."""
    kind, top, lower = best >> 8, best >> 4 & 15, best & 15
    if kind == sets.TWO_PAIRS:
        most = [2 if rank <= lower else 1 for rank in range(13)]
    elif kind == sets.PAIR and two_pairs:
        most = [1] * 13
    else:
        of_a_kind = {sets.NO_SET: 1, sets.PAIR: 2, sets.THREE: 3, sets.FOUR: 4}[kind]
        most = [of_a_kind if rank < top else of_a_kind - 1 for rank in range(13)]
    most[top] = {sets.NO_SET: 1, sets.THREE: 3, sets.FOUR: 4}.get(kind, 2)
    return most


def _table(card: Scorecard) -> State:
    """A scratch state that knows the order of play and the pay suit, to compare runs of hands with."""
    table = State()
    table.seats, table.forehand = card.state.seats, card.state.forehand
    table.pay_suit = card.upcard >> 4
    return table


def search_for(layout: Layout, claims: Iterable[Claim]) -> Search:
    """A search for hands that knows these claims."""
    search = Search.of(layout)
    for claim in claims:
        claim.narrow(search)
    return search


def excluded(layout: Layout, claims: Iterable[Claim], effort: int = EFFORT) -> bool:
    """Whether it is proved, within some effort, that no deal keeps all of these claims."""
    try:
        return find_hands(search_for(layout, claims), effort) is None
    except GaveUpError:
        return False


def _exclusion(layout: Layout, claims: list[Claim]) -> EngineError:
    """The error that names a smallest group of claims that exclude each other."""
    for claim in list(claims):
        others = [other for other in claims if other is not claim]
        if excluded(layout, others, EFFORT_TO_EXPLAIN):
            claims = others
    words = "; ".join(claim.words for claim in claims)
    what = "this" if len(claims) == 1 else "all of this together"
    return contradiction(
        "cannot_be_dealt",
        f"however the cards lie, no deal under these rules gives {what}: {words}",
        claims[0].pointer,
    )
