"""Attempts to sign in, as far as later ones must wait for them."""

from __future__ import annotations

from django.db import models


class AttemptPace(models.Model):
    """How many attempts were made with one limit: for a name, a network, a browser, or in all."""

    key = models.CharField(max_length=80, primary_key=True, help_text="the limit; names as a digest")
    taken_until = models.DateTimeField(db_index=True, help_text="see tournaments.core.pace")

    def __str__(self) -> str:
        return self.key


class AttemptTurn(models.Model):
    """The moment from which somebody who asked too early may try again, whatever others do meanwhile."""

    id = models.BigAutoField(primary_key=True)
    key = models.CharField(max_length=80, help_text="the limit")
    holder = models.CharField(max_length=80, help_text="who may try: a network, or the digest of a name")
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["key", "holder"], name="one_turn_of_each_holder")]

    def __str__(self) -> str:
        return f"{self.key} {self.at}"
