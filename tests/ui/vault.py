"""A real workspace on a small vault, without a model."""

from __future__ import annotations

from reme_tui.config import Config
from reme_tui.workspace import Workspace
from tests.ui.fake import TODAY


class WordsOnly(Workspace):
    """Reads the vault and leaves the model out."""

    def load(self, report=lambda _: None, *, meaning=False):
        super().load(report, meaning=meaning)


def workspace_on(vault):
    return WordsOnly(Config(vault=vault), today=lambda: TODAY)


def tagged(*tags, body="Launch and confirm."):
    return f"---\nmemory_tags: [{', '.join(tags)}]\n---\n{body}\n"
