"""The name of a browser and its system, for people."""

from __future__ import annotations

import ua_parser
from django.utils.translation import gettext as _

VARIANTS = frozenset({"Mobile", "iOS", "WebView"})
"""Words of a browser's name that its system says already."""


def browser_words(agent: str) -> str:
    """Name the browser and the system of a User-Agent, such as "Firefox on Windows" or "Safari on iPhone".

    Anybody can write anything into this header, so it proves nothing.
    """
    what = ua_parser.parse(agent)
    if what.user_agent is None:
        return _("Unknown browser")
    words = [word for word in what.user_agent.family.split() if word not in VARIANTS]
    browser = " ".join(words)
    if what.device is not None and what.device.brand == "Apple":
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": what.device.family}
    if what.os is None:
        return browser
    return _("%(browser)s on %(system)s") % {"browser": browser, "system": what.os.family}
