"""Signing in, the account with its second factor and its devices, and which account a player has."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.contrib.auth.views import LoginView, LogoutView, PasswordChangeView, PasswordResetConfirmView
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse, reverse_lazy
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from tournaments.clubs.access import club_for_viewer, player_to_leave
from tournaments.clubs.forms import CODE_WRONG, AppForm, AskForPlayerForm, CodeForm, JoinForm
from tournaments.clubs.models import Player, SecondFactor, User
from tournaments.clubs.pages.club import director_of_player, player_page
from tournaments.clubs.pages.frame import browser_words
from tournaments.clubs.verbs import accounts, clubs, people, second_factors
from tournaments.core.actors import Actor
from tournaments.core.forms import OurErrors
from tournaments.core.pages.acts import Act
from tournaments.core.pages.common import (
    actor_of,
    attempt,
    forget_pages,
    members_act,
    members_form,
    members_page,
    only_post,
    open_form,
    sent,
    show,
    submit,
)
from tournaments.core.pages.picture import qr_of
from tournaments.core.requests import client_address, outside_address
from tournaments.core.secrets import new_secret
from tournaments.events.pages.first import first_page

# ---- The browsers in which somebody is signed in.
#
# It opens nothing. It only lets them try a password without waiting for strangers.


@members_page
def own_devices(request: HttpRequest) -> HttpResponse:
    """The user's devices, each with a button that signs it out."""
    signed_in = accounts.devices_of(cast("User", request.user), request.session.session_key)
    listed = [(device, browser_words(device["agent"])) for device in signed_in]
    return show(request, "clubs/devices.html", {"devices": listed})


@members_act
def sign_out_device(request: HttpRequest, device: str) -> HttpResponse:
    """Sign out one device."""
    if accounts.sign_out_device(cast("User", request.user), actor_of(request), device):
        messages.success(request, _("The device is signed out."))
    else:
        messages.info(request, _("This device was signed out before."))
    return redirect("devices")


@members_act
def sign_out_others(request: HttpRequest) -> HttpResponse:
    """Sign out all devices but this one."""
    user, key = cast("User", request.user), request.session.session_key
    number = accounts.sign_out_others(user, actor_of(request), key)
    messages.success(
        request,
        ngettext("%(number)d device is signed out.", "%(number)d devices are signed out.", number)
        % {"number": number},
    )
    return redirect("devices")


LASTS = 365 * 24 * 60 * 60
"""Seconds."""
USERS = 8
"""Users whom a browser knows: a club's laptop has several."""
_SALT = "known browser"


def known_browser(request: HttpRequest, name: str) -> str | None:
    """Return the id of this browser if the user with this name has signed in here before."""
    browser, users = _read(request)
    user = User.objects.filter(sign_in_key=User.key_of(name)).values_list("pk", flat=True).first()
    return browser if user is not None and str(user) in users else None


def remember_browser(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Let this browser be one in which the user has signed in."""
    browser, users = _read(request)
    users = [str(user.pk), *(other for other in users if other != str(user.pk))][:USERS]
    response.set_cookie(
        settings.BROWSER_COOKIE_NAME,
        signing.dumps([browser, users], salt=_SALT),
        max_age=LASTS,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )


def _read(request: HttpRequest) -> tuple[str, list[str]]:
    try:
        browser, users = signing.loads(
            request.COOKIES.get(settings.BROWSER_COOKIE_NAME, ""), salt=_SALT, max_age=LASTS
        )
    except signing.BadSignature:
        return new_secret(size=16), []
    return browser, users


WAITING = "waiting_for_code"
"""The key of the sign-in that waits for a code, in the session's data."""

WAITS_FOR = 10 * 60
"""Seconds after the password in which the code must come."""


class SignInForm(OurErrors, AuthenticationForm):
    """Django's form without colons after the labels."""

    label_suffix = ""
    error_messages = AuthenticationForm.error_messages | {
        "invalid_login": gettext_lazy(
            "The name or the password is wrong. Check capital letters in the password."
        )
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name to sign in with")

    def clean(self) -> dict[str, Any]:
        """Judge the password. Raises TooMany if it comes too early."""
        assert self.request is not None  # noqa: S101 - LoginView gives it
        name = self.cleaned_data.get("username", "")
        browser = known_browser(self.request, name)
        limits = second_factors.sign_in_limits(name, client_address(self.request), browser)
        second_factors.take(limits)
        cleaned = super().clean()
        second_factors.give_back(limits)
        return cleaned


class SignIn(LoginView):
    """Sign in, then open the requested page. A user with a second factor is asked for a code first."""

    template_name = "clubs/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def get_default_redirect_url(self) -> str:
        return first_page(cast("User", self.request.user))

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        user = form.get_user()
        if second_factors.second_factor_of(user) is None:
            response = super().form_valid(form)
            remember_browser(self.request, response, user)
            return response
        # A new key, as for signing in: somebody else may have put the old one into this browser.
        self.request.session.cycle_key()
        self.request.session[WAITING] = {
            "user": str(user.pk),
            "password": user.get_session_auth_hash(),
            "until": time.time() + WAITS_FOR,
            "next": self.get_redirect_url() or first_page(user),
        }
        return redirect("sign_in_code")


sign_in = open_form(SignIn.as_view())


@sensitive_post_parameters("code")
@never_cache
@open_form
def sign_in_code(request: HttpRequest) -> HttpResponse:
    """Ask for a code of the second factor, after the password was right."""
    waiting: dict[str, Any] = request.session.get(WAITING, {})
    user = _user_of(waiting)
    if user is None:
        return redirect("sign_in")
    with_recovery_code = "recovery" in request.GET
    label = _("Recovery code") if with_recovery_code else _("Code of your app")
    form = CodeForm(sent(request), label=label, digits_only=not with_recovery_code)
    form.fields["code"].widget.attrs["autofocus"] = True
    factor = second_factors.second_factor_of(user)
    if form.is_bound and form.is_valid():
        browser = known_browser(request, user.get_username())
        limits = second_factors.code_limits(user, client_address(request), browser)
        if second_factors.judge_code(user, form.cleaned_data["code"], limits):
            del request.session[WAITING]
            login(request, user)
            if with_recovery_code:
                left = 0 if factor is None else factor.recovery_codes.count()
                said = ngettext(
                    "You have %(left)d recovery code left. You can make new ones in your account.",
                    "You have %(left)d recovery codes left. You can make new ones in your account.",
                    left,
                )
                messages.info(request, said % {"left": left})
            response = redirect(waiting["next"])
            remember_browser(request, response, user)
            return response
        form.add_error("code", CODE_WRONG)
    shown = {
        "with_recovery_code": with_recovery_code,
        "is_readable": factor is not None and second_factors.is_readable(factor),
    }
    return show(request, "clubs/sign_in_code.html", shown, form=form)


def _user_of(waiting: dict[str, Any]) -> User | None:
    """The user of a sign-in that waits for a code. None if it waits too long, or the password was changed."""
    if not waiting or waiting["until"] < time.time():
        return None
    user = User.objects.filter(pk=waiting["user"], is_active=True).first()
    is_current = user is not None and constant_time_compare(user.get_session_auth_hash(), waiting["password"])
    return user if is_current else None


class SignOut(LogoutView):
    """Sign out (a POST, so that no link can do it). The browser forgets the pages that it has kept."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return forget_pages(super().post(request, *args, **kwargs))


sign_out = only_post(SignOut.as_view())


class ChangePasswordForm(OurErrors, PasswordChangeForm):
    """Django's form: the old password, and the new one twice."""

    def clean_old_password(self) -> str:
        """Judge the old password. Raises TooMany if it comes too early."""
        limits = second_factors.own_limits(self.user)
        second_factors.take(limits)
        old: str = super().clean_old_password()
        second_factors.give_back(limits)
        return old


class ChangePassword(PasswordChangeView):
    """Change the user's own password. Their other devices are signed out."""

    form_class = ChangePasswordForm
    template_name = "clubs/password.html"
    success_url = reverse_lazy("account")

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        answer = super().form_valid(form)
        user = cast("User", self.request.user)
        accounts.sign_out_others(user, actor_of(self.request), self.request.session.session_key)
        messages.success(self.request, _("Your password has been changed."))
        return answer


change_password = open_form(ChangePassword.as_view())


if TYPE_CHECKING:
    FormOfUser = SetPasswordForm[User]
else:
    FormOfUser = SetPasswordForm


class SetNewPasswordForm(OurErrors, FormOfUser):
    """Django's form: the new password, twice."""


class SetPassword(PasswordResetConfirmView):
    """Set a new password by the link that an owner created. All devices of the user are signed out."""

    form_class = SetNewPasswordForm
    template_name = "clubs/reset.html"
    token_generator = clubs.reset_tokens
    success_url = reverse_lazy("sign_in")

    def form_valid(self, form: SetPasswordForm[User]) -> HttpResponse:
        answer = super().form_valid(form)
        accounts.sign_out_others(form.user, Actor(form.user, "page"), None)
        messages.success(self.request, _("Your new password is set. Sign in with it."))
        return answer


@members_form
def account(request: HttpRequest) -> HttpResponse:
    """The user's account with their clubs and players. The form asks a club for one more player."""
    user, actor = cast("User", request.user), actor_of(request)
    form = AskForPlayerForm(sent(request))

    def ask() -> Player:
        club = club_for_viewer(form.slug)
        whole = actor.sees_all_of(club)
        player = people.player_named(club, form.cleaned_data["name"], in_public_events=not whole)
        return people.ask_for_player(player, actor)

    done = _("%(club)s is asked. A director there decides.")
    if submit(request, form, ask, lambda asked: done % {"club": asked.club.name}):
        return redirect("account")
    shown = {
        "memberships": clubs.memberships(user),
        "players": people.players_of_account(user),
        "second_factor": second_factors.second_factor_of(user),
    }
    return show(request, "clubs/account.html", shown, form=form)


@sensitive_post_parameters("password")
@never_cache
@open_form
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Accept an invitation, as the signed-in user or as a new user."""
    invitation = clubs.open_invitation(token)
    form, member = _accept(request, partial(clubs.accept_invitation, token))
    if member is None and (request.method != "POST" or not request.user.is_authenticated):
        return show(
            request, "clubs/join.html", {"invitation": invitation, "club": invitation.club}, form=form
        )
    if member is not None:
        if not request.user.is_authenticated:
            login(request, member.user)
        messages.success(request, _("Welcome to %(club)s.") % {"club": invitation.club.name})
    return redirect("club", invitation.club.slug)


@sensitive_post_parameters("password")
@never_cache
@open_form
def take_player(request: HttpRequest, token: str) -> HttpResponse:
    """Say that the player with this link is oneself, as the signed-in user or as a new user."""
    player = people.player_of_link(token)
    form, taken = _accept(request, partial(people.take_by_link, token))
    if taken is None:
        return show(request, "clubs/join.html", {"player": player, "club": player.club}, form=form)
    if not request.user.is_authenticated:
        login(request, taken.user)
    messages.success(
        request,
        _("%(name)s of %(club)s is your player now.") % {"name": taken.public_name, "club": taken.club.name},
    )
    return redirect("account")


def _accept(request: HttpRequest, accept: Callable[..., Any]) -> tuple[JoinForm, Any]:
    """Let the signed-in user, or a new one, accept what a link offers; None until they have."""
    if request.method == "POST" and request.user.is_authenticated:
        got: list[Any] = [None]
        attempt(request, lambda: got.append(accept(user=request.user)))
        return JoinForm(), got[-1]
    form = JoinForm(sent(request))
    return form, submit(request, form, lambda: accept(**form.cleaned_data))


@sensitive_post_parameters("code", "secret", "password")
@never_cache
@members_form
def second_factor(request: HttpRequest) -> HttpResponse:
    """Switch the second factor on, or what can be done while it is on."""
    user = cast("User", request.user)
    factor = second_factors.second_factor_of(user)
    if factor is not None:
        return _change_factor(request, user, factor)
    # A new secret as a QR code. It is stored with the right password and the code of the app.
    data = sent(request)
    secret = second_factors.new_secret() if data is None else data.get("secret", "")
    form = AppForm(data, initial={"secret": secret}, label=_("Code that the app shows"), digits_only=True)
    is_complete = form.is_bound and form.is_valid()
    if is_complete and not second_factors.judge_password(user, form.cleaned_data["password"]):
        form.add_error("password", _("This password is wrong. Enter the one that you sign in with."))
    act = partial(second_factors.switch_on, user, actor_of(request), secret)
    codes = submit(request, form, lambda: act(form.cleaned_data["code"]))
    if codes is not None:
        return show(request, "clubs/recovery_codes.html", {"codes": codes, "is_new": True})
    address = second_factors.app_address(user, secret)
    shown = {"qr": qr_of(address), "address": address, "key": " ".join(re.findall(".{1,4}", secret))}
    return show(request, "clubs/second_factor_off.html", shown, form=form)


def _change_factor(request: HttpRequest, user: User, factor: SecondFactor) -> HttpResponse:
    """Make new recovery codes, or switch the second factor off. Both need a code."""
    form = CodeForm(sent(request))
    if form.is_bound and form.is_valid():
        limits = second_factors.own_limits(user)
        if not second_factors.judge_code(user, form.cleaned_data["code"], limits):
            form.add_error("code", CODE_WRONG)
        elif request.POST.get("act") == "off":
            done = _("Your second factor is switched off. Your password is enough to sign in.")
            attempt(request, lambda: second_factors.switch_off(user, actor_of(request)), done)
            return redirect("account")
        else:
            codes = second_factors.new_recovery_codes(user, actor_of(request))
            return show(request, "clubs/recovery_codes.html", {"codes": codes, "is_new": False})
    shown = {
        "factor": factor,
        "left": factor.recovery_codes.count(),
        "is_readable": second_factors.is_readable(factor),
    }
    return show(request, "clubs/second_factor_on.html", shown, form=form)


# ---- Which account a player has, for directors: links, questions, and undoing it.


@members_act
def make_player_link(request: HttpRequest, player_id: str) -> HttpResponse:
    """Make the link by which the person takes the player into their account, and show it once."""
    player = director_of_player(actor_of(request), player_id)
    made: list[str] = []
    if not attempt(request, lambda: made.append(people.make_link(player, actor_of(request)))):
        return redirect("edit_player", player.pk)
    return player_page(request, player, link=outside_address(request, reverse("take_player", args=made)))


@members_act
def leave_player(request: HttpRequest, player_id: str) -> HttpResponse:
    """Let a player have no account: by the person, or by a director, who so also says no to a question."""
    actor = actor_of(request)
    player = player_to_leave(actor, player_id)
    is_own = actor.user is not None and actor.user.pk in (player.user_id, player.asked_by_id)
    names = {"name": player.public_name, "club": player.club.name}
    done = _("%(name)s of %(club)s has no account now.") % names
    attempt(request, lambda: people.leave(player, actor), done)
    return redirect("account") if is_own else redirect("edit_player", player.pk)


ADDRESSES = [
    Act(
        "players/<str:ref>/agree/",
        director_of_player,
        people.agree,
        back=lambda player: redirect("edit_player", player.pk),
        done=lambda player: _("The account of %(name)s is saved.") % {"name": player.name},
        sent=["account"],
        name="agree_to_player",
    ).address,
]
