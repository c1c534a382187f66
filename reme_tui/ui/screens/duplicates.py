"""Tags that are probably one: the groups at the left, the one looked at with its preview at the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from reme_tui.core.tag_key import tag_key
from reme_tui.ui.commands.commands import Place, bindings_of
from reme_tui.ui.drawing.lines import ink
from reme_tui.ui.duplicates.group_picture import picture_of
from reme_tui.ui.duplicates.groups import (
    GROUP_ORDERS,
    GroupOrder,
    KnownDuplicates,
    TagGroup,
    arranged,
    find_again,
    kept_apart,
    with_dismissed,
)
from reme_tui.ui.duplicates.notices import duplicates_notice
from reme_tui.ui.duplicates.review import Review
from reme_tui.ui.messages.browsing import Facts
from reme_tui.ui.messages.cleanup import HistoryWanted
from reme_tui.ui.messages.duplicates import Detailed, Forecast, KeepWanted, NotesWanted, TickWanted
from reme_tui.ui.screens.parts.fits_size import FitsSize
from reme_tui.ui.screens.parts.leaving import leave
from reme_tui.ui.screens.parts.merging import Merging, why_no_preview
from reme_tui.ui.screens.tag_notes import TagNotesScreen
from reme_tui.ui.widgets.diff_view import DiffView
from reme_tui.ui.widgets.duplicate_heads import DuplicateStatus, GroupsHead, PreviewHead, SaidLine
from reme_tui.ui.widgets.group_list import GroupList
from reme_tui.ui.widgets.group_view import GroupHead, GroupView
from reme_tui.ui.widgets.key_line import KeyLine
from reme_tui.ui.widgets.result_line import ResultLine
from reme_tui.ui.widgets.status import StatusLine

if TYPE_CHECKING:
    from reme_tui.ui.duplicates.details import Details
    from reme_tui.ui.screens.browse import BrowseScreen


class PreviewPane(DiffView, inherit_bindings=False):
    """The diff of the merge that is ticked."""

    BINDINGS = bindings_of("list")
    PLACES: ClassVar[tuple[Place, ...]] = ("duplicates", "list", "app")


class DuplicatesScreen(Merging, FitsSize[None], inherit_bindings=False):
    """Works through what the first screen knows of near-duplicates, and follows it."""

    BINDINGS = bindings_of("duplicates")
    AUTO_FOCUS = "#groups"

    def __init__(self, browse: BrowseScreen) -> None:
        super().__init__()
        self.workspace = browse.workspace
        self.review = Review()
        self._browse = browse
        self._order: GroupOrder = "confidence"
        self.shown: TagGroup | None = None
        self._details: Details | None = None

    def compose(self) -> ComposeResult:
        """Top line, groups, the group with its preview, what was done, keys."""
        yield DuplicateStatus(id="status")
        with Horizontal(id="groups-body"):
            with Vertical(id="groups-pane"):
                yield GroupsHead()
                yield GroupList(id="groups")
            with Vertical(id="group-pane"):
                yield GroupHead()
                yield GroupView(id="group")
                yield PreviewHead()
                yield PreviewPane(id="forecast")
        yield SaidLine()
        yield ResultLine(place="duplicates", id="result")
        yield KeyLine(("duplicates", "app"), id="keys")

    def on_mount(self) -> None:
        """Follow what the first screen knows."""
        self.watch(self._browse, "known_duplicates", self.list_groups)
        self.watch(self._browse, "compared", self.show_notice)
        self.watch(self._browse.query_one(StatusLine), "facts", self._show_facts)
        self.watch(self.app, "news", self.hear, init=False)

    def _show_facts(self, facts: Facts) -> None:
        self.query_one(DuplicateStatus).facts = facts

    @property
    def tag(self) -> str:
        """The tag under the cursor; in the list of groups, the lead of the one looked at."""
        view = self.query_one(GroupView)
        return self.shown.lead.tag if self.shown and self.focused is not view else view.tag

    @property
    def known_duplicates(self) -> KnownDuplicates:
        """What is known of near-duplicates."""
        return self._browse.known_duplicates or KnownDuplicates()

    # What is shown

    def list_groups(self) -> None:
        """List the groups as they are now; the cursor stays on its group, or at its place where that has gone.

        It begins on the first of a tag in the filter.
        """
        looked_at = self.groups.group
        listed = self._listed_groups()
        self.review.follow(listed)
        at = find_again(listed, looked_at) if looked_at else self._first_in_filter(listed)
        self.groups.show(listed, at=self.groups.cursor if at is None else at)
        head = self.query_one(GroupsHead)
        head.count, head.order = len(listed), self._order
        self.query_one(DuplicateStatus).known_duplicates = self._browse.known_duplicates
        self._show_group(anew=True)

    def _listed_groups(self) -> tuple[TagGroup, ...]:
        """Return the groups in order, with what was just called different, or where that is wanted, all that was."""
        known, dismissals = self.known_duplicates, self.review.dismissals
        groups = with_dismissed(known.groups, dismissals)
        if self.lists_dismissed:
            tags = self.workspace.snapshot.tags
            fresh = {frozenset((each.tag, other)) for each in dismissals for other in each.others}
            groups += [kept_apart(*pair, tags) for pair in known.apart if frozenset(pair) not in fresh]
        return arranged(groups, self._order)

    def _first_in_filter(self, groups: Sequence[TagGroup]) -> int:
        """Return where the first group stands that a tag of the filter is in; 0 where none is."""
        asked = frozenset(map(tag_key, self._browse.asked.scope.tags))
        return next((at for at, group in enumerate(groups) if not asked.isdisjoint(map(tag_key, group.tags))), 0)

    def on_group_selected(self) -> None:
        """Look at another group."""
        self._show_group(anew=True)

    def _show_group(self, *, anew: bool) -> None:
        """Show the group under the cursor as it is ticked; `anew` has its notes looked at too."""
        group = self.groups.group
        self.set_class(group is None, "-empty")
        self.show_notice()
        if group is None:
            self.shown = self._details = None
            self.query_one(GroupHead).picture = self.query_one(GroupView).picture = None
            return
        if self.shown is None or not self.shown.tags & group.tags:
            self._details = None
            self.query_one(PreviewPane).plan = self.query_one(PreviewHead).plan = None
        self.shown = group
        self.groups.kept = {**self.groups.kept, group: self.review.choice(group).keep}
        self.groups.refresh()
        self._draw_group(group)
        merge = self.review.merge_of(group)
        self.query_one(PreviewHead).notice = "planning…" if merge else why_no_preview(group)
        self.forecast(group, merge)
        if anew:
            self.look_at(group, self.review.choice(group).keep)

    def _draw_group(self, group: TagGroup) -> None:
        picture = picture_of(group, self.review, self.known_duplicates, self._details)
        self.query_one(GroupHead).picture = picture
        self.query_one(GroupView).picture = picture

    def show_notice(self) -> None:
        """Say what has been merged so far, and why there is no group where there is none."""
        review = self.review
        self.query_one(DuplicateStatus).done = review.done
        view = self.query_one(GroupView)
        view.notice = (
            ()
            if self.groups.group
            else duplicates_notice(self._browse.known_duplicates, self._browse.compared, review.done, ink(self))
        )

    def on_detailed(self, message: Detailed) -> None:
        """Show what the notes say, unless another group is looked at by now."""
        if message.details.group is self.shown:
            self._details = message.details
            self._draw_group(message.details.group)

    def on_forecast(self, message: Forecast) -> None:
        """Show what merging would do, unless another group is looked at by now."""
        if message.group is self.shown:
            self.query_one(PreviewHead).plan = message.plan
            self.query_one(PreviewPane).plan = message.plan

    # What the keys do

    def on_members_wanted(self) -> None:
        """Go to the tags of the group."""
        self.query_one(GroupView).focus()

    def on_groups_wanted(self) -> None:
        """Go back to the groups."""
        self.groups.focus()

    def on_tick_wanted(self, message: TickWanted) -> None:
        """Take a tag in, or out."""
        group = self.shown
        if group and group.is_spelling:
            self.notify("spellings of one tag go together: i keeps another one", markup=False, timeout=4)
        elif group:
            self.review.toggle(group, message.tag)
            self._show_group(anew=False)

    def on_keep_wanted(self, message: KeepWanted) -> None:
        """Keep another tag of the group."""
        member = self.shown.member(message.tag) if self.shown else None
        if self.shown and member and not (member.apart or self.shown.is_apart):
            self.review.keep(self.shown, message.tag)
            self._show_group(anew=True)

    def on_notes_wanted(self, message: NotesWanted) -> None:
        """List the notes under a tag."""
        if self.shown:
            spelled = self.shown.is_spelling
            self.app.push_screen(TagNotesScreen(self._browse, message.tag, spelled=spelled))

    def action_order(self) -> None:
        """Use the next order."""
        self._order = GROUP_ORDERS[(GROUP_ORDERS.index(self._order) + 1) % len(GROUP_ORDERS)]
        self.list_groups()

    def action_history(self) -> None:
        """List the changes made so far."""
        self.post_message(HistoryWanted())

    def action_leave(self) -> None:
        """Go back."""
        leave(self)

    async def step_out(self) -> None:
        """From the tags or the preview to the groups; from those, go back."""
        if self.groups.has_focus or not self.groups.group:
            leave(self)
        else:
            self.groups.focus()
