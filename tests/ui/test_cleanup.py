"""Changes of tags from the screen: preview, writing, result, undo; on real files."""

from __future__ import annotations

import errno
import threading

import pytest

from reme_tui.config import Config
from reme_tui.core.query.query import Query, Scope
from reme_tui.tidy.changes import Delete, Mend, Merge, Rename
from reme_tui.tidy.cleanup import Cleanup
from reme_tui.tidy.files.lock import write_lock
from reme_tui.tidy.planning.monitor import CANCELLED
from reme_tui.ui.application.app import RemeApp
from reme_tui.ui.commands.commands import BY_ID
from reme_tui.ui.messages.browsing import ChangeWanted
from reme_tui.ui.screens.choice import ChoiceScreen
from reme_tui.ui.screens.history import HistoryScreen
from reme_tui.ui.screens.preview import PreviewScreen
from reme_tui.ui.screens.problems import ProblemsScreen
from reme_tui.ui.screens.tag_change import TagChangeScreen
from reme_tui.ui.widgets.problem_list import ProblemList
from reme_tui.ui.widgets.tick_list import TickList
from tests.ui.fake import TODAY
from tests.ui.vault import WordsOnly, tagged, workspace_on

FILES = {
    "daily/2026-09-01/kick.md": "---\r\nmemory_tags:\r\n  - Project-A   # from the call\r\n  - Alice\r\n---\r\nLaunch.",
    "daily/2026-09-02/scope.md": tagged("Project-A", "Project_A"),
    "digest/plan.md": tagged("Project_A"),
    "digest/loose.md": "No frontmatter, about launch.\n",
}
MERGE = Merge(("Project-A",), "Project_A")


@pytest.fixture
def vault(make_vault):
    return make_vault(FILES)


def contents(vault):
    return {path.relative_to(vault).as_posix(): path.read_bytes() for path in vault.rglob("*.md")}


async def want(ui, change):
    ui.screen.post_message(ChangeWanted(change))
    await ui.settle()


def shown_tags(ui):
    return {row.tag: row.files for row in ui.browse.tags.rows}


async def test_a_merge_is_previewed_written_told_and_taken_back(opened, vault):
    before = contents(vault)
    async with opened(workspace_on(vault)) as ui:
        await want(ui, MERGE)
        assert isinstance(ui.screen, PreviewScreen)
        head = " ".join(ui.screen.query_one("#plan-head").render().plain.split())
        assert "merge Project-A into Project_A" in head
        assert "2 files, 2 lines, 0 bytes of any body" in head
        assert "this is a merge: 2 + 2 notes, 1 has both" in head
        plan = ui.text_of("#plan")
        assert "-   - Project-A   # from the call" in plan
        assert "+   - Project_A   # from the call" in plan
        assert "    2   memory_tags:" in plan
        assert contents(vault) == before
        await ui.press("enter")
        assert ui.screen is ui.browse
        assert b"  - Project_A   # from the call\r\n" in contents(vault)["daily/2026-09-01/kick.md"]
        assert shown_tags(ui) == {"Project_A": 3, "Alice": 1}
        assert "merge Project-A into Project_A: 2 files, 2 lines" in ui.text_of("#result")
        await ui.press("escape", "u", "enter")
        assert contents(vault) == before
        assert shown_tags(ui) == {"Project-A": 2, "Project_A": 2, "Alice": 1}


async def test_the_result_line_names_the_keys_in_use_and_none_that_does_nothing_there(opened, vault, monkeypatch):
    monkeypatch.setitem(BY_ID, "browse.undo", BY_ID["browse.undo"]._replace(keys=("U",)))
    async with opened(workspace_on(vault)) as ui:
        await want(ui, MERGE)
        await ui.press("enter")
        assert ui.text_of("#result").rstrip().endswith("  U undo")
        await ui.press("escape", "u", "enter")
        assert ui.text_of("#result").rstrip().endswith("  H history")
        await ui.press("p")
        assert not ui.screen.query_one("#result").display
        await want(ui, MERGE)
        await ui.press("enter", "u", "enter")
        assert isinstance(ui.screen, ProblemsScreen)
        assert ui.text_of("#result").rstrip().endswith("  H history")
        await ui.press("H")
        assert isinstance(ui.screen, HistoryScreen)


async def test_a_result_goes_with_another_question_and_what_was_left_alone_can_still_be_listed(opened, vault):
    async with opened(workspace_on(vault)) as ui:
        await want(ui, MERGE)
        (vault / "daily/2026-09-02/scope.md").write_text(tagged("Project-A", "Bob"))
        await ui.press("enter")
        assert ui.browse.query_one("#result").display
        await ui.press("escape", "t", "j")
        assert ui.browse.query_one("#result").display
        await ui.press("enter")
        assert not ui.browse.query_one("#result").display
        await ui.press("!")
        assert "daily/2026-09-02/scope.md" in ui.text_of("#plan")


async def test_with_nothing_to_undo_no_preview_opens(opened, vault):
    async with opened(workspace_on(vault)) as ui:
        await ui.press("escape", "u")
        assert ui.screen is ui.browse
        assert ui.notices == ["there is nothing to undo"]


async def test_cancelling_changes_nothing(opened, vault):
    before = contents(vault)
    async with opened(workspace_on(vault)) as ui:
        await want(ui, MERGE)
        await ui.press("escape")
        assert ui.screen is ui.browse
        assert contents(vault) == before
        assert not ui.browse.query_one("#result").display


async def test_an_unticked_file_is_left_out(opened, vault):
    before = contents(vault)
    async with opened(workspace_on(vault)) as ui:
        await want(ui, MERGE)
        await ui.press("space")
        assert "1 file, 1 line" in ui.screen.query_one("#plan-head").render().plain
        await ui.press("enter")
        after = contents(vault)
        assert [path for path in before if before[path] != after[path]] == ["daily/2026-09-02/scope.md"]
        assert shown_tags(ui)["Project-A"] == 1


@pytest.mark.parametrize(
    ("change", "chips"),
    [
        (MERGE, ("Project_A",)),
        (Rename("project-a", "Apollo"), ("Apollo",)),
        (Delete(("Project-A",)), ()),
    ],
)
async def test_a_chip_follows_its_tag(opened, vault, change, chips):
    async with opened(workspace_on(vault), query=Query(scope=Scope(tags=("Project-A",)))) as ui:
        await want(ui, change)
        await ui.press("enter")
        assert ui.scope.tags == chips
        assert len(ui.paths) == {0: 4, 1: 3 if chips == ("Project_A",) else 2}[len(chips)]
        await ui.press("escape", "u", "enter")
        if change != Delete(("Project-A",)):
            assert ui.scope.tags == (("project-a",) if isinstance(change, Rename) else ("Project_A",))


async def test_the_mouse_ticks_and_takes_back_and_the_echo_of_writing_changes_nothing(opened, vault):
    before = contents(vault)
    async with opened(workspace_on(vault)) as ui:
        await want(ui, MERGE)
        await ui.click("#plan", (2, 0))
        assert ui.screen.query_one("#plan").skipped == {"daily/2026-09-01/kick.md"}
        await ui.press("enter")
        shown = ui.browse.results
        ui.app.notice(frozenset(before))
        await ui.settle()
        assert ui.browse.results is shown
        await ui.click("#result", (ui.text_of("#result").rindex("undo"), 0))
        await ui.press("enter")
        assert contents(vault) == before
        assert "H history" in ui.text_of("#result")
        await ui.click("#result", (ui.text_of("#result").rindex("history"), 0))
        assert isinstance(ui.screen, HistoryScreen)


async def test_planning_can_be_cancelled(opened, vault, monkeypatch):
    plan, reached, made = Cleanup.plan, threading.Event(), []

    def held(self, change, snapshot, *, monitor):
        monitor.progress(1, 2)
        reached.set()
        monitor.cancelled.__self__.wait(10)
        made.append(plan(self, change, snapshot, monitor=monitor))
        return made[-1]

    monkeypatch.setattr(Cleanup, "plan", held)
    async with opened(workspace_on(vault)) as ui:
        ui.screen.post_message(ChangeWanted(MERGE))
        while not reached.is_set():
            await ui.pilot.pause()
        await ui.pilot.pause()
        assert "planned 1 of 2 notes" in ui.text_of("#plan")
        await ui.press("escape")
        assert ui.screen is ui.browse
        assert [each.objection for each in made] == [CANCELLED]


def test_the_preview(snap_compare, vault):
    (vault / "digest/fixed.md").write_text(tagged("项目A", "Project-A", "x" * 200))
    (vault / "digest/fixed.md").chmod(0o444)
    (vault / "digest/长.md").write_text(tagged("x" * 200, "Project-A", "项目A"))

    async def want_merge(pilot):
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        pilot.app.screen.post_message(ChangeWanted(Merge(("Project-A", "项目A"), "Project_A")))
        while not isinstance(pilot.app.screen, PreviewScreen) or pilot.app.screen.view.plan is None:
            await pilot.pause()
        await pilot.press("j", "space")

    assert snap_compare(RemeApp(workspace_on(vault), Query()), terminal_size=(90, 30), run_before=want_merge)


async def test_nothing_to_do_is_said(opened, vault):
    async with opened(workspace_on(vault)) as ui:
        await want(ui, Delete(("Nobody",)))
        assert "nothing to do: no note has the tag Nobody" in ui.text_of("#plan")
        await ui.press("enter")
        assert isinstance(ui.screen, PreviewScreen)


# Changed meanwhile, stopped, interrupted


async def test_what_changed_since_the_preview_is_left_alone_and_named(opened, vault):
    async with opened(workspace_on(vault)) as ui:
        await want(ui, MERGE)
        (vault / "daily/2026-09-02/scope.md").write_text(tagged("Project-A", "Bob"))
        await ui.press("enter")
        assert shown_tags(ui)["Project_A"] == 3
        assert "1 file left alone" in " ".join(ui.text_of("#result").split())
        await ui.press("escape", "!")
        assert "daily/2026-09-02/scope.md" in ui.text_of("#plan")
        assert "left alone" in ui.text_of("#plan")


class Held(WordsOnly):
    """Waits after the first file it writes."""

    def __init__(self, *arguments, **settings):
        super().__init__(*arguments, **settings)
        self.reached, self.goes_on = threading.Event(), threading.Event()

    def apply(self, plan, *, skip=(), monitor):
        def held(done, total):
            monitor.progress(done, total)
            self.reached.set()
            self.goes_on.wait(10)

        return super().apply(plan, skip=skip, monitor=monitor._replace(progress=held))


async def begin_writing(ui, workspace):
    """Have the first of some files written."""
    await want(ui, MERGE)
    await ui.pilot.press("enter")
    while not workspace.reached.is_set():
        await ui.pilot.pause()


async def test_who_quits_while_something_is_written_is_told(opened, vault):
    workspace = Held(Config(vault=vault), today=lambda: TODAY)
    async with opened(workspace) as ui:
        await begin_writing(ui, workspace)
        await ui.pilot.press("escape", "q")
        assert ui.app.is_running
        assert any(said.startswith("still writing: ^q once more") for said in ui.notices)
        await ui.pilot.press("ctrl+q")
        workspace.goes_on.set()
    assert not ui.app.is_running


async def test_writing_can_be_stopped_and_the_rest_stays_usable(opened, vault):
    workspace = Held(Config(vault=vault), today=lambda: TODAY)
    async with opened(workspace) as ui:
        await begin_writing(ui, workspace)
        await ui.pilot.press("escape", "t", "j")
        assert ui.browse.tags.cursor == 1
        assert "1 of 2 files" in ui.text_of("#result")
        ui.screen.post_message(ChangeWanted(MERGE))
        await ui.pilot.press("ctrl+g")
        workspace.goes_on.set()
        await ui.settle()
        assert ui.screen is ui.browse
        assert "1 file, 1 line" in ui.text_of("#result")
        await ui.press("!")
        assert "cancelled before it was written" in ui.text_of("#plan")
    assert b"Project-A" in contents(vault)["daily/2026-09-02/scope.md"]


def stop_half_way(vault):
    """Leave the journal and the files as a merge that was killed after its first file."""
    workspace = workspace_on(vault)
    workspace.load()
    before = contents(vault)
    workspace.apply(workspace.cleanup.plan(MERGE, workspace.snapshot))
    path = "daily/2026-09-02/scope.md"
    (vault / path).write_bytes(before[path])
    (journal,) = workspace.config.state.glob("journal/*.jsonl")
    begin, first, *_ = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(begin + first)
    return before


@pytest.mark.parametrize(("row", "project_a"), [(0, {"Project_A": 3, "Alice": 1}), (1, None)])
async def test_what_was_interrupted_is_finished_or_rolled_back_at_the_start(opened, vault, row, project_a):
    before = stop_half_way(vault)
    async with opened(workspace_on(vault)) as ui:
        assert isinstance(ui.screen, ChoiceScreen)
        asked = ui.text_of("ChoiceList")
        assert "write the 1 file left" in asked
        assert "take back the 1 file written" in asked
        await ui.press("g", *["j"] * row, "enter")
        assert ui.screen is ui.browse
        if project_a:
            assert shown_tags(ui) == project_a
        else:
            assert contents(vault) == before
            assert shown_tags(ui) == {"Project-A": 2, "Project_A": 2, "Alice": 1}
        await want(ui, Rename("Alice", "Bob"))
        assert isinstance(ui.screen, PreviewScreen)


async def test_nothing_is_changed_on_top_of_what_was_interrupted(opened, vault):
    stop_half_way(vault)
    async with opened(workspace_on(vault)) as ui:
        await ui.press("enter")
        assert ui.screen is ui.browse
        await want(ui, Rename("Alice", "Bob"))
        assert isinstance(ui.screen, ChoiceScreen)
        await ui.press("g", "enter")
        assert isinstance(ui.screen, PreviewScreen)
        assert "rename Alice to Bob" in ui.screen.query_one("#plan-head").render().plain


async def test_another_process_that_writes_is_said(opened, vault):
    workspace = workspace_on(vault)
    async with opened(workspace) as ui:
        with write_lock(workspace.cleanup._access.lock):
            await want(ui, MERGE)
        assert "another process is changing this vault" in ui.text_of("#plan")


# History


async def test_an_older_change_is_taken_back_and_the_later_one_stays(opened, vault):
    before = contents(vault)
    async with opened(workspace_on(vault)) as ui:
        for change in (MERGE, Rename("Alice", "Bob")):
            await want(ui, change)
            await ui.press("enter")
        await ui.press("escape", "H")
        rows = ui.text_of("#history").splitlines()
        assert "rename Alice to Bob" in rows[0]
        assert "merge Project-A into Project_A" in rows[1]
        await ui.press("j", "enter")
        assert "daily/2026-09-01/kick.md" in ui.text_of("#history")
        await ui.press("u", "enter")
        assert isinstance(ui.screen, HistoryScreen)
        assert "undone" in next(
            row for row in ui.text_of("#history").splitlines() if "  merge" in row or " merge" in row[:12]
        )
        await ui.press("escape")
        assert shown_tags(ui) == {"Project-A": 2, "Project_A": 2, "Bob": 1}
    path = "daily/2026-09-01/kick.md"
    assert contents(vault)[path] == before[path].replace(b"Alice", b"Bob")


async def test_an_undo_that_meets_other_bytes_says_so_and_forces_nothing(opened, vault):
    async with opened(workspace_on(vault)) as ui:
        await want(ui, Delete(("Alice",)))
        await ui.press("enter")
        (vault / "daily/2026-09-01/kick.md").write_text("---\nmemory_tags: {a: b}\n---\n")
        await ui.press("escape", "u")
        assert "left alone" in ui.text_of("#plan")
        await ui.press("enter")
        assert isinstance(ui.screen, PreviewScreen)


# From the tag list


async def rename_to(ui, text):
    await ui.press("r", "ctrl+u")
    await ui.put(text)


async def test_the_dialog_says_what_a_name_comes_to(opened, vault):
    async with opened(workspace_on(vault)) as ui:
        await ui.press("escape", "t")
        assert ui.browse.tags.key == "project-a"
        await rename_to(ui, "Project_A")
        assert "a merge: 2 + 2 notes, 1 has both" in said(ui)
        for text, expected in (
            ("project-A", "another spelling of the same tag: 2 notes"),
            ("Apollo", "a new tag: 2 notes"),
            ("Project-A", "the name stays the same"),
            ("", "a tag needs a name"),
            ("!!", "ReMe drops tags without a letter or digit"),
            ("x" * 65, "ReMe drops tags of more than 64 characters"),
        ):
            await ui.press("ctrl+u")
            await ui.put(text)
            assert expected in said(ui)
        await ui.press("ctrl+u", "enter")
        assert isinstance(ui.screen, TagChangeScreen)
        await ui.put("pro")
        await ui.press("tab", "enter", "enter")
        assert shown_tags(ui) == {"Project_A": 3, "Alice": 1}
        assert ui.browse.tags.key == "project_a"


def said(ui):
    return ui.screen.query_one("#naming-outlook").render().plain


async def test_marks_survive_filter_and_order_and_are_merged(opened, vault):
    async with opened(workspace_on(vault)) as ui:
        await ui.press("escape", "t", "v", "o")
        await ui.press("f")
        await ui.put("alice")
        await ui.press("enter", "v", "escape")
        tags = ui.browse.tags
        assert tags.marks == {"alice", "project-a"}
        assert "✓ 2 marked" in ui.text_of("TagHead")
        assert ui.text_of("#tags").count("✓") == 2
        await ui.press("m")
        await ui.put("Apollo")
        assert said(ui).startswith("a new tag, a merge: 1 + 2 notes, 1 has both")
        await ui.press("enter", "enter")
        assert shown_tags(ui) == {"Apollo": 2, "Project_A": 2}
        assert not tags.marks


async def test_a_range_is_marked_and_escape_takes_marks_away(opened, vault):
    async with opened(workspace_on(vault)) as ui:
        await ui.press("escape", "t", "v", "G", "k", "V")
        assert len(ui.browse.tags.marks) == 3
        await ui.press("escape")
        assert not ui.browse.tags.marks
        assert ui.screen.focused is ui.browse.tags


BRANCH = {"a.md": tagged("client", "client/x"), "b.md": tagged("client/y"), "c.md": tagged("other")}


async def test_the_tags_below_come_along_or_stay(opened, make_vault):
    async with opened(workspace_on(make_vault(BRANCH))) as ui:
        await ui.press("escape", "t")
        assert ui.browse.tags.key == "client"
        await rename_to(ui, "customer")
        assert "with the 2 tags below it" in said(ui)
        assert "3 tags, 2 notes" in said(ui)
        await ui.press("ctrl+t")
        assert "a new tag: 1 note" in said(ui)
        await ui.press("ctrl+u")
        await ui.put("customer/*")
        await ui.press("enter", "enter")
        assert set(shown_tags(ui)) == {"client", "customer/x", "customer/y", "other"}


async def test_deleting_asks_about_the_tags_below(opened, make_vault):
    async with opened(workspace_on(make_vault(BRANCH))) as ui:
        await ui.press("escape", "t", "D")
        assert "delete 1 tag and the 2 below" in ui.text_of("ChoiceList")
        await ui.press("j", "enter", "enter")
        assert shown_tags(ui) == {"other": 1}


# The tags of notes


async def test_the_first_tag_of_a_note_without_frontmatter(opened, vault):
    async with opened(workspace_on(vault)) as ui:
        ui.browse.hits.select("digest/loose.md")
        await ui.press("escape", "a")
        assert "no tag yet" in ui.text_of("TickList")
        await ui.put("al")
        await ui.press("tab", "enter", "enter", "enter")
        assert (vault / "digest/loose.md").read_text() == "---\nmemory_tags: [Alice]\n---\n" + FILES["digest/loose.md"]
        assert shown_tags(ui)["Alice"] == 2
        assert ui.browse.hits.path == "digest/loose.md"


async def test_a_proposal_that_was_gone_to_is_added_and_what_was_only_typed_is_called_new(opened, vault):
    async with opened(workspace_on(vault)) as ui:
        ui.browse.hits.select("digest/plan.md")
        await ui.press("escape", "a")
        assert ui.screen.query_one(TickList).has_focus
        await ui.press("a")
        await ui.put("al")
        assert ui.screen.query_one("#naming-said").render().plain == "new tag"
        await ui.press("enter")
        await ui.put("al")
        await ui.press("down", "enter")
        rows = [line.split() for line in ui.text_of("TickList").splitlines() if line]
        assert rows[0] == ["☑", "Project_A"]
        assert rows[1] == ["☑", "al", "new", "tag", "add"]
        assert rows[2] == ["☑", "Alice", "add"]
        assert ui.screen.query_one("#naming-said").render().plain == ""


async def test_a_proposal_that_was_gone_to_is_the_new_name(opened, vault):
    async with opened(workspace_on(vault)) as ui:
        await ui.press("escape", "t")
        await rename_to(ui, "al")
        await ui.press("down", "enter")
        assert isinstance(ui.screen, TagChangeScreen)
        assert "a merge" in said(ui)
        await ui.press("enter")
        assert "merge Project-A into Alice" in ui.screen.query_one("#plan-head").render().plain


async def test_the_tags_of_marked_notes(opened, vault):
    async with opened(workspace_on(vault)) as ui:
        hits = ui.browse.hits
        for path in ("daily/2026-09-01/kick.md", "daily/2026-09-02/scope.md"):
            hits.select(path)
            await ui.press("escape", "v") if not hits.has_focus else await ui.press("v")
        assert "✓ 2 marked" in ui.text_of("#summary")
        await ui.press("a")
        ticks = {tick.tag: tick.now for tick in ui.screen.query_one(TickList).ticks}
        assert ticks == {"Project-A": "all", "Alice": "some", "Project_A": "some"}
        await ui.press("space", "j", "space", "space", "space", "enter")
        head = ui.screen.query_one("#plan-head").render().plain
        assert "remove Project-A on 2 notes" in head
        await ui.press("enter")
        assert shown_tags(ui) == {"Project_A": 2, "Alice": 1}
        assert not hits.marks


# Mending


PROBLEMS = {
    "one.md": "---\nmemory_tags: a, b\n---\nText.\n",
    "two.md": "---\nmemory_tags: c\n---\nText.\n",
    "comment.md": "---\nmemory_tags:\n  - #d\n---\nText.\n",
    "colon.md": "---\ntitle: a: b\nmemory_tags: [x]\n---\nText.\n",
    "damaged.md": '---\nmemory_tags: \'["e", "f"]\'\n---\nText.\n',
}


async def test_problems_are_mended_one_by_one_or_all_of_a_kind(opened, make_vault):
    vault = make_vault(PROBLEMS)
    async with opened(workspace_on(vault)) as ui:
        await ui.press("escape", "p")
        problems = ui.screen.query_one(ProblemList)
        while problems.groups:
            left = len(problems.groups)
            await ui.press("g", "enter")
            assert isinstance(ui.screen, PreviewScreen)
            await ui.press("enter")
            assert isinstance(ui.screen, ProblemsScreen)
            assert len(problems.groups) == left - 1
        await ui.press("escape")
        assert set(shown_tags(ui)) == {"a", "b", "c", "#d", "e", "f", "x"}
    assert (vault / "colon.md").read_text() == '---\ntitle: "a: b"\nmemory_tags: [x]\n---\nText.\n'
    workspace = workspace_on(vault)
    assert any(isinstance(entry.change, Mend) and len(entry.change.paths) > 1 for entry in workspace.cleanup.log().done)


async def test_what_is_for_a_person_is_not_mended(opened, make_vault):
    async with opened(workspace_on(make_vault({"a.md": "---\n- a\n---\n"}))) as ui:
        await ui.press("escape", "p", "enter")
        assert isinstance(ui.screen, ProblemsScreen)
        assert any("by hand" in notice for notice in ui.notices)


async def test_a_journal_that_could_not_be_closed_is_told_and_leads_to_the_question(opened, vault, monkeypatch):
    def no_space(*_arguments, **_named):
        raise OSError(errno.ENOSPC, "No space left on device")

    async with opened(workspace_on(vault)) as ui:
        with monkeypatch.context() as patch:
            patch.setattr("reme_tui.tidy.apply.end_record", no_space)
            await want(ui, MERGE)
            await ui.press("enter")
        assert "2 files, 2 lines, not closed in the journal" in ui.text_of("#result")
        assert ui.text_of("#result").rstrip().endswith("u settle")
        assert any("no space left" in notice for notice in ui.notices)
        await ui.press("escape", "u")
        assert isinstance(ui.screen, ChoiceScreen)
