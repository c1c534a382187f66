"""Near-duplicate tags on the screen: groups, ticks, preview, merging, calling them different."""

from __future__ import annotations

import pytest

from reme_tui.core.query.query import Query, Scope
from reme_tui.tidy.changes import Merge
from reme_tui.tidy.duplicates.find import find_duplicates
from reme_tui.ui.duplicates.groups import arranged, find_again, known_duplicates_of, with_dismissed
from reme_tui.ui.duplicates.review import Review
from reme_tui.ui.messages.duplicates import Comparing
from reme_tui.ui.screens.duplicates import DuplicatesScreen
from reme_tui.ui.screens.history import HistoryScreen
from reme_tui.ui.screens.preview import PreviewScreen
from reme_tui.ui.screens.read import ReadScreen
from reme_tui.ui.screens.tag_notes import TagNotesScreen
from reme_tui.ui.widgets.group_view import GroupView
from tests.ui.vault import tagged, workspace_on

FILES = {
    "daily/2026-06-01/plan.md": tagged("Project_A"),
    "daily/2026-06-02/budget.md": tagged("Project_A"),
    "daily/2026-06-03/gate.md": tagged("Project_A"),
    "daily/2026-06-11/kick-off.md": tagged("Project-A"),
    "daily/2026-07-01/zh.md": tagged("项目A"),
    "daily/2026-07-02/zh.md": tagged("项目A"),
    "gold.md": tagged("Gold"),
    "gold-too.md": tagged("Gold"),
    "huangjin.md": tagged("黄金"),
    "alone.md": tagged("Zenith"),
}
SPELLED = {"one.md": tagged("Home Lab"), "two.md": tagged("home_lab"), "three.md": tagged("Home Lab", "Alice")}
HIGH = {"a.md": tagged("Café"), "b.md": tagged("Cafe"), "c.md": tagged("Café"), "d.md": tagged("Café")}


@pytest.fixture
def workspace(make_vault):
    return workspace_on(make_vault(FILES))


def view(ui):
    return ui.screen.query_one(GroupView)


def marks(ui):
    return dict(view(ui).picture.marks)


def listed(ui):
    return [group.lead.tag for group in ui.screen.groups.groups]


def distinct_of(workspace):
    file = workspace.config.vault / ".reme-tui" / "distinct.txt"
    lines = file.read_text(encoding="utf-8").splitlines()
    return {frozenset(line.split(" != ")) for line in lines if line and line[0] != "#"}


def text(workspace, path):
    return (workspace.config.vault / path).read_text(encoding="utf-8")


async def test_it_begins_in_the_list_of_groups_and_one_goes_in_and_out(opened, workspace):
    async with opened(workspace) as ui:
        await ui.press("escape", "d", "j")
        groups, keys = ui.screen.groups, [ui.text_of("#keys")]
        assert groups.has_focus
        assert groups.group.lead.tag == "Gold"
        for within, back in (("enter", "escape"), ("l", "h"), ("space", "left"), ("tab", "shift+tab")):
            await ui.press(within)
            assert view(ui).has_focus
            keys.append(ui.text_of("#keys"))
            await ui.press(back)
            assert groups.has_focus
        assert keys[0].split("   ")[:4] == [" m merge", "enter tags", "x not the same", "A all high"]
        assert "space in or out" in keys[1]
        await ui.press("escape")
        assert ui.screen is ui.browse


async def test_a_tag_in_the_filter_is_told_beside_its_near_duplicates_and_they_are_gone_to(opened, workspace):
    async with opened(workspace, query=Query(scope=Scope(tags=("gold",)))) as ui:
        assert ui.text_of("#summary").splitlines()[0].endswith("≈ 黄金 d")
        await ui.press("escape", "d")
        assert ui.screen.groups.group.lead.tag == "Gold"
        await ui.press("escape")
        ui.browse.asked = Query(scope=Scope(tags=("黄金", "Gold", "Project_A")))
        await ui.settle()
        assert ui.text_of("#summary").splitlines()[0].endswith("≈ Project-A, 项目A d")
        ui.browse.asked = Query(scope=Scope(tags=("Zenith",)))
        await ui.settle()
        assert "≈" not in ui.text_of("#summary")


async def test_groups_come_surest_first_with_high_ones_ticked(opened, workspace):
    async with opened(workspace) as ui:
        assert "≈ 2 near-duplicates" in ui.text_of("#status")
        assert "Project_A ≈" in ui.text_of("#tags")
        assert "Zenith ≈" not in ui.text_of("#tags")
        await ui.press("escape", "d")
        assert isinstance(ui.screen, DuplicatesScreen)
        rows = ui.text_of("#groups").splitlines()
        assert rows[0].split() == ["▎", "Project_A", "Project-A", "项目A", "high"]
        assert rows[1].split() == ["Gold", "黄金", "likely"]
        assert marks(ui) == {"Project_A": "keep", "Project-A": "in", "项目A": "out"}
        assert ui.text_of("GroupHead").strip() == "Keep Project_A  and fold in  Project-A"
        assert "2 groups" in ui.text_of("#status")


async def test_a_group_shows_days_titles_and_reasons(opened, workspace):
    workspace.near_duplicates.notes_evidence = lambda keep, tag: (
        "never together on one note",
        f"{tag} looks like {keep}",
    )
    async with opened(workspace, size=(160, 36)) as ui:
        await ui.press("escape", "d")
        shown = ui.text_of("#group")
        assert "2026-06-01 → 2026-06-03" in shown
        assert "gate · budget · plan" in shown
        assert "Project-A ≈ Project_A   same words, only the separator differs" in shown
        assert "项目A looks like Project_A" in " ".join(shown.split())
        assert shown.count("never together on one note") == 1


async def test_the_preview_follows_the_ticks(opened, workspace):
    async with opened(workspace) as ui:
        await ui.press("escape", "d")
        assert "1 file changes, 1 line; bodies are not touched" in ui.text_of("PreviewHead")
        assert "- memory_tags: [Project-A]" in ui.text_of("#forecast")
        await ui.press("enter", "j", "space")
        assert marks(ui)["项目A"] == "in"
        assert "3 files change, 3 lines" in ui.text_of("PreviewHead")
        await ui.press("space", "k", "space")
        assert "nothing is ticked" in ui.text_of("GroupHead")
        assert "among its tags, space takes one in" in ui.text_of("PreviewHead")
        assert ui.text_of("#forecast").strip() == ""


async def test_merging_leads_on_and_undo_brings_every_byte_back(opened, workspace):
    before = {path: text(workspace, path) for path in FILES}
    async with opened(workspace) as ui:
        await ui.press("escape", "d", "enter", "j", "space", "m")
        assert isinstance(ui.screen, PreviewScreen)
        await ui.press("enter")
        assert text(workspace, "daily/2026-07-01/zh.md") == tagged("Project_A")
        assert listed(ui) == ["Gold"]
        assert "✓ 1 group merged, 3 files" in ui.text_of("#status")
        assert "merge Project-A, 项目A into Project_A: 3 files" in ui.text_of("#result")
        await ui.press("u", "enter")
        assert {path: text(workspace, path) for path in FILES} == before
        assert listed(ui) == ["Project_A", "Gold"]
        assert "merged" not in ui.text_of("#status")
        assert ui.text_of("#result").endswith("H history")
        await ui.press("H")
        assert isinstance(ui.screen, HistoryScreen)


async def test_after_a_merge_the_next_group_is_looked_at_though_something_is_left(opened, workspace):
    async with opened(workspace) as ui:
        await ui.press("escape", "d", "enter", "m", "enter")
        assert listed(ui) == ["Gold", "Project_A"] or listed(ui) == ["Project_A", "Gold"]
        assert ui.screen.groups.group.lead.tag == "Gold"
        assert view(ui).has_focus


async def test_a_preview_that_is_left_changes_nothing(opened, workspace):
    async with opened(workspace) as ui:
        await ui.press("escape", "d", "m", "escape")
        assert isinstance(ui.screen, DuplicatesScreen)
        assert marks(ui)["Project-A"] == "in"
        assert "merged" not in ui.text_of("#status")


async def test_another_one_is_kept_and_the_merge_goes_into_it(opened, workspace):
    async with opened(workspace) as ui:
        await ui.press("escape", "d", "enter", "i")
        assert marks(ui) == {"Project_A": "in", "Project-A": "keep", "项目A": "out"}
        assert ui.text_of("GroupHead").strip() == "Keep Project-A  and fold in  Project_A"
        assert "+ memory_tags: [Project-A]" in ui.text_of("#forecast")
        await ui.press("m", "enter")
        assert text(workspace, "daily/2026-06-01/plan.md") == tagged("Project-A")


async def test_not_the_same_is_remembered_and_taken_back_with_the_same_key(opened, workspace):
    async with opened(workspace) as ui:
        await ui.press("escape", "d", "enter", "j", "x")
        assert marks(ui)["项目A"] == "apart"
        assert distinct_of(workspace) == {frozenset(("Project-A", "项目A")), frozenset(("Project_A", "项目A"))}
        assert ".reme-tui/distinct.txt: 项目A and Project_A" in ui.text_of("SaidLine")
        assert "2 dismissed" in ui.text_of("#status")
        await ui.press("x")
        assert marks(ui)["项目A"] == "out"
        assert distinct_of(workspace) == set()
        assert "dismissed" not in ui.text_of("#status")


async def test_a_tag_that_is_called_different_is_not_kept(opened, workspace):
    async with opened(workspace) as ui:
        await ui.press("escape", "d", "enter", "j", "i", "x")
        assert distinct_of(workspace) == {frozenset(("Project_A", "项目A")), frozenset(("Project-A", "项目A"))}
        await ui.press("i")
        assert marks(ui) == {"Project_A": "keep", "Project-A": "in", "项目A": "apart"}
        assert "Keep Project_A  and fold in  Project-A" in ui.text_of("GroupHead")


async def test_undo_takes_the_last_dismissal_back_then_changes_of_tags(opened, workspace):
    async with opened(workspace) as ui:
        await ui.press("escape", "d", "[", "m", "enter")
        assert ui.screen.query_one("#result").display
        await ui.press("x")
        assert distinct_of(workspace)
        assert not ui.screen.query_one("#result").display
        await ui.press("u")
        assert isinstance(ui.screen, DuplicatesScreen)
        assert distinct_of(workspace) == set()
        await ui.press("u")
        assert isinstance(ui.screen, PreviewScreen)


async def test_what_is_kept_apart_is_gone_to_or_said_to_be_none(opened, workspace):
    async with opened(workspace) as ui:
        await ui.press("escape", "d", "X")
        assert ui.notices == ["nothing is kept apart"]
        await ui.press("]", "x", "q", "d", "X")
        assert "are not the same" in ui.text_of("GroupHead")


async def test_a_whole_group_is_called_different_from_the_list_and_stays_until_the_screen_is_left(opened, workspace):
    async with opened(workspace) as ui:
        await ui.press("escape", "d", "j", "x")
        assert distinct_of(workspace) == {frozenset(("Gold", "黄金"))}
        assert listed(ui) == ["Project_A", "Gold"]
        assert ui.text_of("#groups").splitlines()[1].split() == ["▎", "Gold", "黄金", "apart"]
        await ui.press("q", "d")
        assert listed(ui) == ["Project_A"]
        assert "1 dismissed" in ui.text_of("#status")
        await ui.press("X", "]")
        assert listed(ui) == ["Project_A", "Gold"]
        assert "Gold, 黄金  are not the same" in ui.text_of("GroupHead")
        await ui.press("m")
        assert isinstance(ui.screen, DuplicatesScreen)
        await ui.press("x")
        assert distinct_of(workspace) == set()
        assert [group.sureness for group in ui.screen.groups.groups] == ["high", "likely"]


async def test_what_cannot_be_remembered_is_said_and_not_shown_as_if_it_were(opened, workspace):
    (workspace.config.vault / ".reme-tui").write_text("a file in the way", encoding="utf-8")
    async with opened(workspace) as ui:
        await ui.press("escape", "d", "x")
        assert marks(ui)["Project-A"] == "in"
        assert len(ui.errors) == len(ui.notices) == 1
        assert not ui.screen.query_one("SaidLine").display


async def test_all_high_ones_are_merged_in_one_preview(opened, make_vault):
    workspace = workspace_on(make_vault({**FILES, **SPELLED, **HIGH}))
    async with opened(workspace) as ui:
        await ui.press("escape", "d", "A")
        assert isinstance(ui.screen, PreviewScreen)
        assert "spellings of one tag united as well: Home Lab" in ui.screen.query_one("#plan-head").render().plain
        await ui.press("enter")
        assert text(workspace, "daily/2026-06-11/kick-off.md") == tagged("Project_A")
        assert text(workspace, "two.md") == tagged("Home Lab")
        assert text(workspace, "b.md") == tagged("Café")
        assert text(workspace, "daily/2026-07-01/zh.md") == tagged("项目A")
        assert "✓ 3 groups merged, 3 files" in ui.text_of("#status")
        assert {group.sureness for group in ui.screen.groups.groups} == {"likely"}
        await ui.press("A")
        assert isinstance(ui.screen, DuplicatesScreen)


async def test_a_high_one_that_was_unticked_stays_out_of_the_merge_of_all(opened, make_vault):
    workspace = workspace_on(make_vault({**FILES, **HIGH}))
    async with opened(workspace) as ui:
        await ui.press("escape", "d")
        await ui.press(*["j"] * listed(ui).index("Project_A"), "enter", "space", "A")
        assert "left out, as you changed it: Project_A" in ui.screen.query_one("#plan-head").render().plain
        await ui.press("enter")
        assert text(workspace, "daily/2026-06-11/kick-off.md") == tagged("Project-A")
        assert text(workspace, "b.md") == tagged("Café")


async def test_spellings_of_one_tag_come_first_and_go_together(opened, make_vault):
    workspace = workspace_on(make_vault({**FILES, **SPELLED}))
    async with opened(workspace) as ui:
        await ui.press("escape", "d")
        assert ui.text_of("#groups").splitlines()[0].split()[-1] == "spelling"
        assert "Write Home Lab  instead of  home_lab" in ui.text_of("GroupHead")
        await ui.press("enter", "space", "x")
        assert marks(ui) == {"Home Lab": "keep", "home_lab": "in"}
        assert "1 respelling" in ui.text_of("#status")
        await ui.press("i", "m", "enter")
        assert text(workspace, "one.md") == tagged("home_lab")
        assert text(workspace, "three.md") == tagged("home_lab", "Alice")
        assert text(workspace, "two.md") == tagged("home_lab")


async def test_group_cursor_and_ticks_stay_when_files_change(opened, workspace):
    vault = workspace.config.vault
    async with opened(workspace) as ui:
        await ui.press("escape", "d", "enter", "j", "space")
        (vault / "new.md").write_text(tagged("Zenit", "Northwind", "Northwind_Ltd"), encoding="utf-8")
        for path in ("more.md", "and.md", "more-of-it.md"):
            (vault / path).write_text(tagged("Northwind"), encoding="utf-8")
        await ui.press("ctrl+r")
        assert len(listed(ui)) > 2
        assert marks(ui) == {"Project_A": "keep", "Project-A": "in", "项目A": "in"}
        assert view(ui).tag == "项目A"
        (vault / "daily/2026-06-11/kick-off.md").unlink()
        await ui.press("ctrl+r")
        assert marks(ui) == {"Project_A": "keep", "项目A": "in"}
        assert view(ui).tag == "项目A"
        for path in ("daily/2026-07-01/zh.md", "daily/2026-07-02/zh.md"):
            (vault / path).unlink()
        await ui.press("ctrl+r")
        assert "Project_A" not in listed(ui)
        assert view(ui).picture is not None


async def test_decisions_made_by_hand_count_when_the_screen_is_opened(opened, workspace):
    async with opened(workspace) as ui:
        folder = workspace.config.vault / ".reme-tui"
        folder.mkdir()
        (folder / "distinct.txt").write_text("Gold != 黄金\n", encoding="utf-8")
        await ui.press("escape", "d")
        assert listed(ui) == ["Project_A"]


async def test_the_notes_of_a_tag_can_be_read_and_left_again(opened, workspace):
    async with opened(workspace) as ui:
        await ui.press("escape", "d", "l", "j", "enter")
        assert isinstance(ui.screen, TagNotesScreen)
        assert "2 notes" in ui.text_of("TagNotesHead")
        assert "daily/2026-07-02/zh.md" in ui.text_of("#tag-notes")
        assert "plan.md" not in ui.text_of("#tag-notes")
        await ui.press("enter")
        assert isinstance(ui.screen, ReadScreen)
        first = ui.screen.path
        await ui.press("]")
        assert ui.screen.path != first
        await ui.press("q", "q")
        assert isinstance(ui.screen, DuplicatesScreen)
        assert view(ui).tag == "项目A"


async def test_the_notes_of_a_spelling_are_those_that_write_it_so(opened, make_vault):
    async with opened(workspace_on(make_vault(SPELLED))) as ui:
        await ui.press("escape", "d", "tab", "enter")
        assert "two.md" in ui.text_of("#tag-notes")
        assert "one.md" not in ui.text_of("#tag-notes")


async def test_without_near_duplicates_it_says_among_how_many_tags(opened, make_vault):
    async with opened(workspace_on(make_vault({"a.md": tagged("Gold"), "b.md": tagged("Zenith")}))) as ui:
        assert "near-duplicate" not in ui.text_of("#status")
        await ui.press("escape", "d")
        assert "no near-duplicates  among 2 tags" in ui.text_of("#group")
        await ui.press("m", "A", "x", "space", "i", "enter", "[", "]", "o", "X", "j", "shift+tab", "enter")
        assert isinstance(ui.screen, DuplicatesScreen)
        await ui.press("q")
        assert ui.screen is ui.browse


async def test_when_all_is_merged_it_says_so(opened, make_vault):
    async with opened(workspace_on(make_vault(SPELLED))) as ui:
        await ui.press("escape", "d", "m", "enter")
        assert "nothing is left to merge" in ui.text_of("#group")
        assert "1 group merged, 1 file changed" in ui.text_of("#group")


async def test_while_tags_are_compared_it_says_how_far_it_is(opened):
    async with opened() as ui:
        ui.browse.known_duplicates = None
        ui.app.push_screen(DuplicatesScreen(ui.browse))
        await ui.settle()
        assert "looking for near-duplicates…" in ui.text_of("#group")
        ui.browse.post_message(Comparing(3400, 10000))
        await ui.settle()
        assert "compared 3,400 of 10,000 tags" in ui.text_of("#group")


async def test_tags_are_compared_again_only_when_something_has_changed(opened):
    async with opened() as ui:
        finds = ui.app.workspace.near_duplicates.finds
        await ui.press("escape", "j", "k", "t")
        assert ui.app.workspace.near_duplicates.finds == finds == 1


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 50)])
async def test_long_hostile_and_wide_tags_fit(opened, make_vault, size):
    long, wide = "L" * 200, "预算" * 40
    files = {f"{at}.md": tagged(f'"{tag}"') for at, tag in enumerate((long, f"{long[:100]}-{long[100:]}", wide))}
    files |= {"h.md": '---\nmemory_tags: ["[red]\\e[2Jx"]\n---\n', "w.md": tagged("預算" * 40)}
    files |= {"h2.md": '---\nmemory_tags: ["[red]\\e[2J-x"]\n---\n'}
    async with opened(workspace_on(make_vault(files)), size=size) as ui:
        await ui.press("escape", "d")
        assert len(listed(ui)) >= 1
        for _ in listed(ui):
            for name in ("#status", "#groups", "#group", "GroupHead", "PreviewHead", "#forecast", "#keys"):
                widget = ui.screen.query_one(name)
                for y in range(widget.size.height):
                    assert widget.render_line(y).cell_length == getattr(widget, "line_width", widget.size.width)
                    assert "\x1b" not in widget.render_line(y).text
            await ui.press("]")


async def test_a_click_ticks_and_the_count_in_the_top_line_leads_there(opened, workspace):
    async with opened(workspace) as ui:
        await ui.click("#status", (ui.text_of("#status").index("near-duplicates"), 0))
        assert isinstance(ui.screen, DuplicatesScreen)
        row = next(at for at, line in enumerate(ui.text_of("#group").splitlines()) if "☐ 项目A" in line)
        await ui.click("#group", (1, row))
        assert marks(ui)["项目A"] == "in"
        await ui.click("#groups", (5, 1))
        assert marks(ui) == {"Gold": "keep", "黄金": "out"}


async def test_the_order_by_notes_keeps_the_group(opened, make_vault):
    more = {f"g{at}.md": tagged("黄金") for at in range(5)} | {f"h{at}.md": tagged("Gold") for at in range(9)}
    async with opened(workspace_on(make_vault({**FILES, **more}))) as ui:
        await ui.press("escape", "d", "o")
        assert listed(ui) == ["Gold", "Project_A"]
        assert ui.screen.groups.group.lead.tag == "Project_A"
        assert "by notes" in ui.text_of("GroupsHead")


def known(counts):
    class Tags:
        def rows(self):
            return ()

    return known_duplicates_of(find_duplicates(counts), Tags())


def test_a_member_is_never_surer_than_by_way_of_the_lead():
    (group,) = known({"Project_A": 3, "Project-A": 2, "项目A": 1}).groups
    review = Review()
    assert [review.sureness(group, tag) for tag in ("Project-A", "项目A")] == ["high", "likely"]
    review.keep(group, "项目A")
    assert [review.sureness(group, tag) for tag in ("Project_A", "Project-A")] == ["likely", "likely"]
    assert review.sure_merges([group]) == ()
    assert review.merge_of(group) == Merge(("Project_A", "Project-A"), "项目A")


def test_choices_wait_for_a_group_that_comes_back():
    counts = {"Project_A": 3, "Project-A": 2, "Gold": 2, "黄金": 1}
    groups = known(counts).groups
    review = Review()
    review.toggle(groups[0], "Project-A")
    review.follow(known({"Gold": 2, "黄金": 1}).groups)
    again = known({**counts, "项目A": 1}).groups
    review.follow(again)
    assert not review.is_ticked(again[find_again(again, groups[0])], "Project-A")


def test_a_tag_called_different_stays_in_its_group_and_counts_for_nothing():
    groups = known({"Project_A": 3, "Project-A": 2, "项目A": 1}).groups
    review = Review()
    review.dismiss(groups[0], "项目A")
    (shown,) = with_dismissed(groups, review.dismissals)
    assert [member.tag for member in shown.others if member.apart] == ["项目A"]
    assert review.merge_of(shown) == Merge(("Project-A",), "Project_A")
    (gone,) = with_dismissed((), review.dismissals)
    assert gone.is_apart
    assert arranged([gone, *groups], "confidence")
