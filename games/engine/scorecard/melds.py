"""Melds that contradict each other or the upcard.

This module finds the simple contradictions and explains them in the words of a scorer. ``claims`` decides
whether a deal can give all melds and the showdown together.
"""

from __future__ import annotations

from typing import Any

from games.engine.cards import NAMES, written
from games.engine.core.state import MARRIAGE, SEQUENCE, SEQUENCE_NONE
from games.engine.errors import EngineError, gettext_noop
from games.engine.scorecard.dealt import Layout
from games.engine.scorecard.evidence import Evidence, proofs
from games.engine.scorecard.form import Scorecard
from games.engine.switches import POOLS

_KING_POOL, _QUEEN_POOL = 1, 2


# fmt: off
_SEQUENCE_NOT_PLAYED = gettext_noop(
    "Seat %(seat)d cannot take the %(pool)s pool: under these rules no cards win it.")
_MELD_MISSING = gettext_noop(
    "No seat took the pools that these cards win: %(cards)s. The talon is too small for all of them (its "
    "size: %(talon)d), so a seat held at least one of them and won its pool.")
_UPCARD_MELDED = gettext_noop(
    "Seat %(seat)d cannot take the %(pool)s pool: it needs %(card)s, which was turned up.")
_JOINED_UPCARD_MELDED = gettext_noop(
    "Seat %(seat)d cannot take the %(pool)s pool: it needs %(card)s, which was turned up and joined the "
    "hand of seat %(holder)d.")
_JOINED_UPCARD_NOT_MELDED = gettext_noop(
    "No seat took the %(pool)s pool, but the upcard %(card)s joined the hand of seat %(seat)d and wins it.")
_MARRIAGE_MISSING = gettext_noop(
    "Seat %(seat)d took the king pool and the queen pool, so it must take the %(pool)s pool too.")
_MARRIAGE_WITHOUT_BOTH = gettext_noop(
    "Seat %(seat)d took the %(pool)s pool without the %(missing)s pool. The marriage is king and queen of "
    "the pay suit in one hand.")
# fmt: on


def check_melds(card: Scorecard, layout: Layout, evidence: Evidence) -> None:
    """Raise ``EngineError`` for melds that contradict the rules, the upcard or one another."""
    if SEQUENCE in card.melds and card.rules.sequence == SEQUENCE_NONE:
        raise _wrong_meld(
            "sequence_not_played", _SEQUENCE_NOT_PLAYED, SEQUENCE, seat=card.melds[SEQUENCE] + 1
        )
    _check_upcard(card, layout, evidence)
    if card.rules.has_pool[MARRIAGE]:
        _check_marriage(card)
    _check_undealt(layout, evidence)


def _wrong_meld(code: str, template: str, pool: int, **params: Any) -> EngineError:
    return EngineError(code, template, pointer=f"/melds/{POOLS[pool]}", pool=POOLS[pool], **params)


def _check_undealt(layout: Layout, evidence: Evidence) -> None:
    """The cards of pools that no seat took were not dealt, so they must fit into the talon."""
    undealt = {pool: proof for pool, proof in evidence.untaken.items() if proof != layout.upcard}
    if len(undealt) <= layout.talon:
        return
    cards = written(sum(1 << proof for proof in undealt.values()))
    raise _wrong_meld("meld_missing", _MELD_MISSING, max(undealt), cards=cards, talon=layout.talon)


def _check_upcard(card: Scorecard, layout: Layout, evidence: Evidence) -> None:
    """The upcard wins a pool only for the seat whose hand it joined. That seat always takes the pool."""
    upcard, joined = layout.upcard, layout.joined
    if evidence.all_melded >> upcard & 1 and (proof := proofs(card, layout)[upcard])[0] != joined:
        seat, pool = proof
        if joined is None:
            raise _wrong_meld("upcard_melded", _UPCARD_MELDED, pool, seat=seat + 1, card=NAMES[upcard])
        raise _wrong_meld(
            "upcard_melded", _JOINED_UPCARD_MELDED, pool, seat=seat + 1, card=NAMES[upcard], holder=joined + 1
        )
    if joined is None:
        return
    for pool, honour in evidence.untaken.items():
        if honour == upcard:
            params = {"seat": joined + 1, "card": NAMES[upcard]}
            raise _wrong_meld("joined_upcard_not_melded", _JOINED_UPCARD_NOT_MELDED, pool, **params)


def _check_marriage(card: Scorecard) -> None:
    """The marriage is king and queen of the pay suit in one hand."""
    board = card.rules.has_pool
    married = card.melds.get(MARRIAGE)
    king, queen = card.melds.get(_KING_POOL), card.melds.get(_QUEEN_POOL)
    if married is None:
        if king is not None and king == queen:
            raise _wrong_meld("marriage_missing", _MARRIAGE_MISSING, MARRIAGE, seat=king + 1)
        return
    for pool, taker in ((_KING_POOL, king), (_QUEEN_POOL, queen)):
        if board[pool] and taker != married:
            params = {"seat": married + 1, "missing": POOLS[pool]}
            raise _wrong_meld("marriage_without_both", _MARRIAGE_WITHOUT_BOTH, MARRIAGE, **params)
