"""Events: settings, invitation, entries, stages."""
