"""What a change would do, file by file, before it is done."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from reme_tui.core.text.words import counted
from reme_tui.ui.commands.commands import Place, bindings_of
from reme_tui.ui.drawing.cells import cut, shown
from reme_tui.ui.drawing.lines import ink
from reme_tui.ui.drawing.progress import bar_spans
from reme_tui.ui.messages.browsing import CommandWanted
from reme_tui.ui.messages.cleanup import Advanced, Planned, Unplanned
from reme_tui.ui.screens.parts.fits_size import FitsSize
from reme_tui.ui.screens.parts.leaving import leave
from reme_tui.ui.widgets.diff_view import DiffView
from reme_tui.ui.widgets.key_line import KeyLine

if TYPE_CHECKING:
    from reme_tui.tidy.planning.plan import Plan

MOST_CELLS = 400
"""Of a title or a notice; one may name hundreds of tags."""
MOST_SAID = 4
"""Notices and warnings shown; there may be one for each tag."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """A plan that is to be carried out but for some paths."""

    plan: Plan
    skipped: frozenset[str]


class PlanView(DiffView, inherit_bindings=False):
    """The files of a plan, to be ticked and applied."""

    BINDINGS = bindings_of("preview", "list")
    PLACES: ClassVar[tuple[Place, ...]] = ("preview", "list", "app")

    class Done(Message):
        """The files that are ticked are to be written."""

    def action_tick(self) -> None:
        """Leave the file out, or take it in again."""
        if self.path:
            self.post_message(self.Ticked(self.path))

    def action_apply(self) -> None:
        """Write the files that are ticked."""
        self.post_message(self.Done())

    def action_cancel(self) -> None:
        """Change nothing."""
        self.post_message(CommandWanted("app.back"))


class PreviewScreen(FitsSize[Agreed], inherit_bindings=False):
    """Opens before there is a plan, and shows it once it is made; `cancelled` tells the planning to stop."""

    AUTO_FOCUS = "#plan"

    def __init__(self, title: str) -> None:
        super().__init__()
        self.cancelled = threading.Event()
        self._heading = title

    def compose(self) -> ComposeResult:
        """Title, totals and notices; the files; keys."""
        yield Static(id="plan-head", markup=False)
        yield PlanView(ticks=True, id="plan")
        yield KeyLine(PlanView.PLACES, id="keys")

    def on_mount(self) -> None:
        """Say that it is being planned."""
        self.view.notice = (("planning…", ink(self).mark),)
        self._show_head()

    def on_unmount(self) -> None:
        """Nobody waits for the plan any more."""
        self.cancelled.set()

    @property
    def view(self) -> PlanView:
        """The files."""
        return self.query_one(PlanView)

    def on_advanced(self, message: Advanced) -> None:
        """Show how far planning is."""
        message.stop()
        if self.view.plan is None:
            self.view.notice = tuple(bar_spans("planned", message.done, message.total, noun="notes", inks=ink(self)))

    def on_planned(self, message: Planned) -> None:
        """Show the plan."""
        message.stop()
        plan = message.plan
        self._heading = plan.title
        if plan.objection:
            self._say_why_not(plan.objection)
        elif not plan.edits:
            self.view.notice = (("no file is to be written", ink(self).dim),)
        self.view.show(plan, message.counts)
        self._show_head()

    def on_unplanned(self, message: Unplanned) -> None:
        """Say why there is no plan."""
        message.stop()
        self._say_why_not(message.why)

    def _say_why_not(self, why: str) -> None:
        self.view.notice = (("nothing to do: ", ink(self).mark), (shown(why), ink(self).strong))

    def on_diff_view_ticked(self, message: DiffView.Ticked) -> None:
        """Leave a file out, or take it in again."""
        message.stop()
        self.view.skipped = self.view.skipped ^ {message.path}
        self._show_head()

    def on_plan_view_done(self, message: PlanView.Done) -> None:
        """Close with what is to be done, where there is anything."""
        message.stop()
        plan, skipped = self.view.plan, self.view.skipped
        if plan is None:
            return
        if len(skipped) < len(plan.edits) or (plan.settled and not plan.edits):
            leave(self, Agreed(plan, skipped))
        else:
            self.notify("no file is ticked" if plan.edits else "there is nothing to write", markup=False, timeout=4)

    def _show_head(self) -> None:
        plan = self.view.plan
        parts: list[str | Content | tuple[str, str]] = [
            (" PREVIEW  ", "bold $reme-dim"),
            (cut(shown(self._heading), MOST_CELLS), "bold $reme-strong"),
        ]
        if plan is not None and (plan.edits or plan.refusals):
            parts.append((f"\n {self._totals(plan)}", "$reme-dim"))
            if plan.refusals:
                parts.append((f"   ·   {counted(len(plan.refusals), 'file')} left alone", "$reme-error"))
        if plan is not None:
            said = [(text, "$reme-accent") for text in plan.notices] + [
                (f"! {text}", "$reme-mark") for text in plan.warnings
            ]
            parts += [(f"\n {cut(shown(text), MOST_CELLS)}", style) for text, style in said[:MOST_SAID]]
            if len(said) > MOST_SAID:
                parts.append((f"\n and {len(said) - MOST_SAID:,} more to know", "$reme-mark"))
        self.query_one("#plan-head", Static).update(Content.assemble(*parts))

    def _totals(self, plan: Plan) -> str:
        skipped = self.view.skipped
        kept = [edit for edit in plan.edits if edit.path not in skipped]
        lines = sum(edit.lines for edit in kept)
        parts = [f"{counted(len(kept), 'file')}, {counted(lines, 'line')}, 0 bytes of any body"]
        if skipped:
            parts.append(f"{len(skipped):,} left out")
        return "   ·   ".join(parts)

    async def step_out(self) -> None:
        """Change nothing."""
        leave(self)
