"""Why a table is as it is: codes, and the sentences they stand for.

A reason is plain JSON and is stored with the round. Players are ids; whoever shows a reason fills the
names in. Those whose code begins with `wish_` or `pinned_` are for directors only: who asked for what
is nobody else's affair.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypedDict

from tournaments.rules.errors import gettext_noop

REASONS: Final = {
    "first_meeting": gettext_noop("Nobody here has met before."),
    "meet_again": gettext_noop("%(players)s meet again (%(times)d times with this round)."),
    "meet_again_unavoidable": gettext_noop(
        "%(players)s meet again (%(times)d times with this round): with %(people)d players and %(rounds)d "
        "rounds at least %(least)d repeats are unavoidable."
    ),
    "meet_again_once_unavoidable": gettext_noop(
        "%(players)s meet again (%(times)d times with this round): with %(people)d players and %(rounds)d "
        "rounds one repeat at least is unavoidable."
    ),
    "small_table_first": gettext_noop("A small table: nobody here sat at one more often than others."),
    "small_table_again": gettext_noop("At a small table again (%(times)d times): %(players)s."),
    "deals_first_in_turn": gettext_noop("%(players)s deals first: nobody here did so less often."),
    "deals_first_again": gettext_noop("%(players)s deals first again (%(times)d times)."),
    "standing_places": gettext_noop("Places %(first)d to %(last)d of the standings."),
    "standing_place": gettext_noop("All share place %(first)d of the standings."),
    "same_table_again": gettext_noop(
        "At this table again (%(times)d times), though there are others: %(players)s."
    ),
    "pinned_seat": gettext_noop("%(players)s always has seat %(seat)d."),
    "pinned_seat_missed": gettext_noop("%(players)s should have seat %(seat)d and does not."),
    "pinned_table": gettext_noop("%(players)s always sits at this table."),
    "pinned_table_missed": gettext_noop("%(players)s should sit at table %(table)d and does not."),
    "wish_apart_broken": gettext_noop("%(players)s sit together and should sit apart."),
    "wish_together_kept": gettext_noop("%(players)s sit together, as was asked."),
    "wish_together_broken": gettext_noop("%(players)s asked to sit with somebody who is at table %(table)d."),
    # Who sits together as the format of the stage demands it.
    "final_table": gettext_noop("The final table."),
    "seeded_in_snake": gettext_noop("Seeded in a snake: %(players)s."),
    "won_the_table": gettext_noop("Won the table before: %(players)s."),
    "went_on": gettext_noop("Went on from the table before: %(players)s."),
    "moved_up": gettext_noop("Went on in place of somebody who has left: %(players)s."),
    "taken_in": gettext_noop(
        "The best of those who were out, taken in so that all can be seated: %(players)s."
    ),
    "parted_from_table": gettext_noop(
        "Changed places with neighbours in the order, so that those of one table are apart: %(players)s."
    ),
    "small_to_high": gettext_noop("A small table: it goes to the higher places."),
    "small_to_low": gettext_noop("A small table: it goes to the lower places."),
    "ladder_begins": gettext_noop("The tables begin in this order: %(players)s."),
    "moved_up_a_table": gettext_noop("Moved up: %(players)s."),
    "moved_down_a_table": gettext_noop("Moved down: %(players)s."),
    "stayed_at_table": gettext_noop("Stayed: %(players)s."),
    "joined_below": gettext_noop("New, and so at the foot of the ladder: %(players)s."),
    "wish_changed_tables": gettext_noop("%(players)s changed tables, so that what was asked for holds."),
    "goes_on_by_net": gettext_noop("Level for going on, and in this order by net chips: %(players)s."),
    "goes_on_by_pochen": gettext_noop(
        "Level for going on, and in this order by the chips won in the Pochen: %(players)s."
    ),
    "goes_on_by_out": gettext_noop(
        "Level for going on, and in this order by the deals gone out: %(players)s."
    ),
    "goes_on_by_pools": gettext_noop(
        "Level for going on, and in this order by the pools won by melding: %(players)s."
    ),
    "goes_on_by_showdowns": gettext_noop(
        "Level for going on, and in this order by the showdowns won: %(players)s."
    ),
    "goes_on_by_best_round": gettext_noop(
        "Level for going on, and in this order by the best round: %(players)s."
    ),
    "goes_on_by_rounds_won": gettext_noop(
        "Level for going on, and in this order by the rounds won: %(players)s."
    ),
    "goes_on_by_head_to_head": gettext_noop(
        "Level for going on, and in this order by the chips head to head: %(players)s."
    ),
    "goes_on_by_lots": gettext_noop("Level for going on, and in this order by lots: %(players)s."),
    "moves_up_by_net": gettext_noop("Level for moving up, and in this order by net chips: %(players)s."),
    "moves_up_by_pochen": gettext_noop(
        "Level for moving up, and in this order by the chips won in the Pochen: %(players)s."
    ),
    "moves_up_by_out": gettext_noop(
        "Level for moving up, and in this order by the deals gone out: %(players)s."
    ),
    "moves_up_by_pools": gettext_noop(
        "Level for moving up, and in this order by the pools won by melding: %(players)s."
    ),
    "moves_up_by_showdowns": gettext_noop(
        "Level for moving up, and in this order by the showdowns won: %(players)s."
    ),
    "moves_up_by_best_round": gettext_noop(
        "Level for moving up, and in this order by the best round: %(players)s."
    ),
    "moves_up_by_rounds_won": gettext_noop(
        "Level for moving up, and in this order by the rounds won: %(players)s."
    ),
    "moves_up_by_head_to_head": gettext_noop(
        "Level for moving up, and in this order by the chips head to head: %(players)s."
    ),
    "moves_up_by_lots": gettext_noop("Level for moving up, and in this order by lots: %(players)s."),
}
"""What a reason says, as a template: `players` is a list of names put together for the reader, `times`
and every other hole a number of the reason."""

PRIVATE: Final = ("wish_", "pinned_")
"""How the codes of reasons and faults begin that only directors may see: what somebody asked for."""


_OF_FORMAT: Final = frozenset(
    {
        "final_table",
        "seeded_in_snake",
        "won_the_table",
        "went_on",
        "moved_up",
        "taken_in",
        "parted_from_table",
        "small_to_high",
        "small_to_low",
        "ladder_begins",
        "moved_up_a_table",
        "moved_down_a_table",
        "stayed_at_table",
        "joined_below",
        "wish_changed_tables",
    }
)


class Reason(TypedDict):
    """Why a table is as it is: a code of REASONS, whom it is about, and a count (0 where none applies).

    numbers: what else the sentence needs, by the names of its holes.
    """

    code: str
    players: list[str]
    times: int
    numbers: dict[str, int]


def reason(code: str, players: Sequence[str] = (), times: int = 0, **numbers: int) -> Reason:
    """Put a reason together; its code must be one of REASONS."""
    if code not in REASONS:
        raise KeyError(code)
    return Reason(code=code, players=list(players), times=times, numbers=numbers)


def of_format(code: str) -> bool:
    """Whether the format of the stage says this of a table (knockout, ladder, final)."""
    return code in _OF_FORMAT or code.startswith(("goes_on_by_", "moves_up_by_"))


def private(code: str) -> bool:
    """Whether only directors may see a reason or fault of this code."""
    return code.startswith(PRIVATE)


def for_everybody(certificate: Mapping[str, Any]) -> dict[str, Any]:
    """A stored certificate (of one group) without what only directors may see."""
    seen = dict(certificate)
    if "faults" in seen:
        seen["faults"] = [fault for fault in seen["faults"] if not private(fault["code"])]
    if "tables" in seen:
        seen["tables"] = [
            {**table, "reasons": [told for told in table["reasons"] if not private(told["code"])]}
            for table in seen["tables"]
        ]
    return seen
