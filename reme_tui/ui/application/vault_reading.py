"""Following the disk: reading the vault, what the watcher notices, and looking again."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from textual import events, work

from reme_tui.collector import spare_what_lasts
from reme_tui.ui.application.garbage import CollectsGarbage
from reme_tui.ui.messages.browsing import Facts, Loaded, Noticed, VaultTrouble
from reme_tui.ui.messages.cleanup import Interrupted
from reme_tui.ui.screens.browse import BrowseScreen
from reme_tui.vault.watch import Watcher, WatchState
from reme_tui.workspace import Progress, VaultError, Workspace

LONG = 200
"""From how many notes on reading shows its progress; what takes a blink does not."""
FRESH = 5.0
"""Seconds after a look at the whole disk in which coming back to the terminal asks for no other."""


class ReadsVault(CollectsGarbage, inherit_bindings=False):
    """The part of the app that keeps what is shown in step with the files; it works in threads and tells by message.

    Reading the whole vault and following what changes may overlap: the workspace lets them take turns.
    """

    workspace: Workspace
    browse: BrowseScreen
    watcher: Watcher | None = None
    _shown: tuple[object, object, object] = (None, None, None)
    _noticed: frozenset[str] | None = frozenset()
    _is_following = False
    _reads_all = True
    _last_trouble = ""
    _last_remedy = ""

    def on_unmount(self) -> None:
        """Let the threads end after what is at hand."""
        if self.watcher:
            self.watcher.stop()
        self.workspace.cancel()

    @work(thread=True, group="disk", exit_on_error=True)
    def read_vault(self) -> None:
        """Read the vault, all of it or what has changed, tell the screen after each part; then have it watched."""
        self._last_trouble = ""
        self._tell(None, checking=True)
        try:
            if self._reads_all:
                self.workspace.load(self._tell)
            else:
                self.workspace.refresh(self._tell)
        except VaultError as error:
            self._last_trouble = str(error)
            self.browse.post_message(VaultTrouble(str(error)))
            return
        self._reads_all = False
        self._tell(None)
        self.vault_read()
        if self.watcher and self.workspace.complete and self.watcher.state == "off":
            spare_what_lasts()
            self.watcher.start(self.notice)

    def vault_read(self) -> None:
        """What is due when the vault has been read, from the reading thread."""
        self._say_interrupted()

    def _say_interrupted(self) -> None:
        """Tell, from the reading thread, of a clean-up that was killed half-way."""
        with suppress(OSError, RuntimeError):  # a journal that cannot be read, or an event loop that has ended
            entry = self.workspace.interrupted()
            if entry is not None:
                self.post_message(Interrupted(entry))

    def notice(self, paths: frozenset[str] | None) -> None:
        """Have these paths looked at again, None for the whole disk. May be called from any thread."""
        with suppress(RuntimeError):  # the event loop has ended meanwhile
            self.post_message(Noticed(paths))

    async def on_noticed(self, message: Noticed) -> None:
        """Gather what was noticed; one worker at a time goes through it."""
        paths, before = message.paths, self._noticed
        self._noticed = None if paths is None or before is None else before | paths
        if not self._is_following:
            self._is_following = True
            self.follow()

    @work(group="follow")
    async def follow(self) -> None:
        """Bring the workspace in step with what was noticed, until nothing is left."""
        try:
            while self._noticed is None or self._noticed:
                paths, self._noticed = self._noticed, frozenset()
                await asyncio.to_thread(self._update, paths)
                self._say_remedy()
        finally:
            self._is_following = False

    def _update(self, paths: frozenset[str] | None) -> None:
        try:
            self.workspace.update(paths, self._tell_if_long)
        except VaultError as error:
            known, self._last_trouble = self._last_trouble, str(error)
            if self._last_trouble != known:
                self.browse.post_message(VaultTrouble(self._last_trouble))
            return
        if paths and len(paths) > LONG:
            spare_what_lasts()
        recovered, self._last_trouble = bool(self._last_trouble), ""
        if recovered or self._shown != (self.workspace.state, self._watching, None):
            self._tell(None)

    def _say_remedy(self) -> None:
        remedy = self.watcher.remedy if self.watcher else ""
        if remedy and remedy != self._last_remedy:
            self.notify(remedy, title="Live updates", severity="warning", markup=False, timeout=12)
        self._last_remedy = remedy or self._last_remedy

    @property
    def _watching(self) -> WatchState:
        return self.watcher.state if self.watcher else "off"

    def on_app_focus(self, event: events.AppFocus) -> None:
        """Who comes back to the terminal has often changed files elsewhere."""
        del event
        if self.workspace.complete and time.time() - self.workspace.read_at > FRESH:
            self.notice(None)

    @property
    def _is_reading(self) -> bool:
        return any(worker.group == "disk" and worker.is_running for worker in self.workers)

    def action_look_again(self) -> None:
        """Compare the disk with what is shown."""
        if not self._is_reading:
            self.read_vault()

    def action_stop(self) -> None:
        """Stop reading; what is read so far stays."""
        if self._is_reading:
            self.workspace.cancel()

    def read_anew(self) -> None:
        """Read the whole vault again, whatever is known of it."""
        self._reads_all = True
        self.read_vault()

    def _tell_if_long(self, progress: Progress) -> None:
        if progress.stage == "reading" and progress.total > LONG:
            self._tell(progress)

    def _tell(self, progress: Progress | None, *, checking: bool = False) -> None:
        workspace, state, watching = self.workspace, self.workspace.state, self._watching
        trouble = self._last_trouble
        facts = Facts(workspace.name, progress=progress, checking=checking, watching=watching, trouble=trouble)
        if state and not workspace.complete:
            facts = facts._replace(stopped=not (checking or progress), can_stop=progress is not None)
        if workspace.read_at:
            facts = facts._replace(as_of=time.strftime("%H:%M", time.localtime(workspace.read_at)))
        if state:
            snapshot = state.snapshot
            problems = snapshot.problems if workspace.complete else ()
            facts = facts._replace(
                notes=len(snapshot.notes),
                tags=len(snapshot.tags.rows()),
                passages=state.engine.passage_count,
                problems=len(problems),
                errors=sum(problem.severity == "error" for problem in problems),
            )
        changed = state is not None and state is not self._shown[0]
        self._shown = (state, watching, progress)
        self.browse.post_message(
            Loaded(facts, state.snapshot if state else None, complete=workspace.complete, changed=changed)
        )
