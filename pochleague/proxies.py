"""Who is asking: the client's address, with only as many proxies believed as are configured."""

from django.conf import settings
from django.http import HttpRequest


def client_address(request: HttpRequest) -> str:
    """The address of the client as the outermost trusted proxy saw it.

    Each proxy appends the address it was called from to X-Forwarded-For, so with N trusted proxies the Nth
    entry from the right is true and everything left of it is hearsay. With none, or with fewer entries than
    proxies, the address of the connection is all that is known.
    """
    direct = str(request.META.get("REMOTE_ADDR", ""))
    forwarded = str(request.META.get("HTTP_X_FORWARDED_FOR", ""))
    hops = [hop.strip() for hop in forwarded.split(",") if hop.strip()]
    trusted: int = settings.PROXIES
    if trusted == 0 or len(hops) < trusted:
        return direct
    return hops[-trusted]
