"""Clubs, events, rounds, results and standings (see README.md). Never import `api` or `pochleague` here."""
