"""What users of other tools reported, on the screen."""

from __future__ import annotations

from reme_tui.core.query.query import Query, Scope
from reme_tui.ui.widgets.query_bar import QueryField
from tests.ui.vault import workspace_on


def write(folder, files):
    for path, text in files.items():
        (folder / path).write_text(text, encoding="utf-8")


async def test_brackets_in_text_tags_and_names_are_shown_as_they_are(opened, tmp_path):
    write(tmp_path, {"[00] plan.md": "---\nmemory_tags: ['[/', '[bold']\n---\narray[0] and [/x and [red]red[/red]\n"})
    async with opened(workspace_on(tmp_path)) as ui:
        assert "[bold" in ui.text_of("#tags")
        await ui.put("[/")
        await ui.press("ctrl+u")
        await ui.put("array ")
        assert "array[0] and [/x and [red]red[/red]" in ui.text_of("#hits")
        await ui.press("enter", "y", "enter")
        assert "[/  [bold" in ui.text_of("#note-head").replace("  [00]", "")
        assert "[red]red[/red]" in ui.text_of("#note")
        assert "[/, [bold" in ui.text_of("#fields")
        await ui.press("w")
        assert "[00] plan.md" in ui.text_of("#why")


async def test_a_neighbour_outside_the_tags_is_shown_below_the_hit_and_changes_no_score(opened, tmp_path):
    pump = "Pump repair"
    write(
        tmp_path,
        {
            "in.md": f"---\nmemory_tags: ['user:alice']\n---\n{pump} plan, see [[out.md]].\n",
            "out.md": f"---\nmemory_tags: ['user:bob']\n---\n{pump} pump repair pump repair.\n",
            "far.md": f"---\nmemory_tags: ['user:bob']\n---\n{pump}.\n",
        },
    )
    asked = Query(text="pump repair", scope=Scope(tags=("user:alice",)))
    async with opened(workspace_on(tmp_path), query=asked) as ui:
        assert ui.paths == ["in.md"]
        before = ui.browse.results.hits[0].score
        await ui.press("enter", "space")
        hits = ui.text_of("#hits")
        assert "→ out" in hits
        assert "outside the filter" in hits
        assert "far" not in hits
        assert ui.browse.results.hits[0].score == before


async def test_a_tag_with_a_blank_is_one_chip_and_is_proposed(opened, tmp_path):
    write(
        tmp_path,
        {"n.md": "---\nmemory_tags: ['spare parts', spare]\n---\nText.\n", "s.md": "---\nmemory_tags: [spare]\n---\n"},
    )
    async with opened(workspace_on(tmp_path)) as ui:
        await ui.put("tag:par")
        assert "spare parts" in ui.text_of("#proposals")
        await ui.press("ctrl+u")
        await ui.put('tag:"spare parts" ')
        assert ui.scope.tags == ("spare parts",)
        assert ui.paths == ["n.md"]
        assert ui.screen.query_one(QueryField).value == ""


async def test_a_save_by_renaming_shows_each_time_and_leaves_no_ghost(opened, tmp_path):
    write(tmp_path, {"a.md": "---\nmemory_tags: [alpha]\n---\nText.\n", "b.md": "Other.\n"})
    async with opened(workspace_on(tmp_path)) as ui:
        await ui.press("escape")
        ui.browse.hits.select("a.md")
        for tag in ("omega", "psi", "chi"):
            write(tmp_path, {"a.md.tmp": f"---\nmemory_tags: [{tag}]\n---\nText.\n"})
            (tmp_path / "a.md.tmp").replace(tmp_path / "a.md")
            ui.app.notice(frozenset({"a.md.tmp", "a.md"}))
            await ui.settle()
            assert tag in ui.text_of("#tags")
            assert "1 tag " in ui.text_of("#status")
            assert sorted(ui.paths) == ["a.md", "b.md"]
            assert ui.browse.hits.path == "a.md"


async def test_without_a_watcher_the_age_is_shown_and_a_key_finds_the_change(opened, tmp_path):
    write(
        tmp_path, {"a.md": "---\nmemory_tags: [x]\n---\nText.\n", "夏天.md": "---\nmemory_tags: [季节]\n---\nText.\n"}
    )
    async with opened(workspace_on(tmp_path)) as ui:
        assert "○ as of" in ui.text_of("#status")
        write(tmp_path, {"夏天.md": "---\nmemory_tags: [四季, 冬天]\n---\nText.\n"})
        await ui.press("ctrl+r")
        assert "四季" in ui.text_of("#tags")
        assert "季节" not in ui.text_of("#tags")
        assert "3 tags" in ui.text_of("#status")


async def test_untagged_takes_in_every_empty_block(opened, tmp_path):
    write(
        tmp_path,
        {
            "a.md": "---\n---\nBody\n",
            "b.md": "---\nmemory_tags:\n---\n",
            "c.md": "---\nmemory_tags: []\n---\n",
            "d.md": "",
            "e.md": "---\n",
        },
    )
    async with opened(workspace_on(tmp_path)) as ui:
        await ui.press("escape", "n")
        assert sorted(ui.paths) == ["a.md", "b.md", "c.md", "d.md", "e.md"]
        for _ in ui.paths:
            await ui.press("enter", "q", "j")
        assert ui.screen is ui.browse
