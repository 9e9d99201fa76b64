"""Melds that contradict each other or the upcard, told one by one.

What is checked here are the plain contradictions, in words a scorer knows. Whether all melds together with
the showdown can have been dealt is decided in ``claims``.
"""

from __future__ import annotations

from games.engine.core.state import MARRIAGE, SEQUENCE, SEQUENCE_NONE
from games.engine.errors import EngineError
from games.engine.scorecard.dealt import Layout
from games.engine.scorecard.evidence import Evidence, proofs
from games.engine.scorecard.form import Scorecard
from games.engine.scorecard.wording import card_word, cards_word, contradiction, counted, listed, seat_word
from games.engine.switches import POOLS

_KING_POOL, _QUEEN_POOL = 1, 2


def check_melds(card: Scorecard, layout: Layout, evidence: Evidence) -> None:
    """Raise ``EngineError`` for melds that contradict the rules, the upcard or one another."""
    if SEQUENCE in card.melds and card.rules.sequence == SEQUENCE_NONE:
        raise contradiction(
            "sequence_not_played",
            f"{seat_word(card.melds[SEQUENCE])} is said to have taken the sequence, but under these rules "
            "nobody wins it",
            "/melds/sequence",
        )
    _check_upcard(card, layout, evidence)
    if card.rules.has_pool[MARRIAGE]:
        _check_marriage(card)
    _check_undealt(layout, evidence)


def _check_undealt(layout: Layout, evidence: Evidence) -> None:
    """The cards of pools that nobody took were not dealt, so they fit into the talon."""
    undealt = {pool: proof for pool, proof in evidence.untaken.items() if proof != layout.upcard}
    if len(undealt) <= layout.talon:
        return
    if layout.talon:
        where = f"only {counted(layout.talon, 'card')} stayed in the talon"
    else:
        where = "all cards were dealt" if layout.joined is not None else "all cards but the upcard were dealt"
    which = cards_word(undealt.values())
    pools = "pool" if len(undealt) == 1 else "pools"
    one = which if len(undealt) == 1 else f"one of {which}"
    raise contradiction(
        "meld_missing",
        f"nobody is said to have taken the {listed(POOLS[pool] for pool in undealt)} {pools}, but {where}, "
        f"so {one} is in somebody's hand",
        f"/melds/{POOLS[max(undealt)]}",
    )


def _check_upcard(card: Scorecard, layout: Layout, evidence: Evidence) -> None:
    """The upcard wins nothing for anyone but the seat whose hand it joined."""
    upcard, joined = layout.upcard, layout.joined
    if evidence.all_melded >> upcard & 1 and (proof := proofs(card, layout)[upcard])[0] != joined:
        seat, pool = proof
        whose = "belongs to nobody" if joined is None else f"joined the hand of {seat_word(joined)}"
        raise contradiction(
            "upcard_melded",
            f"{seat_word(seat)} is said to have taken the {POOLS[pool]} pool, but {card_word(upcard)} "
            f"was turned up and {whose}",
            f"/melds/{POOLS[pool]}",
        )
    if joined is None:
        return
    for pool, honour in evidence.untaken.items():
        if honour == upcard:
            raise contradiction(
                "joined_upcard_not_melded",
                f"nobody is said to have taken the {POOLS[pool]} pool, but {card_word(upcard)} was turned "
                f"up and joined the hand of {seat_word(joined)}",
                f"/melds/{POOLS[pool]}",
            )


def _check_marriage(card: Scorecard) -> None:
    """King and queen in one hand are the marriage, and the marriage is king and queen in one hand."""
    board = card.rules.has_pool
    married = card.melds.get(MARRIAGE)
    king, queen = card.melds.get(_KING_POOL), card.melds.get(_QUEEN_POOL)
    if married is None:
        if king is not None and king == queen:
            raise contradiction(
                "marriage_missing",
                f"{seat_word(king)} is said to have taken the king and the queen, but nobody the marriage",
                "/melds/marriage",
            )
        return
    for pool, taker in ((_KING_POOL, king), (_QUEEN_POOL, queen)):
        if board[pool] and taker != married:
            raise _not_married(married, pool, taker)


def _not_married(married: int, pool: int, taker: int | None) -> EngineError:
    by_whom = "nobody" if taker is None else seat_word(taker)
    return contradiction(
        "marriage_without_both",
        f"{seat_word(married)} is said to have taken the marriage, but the {POOLS[pool]} pool went to "
        f"{by_whom}: the marriage is king and queen in one hand",
        "/melds/marriage",
    )
