"""The question what the columns of a list of people are, and the report of what was left out of it."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.pages.common import show
from tournaments.core.refusals import RefusedLine
from tournaments.events.forms.lists import PeopleForm

MOST_REPORTED = 20
"""So many lines that were left out are named one by one."""


def ask_columns(
    request: HttpRequest, form: PeopleForm, base: str, context: Mapping[str, Any]
) -> HttpResponse:
    """The page that shows a table and asks what its columns are. base: the template that it extends."""
    return show(
        request,
        "events/people_table.html",
        {**context, "base": base, "preview": form.preview()},
        form=form,
    )


def report_refused(request: HttpRequest, refused: Sequence[RefusedLine]) -> None:
    """Say which lines of a list were left out, and why."""
    for line in refused[:MOST_REPORTED]:
        messages.warning(
            request,
            _("Line %(line)d, “%(text)s”: %(why)s")
            % {"line": line.line, "text": _printed(line.text[:80]), "why": line.detail},
        )
    if len(refused) > MOST_REPORTED:
        more = len(refused) - MOST_REPORTED
        sentence = ngettext("%(count)d more line is left out.", "%(count)d more lines are left out.", more)
        messages.warning(request, sentence % {"count": more})


def _printed(text: str) -> str:
    """Replace invisible characters, which could change the direction of the sentence."""
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if unicodedata.category(char) in {"Cc", "Cf", "Cs"} else char
        for char in text
    )
