"""A form that a browser sends twice acts once: after a double click, a reload or a lost response.

The tag `{% once %}` gives the form a random value. Forms with it are those that would otherwise act twice: a
penalty, extra chips, a new event. The same value with another content is another form: a browser can keep the
page of a form, and the director changes the player and gives the next penalty.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Concatenate, ParamSpec, cast

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.core.stored_responses import RetryableRequest, StoredResponse, find_response, store_response
from tournaments.templatetags.poch import ONCE

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def act_once(view: View[P]) -> View[P]:
    """Call the view once for each form with the tag. A repetition gets the same redirect, and a note."""

    def answer(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if request.method != "POST" or not request.POST.get(ONCE):
            return view(request, *args, **kwargs)
        form = _form_of(request)
        with transaction.atomic():
            stored = find_response(form, wait=True)
            if stored is not None:
                messages.info(request, _("This form was sent twice. The second time changed nothing."))
                return redirect(stored.headers["Location"])
            response = view(request, *args, **kwargs)
            if isinstance(response, HttpResponseRedirect):
                store_response(form, StoredResponse(response.status_code, {"Location": response.url}, ""))
        return response

    return cast("View[P]", answer)


def _form_of(request: HttpRequest) -> RetryableRequest:
    """Return what identifies the form: the session that sends it, its address and all its values."""
    session = request.session.session_key or ""
    values = {name: values for name, values in request.POST.lists() if name != "csrfmiddlewaretoken"}
    content = json.dumps([session, request.path, values], sort_keys=True)
    digest = hashlib.sha256(content.encode()).hexdigest()
    return RetryableRequest(f"user:{request.user.pk}", session, digest, digest)
