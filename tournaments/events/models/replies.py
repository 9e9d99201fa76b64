"""Who comes to an event: the replies to its invitation, and the code at its door."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.models import Player, User
from tournaments.core import moments
from tournaments.core.models.columns import Keyed, KeyOfName, Named, checks, optional, text
from tournaments.core.rules.names import LONGEST_KEY, LONGEST_SEARCH_KEY, LONGEST_STORED, name_key, search_key
from tournaments.events.models.events import Event


class Answer(models.TextChoices):
    YES = "yes", _("comes")
    WAITING = "waiting", _("on the waiting list")
    PENDING = "pending", _("waits for the director")
    NO = "no", _("does not come")
    REFUSED = "refused", _("refused by the director")


class Reply(Named, Keyed):
    """What one person says to an invitation: a player of the club, or a name that is no player yet.

    The name of a player is that of the roster, so `name` is empty then. `number` is the order of the waiting
    list: who says yes again after a no gets a new number at its end.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="replies", db_index=False)
    number = models.PositiveIntegerField()
    player = optional(Player, "replies")
    name = text(LONGEST_STORED)
    name_key = KeyOfName(name_key, max_length=LONGEST_KEY, default="")
    search_key = KeyOfName(search_key, max_length=LONGEST_SEARCH_KEY, default="")
    contact = text(
        200, "an e-mail address or a telephone number; directors see it, and it is forgotten later"
    )
    answer = models.CharField(max_length=10, choices=Answer.choices)
    paid = models.PositiveBigIntegerField(default=0, help_text="in hundredths")
    paid_noted_by = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    paid_noted_at = models.DateTimeField(null=True, blank=True)
    token_digest = models.CharField(max_length=64, unique=True, help_text="of the personal link")
    made_by = models.ForeignKey(
        User,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="the member who signed this person up",
    )
    created_at = models.DateTimeField(default=moments.now, editable=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="reply_number_once"),
            models.UniqueConstraint(fields=["event", "player"], name="reply_once_for_a_player"),
            models.UniqueConstraint(
                fields=["event", "name_key"],
                condition=Q(player__isnull=True),
                name="reply_once_for_a_name",
            ),
            *checks(
                reply_answer_known=Q(answer__in=Answer.values),
                reply_of_a_player_or_a_name=(Q(player__isnull=False, name="", name_key=""))
                | (Q(player__isnull=True) & ~Q(name="") & ~Q(name_key="")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.number}"

    @property
    def called(self) -> str:
        """The name that the club uses."""
        return self.name if self.player is None else self.player.name

    @property
    def public_name(self) -> str:
        """The name that everybody may see."""
        return self.name if self.player is None else self.player.public_name


class Door(models.Model):
    """The code at the door of an event, by which people say that they are here.

    The secret follows from SECRET_KEY and `serial` (`events.verbs.doors`); a new serial is a new code.
    """

    event = models.OneToOneField(Event, primary_key=True, on_delete=models.PROTECT, related_name="door")
    serial = models.PositiveIntegerField(default=1)
    secret_digest = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    made_at = models.DateTimeField(default=moments.now)

    def __str__(self) -> str:
        return str(self.event_id)
