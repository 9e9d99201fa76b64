"""The search for a plan: what a seating costs, swaps that lower it, and the attempts of a search."""
