"""Claims, which wait for a second person, and practices against bots."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.clubs.models import User
from tournaments.core import moments
from tournaments.core.models.columns import Keyed, checks, optional, text
from tournaments.tables.models.cards import mark_of
from tournaments.tables.models.ledger import Deal
from tournaments.tables.models.rounds import Table


class ClaimStatus(models.TextChoices):
    PENDING = "pending", _("waits for a second person")
    CONFIRMED = "confirmed", _("confirmed")
    DISPUTED = "disputed", _("disputed")
    WITHDRAWN = "withdrawn", pgettext_lazy("a claim", "withdrawn")


class WithdrawalCause(models.TextChoices):
    """Why the service withdrew a claim."""

    RECORDED = "recorded", _("a director recorded the deal")
    CHIPS_ISSUED = "chips_issued", _("chips were issued at the table")
    DEAL_VOIDED = "deal_voided", _("a deal before it was voided")
    DEAL_CORRECTED = "deal_corrected", _("a deal before it was corrected")
    SEATS_CHANGED = "seats_changed", _("the seats of the table were changed")
    ROUND_CLOSED = "round_closed", _("the round was closed")
    ONE_IS_ENOUGH = "one_is_enough", _("the event no longer requires a second person")
    OUTDATED = "outdated", _("the table had changed")


class DealClaim(Keyed):
    """A deal that one person entered and a second person must confirm (`Event.two_agree`).

    Nothing of it is in the ledger until it is confirmed.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="claims")
    number = models.PositiveSmallIntegerField()
    document = models.JSONField()
    result = models.JSONField(help_text="poch-result/1 as it would be recorded")
    status = models.CharField(max_length=10, choices=ClaimStatus.choices, default=ClaimStatus.PENDING)
    by_user = optional(User)
    by_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    settled_by_user = optional(User)
    settled_by_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    by_phone = text(64, "as Phone.identity")
    settled_by_phone = text(64)
    note = text(200, "what is disputed")
    overtaken_by = models.CharField(
        max_length=14,
        blank=True,
        default="",
        choices=WithdrawalCause.choices,
        help_text="why the service withdrew it; empty: a person withdrew it",
    )
    deal = models.OneToOneField(Deal, null=True, blank=True, on_delete=models.PROTECT, related_name="claim")
    created_at = models.DateTimeField(default=moments.now, editable=False)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "number"],
                condition=Q(status__in=["pending", "disputed"]),
                name="claim_one_open_for_a_deal",
            ),
            *checks(
                claim_status_known=Q(status__in=ClaimStatus.values),
                claim_confirmed_is_a_deal=Q(status="confirmed", deal__isnull=False)
                | (~Q(status="confirmed") & Q(deal__isnull=True)),
                claim_overtaken_is_withdrawn=Q(overtaken_by="")
                | Q(overtaken_by__in=WithdrawalCause.values, status="withdrawn"),
                claim_two_people=~Q(status="confirmed")
                | (
                    ~Q(by_user=F("settled_by_user"))
                    & ~Q(by_seat=F("settled_by_seat"))
                    & (Q(by_phone="") | ~Q(by_phone=F("settled_by_phone")))
                ),
            ),
        ]

    @property
    def mark(self) -> str:
        """The mark of the phone that made the claim. Empty if no phone made it."""
        return mark_of(self.by_phone)

    @property
    def settled_mark(self) -> str:
        """The mark of the phone that settled the claim. Empty if no phone settled it."""
        return mark_of(self.settled_by_phone)


class Practice(models.Model):
    """A session of deals of one person against bots. The person has seat 0.

    The engine replays the present deal from its start and its actions. Whoever knows the code can play, and
    the seed never leaves the server. Old rows are deleted.
    """

    code = models.CharField(
        max_length=40, primary_key=True, editable=False, help_text="a secret, in the address"
    )
    rules = models.JSONField(help_text="all switches")
    bots = models.JSONField(help_text="the bot of each seat; null for the person")
    seed = models.BigIntegerField()
    number = models.PositiveSmallIntegerField(default=1, help_text="the present deal, from 1")
    dealer = models.PositiveSmallIntegerField(help_text="the seat that deals the present deal")
    chips = models.JSONField(help_text="the purses before the present deal")
    pools = models.JSONField(default=dict, help_text="the pools before the present deal")
    actions = models.JSONField(default=list, help_text="the actions of the present deal, as in a record")
    nets = models.JSONField(default=list, help_text="the chips won by each seat, for each deal that is over")
    moves = models.PositiveIntegerField(default=0, help_text="how often the person has acted in all")
    taken_until = models.DateTimeField(default=moments.now, help_text="see tournaments.core.pace")
    made_at = models.DateTimeField(default=moments.now, editable=False)
    used_at = models.DateTimeField(default=moments.now, db_index=True, help_text="when the person last acted")

    def __str__(self) -> str:
        return f"deal {self.number}"

    @property
    def deal_is_over(self) -> bool:
        """Whether somebody went out in the present deal."""
        return len(self.nets) == self.number

    @property
    def totals(self) -> list[int]:
        """The chips won by each seat in all deals that are over."""
        nets: list[list[Any]] = self.nets
        return [sum(column) for column in zip(*nets, strict=True)] if nets else [0] * len(self.bots)
