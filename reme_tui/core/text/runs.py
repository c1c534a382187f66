"""Runs of one sign, which few texts hold."""

from __future__ import annotations


def holds_run(text: str, run: str, start: int = 0) -> bool:
    """Whether a run of one sign stands in a text from an offset on; a lone sign is far quicker to look for first."""
    return text.find(run[0], start) >= 0 and text.find(run, start) >= 0
