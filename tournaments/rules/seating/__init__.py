"""Who sits with whom, where, and the certificate that says how good it is. Pure: a request in, a plan out.

`request` is what a draw is asked and answers, `check` what no draw can keep, `sizes` how large tables are.
`draw` puts a plan together: who sits together is `known` beforehand or found by `search`, `seats` gives
everybody a seat and every table its place. `certificate` counts the result anew, with no code of these
three.
`by_hand` says what a director's own seating costs, `pasted` reads one, `wire` writes requests down as JSON.
"""
