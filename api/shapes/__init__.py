"""The shapes of what goes in and out: names, types, required or not. No rules: those are the verbs'."""
