"""Opening screens over the first one, and an editor over all of them."""

from __future__ import annotations

import os
import subprocess

from textual.app import SuspendNotSupported

from reme_tui.core.query.query import Scope
from reme_tui.ui.editor import NoEditor, editor_argv, editor_of
from reme_tui.ui.following import Following
from reme_tui.ui.messages import EditWanted, ProblemsWanted, ReadWanted, ScopeWanted, WhyWanted
from reme_tui.ui.screens.problems import ProblemsScreen
from reme_tui.ui.screens.read import ReadScreen
from reme_tui.ui.screens.why import WhyScreen


class Navigation(Following, inherit_bindings=False):
    """The part of the app that leads from screen to screen."""

    def on_read_wanted(self, message: ReadWanted) -> None:
        """Open a note at a line; the hit it is left at is then the one selected."""
        self.push_screen(ReadScreen(self.browse, message.path, line=message.line), self._select_hit)

    def _select_hit(self, path: str | None) -> None:
        self.browse.hits.select(path or "")

    def on_why_wanted(self, message: WhyWanted) -> None:
        """Explain a note; what would let it in becomes the scope when the user says so."""
        self.push_screen(WhyScreen(self.browse, message.path), self._widen)

    def _widen(self, scope: Scope | None) -> None:
        if scope is not None:
            self.browse.post_message(ScopeWanted(scope))

    def on_problems_wanted(self, _: ProblemsWanted) -> None:
        """List what is not read as it was meant."""
        self.push_screen(ProblemsScreen(self.browse))

    def on_edit_wanted(self, message: EditWanted) -> None:
        """Let the user's editor have the terminal, then look at the note again."""
        if trouble := self._edit(message.path, message.line):
            self.notify(trouble, severity="error", markup=False)
        self.refresh(layout=True)
        self.screen.refresh(layout=True)
        self.notice(frozenset({message.path}))

    def _edit(self, path: str, line: int) -> str:
        """Run the editor and wait for it; return what went wrong, if anything did."""
        file = os.path.abspath(self.workspace.config.vault / path)
        if not os.path.exists(file):
            return f"{path}: no such file"
        argv = editor_argv(editor_of(os.environ), file, line)
        if isinstance(argv, NoEditor):
            return argv.reason
        try:
            with self.suspend():
                status = subprocess.run(argv, check=False).returncode  # noqa: S603  # the user's own editor, no shell
        except OSError as error:
            return f"cannot start {argv[0]}: {(error.strerror or str(error)).lower()}; set $VISUAL or $EDITOR"
        except SuspendNotSupported:
            return "this terminal cannot be lent to an editor"
        return f"{argv[0]} ended with status {status}" if status else ""
