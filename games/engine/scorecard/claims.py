"""Whether all claims about hands can have been dealt together, and if not, which of them cannot.

Every statement of a scorecard about who held what is a claim: words for people, and what it does to a search
for hands. When the search proves that no deal keeps all of them, claims are left out one by one until only
those remain that exclude each other, and those make the sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from games.engine.cards import written
from games.engine.core.state import SEQUENCE, SEQUENCE_BEST_THREE, SEQUENCE_LONGEST, TIES_KICKERS
from games.engine.errors import EngineError
from games.engine.scorecard.dealt import Layout, bits
from games.engine.scorecard.evidence import Evidence, most_of_each_rank, needing_a_set
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
    cards: int

    def narrow(self, search: Search) -> None:
        for card in bits(self.cards):
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
    cards: int

    def narrow(self, search: Search) -> None:
        if self.cards.bit_count() == 1:
            search.not_dealt(self.cards.bit_length() - 1)
        else:
            search.alternatives.append(NeverTogether(self.cards))

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
    rules = card.rules
    for pool, seat in card.melds.items():
        cards = layout.winning.get(pool)
        yield Took(pool, seat, cards) if cards else TookByBestRun(Runs.of(card), seat)
    for pool, honour in evidence.untaken.items():
        if honour != layout.upcard:
            yield NobodyTook(pool, 1 << honour)
    for pool, cards in evidence.apart.items():
        yield NobodyTook(pool, cards)
    if (
        rules.has_pool[SEQUENCE]
        and SEQUENCE not in card.melds
        and rules.sequence in (SEQUENCE_BEST_THREE, SEQUENCE_LONGEST)
    ):
        yield NobodyHadARun(Runs.of(card))
    for seat, shown in card.shown.items():
        whole_hand = rules.ties == TIES_KICKERS
        most = None if whole_hand else most_of_each_rank(evidence.best[seat], rules.two_pairs)
        yield Showed(seat, shown, most)
    for seat in needing_a_set(card):
        yield NeededASet(seat)


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
