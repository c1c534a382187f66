"""Changes of tags: planned in a thread, previewed, written in a thread, told, and taken back."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from textual import work
from textual.message_pump import MessagePump
from textual.reactive import var

from reme_tui.core.tag_key import tag_key
from reme_tui.tidy.planning.monitor import Monitor, Progress
from reme_tui.ui.application.navigation import Navigation
from reme_tui.ui.application.plan_making import has_nothing_to_undo, made_plan
from reme_tui.ui.asking.following_chips import followed_change, followed_scope, followed_tag
from reme_tui.ui.commands.commands import first_key
from reme_tui.ui.messages.browsing import ChangeWanted
from reme_tui.ui.messages.cleanup import (
    Advanced,
    Applied,
    News,
    OpenEntryMet,
    OutcomeWanted,
    Planned,
    StopWanted,
    UndoWanted,
    Unplanned,
)
from reme_tui.ui.screens.parts.leaving import leave
from reme_tui.ui.widgets.marking import MarkableList

if TYPE_CHECKING:
    from reme_tui.tidy.changes import TagChange
    from reme_tui.tidy.planning.plan import Plan
    from reme_tui.ui.screens.preview import Agreed, PreviewScreen

OFTEN = 0.1
"""Seconds between two reports of how far a long run is."""

Planner = Callable[[Monitor], "Plan"]
"""Makes a plan, until the monitor says that it is not wanted any more."""


class RunsChanges(Navigation, inherit_bindings=False):
    """The part of the app that changes notes; `news` is what the result lines of the screens show."""

    news: var[News | None] = var(None)  # the app itself shows nothing of it
    _stop = threading.Event()
    _last: News | None = None  # the last result, also when its line has gone
    _is_leaving = False

    def on_mount(self) -> None:
        """Another question makes the result line go."""
        self.watch(self.browse, "asked", self.on_result_seen, init=False)

    def on_unmount(self) -> None:
        """A change that is being written stops before its next file."""
        self._stop.set()

    # From a wish to a preview

    def on_change_wanted(self, message: ChangeWanted) -> None:
        """Plan a change and show what it would do."""
        from reme_tui.tidy.changes import describe

        change, cleanup = message.change, self.workspace.cleanup

        def plan(monitor: Monitor) -> Plan:
            plan = cleanup.plan(change, self.workspace.snapshot, monitor=monitor)
            return replace(plan, notices=(*message.notices, *plan.notices))

        self.preview(describe(change), plan)

    @work(group="undo", description="undo")
    async def on_undo_wanted(self, message: UndoWanted) -> None:
        """Plan to take a change back and show what that would do, unless there is none."""
        cleanup = self.workspace.cleanup
        if message.entry is None and await asyncio.to_thread(has_nothing_to_undo, cleanup):
            self.notify("there is nothing to undo", markup=False, timeout=4)
            return

        self.preview("undo", lambda monitor: cleanup.plan_undo(message.entry, monitor=monitor))

    def preview(self, title: str, planner: Planner) -> None:
        """Open a preview and make the plan it is to show."""
        from reme_tui.ui.screens.preview import PreviewScreen

        if self._is_writing:
            self.notify("a change is being written: wait for it, or stop it", markup=False, timeout=5)
            return
        preview = PreviewScreen(title)
        self.push_screen(preview, self._apply_agreed)
        if self.screen is preview:  # else one is open already
            self._plan(title, planner, preview)

    @work(group="plan", description="plan")  # else made of all there is to plan
    async def _plan(self, title: str, planner: Planner, preview: PreviewScreen) -> None:
        from reme_tui.tidy.planning.plan import Plan
        from reme_tui.ui.widgets.diff_view import line_counts

        monitor = Monitor(_reporter(preview), preview.cancelled.is_set)
        made = await asyncio.to_thread(made_plan, partial(planner, monitor), self.workspace.cleanup)
        if isinstance(made, Plan):
            preview.post_message(Planned(made, await asyncio.to_thread(line_counts, made)))
        elif isinstance(made, str):
            preview.post_message(Unplanned(made))
        else:
            self.post_message(OpenEntryMet(made, partial(leave, preview), partial(self.preview, title, planner)))

    # From a preview to the notes

    @property
    def _is_writing(self) -> bool:
        return self.news is not None and self.news.outcome is None

    def _apply_agreed(self, agreed: Agreed | None) -> None:
        if agreed is not None:
            plan, skipped = agreed.plan, agreed.skipped
            self.write(plan.title, len(plan.edits) - len(skipped), partial(self._written, plan, skipped))

    def write(self, title: str, total: int, job: Callable[[Monitor], Applied]) -> None:
        """Have a job change `total` notes in a thread, one job at a time."""
        self._stop = threading.Event()
        self.news, self._is_leaving = News(title, 0, total), False
        self._write(partial(job, Monitor(_reporter(self), self._stop.is_set)))

    @work(group="write", description="write")  # else made of all there is to write
    async def _write(self, job: Callable[[], Applied]) -> None:
        self.post_message(await asyncio.to_thread(job))

    def _written(self, plan: Plan, skipped: frozenset[str], monitor: Monitor) -> Applied:
        from reme_tui.tidy.changes import Undo

        outcome = self.workspace.apply(plan, skip=skipped, monitor=monitor)
        followed = followed_change(plan.change, self.workspace.cleanup) if outcome.applied else None
        is_undo = isinstance(plan.change, Undo) and not plan.change.is_redo
        return Applied(plan.title, outcome, followed=followed, is_undo=is_undo)

    def on_advanced(self, message: Advanced) -> None:
        """Show how many files are written."""
        if self.news is not None and self._is_writing:
            self.news = News(self.news.title, message.done, message.total)

    def on_applied(self, message: Applied) -> None:
        """Say what became of it; chips and cursor follow their tag to its new name."""
        if message.followed is not None:
            self._follow_tags(message.followed)
        self.news = self._last = News(message.title, outcome=message.outcome, is_undo=message.is_undo)
        if message.outcome.unclosed:
            self.notify(message.outcome.unclosed, title=message.title, severity="error", markup=False, timeout=12)
        if message.outcome.applied:
            self.browse.tags.clear_marks()
            self.browse.hits.clear_marks()
            self._show_state()
        if message.then is not None and not message.outcome.objection:
            message.then()

    def _follow_tags(self, change: TagChange) -> None:
        """Follow before the new state is shown, so that nothing jumps."""
        browse, tags = self.browse, self.workspace.snapshot.tags
        browse.tags.leave_to(tag_key(followed_tag(browse.tags.key, change, tags)))
        scope = followed_scope(browse.asked.scope, change, tags)
        if scope != browse.asked.scope:
            browse.hits.keep_place()
            browse.asked = replace(browse.asked, scope=scope)

    @work(thread=True, group="told")
    def _show_state(self) -> None:
        """Show what was read again."""
        if self._shown[0] is not self.workspace.state:
            self._tell(None)

    # What the keys do meanwhile, and afterwards

    async def action_back(self) -> None:
        """One step out: marks go first, the result line last."""
        focused = self.screen.focused
        if isinstance(focused, MarkableList) and focused.step_out():
            return
        if self.screen is self.browse and focused is self.browse.hits:
            self.on_result_seen()
        await super().action_back()

    def on_result_seen(self) -> None:
        """Drop the result line, unless something is still being written."""
        if not self._is_writing:
            self.news = None

    def on_stop_wanted(self, _: StopWanted) -> None:
        """Stop before the next file."""
        self.action_stop()

    def action_stop(self) -> None:
        """Stop writing before the next file, else stop reading."""
        if self._is_writing:
            self._stop.set()
        else:
            super().action_stop()

    def action_leave(self) -> None:
        """Quit; while something is written, only when that is asked for twice."""
        if self._is_writing and not self._is_leaving:
            self._is_leaving = True
            why = f"still writing: {first_key('app.leave')} once more stops it before the next file, and quits"
            self.notify(why, severity="warning", markup=False, timeout=8)
            return
        super().action_leave()

    def on_outcome_wanted(self, _: OutcomeWanted) -> None:
        """List what the last change left alone."""
        from reme_tui.ui.screens.left_alone import LeftAloneScreen

        news = self._last
        if news is None or news.outcome is None or not news.outcome.refused:
            self.notify("the last change left nothing alone", markup=False, timeout=4)
            return
        self.push_screen(LeftAloneScreen(news.title, news.outcome.refused))


def _reporter(to: MessagePump) -> Progress:
    """Return what tells, from another thread and not too often, how far a run is."""
    told = 0.0

    def report(done: int, total: int) -> None:
        nonlocal told
        now = time.monotonic()
        if now - told >= OFTEN:
            told = now
            with suppress(RuntimeError):  # the event loop has ended meanwhile
                to.post_message(Advanced(done, total))

    return report
