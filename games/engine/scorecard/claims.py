"""Does some deal give all the hands that a scorecard speaks of? If not, which statements exclude each other?

A claim is one statement of the scorecard about hands: a sentence for people, and a limit for the search for
hands. If the search proves that no deal keeps all claims, they are left out one by one. Those that cannot be
left out exclude each other, and the error names them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from games.engine.cards import written
from games.engine.core.state import SEQUENCE, SEQUENCE_BEST_THREE, SEQUENCE_LONGEST, TIES_KICKERS
from games.engine.errors import EngineError, Sentence, gettext_noop
from games.engine.scorecard.evidence import Evidence, Layout, bits, most_of_each_rank, needing_a_set
from games.engine.scorecard.form import Scorecard
from games.engine.scorecard.hands import EFFORT, GaveUpError, HoldsASet, NeverTogether, Search, find_hands
from games.engine.scorecard.shedding import NoBetterRun, Runs, TakesTheSequence
from games.engine.switches import POOLS

EFFORT_TO_EXPLAIN = 200
"""Matchings to try, for each claim, in the search for those that exclude each other."""


class Claim(Protocol):
    """One statement about the hands."""

    def narrow(self, search: Search) -> None:
        """Limit the search to hands for which the statement is true."""

    def sentence(self, layout: Layout) -> Sentence:
        """The statement for people."""

    @property
    def pointer(self) -> str:
        """The place of the statement in the scorecard."""


class Took(NamedTuple):
    """A seat took a pool that certain cards win."""

    pool: int
    seat: int
    cards: int

    def narrow(self, search: Search) -> None:
        for card in bits(self.cards):
            search.hold(card, self.seat)

    def sentence(self, layout: Layout) -> Sentence:  # noqa: ARG002
        template = gettext_noop("Seat %(seat)d took the %(pool)s pool.")
        return Sentence(template, {"seat": self.seat + 1, "pool": POOLS[self.pool]})

    @property
    def pointer(self) -> str:
        return f"/melds/{POOLS[self.pool]}"


class TookByBestRun(NamedTuple):
    """A seat took the sequence pool with the best run of all hands."""

    runs: Runs
    seat: int

    def narrow(self, search: Search) -> None:
        search.alternatives.append(TakesTheSequence(self.runs, self.seat))

    def sentence(self, layout: Layout) -> Sentence:
        return Sentence(
            gettext_noop(
                "Seat %(seat)d took the sequence pool with the best run. Its hand had %(size)d cards."
            ),
            {"seat": self.seat + 1, "size": layout.sizes[self.seat]},
        )

    @property
    def pointer(self) -> str:
        return "/melds/sequence"


class NobodyTook(NamedTuple):
    """No seat took a pool: its one card was not dealt, or no hand holds all of its cards."""

    pool: int
    cards: int

    def narrow(self, search: Search) -> None:
        if self.cards.bit_count() == 1:
            search.not_dealt(self.cards.bit_length() - 1)
        else:
            search.alternatives.append(NeverTogether(self.cards))

    def sentence(self, layout: Layout) -> Sentence:  # noqa: ARG002
        return Sentence(gettext_noop("No seat took the %(pool)s pool."), {"pool": POOLS[self.pool]})

    @property
    def pointer(self) -> str:
        return f"/melds/{POOLS[self.pool]}"


class NobodyHadARun(NamedTuple):
    """No seat took the sequence pool, which any run of three wins."""

    runs: Runs

    def narrow(self, search: Search) -> None:
        search.alternatives.append(NoBetterRun(self.runs, value=0, seat=-1))

    def sentence(self, layout: Layout) -> Sentence:  # noqa: ARG002
        return Sentence(gettext_noop("No seat took the sequence pool, which any run of three wins."), {})

    @property
    def pointer(self) -> str:
        return "/melds/sequence"


class Showed(NamedTuple):
    """A seat showed its best set, or its whole hand (then ``most`` is None)."""

    seat: int
    cards: int
    most: list[int] | None

    def narrow(self, search: Search) -> None:
        for card in bits(self.cards):
            search.hold(card, self.seat)
        if self.most is not None:
            search.bound_ranks(self.seat, self.most)

    def sentence(self, layout: Layout) -> Sentence:
        return Sentence(
            gettext_noop("Seat %(seat)d showed %(cards)s as its best set. Its hand had %(size)d cards."),
            {"seat": self.seat + 1, "cards": written(self.cards), "size": layout.sizes[self.seat]},
        )

    @property
    def pointer(self) -> str:
        return f"/shown/{self.seat}"


class NeededASet(NamedTuple):
    """A seat bet without showing its set, under rules by which only a seat with a set may bet."""

    seat: int

    def narrow(self, search: Search) -> None:
        search.alternatives.append(HoldsASet(self.seat))

    def sentence(self, layout: Layout) -> Sentence:  # noqa: ARG002
        return Sentence(gettext_noop("Seat %(seat)d bet, so it held a set."), {"seat": self.seat + 1})

    @property
    def pointer(self) -> str:
        return f"/stakes/{self.seat}"


def check_hands(card: Scorecard, layout: Layout, evidence: Evidence) -> None:
    """Raise ``EngineError`` (``cannot_be_dealt``) if no deal gives hands that keep all claims."""
    claims = list(claims_of(card, layout, evidence))
    if excluded(layout, claims):
        raise _exclusion(layout, claims)


def claims_of(card: Scorecard, layout: Layout, evidence: Evidence) -> Iterator[Claim]:
    """All claims of a scorecard about hands: pools taken and not taken, sets shown, sets needed to bet."""
    rules = card.rules
    for pool, seat in card.melds.items():
        cards = layout.winning.get(pool)
        yield Took(pool, seat, cards) if cards else TookByBestRun(Runs.from_scorecard(card), seat)
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
        yield NobodyHadARun(Runs.from_scorecard(card))
    for seat, shown in card.shown.items():
        whole_hand = rules.ties == TIES_KICKERS
        most = None if whole_hand else most_of_each_rank(evidence.best[seat], rules.two_pairs)
        yield Showed(seat, shown, most)
    for seat in needing_a_set(card):
        yield NeededASet(seat)


def search_for(layout: Layout, claims: Iterable[Claim]) -> Search:
    """A search for hands that is limited by these claims."""
    search = Search.start(layout)
    for claim in claims:
        claim.narrow(search)
    return search


def excluded(layout: Layout, claims: Iterable[Claim], effort: int = EFFORT) -> bool:
    """Whether a search of limited effort proves that no deal keeps all of these claims."""
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
    return EngineError(
        "cannot_be_dealt",
        gettext_noop("No deal under these rules makes the following true."),
        pointer=claims[0].pointer,
        statements=[claim.sentence(layout) for claim in claims],
    )
