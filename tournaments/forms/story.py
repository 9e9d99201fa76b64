"""The form for the story of a finished event."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.services.events.story import LONGEST_STORY

from .fields import PageForm


class StoryForm(PageForm):
    """The text in Markdown. `seen` is the digest of the stored text that the page shows."""

    text = forms.CharField(
        label=_("The story"),
        max_length=LONGEST_STORY,
        required=False,
        strip=False,
        help_text=_(
            "Leave a line empty for a new paragraph. *Stars* make words stand out. Empty: the generated text."
        ),
        widget=forms.Textarea(attrs={"rows": 14}),
    )
    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)
