"""Cards that had to be followed, and hands that did not follow.

Who has as many cards left as were dealt played none of them. Playing a card that such a card must follow (in
``stops`` it is the next of its suit, in ``tricks`` any of its suit) would have made its holder play. So in
``stops`` that card was not played either, unless it was the last of the deal, which is of the hand that went
out; then the same holds for the card below it. In ``tricks`` the deal can end before the holder's turn comes,
so each seat can have played one such card: its last. What a seat could not play is among what it has left.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.scorecard.dealt import bits
from games.engine.scorecard.evidence import Evidence
from games.engine.scorecard.form import Scorecard
from games.engine.scorecard.shedding import Played, may_end_within_a_run
from games.engine.scorecard.wording import cards_word, contradiction, counted, seat_word

_LANE = 0xFFFF


def check_followers(card: Scorecard, evidence: Evidence, played: Played, runs: Sequence[int]) -> None:
    """Raise ``EngineError`` (``cannot_be_played``) if a seat played what others had to follow, and did not.

    ``runs``: as ``check_shedding`` takes them; that has passed.
    """
    tricks = bool(card.rules.tricks)
    stuck = _suits_not_led(evidence, played) if tricks else _runs_not_begun(evidence, played)
    for seat, cards in enumerate(stuck):
        last = int(tricks or seat == played.out)
        if cards.bit_count() - last > played.left[seat]:
            raise contradiction(
                "cannot_be_played",
                f"{seat_word(seat)} held {cards_word(bits(cards))} and is said to have "
                f"{counted(played.left[seat], 'card')} left, but whoever held what must follow "
                f"{'suit ' if tricks else ''}is said to have it still",
                f"/left/{seat}",
            )
    if stuck[played.out] and card.rules.stop_pay and not tricks and not may_end_within_a_run(played, runs):
        raise contradiction(
            "cannot_be_played",
            f"{seat_word(played.out)} went out and held {cards_word(bits(stuck[played.out]))}; whoever held "
            "the next card is said to have it still, so that was the last card of the deal and its run was "
            "going on, but the card tells that it ended",
            "/stops",
        )


def _runs_not_begun(evidence: Evidence, played: Played) -> list[int]:
    """By seat, the cards before one that was never played: they were not played, or last of all."""
    kept = 0
    for seat, hand in enumerate(evidence.hands):
        if played.cards(seat) == 0:
            kept |= hand
    while True:
        stuck = [hand & kept >> 1 for hand in evidence.hands]
        before = kept
        for seat, cards in enumerate(stuck):
            if seat != played.out:
                kept |= cards
        if kept == before:
            return stuck


def _suits_not_led(evidence: Evidence, played: Played) -> list[int]:
    """By seat, the cards of suits of which a seat that played nothing held some."""
    suits = 0
    for seat, hand in enumerate(evidence.hands):
        if played.cards(seat) == 0:
            suits |= sum(_LANE << suit * 16 for suit in range(4) if hand >> suit * 16 & _LANE)
    return [hand & suits for hand in evidence.hands]
