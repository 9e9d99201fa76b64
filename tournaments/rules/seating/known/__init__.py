"""Plans that need no search: schedules found before, finite fields, rotations, and what follows from them."""
