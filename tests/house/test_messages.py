"""Every sentence that people see can be translated."""

from __future__ import annotations

import re

from babel.messages.catalog import Message

from tests import messages

ANY_PLACEHOLDER = re.compile(r"%(?!\(\w+\)[\d.+]*[sdf]|%| |\Z)")


def ids(package: str) -> set[str]:
    return {text for message in messages.catalog(package) for text in texts(message)}


def texts(message: Message) -> list[str]:
    return [message.id] if isinstance(message.id, str) else list(message.id)


def test_every_word_of_a_template_is_marked() -> None:
    assert messages.unmarked_in_templates() == []


def test_every_sentence_in_the_code_is_marked() -> None:
    assert messages.unmarked_in_python("tournaments") == []
    known = {" ".join(text.split()) for text in messages.words_of_the_engine()}
    assert [
        each for each in messages.unmarked_in_python("games") if " ".join(each.text.split()) not in known
    ] == []


def test_a_word_that_is_not_marked_is_found() -> None:
    template = '{% load i18n %}\n<a title="Next">{% translate "Round" %} {{ number }}</a>\n<b>of them</b>'
    assert messages.words_of(template) == [(2, "Next"), (3, "of them")]


def test_every_call_names_its_message_or_is_given_a_marked_one() -> None:
    """A glued message could not be found, since Babel reads the source."""
    glued = re.compile(r"\b(gettext|gettext_lazy|gettext_noop|_)\(\s*(f\"|\"[^\"]*\"\s*\+)")
    sources = [path for package in messages.PACKAGES for path in messages.sources(package)]
    assert [str(path) for path in sources if glued.search(path.read_text())] == []


def test_placeholders_have_names() -> None:
    found = {text for package in messages.PACKAGES for text in ids(package)}
    assert {text for text in found if ANY_PLACEHOLDER.search(text)} == set()
