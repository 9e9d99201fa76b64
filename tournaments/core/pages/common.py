"""Helpers for all views: actor, pages for refusals, calls of verbs from buttons and forms."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import update_wrapper
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.formats import get_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.core.actors import Actor, Memberships
from tournaments.core.errors import is_a_twin
from tournaments.core.forms import OurErrors, PageForm
from tournaments.core.rules.refusals import Conflict, Invalid, NotAllowed, NotFound, Refusal
from tournaments.core.sheets import MEDIA_TYPES, file_chunks, with_first_made
from tournaments.core.stored_responses import RetryableRequest, StoredResponse, find_response, store_response
from tournaments.templatetags.poch import ONCE

if TYPE_CHECKING:
    from tournaments.clubs.models import User


# ---- A form that a browser sends twice acts once: after a double click, a reload or a lost response.
#
# The tag `{% once %}` gives the form a random value. Forms with it are those that would otherwise act twice:
# a penalty, extra chips, a new event. The same value with another content is another form: a browser can keep
# the page of a form, and the director changes the player and gives the next penalty.


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


ACTOR = "pochleague.actor"
"""The key of the actor among the values that belong to a request."""


def actor_of(request: HttpRequest) -> Actor:
    """The actor of this request.

    The user stays lazy: a public page reads neither the session nor the user from the database. All parts of
    a page that only reads share its memberships. A request that changes something reads them each time.
    """
    if request.method not in ("GET", "HEAD"):
        return Actor(user=cast("User", request.user), via="page")
    if ACTOR not in request.META:
        user = cast("User", request.user)
        request.META[ACTOR] = Actor(user=user, via="page", memberships=Memberships(user))
    actor: Actor = request.META[ACTOR]
    return actor


def page(view: View[P]) -> View[P]:
    """A public page (GET, HEAD). A refusal becomes a page with its sentence and status."""
    return require_safe(_refusals_as_pages(view))


def rows_file(
    name: str, form: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]
) -> HttpResponseBase:
    """Rows as a file of this name; a CSV is for a spreadsheet in the reader's language."""
    chunks = file_chunks(form, columns, rows, str(get_format("DECIMAL_SEPARATOR")))
    return StreamingHttpResponse(
        with_first_made(chunks),
        content_type=MEDIA_TYPES[form],
        headers={
            "Content-Disposition": f'attachment; filename="{name}.{form}"',
            "X-Accel-Buffering": "no",
        },
    )


def members_page(view: View[P]) -> View[P]:
    """A page for signed-in users (GET, HEAD). Others must sign in first."""
    return require_safe(login_required(_refusals_as_pages(view)))


def members_form(view: View[P]) -> View[P]:
    """A page with a form for signed-in users (GET and POST)."""
    return require_http_methods(["GET", "HEAD", "POST"])(login_required(_refusals_as_pages(act_once(view))))


def only_post(view: View[P]) -> View[P]:
    """A view that takes only POST, so its address is no page to which one can lead somebody."""
    answer = require_POST(view)
    answer.takes_only_post = True  # type: ignore[attr-defined]
    return answer


def takes_only_post(view: Callable[..., Any]) -> bool:
    """Say whether no page stands at the address of this view."""
    return bool(getattr(view, "takes_only_post", False))


def members_act(view: View[P]) -> View[P]:
    """The act of a button, for signed-in users (POST)."""
    return only_post(login_required(_refusals_as_pages(act_once(view))))


def open_form(view: View[P]) -> View[P]:
    """A public page with a form (GET and POST)."""
    return require_http_methods(["GET", "HEAD", "POST"])(_refusals_as_pages(view))


def not_indexed(view: View[P]) -> View[P]:
    """A page that no search engine may show: that of a personal link, or of a person."""

    def answer(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        request.not_indexed = True  # type: ignore[attr-defined]  # for the head of the page
        response = view(request, *args, **kwargs)
        response.headers["X-Robots-Tag"] = "noindex"
        return response

    return cast("View[P]", update_wrapper(answer, view))


def attempt(request: HttpRequest, verb: Callable[[], Any], done: str = "") -> bool:
    """Call a verb for a button. The next page shows `done`, or the refusal.

    Raises NotFound and NotAllowed, which have a page of their own.
    """
    try:
        verb()
    except (Conflict, Invalid) as refusal:
        messages.error(request, refusal.detail)
        return False
    if done:
        messages.success(request, done)
    return True


def attempt_form(form: PageForm, verb: Callable[[], Any], *, within: str = "") -> Any:
    """Call a verb for a form and return its result. After a refusal, show it at its field and return None.

    within: the path of what the form is about in what the verb takes, such as `prizes/2/`.
    """
    try:
        return verb()
    except Invalid as refusal:
        refusal.field = (refusal.field or "").removeprefix(within)
        form.refuse(refusal)
    except Conflict as refusal:
        form.add_error(None, refusal.detail)
    return None


def sent(request: HttpRequest) -> QueryDict | None:
    """What a form has sent; None for a page that is only looked at."""
    return request.POST if request.method == "POST" else None


def submit(
    request: HttpRequest,
    form: PageForm,
    verb: Callable[[], Any],
    done: str | Callable[[Any], str] = "",
) -> Any:
    """Call a verb if a form was sent without errors. Return its result; None if nothing was done.

    done: what the next page says, maybe of the result.
    """
    result = attempt_form(form, verb) if form.is_bound and form.is_valid() else None
    if result is not None and done:
        messages.success(request, done(result) if callable(done) else done)
    return result


def show(
    request: HttpRequest,
    template: str,
    context: Mapping[str, Any] | None = None,
    *,
    form: forms.Form | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render a page. If its form has errors, the status is 422."""
    status = 422 if form is not None and form.is_bound and form.errors else status
    whole = dict(context or {})
    if form is not None:
        whole["form"] = form
        if isinstance(form, OurErrors) and form.errors:
            form.start_at_the_first_error()
    response = render(request, template, whole, status=status)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def forget_pages(response: HttpResponse) -> HttpResponse:
    """Let the browser forget all pages that it keeps for Back, because a person leaves it."""
    response.headers["Clear-Site-Data"] = '"cache"'
    return response


def refused(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """The page of a refusal, with its sentence and links."""
    response = render(
        request,
        "core/refused.html",
        {
            "refusal": refusal,
            "unknown": isinstance(refusal, NotFound),
            "closed": isinstance(refusal, NotAllowed),
        },
        status=refusal.status,
    )
    if refusal.retry_after is not None:
        response.headers["Retry-After"] = str(refusal.retry_after)
    return response


def _refusals_as_pages(view: View[P]) -> View[P]:
    def answer(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except Refusal as refusal:
            return refused(request, refusal)
        except IntegrityError as error:
            if not is_a_twin(error):
                raise
            sentence = _("Somebody else did the same at the same moment. Reload the page and try again.")
            return refused(request, Conflict("changed_meanwhile", sentence))

    return cast("View[P]", update_wrapper(answer, view))
