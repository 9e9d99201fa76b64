"""Passwords that were stolen elsewhere are refused, by a list that is read from the disk."""

from __future__ import annotations

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from tournaments.clubs.verbs.clubs import create_user
from tournaments.core.rules.refusals import Invalid

STOLEN = "soso123aljg"
"""A password that is in our list and not in Django's."""


@pytest.mark.parametrize("password", [STOLEN, STOLEN.upper(), f" {STOLEN} "])
def test_a_stolen_password_is_refused_with_one_sentence(password: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        validate_password(password)
    assert refusal.value.messages == [
        "This password was stolen from another site and published. Choose another one."
    ]


@pytest.mark.django_db
def test_a_new_user_cannot_choose_a_stolen_password() -> None:
    with pytest.raises(Invalid, match="stolen from another site") as refusal:
        create_user("dora", STOLEN)
    assert refusal.value.code == "password_weak"
