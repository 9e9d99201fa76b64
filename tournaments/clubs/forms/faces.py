"""Forms for the picture, the colour and the links of a club."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.models.clubs import Club
from tournaments.clubs.verbs.face import MOST_LINKS
from tournaments.clubs.verbs.pictures import MEDIA_TYPES
from tournaments.core.forms import PageForm, guarded


class PictureForm(PageForm):
    """A new picture."""

    picture = forms.FileField(
        label=_("Picture"),
        help_text=_(
            "A PNG, JPEG or WebP file of at most 2 MB. It is made small, and only its pixels are kept."
        ),
        widget=forms.FileInput(attrs={"accept": ",".join(MEDIA_TYPES.values())}),
    )


class FaceForm(PageForm):
    """The colour and the links."""

    accent = forms.CharField(
        label=_("Colour"),
        required=False,
        max_length=20,
        help_text=_(
            "A line in this colour is on your pages, such as #2f7a4d. It must be seen in light and in dark. "
            "Empty: no line."
        ),
    )
    links = forms.CharField(
        label=_("Links"),
        required=False,
        max_length=2000,
        help_text=_("One in a line: the address, then its title. Such as: https://example.org Our house"),
        widget=forms.Textarea(attrs={"rows": MOST_LINKS}),
    )

    @classmethod
    def of(cls, club: Club, sent: QueryDict | None = None) -> FaceForm:
        lines = [f"{link['url']} {link['title']}" for link in club.links]
        return guarded(cls(sent, initial={"accent": club.accent, "links": "\n".join(lines)}))

    def clean_links(self) -> list[dict[str, str]]:
        """Return each line as `url` and `title`."""
        links: list[dict[str, str]] = []
        for line in self.cleaned_data["links"].splitlines():
            url, _space, title = line.strip().partition(" ")
            if url and not title.strip():
                raise forms.ValidationError(
                    gettext("Write a title after the address %(url)s."), params={"url": url}
                )
            if url:
                links.append({"url": url, "title": title.strip()})
        return links

    def clean(self) -> dict[str, Any]:
        return dict(super().clean() or {})
