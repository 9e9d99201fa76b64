"""The devices on which the user is signed in."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.clubs.models.clubs import User
from tournaments.clubs.verbs import devices
from tournaments.clubs.words import browser_words
from tournaments.core.pages.common import actor_of, members_act, members_page, show


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
