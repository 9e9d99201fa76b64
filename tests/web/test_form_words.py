"""What a form says of what was typed: in the house's words, whatever kind of field it is."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from django import forms
from django.core.files.uploadedfile import SimpleUploadedFile
from pytest_django.asserts import assertHTMLEqual

from tournaments.core.forms import PageForm, SelectOfMany


class Asked(PageForm):
    """Every kind of field that the pages have."""

    name = forms.CharField(max_length=5)
    deals = forms.IntegerField(min_value=1, max_value=50)
    at_least = forms.IntegerField(min_value=2)
    at_most = forms.FloatField(max_value=0.5)
    day = forms.DateField()
    one = forms.ChoiceField(choices=[("a", "A")])
    some = forms.MultipleChoiceField(choices=[("a", "A")])
    file = forms.FileField(max_length=8)

    def __init__(self, typed: Mapping[str, object], file: str) -> None:
        super().__init__(typed, {"file": SimpleUploadedFile(file, b"")} if file else {})
        self.fields["later"] = forms.IntegerField()


def errors_of(file: str = "", /, **typed: object) -> dict[str, str]:
    form = Asked(typed, file)
    return {name: " ".join(map(str, messages)) for name, messages in form.errors.items()}


def test_each_field_says_what_would_help(subtests: pytest.Subtests) -> None:
    cases: list[tuple[str, object, str]] = [
        ("name", "", "Fill in this field."),
        ("name", "Maximiliane", "Write at most 5 characters. You wrote 11."),
        ("deals", "51", "Write a number from 1 to 50."),
        ("deals", "many", "Write a whole number, such as 3."),
        ("at_least", "1", "Write 2 or more."),
        ("at_most", "2", "Write 0.5 or less."),
        ("day", "soon", "Write the date as year, month and day, such as 2026-10-31."),
        ("one", "", "Choose one."),
        ("one", "b", "This choice is no longer available. Choose again."),
        ("some", [], "Choose at least one."),
        ("later", "", "Fill in this field."),
    ]
    for name, typed, sentence in cases:
        with subtests.test(f"{name} {typed}"):
            assert errors_of(**{name: typed})[name] == sentence
    assert errors_of()["file"] == "Choose a file."
    assert errors_of("a.json")["file"] == "This file is empty. Choose another one."
    assert errors_of("longer.json")["file"] == "The name of this file is too long. Rename the file."


def test_a_select_of_many_is_written_as_django_writes_a_select() -> None:
    choices = [("a", "Anna <b>"), ("b", 'Zoë & "Bo"'), ("", "none")]
    ours, theirs = SelectOfMany(choices=choices), forms.Select(choices=choices)
    for chosen in ("b", "", None, "unknown"):
        attrs = {"id": "id_entry", "required": True}
        assertHTMLEqual(ours.render("entry", chosen, attrs), theirs.render("entry", chosen, attrs))
