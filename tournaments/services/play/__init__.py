"""What happens at a table: deals and their ledger, claims, phones, voids, corrections.

All chips move through `ledger`. Nothing here opens or closes a round.
"""
