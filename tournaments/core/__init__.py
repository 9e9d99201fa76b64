"""The mechanisms that all things share: refusals, settings, verbs, buttons."""
