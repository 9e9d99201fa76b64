"""Tags for parts that many pages have: a title, a tab, a line that leads on, an empty list, a single button.

Words come translated and first, then the name of the address and what it takes:
``{% act _("Publish") "publish_round" round.pk %}``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.forms import BaseForm
from django.template import Context
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import conditional_escape, format_html, strip_tags
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

TITLE = mark_safe("<!--title-->")
"""Stands for the title of a page until its heading is known. No name can be like it: names are escaped."""


@register.simple_block_tag(takes_context=True)
def heading(context: Context, content: str) -> str:
    """The heading of a page, ``<h2>{% heading %}...{% endheading %}</h2>``, which is in its title, too."""
    context.render_context["heading"] = strip_tags(content).strip()
    return content


@register.simple_tag(takes_context=True)
def titled(context: Context, *places: str) -> str:
    """The title of a page: its heading, then where it is, at most two different ones. `page` fills it in."""
    context.render_context["places"] = places
    return TITLE


@register.simple_block_tag(takes_context=True)
def page(context: Context, content: str) -> SafeString:
    """A whole page. Its heading comes after its title, so the title is filled in at the end."""
    known = context.render_context
    # The heading is safe, and without its tags it still is.
    heading = mark_safe(known.get("heading") or "")  # noqa: S308
    places = known.get("places") or ()
    parts = dict.fromkeys(conditional_escape(part) for part in (heading, *places) if part)
    return mark_safe(content.replace(TITLE, " · ".join(list(parts)[:2]), 1))  # noqa: S308


@register.simple_tag(takes_context=True)
def tab(context: Context, title: str, name: str, address: str, *arguments: object) -> SafeString:
    """A tab of a menu. It is the open one if `tab` of the page has this name."""
    is_open = mark_safe(' aria-current="page"') if context["tab"] == name else ""
    return format_html('<li><a href="{}"{}>{}</a></li>', reverse(address, args=arguments), is_open, title)


@register.simple_tag
def way(title: str, about: str, address: str, *arguments: object) -> SafeString:
    """A line of a list that leads to another page, and says what is there."""
    return format_html(
        '<li><span class="what"><a href="{}">{}</a></span><span class="about">{}</span></li>',
        reverse(address, args=arguments),
        title,
        about,
    )


@register.simple_tag
def nothing(title: str, about: str = "") -> SafeString:
    """What stands instead of an empty list: that it is empty, and what to do."""
    more = format_html("<p>{}</p>", about) if about else ""
    return format_html('<div class="empty"><p class="what">{}</p>{}</div>', title, more)


@register.inclusion_tag("core/step.html", takes_context=True)
def step(
    context: Context,
    title: str,
    about: str,
    press: str,
    address: str,
    *arguments: object,
    quiet: bool = False,
    acts: bool = False,
) -> dict[str, Any]:
    """What somebody does next, a line of a list. quiet: it can wait. acts: the button does it at once."""
    filled = act(context, press, address, *arguments, look="plain" if quiet else "")
    return filled | {"what": title, "about": about, "quiet": quiet, "acts": acts}


@register.inclusion_tag("core/act.html", takes_context=True)
def act(
    context: Context,
    title: str,
    address: str,
    *arguments: object,
    look: str = "",
    label: str = "",
    refused: object = None,
    **values: Any,
) -> dict[str, Any]:
    """A form that is one button. look: its classes. label: its name, where the title alone is not clear.

    refused: why it cannot be pressed now. values: what the form sends.
    """
    return {
        "csrf_token": context.get("csrf_token"),
        "title": title,
        "address": reverse(address, args=arguments),
        "look": look,
        "label": label,
        "refused": refused,
        "values": values,
    }


@register.inclusion_tag("core/form_with.html", takes_context=True)
def form_with(
    context: Context,
    form: BaseForm,
    press: str,
    address: str,
    *arguments: object,
    look: str = "",
    place: str = "",
    is_once: bool = False,
) -> dict[str, Any]:
    """A form with its button. look, place: classes of the button and of the form. is_once: it acts once."""
    filled = act(context, press, address, *arguments, look=look)
    return filled | {"form": form, "place": place, "is_once": is_once}


@register.simple_block_tag(takes_context=True)
def considered(
    context: Context,
    content: str,
    title: str,
    address: str,
    *arguments: object,
    press: str = "",
    look: str = "danger",
    place: str = "",
    reason: str = "",
    refused: object = None,
    **values: Any,
) -> SafeString:
    """A button in a fold, below what its act changes. press: its words, if they say more than the title.

    look: its classes. place: more classes of the fold. reason: whether it asks for one, "asked" or "needed".
    refused, values: as for `act`.
    """
    filled = act(context, press or title, address, *arguments, look=look, refused=refused, **values)
    filled |= {"fold": title, "content": content, "place": place, "reason": reason}
    return render_to_string("core/considered.html", filled)


@register.inclusion_tag("core/fields.html")
def fields(form: BaseForm, names: str, uses: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Some fields of a form, ``{% fields form "size least most" %}``; what it does not have is left out.

    uses: of each field, the classes of the choices that need it. The stylesheet hides it for others.
    """
    return {"fields": [form[name] for name in names.split() if name in form.fields], "uses": uses}
