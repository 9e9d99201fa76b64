"""Signing in and out, joining by an invitation, passwords."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.contrib.auth.views import LoginView, LogoutView, PasswordChangeView, PasswordResetConfirmView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from tournaments.forms.fields import OurErrors
from tournaments.forms.people import JoinForm
from tournaments.models import User
from tournaments.services.clubs import clubs
from tournaments.views.common import attempt_form, members_page, open_form, show


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


class SignIn(LoginView):
    """Sign in, then open the requested page."""

    template_name = "tournaments/public/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True


class SignOut(LogoutView):
    """Sign out (a POST, so that no link can do it)."""


class ChangePasswordForm(OurErrors, PasswordChangeForm):
    """Django's form: the old password, and the new one twice."""


class ChangePassword(PasswordChangeView):
    """Change the user's own password. Their other sessions end."""

    form_class = ChangePasswordForm
    template_name = "tournaments/public/password.html"
    success_url = reverse_lazy("account")

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        messages.success(self.request, _("Your password has been changed."))
        return super().form_valid(form)


if TYPE_CHECKING:
    FormOfUser = SetPasswordForm[User]
else:
    FormOfUser = SetPasswordForm


class SetNewPasswordForm(OurErrors, FormOfUser):
    """Django's form: the new password, twice."""


class SetPassword(PasswordResetConfirmView):
    """Set a new password by the link that an owner created."""

    form_class = SetNewPasswordForm
    template_name = "tournaments/public/reset.html"
    token_generator = clubs.reset_tokens
    success_url = reverse_lazy("sign_in")

    def form_valid(self, form: SetPasswordForm[User]) -> HttpResponse:
        messages.success(self.request, _("Your new password is set. Sign in with it."))
        return super().form_valid(form)


@members_page
def account(request: HttpRequest) -> HttpResponse:
    """The user's account with their clubs."""
    user = cast("User", request.user)
    return show(request, "public/account.html", {"memberships": clubs.memberships(user)})


@sensitive_post_parameters("password")
@never_cache
@open_form
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Accept an invitation, as the signed-in user or as a new user."""
    invitation = clubs.open_invitation(token)
    form = JoinForm(request.POST if request.method == "POST" and not request.user.is_authenticated else None)
    if request.method == "POST":
        if request.user.is_authenticated:
            member = attempt_form(
                form, lambda: clubs.accept_invitation(token, user=cast("User", request.user))
            )
            if member is None:
                messages.error(request, _("You are already a member of this club."))
                return redirect("club", invitation.club.slug)
        elif form.is_valid():
            member = attempt_form(form, lambda: clubs.accept_invitation(token, **form.cleaned_data))
            if member is not None:
                login(request, member.user, backend="django.contrib.auth.backends.ModelBackend")
        else:
            member = None
        if member is not None:
            messages.success(request, _("Welcome to %(club)s.") % {"club": invitation.club.name})
            return redirect("club", invitation.club.slug)
    return show(request, "public/join.html", {"invitation": invitation}, form=form)
