"""The presets: each game that a source describes, as a full set of switches.

A preset gives only its differences from ``pagat`` or from another preset.
"""

from __future__ import annotations

from games.engine.switches import POOLS


class PresetInfo:
    """A preset for people: ``title``, ``source`` and two sentences of ``history``."""

    __slots__ = ("history", "name", "source", "title")

    def __init__(self, name: str, title: str, source: str, history: str) -> None:
        self.name = name
        self.title = title
        self.source = source
        self.history = history

    def __repr__(self) -> str:
        return f"PresetInfo({self.name!r})"


def _packs(least: int, most: int, small: int, large: int, small_up_to: int) -> dict[str, int]:
    return {str(seats): small if seats <= small_up_to else large for seats in range(least, most + 1)}


_NO_CENTRE = list(POOLS[:-1])
_ALWAYS_52 = {"pack": _packs(3, 6, 52, 52, 6)}
_SOME_52 = {"pack": _packs(3, 6, 32, 52, 4)}

_PAGAT: dict[str, object] = {
    "players": [3, 6],
    "pack": _packs(3, 6, 32, 32, 6),
    "hand": "all",
    "packets": [1],
    "direction": "clockwise",
    "upcard": "nobody",
    "pools": list(POOLS),
    "undressed": [],
    "stake": 1,
    "sequence": "pay_789",
    "ten_pool": "ten",
    "order": "meld_first",
    "speaks_first": "forehand",
    "eligibility": "set",
    "two_pairs": False,
    "ties": "pay_suit",
    "raising": "open",
    "bet_limit": None,
    "show_uncontested": True,
    "passed_chips": "layers",
    "purse": "credit",
    "shedding": "stops",
    "leads": "poch_winner",
    "leads_otherwise": "forehand",
    "stop_pay": 0,
    "out_pay": 1,
    "most_cards_pays": False,
    "deals_next": "turn",
    "leftover": "stay",
}

_FIVE_EACH: dict[str, object] = {"hand": 5, "packets": [5], "pools": _NO_CENTRE}

_HOFFMANN = _PAGAT | _FIVE_EACH | {
    "undressed": ["poch"], "eligibility": "anyone", "ties": "kickers", "stop_pay": 1,
}  # fmt: skip
_LEXIKON = _PAGAT | _FIVE_EACH | {"sequence": "best_three", "show_uncontested": False}
_MEYER = _PAGAT | _FIVE_EACH | {"undressed": ["poch"], "sequence": "longest", "show_uncontested": False}
_PIERER = _PAGAT | _FIVE_EACH | _SOME_52 | {
    "sequence": "best_three", "show_uncontested": False, "leads": "forehand",
}  # fmt: skip
_ADPOKER = _PAGAT | _FIVE_EACH | {
    "players": [2, 10],
    "pack": _packs(2, 10, 32, 52, 4),
    "packets": [3, 2],
    "upcard": "dealer_takes_pool",
    "two_pairs": True,
    "ties": "split",
    "raising": "opener",
    "stop_pay": 1,
}  # fmt: skip

PRESETS: dict[str, dict[str, object]] = {
    "pagat": _PAGAT,
    "poque-1789": _PAGAT | {
        "pack": _packs(3, 6, 32, 36, 4),
        "hand": 5,
        "packets": [2, 3],
        "direction": "counterclockwise",
        "upcard": "dealer_takes_pool",
        "pools": ["ace", "king", "queen", "jack", "ten", "poch"],
        "sequence": "none",
        "order": "pochen_first",
        "eligibility": "anyone",
        "show_uncontested": False,
        "most_cards_pays": True,
    },
    "hoffmann": _HOFFMANN,
    "lexikon": _LEXIKON,
    "meyer": _MEYER,
    "pierer": _PIERER,
    "alvensleben": _PIERER | {"shedding": "tricks"},
    "adpoker": _ADPOKER,
    "cups": _PAGAT | {"speaks_first": "dealer", "show_uncontested": False, "leads_otherwise": "dealer"},
    "pagat-dealer-pool": _PAGAT | {"upcard": "dealer_takes_pool"},
    "pagat-upcard-joins": _PAGAT | {"upcard": "joins_hand"},
    "pagat-open": _PAGAT | {"eligibility": "anyone", "ties": "skat"},
    "adpoker-longest": _ADPOKER | {"sequence": "longest"},
    "lexikon-789": _LEXIKON | {"sequence": "pay_789"},
    "hoffmann-52": _HOFFMANN | _ALWAYS_52,
    "lexikon-52": _LEXIKON | _ALWAYS_52,
    "meyer-52": _MEYER | _ALWAYS_52,
}  # fmt: skip
"""The full switches of each preset. Never change one: ``rules.preset_switches`` makes a copy."""

_PAGAT_SOURCE = "pagat.com, “Poch / Le Poque” (John McLeod, 2024)"
_HOFFMANN_SOURCE = "Hoffmann, contributed to pagat.com by David Parlett"
_DE_SOURCE = "German Wikipedia, “Poch (Kartenspiel)” (Meyers Konversationslexikon, 1908)"
_EN_SOURCE = "English Wikipedia, “Poch” (Meyer, supplemented by von Alvensleben; Pierer)"
_CUPS_SOURCE = "A public collection of card-game rules in Markdown, “Poch” (board or nine cups)"
_FR_SOURCE = "adpoker.fr, “Poch (ou Pochen)”"

INFO: dict[str, PresetInfo] = {
    info.name: info
    for info in (
        PresetInfo(
            "pagat", "Modern German Poch", _PAGAT_SOURCE,
            "The game as it is sold in Germany today, on a round board with nine pools. All cards but the "
            "last are dealt, and the last one is turned up for the pay suit.",
        ),
        PresetInfo(
            "poque-1789", "Le Poque, 1789", "Académie Universelle des Jeux (1789), after pagat.com",
            "The French game of the eighteenth century, dealt and played counter-clockwise. The betting "
            "comes first, and the player left with the most cards pays every other player.",
        ),
        PresetInfo(
            "hoffmann", "Poch after Hoffmann", _HOFFMANN_SOURCE,
            "The nineteenth-century game as Hoffmann describes it, with five cards each. Anyone may bet, and "
            "the others pay the player who ends a run.",
        ),
        PresetInfo(
            "lexikon", "Poch of the encyclopedia", _DE_SOURCE,
            "The game of the German encyclopedias about 1900, with five cards each and no centre pool. The "
            "best run of three wins the sequence.",
        ),
        PresetInfo(
            "meyer", "Poch after Meyer", _DE_SOURCE,
            "The game of the encyclopedia with the rules that it names as Meyer's. The longest run wins the "
            "sequence, and the Poch pool gets no ante.",
        ),
        PresetInfo(
            "pierer", "Poch after Pierer", _EN_SOURCE,
            "The variant that ends like a game of dominoes, with forehand leading. Five or six players use "
            "the pack of 52.",
        ),
        PresetInfo(
            "alvensleben", "Poch after von Alvensleben", _EN_SOURCE,
            "The variant that ends with tricks instead of runs. Players follow suit, and a player without "
            "the suit is skipped.",
        ),
        PresetInfo(
            "adpoker", "French Pochen", _FR_SOURCE,
            "The game as French poker players describe it, for two to ten players. Two pairs count, only the "
            "opener may raise, and equal sets share the pot.",
        ),
        PresetInfo(
            "cups", "Poch with nine cups", _CUPS_SOURCE,
            "The game for players who have no board and use nine cups. The dealer speaks first, and leads if "
            "nobody has bet.",
        ),
        PresetInfo(
            "pagat-dealer-pool", "Modern Poch, dealer takes the upcard's pool", _PAGAT_SOURCE,
            "The modern German game in a variation that Pagat names. If an ace, king, queen, jack or ten is "
            "turned up, the dealer takes its pool.",
        ),
        PresetInfo(
            "pagat-upcard-joins", "Modern Poch, the upcard is played", _PAGAT_SOURCE,
            "The modern German game in a variation that Pagat names. The upcard belongs to the player who "
            "would have received it.",
        ),
        PresetInfo(
            "pagat-open", "Modern Poch, anyone may bet", _PAGAT_SOURCE,
            "The modern German game in a variation that Pagat names. Players may bet without a set, and the "
            "order of suits in Skat decides ties.",
        ),
        PresetInfo(
            "adpoker-longest", "French Pochen, longest run", _FR_SOURCE,
            "The French game with its other rule for the sequence. The longest run wins it, in any suit.",
        ),
        PresetInfo(
            "lexikon-789", "Poch of the encyclopedia, seven eight nine", _DE_SOURCE,
            "The encyclopedia's game with the sequence of the modern board. Seven, eight and nine of the pay "
            "suit win it.",
        ),
        PresetInfo(
            "hoffmann-52", "Poch after Hoffmann, 52 cards", _HOFFMANN_SOURCE,
            "Hoffmann's game with the full English pack. More cards stay in the talon, so more runs stop.",
        ),
        PresetInfo(
            "lexikon-52", "Poch of the encyclopedia, 52 cards", _DE_SOURCE,
            "The encyclopedia's game with the full pack. More cards stay in the talon, so more runs stop.",
        ),
        PresetInfo(
            "meyer-52", "Poch after Meyer, 52 cards", _DE_SOURCE,
            "Meyer's game with the full pack. More cards stay in the talon, so long runs are rarer.",
        ),
    )
}  # fmt: skip
