"""The rules of Poch: plain functions over one ``State`` and one ``Rules`` record.

The same functions run as Python and compiled. So use only ints and lists of fixed length here, and import
nothing from outside this package. Never raise an exception: refuse an action with a code from ``core.state``,
from which ``games.engine.errors`` makes an error.

A deal runs like this::

    play.begin      antes, the dealer's pool, then melding and Pochen in the order of the rules
    play.act        one action after another  ->  bets, pots, cards, payments
    state.stage     POCHEN, SHEDDING, then OVER
"""
