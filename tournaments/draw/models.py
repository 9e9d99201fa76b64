"""Seating wishes, and longer searches for a better draw."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.models import Club, Player, User
from tournaments.core import moments
from tournaments.core.models.columns import Keyed, checks, optional, text
from tournaments.events.models.events import Event
from tournaments.tables.models.rounds import Round


class WishKind(models.TextChoices):
    APART = "apart", _("not at one table")
    TOGETHER = "together", _("at one table")
    SEAT = "seat", _("always in one seat")
    TABLE = "table", _("always at one table")


class SeatingWish(Keyed):
    """A wish for every draw of an event, or (kind `apart` only) of all events of a club.

    With `must` a draw that breaks the wish is refused; otherwise it is weighed against repeats. Pins (seat,
    table) are always kept. Only members see wishes, because they may concern families.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="wishes")
    event = optional(Event, "wishes")
    kind = models.CharField(max_length=10, choices=WishKind.choices)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    other = optional(Player)
    number = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="number of the seat, from 0, or of the table, from 1"
    )
    must = models.BooleanField(default=True)
    always = models.BooleanField(default=False, help_text="together in every round, not only once")
    note = text(200)
    created_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=moments.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["event", "player", "other"],
                condition=Q(event__isnull=False, other__isnull=False),
                name="wish_once_for_a_pair_in_an_event",
            ),
            models.UniqueConstraint(
                fields=["club", "player", "other"],
                condition=Q(event__isnull=True),
                name="wish_once_for_a_pair_in_a_club",
            ),
            models.UniqueConstraint(
                fields=["event", "player", "kind"],
                condition=Q(other__isnull=True),
                name="wish_one_pin_of_a_kind",
            ),
            *checks(
                wish_kind_known=Q(kind__in=WishKind.values),
                wish_of_two_players_or_of_one_and_a_place=Q(
                    kind__in=["apart", "together"], other__isnull=False, number__isnull=True
                )
                | Q(kind__in=["seat", "table"], other__isnull=True, number__isnull=False),
                # A pair is stored once: the lower id first.
                wish_pair_in_order=Q(other__isnull=True) | Q(player__lt=F("other")),
                wish_of_a_club_keeps_apart=Q(event__isnull=False) | Q(kind="apart"),
            ),
        ]


class SearchStatus(models.TextChoices):
    RUNNING = "running", _("searching")
    DONE = "done", _("searched")
    STOPPED = "stopped", _("stopped")
    TAKEN = "taken", _("taken")


class DrawSearch(Keyed):
    """A longer search for a better draw of an unpublished round. Workers do it in slices."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="search")
    draw = models.PositiveIntegerField(help_text="the draw of the round that it started from")
    status = models.CharField(max_length=10, choices=SearchStatus.choices, default=SearchStatus.RUNNING)
    seed = models.BigIntegerField()
    moves_planned = models.PositiveBigIntegerField(help_text="swaps to try")
    moves_done = models.PositiveBigIntegerField(default=0)
    request = models.JSONField(help_text="the request of the draw, by group of players")
    state = models.JSONField(help_text="the best draw so far, by group, and where the search continues")
    started_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    started_at = models.DateTimeField(default=moments.now, editable=False)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = checks(search_status_known=Q(status__in=SearchStatus.values))
