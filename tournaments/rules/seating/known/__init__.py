"""Plans without a search: kept schedules, finite fields, rotations. Never use the past or wishes here."""
