"""Simulations answer questions about rules and bots with very many deals. Results have intervals.

A simulation depends only on its *spec*, a ``poch-simulation-spec/1``: ``rules`` (every switch), ``seats`` (a
bot for each seat), ``chips`` of each seat, ``tables``, ``deals_each`` table, and ``seed``. The *plan* divides
it into chunks, which any process may play. The *report* is made from the outcomes of all chunks. Never let a
report depend on the process, on the compiler or on the order of work: the same spec gives the same report to
the last digit.
"""
