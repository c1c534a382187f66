"""What is said in words in more than one place."""

from __future__ import annotations

import errno

import pytest

from reme_tui.core.text.words import counted, said_by


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (PermissionError(errno.EACCES, "Permission denied", "/a/note.md"), "permission denied"),
        (OSError("Torn"), "torn"),
        (ValueError("embedded null byte"), "embedded null byte"),
    ],
)
def test_an_error_says_why_and_no_more(error: Exception, words: str):
    assert said_by(error) == words


def test_a_number_is_told_with_its_noun():
    assert [counted(number, "note") for number in (0, 1, 2, 1_200)] == ["0 notes", "1 note", "2 notes", "1,200 notes"]
