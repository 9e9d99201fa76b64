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

from tournaments.forms.fields import InOurWords
from tournaments.forms.people import JoinForm
from tournaments.models import Member, User
from tournaments.services.clubs import clubs
from tournaments.views.common import attempt_form, members_page, open_form, show


class SignInForm(InOurWords, AuthenticationForm):
    """Django's form, without the colons."""

    label_suffix = ""
    error_messages = AuthenticationForm.error_messages | {
        "invalid_login": gettext_lazy(
            "This name and password do not belong together. Mind capitals in the password."
        ),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Called as the invitation called it.
        self.fields["username"].label = _("Name to sign in with")


class SignIn(LoginView):
    """Sign in, then go on to the page that was asked for."""

    template_name = "tournaments/public/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True


class SignOut(LogoutView):
    """Sign out (a POST, so that no link can do it)."""


class ChangePasswordForm(InOurWords, PasswordChangeForm):
    """Django's form: the password one has, and the new one twice."""


class ChangePassword(PasswordChangeView):
    """One's own password; other places where one is signed in are signed out."""

    form_class = ChangePasswordForm
    template_name = "tournaments/public/password.html"
    success_url = reverse_lazy("account")

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        messages.success(self.request, _("Your password was changed."))
        return super().form_valid(form)


if TYPE_CHECKING:
    FormOfUser = SetPasswordForm[User]
else:
    FormOfUser = SetPasswordForm


class SetNewPasswordForm(InOurWords, FormOfUser):
    """Django's form: the new password, twice."""


class SetPassword(PasswordResetConfirmView):
    """A new password by the link that an owner has made."""

    form_class = SetNewPasswordForm
    template_name = "tournaments/public/reset.html"
    token_generator = clubs.reset_tokens
    success_url = reverse_lazy("sign_in")

    def form_valid(self, form: SetPasswordForm[User]) -> HttpResponse:
        messages.success(self.request, _("Your password was set: sign in with it."))
        return super().form_valid(form)


@members_page
def account(request: HttpRequest) -> HttpResponse:
    """Who am I here, in which clubs, and what can I open."""
    memberships = (
        Member.objects.filter(user=cast("User", request.user)).select_related("club").order_by("club__name")
    )
    return show(request, "public/account.html", {"memberships": memberships})


@sensitive_post_parameters("password")
@never_cache
@open_form
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Accept an invitation: as the one who is signed in, or as somebody new."""
    invitation = clubs.open_invitation(token)
    form = JoinForm(request.POST if request.method == "POST" and not request.user.is_authenticated else None)
    if request.method == "POST":
        if request.user.is_authenticated:
            member = attempt_form(
                form, lambda: clubs.accept_invitation(token, user=cast("User", request.user))
            )
            if member is None:
                messages.error(request, _("You are a member of this club already."))
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
