"""Whether all claims about hands can have been dealt together, and if not, which of them cannot.

Every statement of a scorecard about who held what is a claim: words for people, and what it does to a search
for hands. When the search proves that no deal keeps all of them, claims are left out one by one until only
those remain that exclude each other, and those make the sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from games.engine.cards import written
from games.engine.core import sets
from games.engine.core.state import MARRIAGE, SEQUENCE, SEQUENCE_789, SEQUENCE_NONE, TIES_KICKERS
from games.engine.errors import EngineError
from games.engine.scorecard.dealt import Layout, bits
from games.engine.scorecard.evidence import Evidence, winning_cards
from games.engine.scorecard.form import Scorecard
from games.engine.scorecard.hands import EFFORT, GaveUpError, HoldsASet, NeverTogether, Search, find_hands
from games.engine.scorecard.sequences import NoBetterRun, Runs, TakesTheSequence
from games.engine.scorecard.wording import contradiction, counted, seat_word
from games.engine.switches import POOLS

EFFORT_TO_EXPLAIN = 200
"""Matchings tried for each claim when looking for those that exclude each other."""


class Claim(Protocol):
    """One statement about the hands."""

    def narrow(self, search: Search) -> None:
        """Keep the search to hands that bear it out."""

    def words(self, layout: Layout) -> str:
        """The statement as a clause."""

    @property
    def pointer(self) -> str:
        """Where the scorecard says so."""


class Took(NamedTuple):
    """A seat took a pool that certain cards win."""

    pool: int
    seat: int
    cards: tuple[int, ...]

    def narrow(self, search: Search) -> None:
        for card in self.cards:
            search.hold(card, self.seat)

    def words(self, layout: Layout) -> str:  # noqa: ARG002
        return f"{seat_word(self.seat)} took the {POOLS[self.pool]} pool"

    @property
    def pointer(self) -> str:
        return f"/melds/{POOLS[self.pool]}"


class TookByBestRun(NamedTuple):
    """A seat took the sequence pool with the best run of all hands."""

    runs: Runs
    seat: int

    def narrow(self, search: Search) -> None:
        search.alternatives.append(TakesTheSequence(self.runs, self.seat))

    def words(self, layout: Layout) -> str:
        having = counted(layout.sizes[self.seat], "card")
        return f"{seat_word(self.seat)} took the sequence pool with the best run, having {having}"

    @property
    def pointer(self) -> str:
        return "/melds/sequence"


class NobodyTook(NamedTuple):
    """A pool of the board that nobody took: one card that was not dealt, or several never in one hand."""

    pool: int
    cards: tuple[int, ...]

    def narrow(self, search: Search) -> None:
        if len(self.cards) == 1:
            search.not_dealt(self.cards[0])
        else:
            search.alternatives.append(NeverTogether(sum(1 << card for card in self.cards)))

    def words(self, layout: Layout) -> str:  # noqa: ARG002
        return f"nobody took the {POOLS[self.pool]} pool"

    @property
    def pointer(self) -> str:
        return f"/melds/{POOLS[self.pool]}"


class NobodyHadARun(NamedTuple):
    """Nobody took the sequence pool, though any run of three would have."""

    runs: Runs

    def narrow(self, search: Search) -> None:
        search.alternatives.append(NoBetterRun(self.runs, value=0, seat=-1))

    def words(self, layout: Layout) -> str:  # noqa: ARG002
        return "nobody took the sequence pool with any run of three"

    @property
    def pointer(self) -> str:
        return "/melds/sequence"


class Showed(NamedTuple):
    """A seat showed its best set, or its whole hand (``most`` None: there is nothing else in it)."""

    seat: int
    cards: int
    most: list[int] | None

    def narrow(self, search: Search) -> None:
        for card in bits(self.cards):
            search.hold(card, self.seat)
        if self.most is not None:
            search.bound_ranks(self.seat, self.most)

    def words(self, layout: Layout) -> str:
        size = layout.sizes[self.seat]
        return f"{seat_word(self.seat)} showed {written(self.cards)} as its best of {size} cards"

    @property
    def pointer(self) -> str:
        return f"/shown/{self.seat}"


class NeededASet(NamedTuple):
    """A seat bet where only who has a set may, and did not show it."""

    seat: int

    def narrow(self, search: Search) -> None:
        search.alternatives.append(HoldsASet(self.seat))

    def words(self, layout: Layout) -> str:  # noqa: ARG002
        return f"{seat_word(self.seat)} bet, so it held a set"

    @property
    def pointer(self) -> str:
        return f"/stakes/{self.seat}"


def check_hands(card: Scorecard, layout: Layout, evidence: Evidence) -> None:
    """Raise ``EngineError`` (``cannot_be_dealt``) if no deal gives the hands that the card tells of."""
    claims = list(claims_of(card, layout, evidence))
    if excluded(layout, claims):
        raise _exclusion(layout, claims)


def claims_of(card: Scorecard, layout: Layout, evidence: Evidence) -> Iterator[Claim]:
    """Every claim a card makes about hands: melds taken, melds not taken, sets shown, sets needed to bet."""
    rules, pay_suit = card.rules, card.upcard >> 4
    for pool, seat in card.melds.items():
        cards = winning_cards(rules, pool, pay_suit)
        yield Took(pool, seat, cards) if cards else TookByBestRun(Runs.of(card), seat)
    for pool, honour in evidence.untaken.items():
        if honour != layout.upcard:
            yield NobodyTook(pool, (honour,))
    if rules.has_pool[MARRIAGE] and MARRIAGE not in card.melds:
        yield NobodyTook(MARRIAGE, winning_cards(rules, MARRIAGE, pay_suit))
    if rules.has_pool[SEQUENCE] and SEQUENCE not in card.melds and rules.sequence != SEQUENCE_NONE:
        if rules.sequence == SEQUENCE_789:
            yield NobodyTook(SEQUENCE, winning_cards(rules, SEQUENCE, pay_suit))
        else:
            yield NobodyHadARun(Runs.of(card))
    for seat, shown in card.shown.items():
        whole_hand = rules.ties == TIES_KICKERS
        most = None if whole_hand else most_of_each_rank(sets.best_set(rules, shown), rules.two_pairs)
        yield Showed(seat, shown, most)
    if not rules.anyone:
        for seat, stake in enumerate(card.stakes):
            if stake and seat not in card.shown:
                yield NeededASet(seat)


def most_of_each_rank(best: int, two_pairs: int) -> list[int]:
    """The most cards of each rank in a hand whose best set is ``best`` (as ``sets.best_set`` writes it)."""
    kind, top, lower = best >> 8, best >> 4 & 15, best & 15
    if kind == sets.TWO_PAIRS:
        most = [2] * (lower + 1) + [1] * (12 - lower)
    elif kind == sets.PAIR and two_pairs:
        most = [1] * 13
    else:
        of_a_kind = {sets.NO_SET: 1, sets.PAIR: 2, sets.THREE: 3, sets.FOUR: 4}[kind]
        most = [of_a_kind] * top + [of_a_kind - 1] * (13 - top)
    most[top] = {sets.NO_SET: 1, sets.THREE: 3, sets.FOUR: 4}.get(kind, 2)
    return most


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
    words = "; ".join(claim.words(layout) for claim in claims)
    what = "this" if len(claims) == 1 else "all of this together"
    return contradiction(
        "cannot_be_dealt",
        f"however the cards lie, no deal under these rules gives {what}: {words}",
        claims[0].pointer,
    )
