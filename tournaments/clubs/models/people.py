"""Players, keys of programs."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.models.clubs import ApiKey, Club, User
from tournaments.core.models.columns import KeyOfName, Named, new_id
from tournaments.core.rules.names import (
    LONGEST_KEY,
    LONGEST_SEARCH_KEY,
    LONGEST_SORT_KEY,
    LONGEST_STORED,
    name_key,
    search_key,
    sort_key,
)


class PersonVisibility(models.TextChoices):
    """Who may see the page of a person, and its links from other pages."""

    MEMBERS = "members", _("members of their clubs")
    PUBLIC = "public", _("everybody")
    HIDDEN = "hidden", _("nobody but the person")


class Player(Named):
    """A person or a bot in the roster of a club.

    The players of one account, at most one in each club, are one person.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="players", db_index=False)
    name = models.CharField(max_length=LONGEST_STORED, help_text="the name that the club uses")
    public_name = models.CharField(max_length=LONGEST_STORED, help_text="the name that the public sees")
    name_key = KeyOfName(name_key, max_length=LONGEST_KEY, help_text="to find duplicates")
    sort_key = KeyOfName(sort_key, max_length=LONGEST_SORT_KEY)
    search_key = KeyOfName(
        search_key,
        ["name", "public_name"],
        max_length=LONGEST_SEARCH_KEY,
        help_text="a search looks for a part of it, so an index of trigrams serves",
    )
    bot = models.CharField(max_length=20, blank=True, default="", help_text="a bot's policy; empty: a person")
    user = models.ForeignKey(User, null=True, blank=True, on_delete=models.SET_NULL, related_name="players")
    asked_by = models.ForeignKey(
        User,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="whose account asks to have this player",
    )
    link_digest = models.CharField(
        max_length=64,
        null=True,
        blank=True,
        unique=True,
        help_text="of the secret of the link by which an account takes this player",
    )
    visibility = models.CharField(
        max_length=10, choices=PersonVisibility.choices, default=PersonVisibility.MEMBERS
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    anonymised_at = models.DateTimeField(null=True, blank=True)
    removed_at = models.DateTimeField(
        null=True, blank=True, help_text="when it left the roster; past events keep it"
    )

    class Meta:
        indexes = [
            # The mark of each kept page asks for the newest one of a club.
            models.Index(
                fields=["club", "-anonymised_at"],
                condition=Q(anonymised_at__isnull=False),
                name="player_anonymised_last",
            )
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "name_key"],
                condition=Q(anonymised_at__isnull=True, removed_at__isnull=True),
                name="player_name_once_in_a_club",
            ),
            # So nobody can be in one evening twice.
            models.UniqueConstraint(fields=["club", "user"], name="person_once_in_a_club"),
            models.CheckConstraint(
                condition=Q(bot="", anonymised_at__isnull=True)
                | Q(user__isnull=True, asked_by__isnull=True, link_digest__isnull=True),
                name="player_account_of_a_person",
            ),
            models.CheckConstraint(
                condition=Q(visibility__in=PersonVisibility.values), name="person_visibility_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_bot(self) -> bool:
        return bool(self.bot)


class KeyGrant(models.Model):
    """An event, or one table, whose results a key with the scope `results` may enter.

    A key without grants is valid for all tables of its club. A key with grants has `limited` set, so other
    keys need no query for grants.
    """

    id = models.BigAutoField(primary_key=True)
    key = models.ForeignKey(ApiKey, on_delete=models.CASCADE, related_name="grants", db_index=False)
    event = models.ForeignKey("Event", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    table = models.ForeignKey("Table", null=True, blank=True, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(event__isnull=True, table__isnull=False)
                | Q(event__isnull=False, table__isnull=True),
                name="grant_of_an_event_or_a_table",
            ),
            models.UniqueConstraint(fields=["key", "event"], name="grant_event_once"),
            models.UniqueConstraint(fields=["key", "table"], name="grant_table_once"),
        ]

    def __str__(self) -> str:
        return f"{self.key}: {self.event_id or self.table_id}"


class StoredAnswer(models.Model):
    """The answer to a POST with an `Idempotency-Key`, stored in the transaction of its effect."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    principal = models.CharField(
        max_length=80, help_text="the client that sent the key; clients do not share keys"
    )
    key = models.CharField(max_length=255)
    request_digest = models.CharField(max_length=64, help_text="SHA-256 of method, path, query and body")
    status = models.PositiveSmallIntegerField()
    sealed = models.TextField(help_text="headers and body, encrypted with the key")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        indexes = [models.Index(fields=["created_at"], name="stored_answer_by_age")]
        constraints = [
            models.UniqueConstraint(fields=["principal", "key"], name="stored_answer_once_for_a_key")
        ]

    def __str__(self) -> str:
        return f"{self.principal} {self.key}"
