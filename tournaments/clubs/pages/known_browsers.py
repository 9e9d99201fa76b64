"""The cookie of a browser in which users have signed in before.

It opens nothing. It only lets them try a password without waiting for strangers.
"""

from __future__ import annotations

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from tournaments.clubs.models.clubs import User
from tournaments.core.secrets import new_secret

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
