"""The second factor of the user: switch it on and off, and make recovery codes."""

from __future__ import annotations

import re
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from tournaments.clubs.forms.people import CODE_WRONG, AppForm, CodeForm
from tournaments.clubs.models.clubs import User
from tournaments.clubs.models.second_factors import SecondFactor
from tournaments.clubs.verbs import attempts, second_factors
from tournaments.core.pages.common import actor_of, attempt, attempt_form, members_form, show
from tournaments.core.pages.qr import qr_of


@sensitive_post_parameters("code", "secret", "password")
@never_cache
@members_form
def second_factor(request: HttpRequest) -> HttpResponse:
    """Switch the second factor on, or what can be done while it is on."""
    user = cast("User", request.user)
    factor = second_factors.second_factor_of(user)
    return _switch_on(request, user) if factor is None else _change(request, user, factor)


def _switch_on(request: HttpRequest, user: User) -> HttpResponse:
    """Show a new secret as a QR code. It is stored with the right password and the code of the app."""
    data = request.POST if request.method == "POST" else None
    secret = second_factors.new_secret() if data is None else data.get("secret", "")
    form = AppForm(data, initial={"secret": secret}, label=_("Code that the app shows"), digits_only=True)
    if data is not None and form.is_valid() and _has_password(form, user):
        codes = attempt_form(
            form,
            lambda: second_factors.switch_on(user, actor_of(request), secret, form.cleaned_data["code"]),
        )
        if codes is not None:
            return _codes(request, codes, is_new=True)
    address = second_factors.app_address(user, secret)
    shown = {"qr": qr_of(address), "address": address, "key": " ".join(re.findall(".{1,4}", secret))}
    return show(request, "clubs/second_factor_off.html", shown, form=form)


def _has_password(form: AppForm, user: User) -> bool:
    """Whether the password is that of the user. Raises TooMany if it comes too early."""
    is_right = attempts.judge_password(user, form.cleaned_data["password"])
    if not is_right:
        form.add_error("password", _("This password is wrong. Enter the one that you sign in with."))
    return is_right


def _change(request: HttpRequest, user: User, factor: SecondFactor) -> HttpResponse:
    """Make new recovery codes, or switch the second factor off. Both need a code."""
    form = CodeForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        limits = attempts.own_limits(user)
        if not second_factors.judge_code(user, form.cleaned_data["code"], limits):
            form.add_error("code", CODE_WRONG)
        elif request.POST.get("act") == "off":
            done = _("Your second factor is switched off. Your password is enough to sign in.")
            attempt(request, lambda: second_factors.switch_off(user, actor_of(request)), done)
            return redirect("account")
        else:
            return _codes(request, second_factors.new_recovery_codes(user, actor_of(request)), is_new=False)
    shown = {
        "factor": factor,
        "left": factor.recovery_codes.count(),
        "is_readable": second_factors.is_readable(factor),
    }
    return show(request, "clubs/second_factor_on.html", shown, form=form)


def _codes(request: HttpRequest, codes: list[str], *, is_new: bool) -> HttpResponse:
    """Show recovery codes, once."""
    return show(request, "clubs/recovery_codes.html", {"codes": codes, "is_new": is_new})
