"""Refuse passwords that were stolen from other sites and published. README.md names their origin."""

from __future__ import annotations

from pathlib import Path

from django.contrib.auth.password_validation import CommonPasswordValidator
from django.utils.translation import gettext as _

PASSWORDS = Path(__file__).with_name("passwords.txt.gz")


class BreachedPasswordValidator(CommonPasswordValidator):
    """Django's validator with our list, for use beside Django's own list of 20,000."""

    def __init__(self) -> None:
        super().__init__(password_list_path=PASSWORDS)

    def get_error_message(self) -> str:
        return _("This password was stolen from another site and published. Choose another one.")

    def get_help_text(self) -> str:
        return _("Your password must not be in the list of stolen passwords.")
