"""Commands that say what they do while they do it."""

from __future__ import annotations

from django.core.management.base import BaseCommand


class SpeakingCommand(BaseCommand):
    """A command whose sentences appear at once, also where the output is a pipe or a file."""

    def say(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()
