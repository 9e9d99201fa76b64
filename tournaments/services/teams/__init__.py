"""Teams of a season: their members, their line-ups, and their results.

Never read here who plays in a line-up without asking `showing.line_ups_for` who may see it. The rules are in
`tournaments.rules.teams`.
"""
