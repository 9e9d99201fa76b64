"""What a change of seats by hand costs."""

from __future__ import annotations

from tournaments.draw.rules.certificate.audit import audit
from tournaments.draw.rules.certificate.bounds import cost
from tournaments.draw.rules.request import Apart, Pin, Plan, Request, Tables, Together

PLAYERS = tuple("abcdefgh")
FIRST: Tables = (("a", "b", "c", "d"), ("e", "f", "g", "h"))
BEST: Tables = (("a", "b", "e", "f"), ("c", "d", "g", "h"))
REQUEST = Request(PLAYERS, (4, 4), (FIRST,))


def test_a_swap_between_tables_costs_the_repeats_it_makes() -> None:
    assert cost(REQUEST, BEST) == {"repeats": 4, "q": 4, "wishes": 0, "small": 0}
    swapped = cost(REQUEST, (("a", "b", "c", "f"), ("e", "d", "g", "h")))
    assert (swapped["repeats"], swapped["q"]) == (6, 6)


def test_the_cost_is_what_the_audit_counts() -> None:
    request = Request(
        PLAYERS,
        (4, 4),
        (FIRST, BEST),
        apart=(Apart("c", "g"),),
        together=(Together("a", "h"),),
        pins=(Pin("g", table=1),),
    )
    swapped = (("a", "g", "e", "f"), ("c", "d", "b", "h"))
    before, after = cost(request, BEST), cost(request, swapped)
    certificate = audit(request, Plan(swapped))
    assert (after["repeats"], after["q"]) == (certificate["repeats"], certificate["q"])
    assert after["wishes"] == certificate["wishes"]["broken"]
    assert (before["wishes"], after["wishes"]) == (3, 1)


def test_a_move_changes_the_players_at_the_small_table() -> None:
    players = tuple("abcdefg")
    first: Tables = (("a", "b", "c", "d"), ("e", "f", "g"))
    request = Request(players, (4, 3), (first,))
    assert cost(request, (("e", "a", "b", "c"), ("d", "f", "g")))["small"] == 2
    assert cost(request, (("a", "b", "c"), ("d", "f", "g", "e")))["small"] == 0
