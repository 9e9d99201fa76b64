"""Cards that nobody can have played, because the next seat had to follow and did not.

A seat with as many cards left as it was dealt played nothing. So no other seat can have played a card that
forces it to play: in ``stops`` the next lower card of the suit, in ``tricks`` any card of the suit.

``stops``: the one exception is the last card of the deal, by the seat that went out. A card that was not
played stays in its hand, so the same then holds for the next lower card. ``tricks``: the deal can end before
the turn of the seat that must follow, so each seat can have played one such card: its last. The cards that a
seat cannot have played must be among its cards left.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.cards import written
from games.engine.errors import EngineError, gettext_noop, seat_error
from games.engine.scorecard.evidence import Evidence
from games.engine.scorecard.form import Scorecard
from games.engine.scorecard.shedding import Played, may_end_within_a_run

_LANE = 0xFFFF


# fmt: off
_TOO_FEW_LEFT = gettext_noop(
    "Seat %(seat)d held %(cards)s. It cannot have played them, because the seats that had to follow still "
    "hold their cards. So its cards left must be at least %(least)d, not %(left)d.")
_RUN_NOT_ENDED = gettext_noop(
    "Seat %(seat)d went out with %(cards)s. Another seat still holds the next card, so the last run did not "
    "end, but the scorecard says that it ended.")
# fmt: on


def check_followers(card: Scorecard, evidence: Evidence, played: Played, runs: Sequence[int]) -> None:
    """Raise ``EngineError`` (``cannot_be_played``) if a seat played a card that others did not follow.

    ``runs``: as in ``check_shedding``, which must have passed.
    """
    tricks = bool(card.rules.tricks)
    stuck = _suits_not_led(evidence, played) if tricks else _runs_not_begun(evidence, played)
    for seat, cards in enumerate(stuck):
        last = int(tricks or seat == played.out)
        least, left = cards.bit_count() - last, played.left[seat]
        if least > left:
            params = {"cards": written(cards), "least": least, "left": left}
            raise seat_error("cannot_be_played", _TOO_FEW_LEFT, "left", seat, **params)
    if stuck[played.out] and card.rules.stop_pay and not tricks and not may_end_within_a_run(played, runs):
        text, seat = written(stuck[played.out]), played.out + 1
        raise EngineError("cannot_be_played", _RUN_NOT_ENDED, pointer="/stops", seat=seat, cards=text)


def _runs_not_begun(evidence: Evidence, played: Played) -> list[int]:
    """By seat, the cards below a card that was never played: nobody played them, except as the last card."""
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
    """By seat, the cards of each suit that a seat held and, as it played nothing, did not follow."""
    suits = 0
    for seat, hand in enumerate(evidence.hands):
        if played.cards(seat) == 0:
            suits |= sum(_LANE << suit * 16 for suit in range(4) if hand >> suit * 16 & _LANE)
    return [hand & suits for hand in evidence.hands]
