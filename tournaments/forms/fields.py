"""What the pages' forms have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms


class PageForm(forms.Form):
    """A form that `shared/form.html` draws: each field with its help and what is wrong beside it."""

    field_of: ClassVar[Mapping[str, str]] = {}
    """Where a verb's objection to a value goes that the form asks for under another name."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)
