"""Clubs, users, members, their second factors and attempts; players, and keys of programs."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.core import moments
from tournaments.core.models.choices import Pack
from tournaments.core.models.columns import Keyed, KeyOfName, Named, checks, new_id, optional, text
from tournaments.core.rules.names import (
    LONGEST_KEY,
    LONGEST_SEARCH_KEY,
    LONGEST_SORT_KEY,
    LONGEST_STORED,
    name_key,
    search_key,
    sort_key,
)


class Users(UserManager["User"]):
    """Users, found by their names in capital or small letters."""

    use_in_migrations = False

    def get_by_natural_key(self, username: str | None) -> User:
        """Return the user with this name. Django signs in by it. Raises User.DoesNotExist."""
        return self.get(sign_in_key=User.key_of(username or ""))


class User(AbstractUser):
    """A person who can sign in. Only memberships give rights."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    sign_in_key = models.CharField(
        max_length=300, unique=True, editable=False, help_text="the name in small letters, to find it by"
    )

    objects: ClassVar[Users] = Users()

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.sign_in_key = self.key_of(self.username)
        super().save(*args, **kwargs)

    @classmethod
    def key_of(cls, username: str) -> str:
        """Return what names that differ only in capital letters have in common."""
        return cls.normalize_username(username).casefold()


class Role(models.TextChoices):
    """What a member may do. Each role includes the rights of the roles before it."""

    SCORER = "scorer", _("scorer")
    DIRECTOR = "director", _("director")
    OWNER = "owner", _("owner")

    @property
    def rank(self) -> int:
        return list(Role).index(self)

    def includes(self, other: str) -> bool:
        """Whether this role may do what `other` may."""
        return self.rank >= Role(other).rank


class Scope(models.TextChoices):
    """What an API key may do: at most what its member's role allows."""

    READ = "read", _("read what members see")
    RESULTS = "results", _("submit and void deals")
    EVENTS = "events", _("run events")
    CLUB = "club", _("manage the club")


def zone_of_installation() -> str:
    """The time zone of a new club."""
    return str(settings.TIME_ZONE)


class Club(Named, Keyed):
    """A club, the tenant: each row belongs to one club, and no row refers to rows of another club."""

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=200)
    sort_key = KeyOfName(sort_key, max_length=LONGEST_SORT_KEY)
    accent = text(7, "its colour, as #rrggbb")
    links = models.JSONField(blank=True, default=list, db_default=[], help_text="each with title and url")
    language = text(10, "of texts without a reader, such as mails; empty: that of the installation")
    pack = models.CharField(
        max_length=10,
        choices=Pack.choices,
        default=Pack.FRENCH,
        db_default=Pack.FRENCH.value,
        help_text="the cards that people see",
    )
    time_zone = models.CharField(
        max_length=64,
        default=zone_of_installation,
        db_default="UTC",
        help_text="of its hours and days, such as Europe/Berlin",
    )
    picture = text(64, "the digest of its ClubPicture")
    created_at = models.DateTimeField(default=moments.now, editable=False)
    log_length = models.PositiveIntegerField(
        default=0, editable=False, help_text="entries of its own log; a trigger updates it with log_head"
    )
    log_head = models.CharField(
        max_length=64, blank=True, default="", editable=False, help_text="digest of the newest entry"
    )

    class Meta:
        constraints = checks(
            club_accent_is_a_colour=Q(accent="") | Q(accent__startswith="#"),
            club_pack_known=Q(pack__in=Pack.values),
        )

    def __str__(self) -> str:
        return self.name


class ClubPicture(Keyed):
    """The picture of a club, as bytes, so that backups contain it. Its address contains its digest."""

    club = models.OneToOneField(Club, on_delete=models.PROTECT, related_name="+")
    digest = models.CharField(max_length=64, db_index=True, help_text="SHA-256 of the bytes")
    media_type = models.CharField(max_length=20)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    data = models.BinaryField()


class Member(Keyed):
    """A user with a role in a club."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="members", db_index=False)
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices)
    created_at = models.DateTimeField(default=moments.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="member_once_in_a_club"),
            *checks(member_role_known=Q(role__in=Role.values)),
        ]

    def __str__(self) -> str:
        return f"{self.user.get_username()} ({self.role})"

    def may(self, role: str) -> bool:
        """Whether this member's role includes `role`."""
        return Role(self.role).includes(role)


class Invitation(Keyed):
    """A link that makes one person a member. Only a digest of its secret is stored."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="invitations")
    role = models.CharField(max_length=10, choices=Role.choices)
    token_digest = models.CharField(max_length=64, unique=True)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=moments.now, editable=False)
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = optional(User)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = checks(invitation_role_known=Q(role__in=Role.values))

    def __str__(self) -> str:
        return f"{self.club} / {self.role}"


class ApiKey(Keyed):
    """A secret with which a program acts for a member. It is shown once; only its digest is stored."""

    # A key acts for its member, so it is deleted together with the membership.
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="api_keys")
    name = models.CharField(max_length=100)
    prefix = models.CharField(max_length=12)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    limited = models.BooleanField(default=False, help_text="valid for its grants only: see KeyGrant")
    created_at = models.DateTimeField(default=moments.now, editable=False)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.prefix}… {self.name}"

    @property
    def rights(self) -> list[str]:
        """What it may do, in words."""
        return [str(Scope(scope).label) for scope in self.scopes]


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


class SecondFactor(models.Model):
    """An app of a user that shows a new code every 30 seconds (TOTP, RFC 6238). Signing in asks for it."""

    user = models.OneToOneField(
        User, primary_key=True, on_delete=models.CASCADE, related_name="second_factor"
    )
    encrypted_secret = models.CharField(max_length=200, help_text="under SECRET_KEY, for this user only")
    last_step = models.PositiveBigIntegerField(
        help_text="the newest code that was used, as 30-second steps since 1970; no code counts twice"
    )
    since = models.DateTimeField(default=moments.now, editable=False)

    def __str__(self) -> str:
        return self.user.get_username()


class RecoveryCode(models.Model):
    """A code that replaces the app once. Only its digest is stored; the row is deleted when it is used."""

    factor = models.ForeignKey(SecondFactor, on_delete=models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64, unique=True)

    def __str__(self) -> str:
        return f"a recovery code of {self.factor}"


# ---- Players, keys of programs.


class PersonVisibility(models.TextChoices):
    """Who may see the page of a person, and its links from other pages."""

    MEMBERS = "members", _("members of their clubs")
    PUBLIC = "public", _("everybody")
    HIDDEN = "hidden", _("nobody but the person")


class Player(Named, Keyed):
    """A person or a bot in the roster of a club.

    The players of one account, at most one in each club, are one person.
    """

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
    bot = text(20, "a bot's policy; empty: a person")
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
    created_at = models.DateTimeField(default=moments.now, editable=False)
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
            *checks(
                player_account_of_a_person=Q(bot="", anonymised_at__isnull=True)
                | Q(user__isnull=True, asked_by__isnull=True, link_digest__isnull=True),
                person_visibility_known=Q(visibility__in=PersonVisibility.values),
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
            models.UniqueConstraint(fields=["key", "event"], name="grant_event_once"),
            models.UniqueConstraint(fields=["key", "table"], name="grant_table_once"),
            *checks(
                grant_of_an_event_or_a_table=Q(event__isnull=True, table__isnull=False)
                | Q(event__isnull=False, table__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.key}: {self.event_id or self.table_id}"


class StoredAnswer(Keyed):
    """The answer to a POST with an `Idempotency-Key`, stored in the transaction of its effect."""

    principal = models.CharField(
        max_length=80, help_text="the client that sent the key; clients do not share keys"
    )
    key = models.CharField(max_length=255)
    request_digest = models.CharField(max_length=64, help_text="SHA-256 of method, path, query and body")
    status = models.PositiveSmallIntegerField()
    sealed = models.TextField(help_text="headers and body, encrypted with the key")
    created_at = models.DateTimeField(default=moments.now, editable=False)

    class Meta:
        indexes = [models.Index(fields=["created_at"], name="stored_answer_by_age")]
        constraints = [
            models.UniqueConstraint(fields=["principal", "key"], name="stored_answer_once_for_a_key")
        ]
