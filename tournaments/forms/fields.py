"""What the pages' forms have in common."""

from __future__ import annotations

from typing import Any

from django import forms


class PageForm(forms.Form):
    """A form that `shared/form.html` draws: each field with its help and what is wrong beside it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)
