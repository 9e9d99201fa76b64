"""The search for a plan: costs of a seating, swaps that lower them, attempts. Never measure time here."""
