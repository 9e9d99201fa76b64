"""The browsers in which somebody is signed in.

It opens nothing. It only lets them try a password without waiting for strangers.
"""

from __future__ import annotations

from typing import cast

from django.conf import settings
from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.clubs.models.clubs import User
from tournaments.clubs.verbs import devices
from tournaments.clubs.words import browser_words
from tournaments.core.pages.common import actor_of, members_act, members_page, show
from tournaments.core.secrets import new_secret


@members_page
def own_devices(request: HttpRequest) -> HttpResponse:
    """The user's devices, each with a button that signs it out."""
    signed_in = devices.devices_of(cast("User", request.user), request.session.session_key)
    listed = [(device, browser_words(device.agent)) for device in signed_in]
    return show(request, "clubs/devices.html", {"devices": listed})


@members_act
def sign_out_device(request: HttpRequest, device: str) -> HttpResponse:
    """Sign out one device."""
    if devices.sign_out_device(cast("User", request.user), actor_of(request), device):
        messages.success(request, _("The device is signed out."))
    else:
        messages.info(request, _("This device was signed out before."))
    return redirect("devices")


@members_act
def sign_out_others(request: HttpRequest) -> HttpResponse:
    """Sign out all devices but this one."""
    user, key = cast("User", request.user), request.session.session_key
    number = devices.sign_out_others(user, actor_of(request), key)
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
