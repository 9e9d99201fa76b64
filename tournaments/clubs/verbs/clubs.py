"""Clubs, their members and invitations, and their faces: colour, links and picture."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import timedelta
from io import BytesIO
from typing import Any, Final

from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext_noop as _
from PIL import Image, ImageOps

from tournaments.clubs.models import Club, ClubPicture, Invitation, Member, Role, User
from tournaments.clubs.rules import check_accent
from tournaments.core import moments
from tournaments.core.actors import Actor
from tournaments.core.change import change, lock_club, lock_member, log
from tournaments.core.packs import check_pack
from tournaments.core.refreshes import queue_what_follows_days
from tournaments.core.rules.names import clean_title
from tournaments.core.rules.refusals import Conflict, Invalid, NotAllowed, NotFound, at, gettext_noop
from tournaments.core.secrets import SlugTaken, digest, new_secret, unused_slug
from tournaments.core.zones import LanguageUnknown, check_zone, offered

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

    language: one of `zones.offered`, or empty for that of the installation. Raises Invalid.
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
    given = {"name": name, "language": language, "pack": pack, "time_zone": time_zone}
    with change(club, actor, "change_club", records=given) as club:
        if time_zone not in (None, club.time_zone):
            queue_what_follows_days(club)
        for field, value in given.items():
            if value is not None:
                setattr(club, field, value)
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
        expires_at=moments.now() + INVITATION_LASTS,
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
            expires_at__gt=moments.now(),
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
    invitation.accepted_at, invitation.accepted_by = moments.now(), user
    invitation.save(update_fields=["accepted_at", "accepted_by"])
    log(Actor(user, "page"), "accept_invitation", member, within=invitation.club, role=member.role)
    return member


def withdraw_invitation(invitation: Invitation, actor: Actor) -> Invitation:
    """Withdraw an unused invitation. Idempotent."""
    with change(invitation, actor, "withdraw_invitation") as invitation:
        if invitation.accepted_at is None and invitation.withdrawn_at is None:
            invitation.withdrawn_at = moments.now()
    return invitation


def change_role(member: Member, actor: Actor, role: str) -> Member:
    """Change the role of a member. The last owner stays an owner."""
    if role not in Role.values:
        raise RoleUnknown(field="role")
    with change(member, actor, "change_role", notes=["role"]) as member:
        if role != Role.OWNER:
            _keep_an_owner(member)
        member.role = role
    return member


@transaction.atomic
def remove_member(member: Member, actor: Actor) -> None:
    """Remove a member and their API keys. The last owner stays."""
    member = lock_member(member)
    _keep_an_owner(member)
    log(actor, "remove_member", member, within=member.club, user=member.user.get_username(), role=member.role)
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


def _keep_an_owner(leaving: Member) -> None:
    if leaving.role == Role.OWNER and not (
        Member.objects.filter(club=leaving.club, role=Role.OWNER).exclude(pk=leaving.pk).exists()
    ):
        raise LastOwner


def memberships(user: User) -> QuerySet[Member]:
    """The memberships of a user, by the name of the club."""
    return Member.objects.filter(user=user).select_related("club").order_by("club__sort_key")


def members_of(club: Club) -> QuerySet[Member]:
    """The members of a club, with their users."""
    return Member.objects.filter(club=club).select_related("user")


# ---- The face of a club: its colour, links and picture.


MOST_LINKS: Final = 5
LONGEST_TITLE: Final = 60
LONGEST_URL: Final = 300

_is_url = URLValidator(schemes=["https"])


def change_face(
    club: Club,
    actor: Actor,
    *,
    accent: str | None = None,
    links: Sequence[Mapping[str, Any]] | None = None,
) -> Club:
    """Change the colour and the links. None leaves one as it is; an empty text or list removes it.

    A link has a `title` and a `url`. Raises Invalid.
    """
    with change(club, actor, "change_face", notes=["accent", "links"]) as club:
        if accent is not None:
            with at("accent"):
                club.accent = check_accent(accent) if accent.strip() else ""
        if links is not None:
            club.links = _checked(links)
    return club


def set_picture(club: Club, actor: Actor, data: bytes) -> Club:
    """Give the club a picture instead of the one before. Raises Invalid."""
    clean = clean_picture(data)
    with change(club, actor, "set_picture", digest=clean.digest) as club:
        if club.picture != clean.digest:
            ClubPicture.objects.filter(club=club).delete()
            clean.club = club
            clean.save()
            club.picture = clean.digest
    return club


def remove_picture(club: Club, actor: Actor) -> Club:
    """Delete the picture of the club. Idempotent."""
    with change(club, actor, "remove_picture") as club:
        ClubPicture.objects.filter(club=club).delete()
        club.picture = ""
    return club


def picture_with(digest: str) -> ClubPicture:
    """A picture by the digest of its bytes. Raises NotFound."""
    picture = ClubPicture.objects.filter(digest=digest).first()
    if picture is None:
        raise NotFound("not_found", _("There is no such picture, or it was replaced."))
    return picture


class LinksTooMany(Invalid):
    """The club has reached its limit of links."""

    sentence = gettext_noop("Give at most %(most)d links.")


def _checked(links: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    if len(links) > MOST_LINKS:
        raise LinksTooMany(most=MOST_LINKS, field="links")
    checked = []
    for number, link in enumerate(links, 1):
        url = str(link["url"]).strip()
        try:
            _is_url(url)
            is_fit = len(url) <= LONGEST_URL and "@" not in url.partition("//")[2].partition("/")[0]
        except ValidationError:
            is_fit = False
        if not is_fit:
            raise LinkMalformed(number=number, most=LONGEST_URL, field="links")
        with at("links"):
            checked.append({"title": clean_title(str(link["title"]), LONGEST_TITLE), "url": url})
    return checked


class LinkMalformed(Invalid):
    """A link of the club needs a title and an https address."""

    sentence = gettext_noop(
        "Link %(number)d needs an address that begins with https:// and has at most %(most)d characters, "
        "without a user name."
    )


LARGEST: Final = 2 * 1024 * 1024
"""Bytes of an uploaded file."""

MOST_PIXELS: Final = 25_000_000
"""A small file can contain very many pixels of one colour. Reading 25 million takes 100 MB for a moment."""

SIDE: Final = 512
"""Pixels of the longer side of a kept picture."""

MEDIA_TYPES: Final = {"PNG": "image/png", "JPEG": "image/jpeg", "WEBP": "image/webp"}

BROKEN = (OSError, ValueError, SyntaxError, EOFError, MemoryError, Image.DecompressionBombError)
"""What Pillow raises for a file that is no picture or a damaged one."""


class PictureUnreadable(Invalid):
    """The file is not a PNG, JPEG or WebP picture, or it is damaged."""

    sentence = gettext_noop("This file is not a picture that can be read. Choose a PNG, JPEG or WebP file.")


class PictureTooLarge(Invalid):
    """The picture has too many bytes or pixels."""

    sentence = gettext_noop("A picture can have at most %(most)d MB. Make it smaller first.")


def clean_picture(data: bytes) -> ClubPicture:
    """Return the picture in its own format, turned upright, at most `SIDE` pixels long, without metadata.

    It has no club yet. Raises Invalid for a file that is too large, no PNG, JPEG or WebP, or damaged.
    """
    if len(data) > LARGEST:
        raise PictureTooLarge(most=LARGEST // 1024**2, field="picture")
    try:
        with Image.open(BytesIO(data), formats=list(MEDIA_TYPES)) as opened:
            # The size is in the header: nothing is unpacked before this check.
            width, height = opened.size
            if width * height > MOST_PIXELS:
                raise PictureTooLarge(
                    sentence=gettext_noop(
                        "A picture can have at most %(most)d million pixels. Make it smaller first."
                    ),
                    most=MOST_PIXELS // 1_000_000,
                    field="picture",
                )
            form = str(opened.format)
            upright = ImageOps.exif_transpose(opened)
            upright.thumbnail((SIDE, SIDE))
            has_alpha = form != "JPEG" and upright.has_transparency_data
            pixels = upright.convert("RGBA" if has_alpha else "RGB")
    except (*BROKEN, Image.DecompressionBombWarning) as error:
        raise PictureUnreadable(field="picture") from error
    # A new image: the old one carries profiles, comments and places, which `save` would write again.
    plain = Image.new(pixels.mode, pixels.size)
    plain.paste(pixels)
    stream = BytesIO()
    plain.save(stream, form, **({} if form == "PNG" else {"quality": 85}))
    written = stream.getvalue()
    return ClubPicture(
        data=written,
        digest=hashlib.sha256(written).hexdigest(),
        media_type=MEDIA_TYPES[form],
        width=plain.width,
        height=plain.height,
    )
