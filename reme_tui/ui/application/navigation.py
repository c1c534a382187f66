"""Opening screens over the first one, and an editor over all of them."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

from textual.app import SuspendNotSupported

from reme_tui.core.query.query import Scope
from reme_tui.core.text.words import said_by
from reme_tui.ui.application.duplicate_search import FindsDuplicates
from reme_tui.ui.messages.browsing import EditWanted, ProblemsWanted, ReadWanted, ScopeWanted, WhyWanted
from reme_tui.ui.messages.duplicates import ComparisonWanted, DuplicatesWanted

if TYPE_CHECKING:
    from reme_tui.ui.notes.place import ReadingWalk


class Navigation(FindsDuplicates, inherit_bindings=False):
    """The part of the app that leads from screen to screen."""

    def on_read_wanted(self, message: ReadWanted) -> None:
        """Open a note at a line; where it is left, there the cursor is then."""
        from reme_tui.ui.screens.read import ReadScreen

        screen = ReadScreen(self.browse, message.path, line=message.line, walk=message.walk, via=message.via)
        self.push_screen(screen, self._show_where_left)

    def _show_where_left(self, walk: ReadingWalk | None) -> None:
        from reme_tui.ui.widgets.problem_list import PROBLEM, ProblemList

        if walk is None or walk.stop is None:
            return
        if walk.noun == PROBLEM:
            for problems in self.screen.query(ProblemList):
                problems.select(walk.stop)
        else:
            self.browse.hits.select(walk.stop.path)

    def on_why_wanted(self, message: WhyWanted) -> None:
        """Explain a note; what would let it in becomes the scope when the user says so."""
        from reme_tui.ui.application.note_finder import note_finder
        from reme_tui.ui.screens.why import WhyScreen

        if not message.path:
            self.push_screen(note_finder())
            return
        self.push_screen(WhyScreen(self.browse, message.path), self._widen)

    def _widen(self, scope: Scope | None) -> None:
        if scope is not None:
            self.browse.post_message(ScopeWanted(scope))

    def on_problems_wanted(self, _: ProblemsWanted) -> None:
        """List what is not read as it was meant."""
        from reme_tui.ui.screens.problems import ProblemsScreen

        self.push_screen(ProblemsScreen(self.browse))

    def on_duplicates_wanted(self, _: DuplicatesWanted) -> None:
        """Show tags that are probably one, as they and what was decided about them are now."""
        from reme_tui.ui.screens.duplicates import DuplicatesScreen

        self.post_message(ComparisonWanted())
        self.push_screen(DuplicatesScreen(self.browse))

    def on_edit_wanted(self, message: EditWanted) -> None:
        """Let the user's editor have the terminal, then look at the note again."""
        if trouble := self._edit(message.path, message.line):
            self.notify(trouble, severity="error", markup=False)
        self.refresh(layout=True)
        self.screen.refresh(layout=True)
        self.notice(frozenset({message.path}))

    def _edit(self, path: str, line: int) -> str:
        """Run the editor and wait for it; return what went wrong, if anything did."""
        from reme_tui.ui.application.editor import NoEditor, editor_argv, editor_of

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
            return f"cannot start {argv[0]}: {said_by(error)}; set $VISUAL or $EDITOR"
        except SuspendNotSupported:
            return "this terminal cannot be lent to an editor"
        return f"{argv[0]} ended with status {status}" if status else ""
