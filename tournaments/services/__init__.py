"""The verbs of the tournament. One verb, one function; every door leads to it.

A verb takes what it changes, then the actor; it checks whether it may happen (with a sentence why
not), does it in one transaction with its audit entry, and raises `tournaments.errors.ServiceError`
without having changed anything. Whether the *actor* may do it was settled where the thing was fetched
(`tournaments.access`).

Where to look:

* a club and its people: clubs, players, forgetting
* an event: events, stages, plans, points, facts, entries, entrants, wishes
* the draw of a round: draws, drawing, groupings, seating, checking, showing, searches
* seats by hand: seats, reseating, bank
* what is played: rounds, results, ledger, voids, corrections, leftovers, turns, bots
* what it comes to: adjustments, rankings
* phones at a table: links, phones, claims
* an event as a document: event_documents, event_import, event_shape, event_format, event_people, event_draws,
  event_replay
* rows as files: exports, writing
* programs: keys, secrets, answers, networks
* telling others: webhooks, deliveries, outward, wakeups
* questions to the bots: simulations, simulation_specs, simulation_titles, chunks, aside
* an evening beforehand: rehearsals, rehearsal_acts, stand_ins
* what all of them lean on: locks, refusals, reasons
"""
