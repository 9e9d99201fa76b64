"""The rules of Poch, written once: plain functions over one ``State`` and one ``Rules`` record.

Everything here is ints and lists of fixed length, with no imports but each other, so that the same functions
can be compiled. Nothing is checked twice and nothing raises: a refused action is answered with a code from
``core.state``, which ``refusals`` outside the core turns into a sentence.

A deal runs like this (``spec/rules.md``, section 3)::

    play.begin      antes, the dealer's pool, then melding and Pochen in the order of the rules
    play.act        one action after another  ->  bets, pots, cards, payments
    state.stage     POCHEN, SHEDDING, then OVER
"""
