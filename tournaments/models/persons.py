"""One human over the clubs of this installation. Players of clubs point to a person by consent."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .clubs import Club, User
from .ids import new_id
from .people import Player


class PersonVisibility(models.TextChoices):
    """Who may see the page of a person, and its links from other pages."""

    MEMBERS = "members", _("members of their clubs")
    PUBLIC = "public", _("everybody")
    HIDDEN = "hidden", _("nobody but the person")


class Person(models.Model):
    """A human. Without a user, the clubs of its players speak for it."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    user = models.OneToOneField(User, null=True, blank=True, on_delete=models.PROTECT, related_name="person")
    visibility = models.CharField(
        max_length=10, choices=PersonVisibility.choices, default=PersonVisibility.MEMBERS
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(visibility__in=PersonVisibility.values), name="person_visibility_known"
            )
        ]

    def __str__(self) -> str:
        return str(self.id)


class Consent(models.TextChoices):
    PERSON = "person", _("by the person")
    CLUBS = "clubs", _("by the clubs")


class PersonLink(models.Model):
    """A player of a club is this person: by the person's consent, or by that of the clubs.

    The club of the player agrees; with `consent` clubs, another club of the person has asked.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="links")
    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="link")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+", help_text="of the player")
    consent = models.CharField(max_length=10, choices=Consent.choices)
    asked_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField(default=timezone.now, editable=False)
    agreed_by = models.ForeignKey(User, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    agreed_at = models.DateTimeField(null=True, blank=True, help_text="null: the other club has not answered")

    class Meta:
        constraints = [
            # A club has a person once, so nobody can be in one evening twice.
            models.UniqueConstraint(fields=["person", "club"], name="person_once_in_a_club"),
            models.CheckConstraint(condition=Q(consent__in=Consent.values), name="person_consent_known"),
            models.CheckConstraint(
                condition=Q(agreed_at__isnull=True, agreed_by__isnull=True)
                | Q(agreed_at__isnull=False, agreed_by__isnull=False),
                name="person_link_agreed_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.person_id}"
