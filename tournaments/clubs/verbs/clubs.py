"""Clubs, their members and invitations."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from tournaments.clubs.models.clubs import Club, Invitation, Member, Role, User
from tournaments.core.audit import Actor, log
from tournaments.core.languages import LanguageUnknown, offered
from tournaments.core.locks import lock_club, lock_member
from tournaments.core.packs import check_pack
from tournaments.core.refreshes import queue_what_follows_days
from tournaments.core.rules.names import clean_title
from tournaments.core.rules.refusals import Conflict, Invalid, NotAllowed, NotFound, at, gettext_noop
from tournaments.core.secrets import digest, new_secret
from tournaments.core.slugs import SlugTaken, unused_slug
from tournaments.core.zones import check_zone

INVITATION_LASTS = timedelta(days=14)


class ResetTokens(PasswordResetTokenGenerator):
    """Django's tokens for a new password, which become invalid when the user joins or leaves a club.

    The link that an owner makes must not give access to a club that the member joins later.
    """

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        memberships = Member.objects.filter(user=user).order_by("pk").values_list("pk", flat=True)
        return f"{super()._make_hash_value(user, timestamp)} {' '.join(map(str, memberships))}"


reset_tokens = ResetTokens()


class UsernameTaken(Invalid):
    """This username is already in use."""

    sentence = gettext_noop("This user name is taken. Choose another one.")


def create_user(username: str, password: str) -> User:
    """Create a user who can sign in. Raises Invalid for a taken or unusable name, or a weak password."""
    with at("username"):
        # The sign-in form normalises names too. A name in another form could never sign in.
        username = clean_title(User.normalize_username(username))
    if User.objects.filter(sign_in_key=User.key_of(username)).exists():
        raise UsernameTaken(field="username")
    user = User(username=username)
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise Invalid("password_weak", " ".join(error.messages), field="password") from error
    user.set_password(password)
    user.save()
    return user


@transaction.atomic
def create_club(name: str, actor: Actor, owner: User, slug: str | None = None) -> Club:
    """Create a club with its first owner."""
    with at("name"):
        name = clean_title(name)
    if slug is not None and Club.objects.filter(slug=slug).exists():
        raise SlugTaken(field="slug")
    club = Club.objects.create(name=name, slug=slug or unused_slug(Club, name, fallback="club"))
    member = Member.objects.create(club=club, user=owner, role=Role.OWNER)
    log(actor, "create_club", club, within=club, name=name, owner=str(member.pk))
    return club


@transaction.atomic
def change_club(
    club: Club,
    actor: Actor,
    *,
    name: str | None = None,
    language: str | None = None,
    pack: str | None = None,
    time_zone: str | None = None,
) -> Club:
    """Change the name, the language, the pack and the time zone of a club. None leaves one as it is. Its
    address stays.

    language: one of `languages.offered`, or empty for that of the installation. Raises Invalid.
    """
    if name is not None:
        with at("name"):
            name = clean_title(name)
    if language and language not in offered():
        raise LanguageUnknown(language=language, languages=", ".join(offered()), field="language")
    if pack is not None:
        check_pack(pack)
    if time_zone is not None:
        check_zone(time_zone)
    club = lock_club(club)
    given = {"name": name, "language": language, "pack": pack, "time_zone": time_zone}
    before = {field: getattr(club, field) for field in given}
    after = {field: before[field] if value is None else value for field, value in given.items()}
    for field, value in after.items():
        setattr(club, field, value)
    club.save(update_fields=list(given))
    if club.time_zone != before["time_zone"]:
        queue_what_follows_days(club)
    log(actor, "change_club", club, within=club, before=before, after=after)
    return club


class RoleUnknown(Invalid):
    """No role has this name."""

    sentence = gettext_noop("Choose a role from the list.")


class ActorUnknown(NotAllowed):
    """Only a user who is signed in can do this."""

    sentence = gettext_noop("Sign in to invite members.")


@transaction.atomic
def invite_member(club: Club, actor: Actor, role: str) -> tuple[Invitation, str]:
    """Create an invitation. Return it with the secret of its link, which is not stored."""
    if role not in Role.values:
        raise RoleUnknown(field="role")
    if actor.user is None:
        raise ActorUnknown
    token = new_secret()
    invitation = Invitation.objects.create(
        club=club,
        role=role,
        token_digest=digest(token),
        created_by=actor.user,
        expires_at=timezone.now() + INVITATION_LASTS,
    )
    log(actor, "invite_member", invitation, within=club, role=role)
    return invitation, token


class InvitationNotOpen(NotFound):
    """The invitation was used or withdrawn, or it has expired."""

    sentence = gettext_noop(
        "This invitation was used or withdrawn, or is too old. Ask the club for a new link."
    )


def open_invitation(token: str) -> Invitation:
    """The valid invitation of this link. Raises NotFound if it was used or withdrawn, or has expired.

    It becomes invalid when its author stops being an owner, so that a removed owner cannot use it to return.
    """
    invitation = (
        Invitation.objects.select_related("club", "created_by")
        .filter(
            token_digest=digest(token),
            accepted_at__isnull=True,
            withdrawn_at__isnull=True,
            expires_at__gt=timezone.now(),
            created_by__is_active=True,
            created_by__memberships__club=F("club"),
            created_by__memberships__role=Role.OWNER,
        )
        .first()
    )
    if invitation is None:
        raise InvitationNotOpen
    return invitation


class MemberAlready(Conflict):
    """This user is already a member."""

    sentence = gettext_noop("You are already a member of this club.")


@transaction.atomic
def accept_invitation(
    token: str, *, user: User | None = None, username: str = "", password: str = ""
) -> Member:
    """Make `user`, or a new user with this name, a member. An invitation works once."""
    invitation = open_invitation(token)
    # A second request waits here and then checks the invitation again.
    lock_club(invitation.club)
    Invitation.objects.select_for_update().get(pk=invitation.pk)
    invitation = open_invitation(token)
    user = user or create_user(username, password)
    if Member.objects.filter(club=invitation.club, user=user).exists():
        raise MemberAlready
    member = Member.objects.create(club=invitation.club, user=user, role=invitation.role)
    invitation.accepted_at, invitation.accepted_by = timezone.now(), user
    invitation.save(update_fields=["accepted_at", "accepted_by"])
    log(Actor(user, "page"), "accept_invitation", member, within=invitation.club, role=member.role)
    return member


@transaction.atomic
def withdraw_invitation(invitation: Invitation, actor: Actor) -> Invitation:
    """Withdraw an unused invitation. Idempotent."""
    lock_club(invitation.club)
    invitation = (
        Invitation.objects.select_for_update(of=("self",)).select_related("club").get(pk=invitation.pk)
    )
    if invitation.accepted_at is None and invitation.withdrawn_at is None:
        invitation.withdrawn_at = timezone.now()
        invitation.save(update_fields=["withdrawn_at"])
        log(actor, "withdraw_invitation", invitation, within=invitation.club)
    return invitation


@transaction.atomic
def change_role(member: Member, actor: Actor, role: str) -> Member:
    """Change the role of a member. The last owner stays an owner."""
    if role not in Role.values:
        raise RoleUnknown(field="role")
    club, member = lock_member(member)
    if role != Role.OWNER:
        _keep_an_owner(club, member)
    before, member.role = member.role, role
    member.save(update_fields=["role"])
    log(actor, "change_role", member, within=club, before=before, after=role)
    return member


@transaction.atomic
def remove_member(member: Member, actor: Actor) -> None:
    """Remove a member and their API keys. The last owner stays."""
    club, member = lock_member(member)
    _keep_an_owner(club, member)
    log(actor, "remove_member", member, within=club, user=member.user.get_username(), role=member.role)
    member.delete()


@transaction.atomic
def reset_link(member: Member, actor: Actor) -> tuple[str, str]:
    """The two parts (user, token) of a link by which this member sets a new password once (`ResetTokens`).

    Raises Conflict for a member of several clubs (`need_no_other_club`).
    """
    need_no_other_club(member)
    log(actor, "reset_link", member, within=member.club)
    return urlsafe_base64_encode(force_bytes(member.user.pk)), reset_tokens.make_token(member.user)


class MemberOfOtherClubs(Conflict):
    """An owner cannot reset how a member of other clubs signs in."""

    sentence = gettext_noop(
        "%(name)s is also in other clubs. Only the operator of the server can help them to sign in."
    )


def need_no_other_club(member: Member) -> None:
    """Raise Conflict for a member of several clubs: the owner of one club must not get access to another."""
    if Member.objects.filter(user=member.user).exclude(club=member.club).exists() or member.user.is_superuser:
        raise MemberOfOtherClubs(name=member.user.get_username())


class LastOwner(Conflict):
    """A club needs at least one owner."""

    sentence = gettext_noop("A club needs an owner. Make another member an owner first.")


def _keep_an_owner(club: Club, leaving: Member) -> None:
    if leaving.role == Role.OWNER and not (
        Member.objects.filter(club=club, role=Role.OWNER).exclude(pk=leaving.pk).exists()
    ):
        raise LastOwner


def memberships(user: User) -> QuerySet[Member]:
    """The memberships of a user, by the name of the club."""
    return Member.objects.filter(user=user).select_related("club").order_by("club__sort_key")


def members_of(club: Club) -> QuerySet[Member]:
    """The members of a club, with their users."""
    return Member.objects.filter(club=club).select_related("user")
