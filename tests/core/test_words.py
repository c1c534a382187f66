"""What is said in words in more than one place."""

from __future__ import annotations

import errno

import pytest

from reme_tui.core.text.words import said_by


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
