"""What keys and clicks do on the first screen."""

from __future__ import annotations

import asyncio
import datetime as dt
import threading
from dataclasses import replace

import pytest
from textual import events

from reme_tui.config import Config
from reme_tui.core.query.query import Query, Scope
from reme_tui.search import meaning
from reme_tui.ui.application import key_queue
from reme_tui.ui.screens import browse
from reme_tui.ui.screens.help import HelpScreen, HelpText
from reme_tui.ui.widgets.choice_list import ChoiceList
from reme_tui.ui.widgets.key_line import KeyLine
from reme_tui.ui.widgets.query_bar import QueryField
from reme_tui.ui.widgets.status import StatusLine
from reme_tui.ui.widgets.summary import Summary
from reme_tui.ui.widgets.tag_list import TagList
from reme_tui.ui.widgets.tag_pane import TagPane
from reme_tui.workspace import Workspace
from tests.search.vault import Concepts
from tests.ui.fake import LINKS, SAMPLE, FakeWorkspace, note
from tests.ui.vault import workspace_on

LAUNCH = "daily/2026-09-17/launch.md"
BUDGET = "daily/2026-09-10/budget.md"


async def test_it_opens_on_the_whole_vault_with_the_focus_in_the_query(opened):
    async with opened() as ui:
        assert ui.screen.focused.id == "query"
        assert len(ui.paths) == len(SAMPLE)
        assert "7 notes  5 tags" in ui.text_of("#status")
        assert "as of" in ui.text_of("#status")


async def test_typing_searches_and_every_printable_key_is_text(opened):
    async with opened() as ui:
        await ui.press(*"qtincf", "question_mark", "colon", "slash", *"launch")
        assert ui.screen.query_one(QueryField).value == "qtincf?:/launch"
        assert ui.paths == []
        await ui.press("ctrl+u", *"launch")
        assert BUDGET in ui.paths
        assert ui.browse.asked.text == "launch"


async def test_a_fast_typist_gets_the_answer_to_the_last_question_only(opened):
    async with opened() as ui:
        workspace = ui.app.workspace
        workspace.asked.clear()
        await ui.pilot.press(*"launch gate")
        await ui.settle()
        assert ui.browse.results.query.text == "launch gate"
        assert len(workspace.asked) < 2 * len("launch gate")


async def test_questions_asked_while_one_is_answered_do_not_queue_up(opened, monkeypatch):
    monkeypatch.setattr(browse, "PAUSE", 0)
    async with opened() as ui:
        workspace, search = ui.app.workspace, ui.app.workspace.search
        begun, go_on = threading.Event(), threading.Event()

        def slow(asked, **options):
            begun.set()
            go_on.wait(60)
            return search(asked, **options)

        workspace.asked.clear()
        workspace.search = slow
        ui.browse.asked = Query(text="first")
        await asyncio.to_thread(begun.wait, 60)
        for text in ("second", "third", "launch"):
            ui.browse.asked = Query(text=text)
            for _ in range(100):  # as long as it takes a search to begin
                await asyncio.sleep(0)
        go_on.set()
        await ui.settle()
        assert [query.text for query in workspace.asked] == ["first", "launch"]
        assert ui.browse.results.query.text == "launch"


async def test_an_answer_to_an_older_question_is_not_shown(opened):
    async with opened() as ui:
        await ui.put("launch")
        shown = ui.browse.results
        stale = ui.app.workspace.search(Query(text="gold"))
        from reme_tui.ui.messages.browsing import Answered

        ui.browse.post_message(Answered(0, stale, None))
        await ui.settle()
        assert ui.browse.results is shown


async def test_enter_on_a_tag_makes_a_chip_and_minus_excludes(opened):
    async with opened() as ui:
        await ui.press("escape", "t", "enter")
        first = ui.browse.tags.rows[0]
        assert ui.scope.tags == (first.tag,)
        assert "×" in ui.text_of("#chips")
        await ui.press("minus")
        assert ui.scope == Scope(excluded_tags=(first.tag,))
        await ui.press("minus")
        assert ui.scope == Scope()


async def test_any_and_all(opened):
    async with opened() as ui:
        await ui.press("escape", "t", "enter", "j", "enter")
        assert "any of" in ui.text_of("#chips")
        some = len(ui.paths)
        await ui.press("ampersand")
        assert "all of" in ui.text_of("#chips")
        assert 0 < len(ui.paths) < some


async def test_backspace_at_the_start_takes_the_last_chip(opened):
    query = Query(text="launch", scope=Scope(tags=("Alice", "Project_A")))
    async with opened(query=query) as ui:
        assert ui.screen.query_one(QueryField).value == "launch"
        await ui.press("backspace")
        assert ui.scope.tags == ("Alice", "Project_A")
        await ui.press("home", "backspace")
        assert ui.scope.tags == ("Alice",)
        assert ui.screen.query_one(QueryField).value == "launc"


async def test_an_operator_becomes_a_chip_at_the_blank(opened):
    async with opened() as ui:
        await ui.put("tag:alice")
        assert ui.scope.tags == ()
        await ui.press("space")
        assert ui.scope.tags == ("alice",)
        assert ui.screen.query_one(QueryField).value.strip() == ""


async def test_an_operator_that_cannot_be_read_is_said_and_filters_nothing(opened):
    async with opened() as ui:
        await ui.put("from:nonsense ")
        assert "nonsense" in ui.text_of("#summary")
        assert ui.scope == Scope()


async def test_dates_by_the_line(opened):
    async with opened() as ui:
        await ui.press("escape", "i")
        await ui.put("2026-09-10..today")
        await ui.press("enter")
        assert (ui.scope.since, ui.scope.until) == (dt.date(2026, 9, 10), dt.date(2026, 9, 21))
        assert "undated left out" in ui.text_of("#summary")
        assert ui.browse.tags.counts["alice"] == 2
        await ui.press("plus")
        assert ui.scope.undated


async def test_dates_that_cannot_be_read_are_said_in_place_and_change_nothing(opened):
    async with opened() as ui:
        await ui.press("escape", "i")
        await ui.put("whenever")
        await ui.press("enter")
        assert ui.scope == Scope()
        complaint = ui.screen.query_one("#date-complaint")
        assert "whenever" in str(complaint.render())
        assert complaint.region.y > ui.screen.query_one("DateField").region.y
        await ui.put("today")
        assert not complaint.display
        await ui.press("escape")
        assert not ui.screen.query("DateLine")
        assert ui.screen.focused is ui.browse.hits


async def test_presets_and_chips_answer_to_the_mouse(opened):
    async with opened(query=Query(scope=Scope(tags=("Alice",)))) as ui:
        line = ui.text_of("#chips")
        await ui.click("#chips", (line.index("90d"), 0))
        assert (ui.scope.since, ui.scope.until) == (dt.date(2026, 6, 24), dt.date(2026, 9, 21))
        await ui.click("#chips", (ui.text_of("#chips").index("×"), 0))
        assert ui.scope.tags == ()
        await ui.click("#tags", (5, 0))
        assert ui.scope.tags == (ui.browse.tags.rows[0].tag,)


async def test_neighbours_unfold_in_place(opened):
    workspace = FakeWorkspace()
    workspace.links[LAUNCH] = LINKS
    async with opened(workspace) as ui:
        await ui.put("regression")
        await ui.press("enter", "space")
        text = ui.text_of("#hits")
        assert "├→ Rollback procedure" in text
        assert "outside the filter" in text
        assert "missing" in text
        assert "several  file" in text
        assert "└  3 more in" in text
        await ui.press("h")
        assert "Rollback" not in ui.text_of("#hits")


@pytest.fixture
async def unfolded(opened):
    """The first hit unfolded, with links of every kind."""
    workspace = FakeWorkspace()
    workspace.links[LAUNCH] = LINKS
    workspace.links[LAUNCH] = replace(LINKS, out=(replace(LINKS.out[0], path=BUDGET), *LINKS.out[1:]))
    async with opened(workspace) as ui:
        await ui.put("regression launch confirm")
        await ui.press("enter", "space")
        assert ui.browse.hits.path == LAUNCH
        yield ui


async def test_the_cursor_walks_through_what_is_unfolded_and_the_keys_mean_that_note(unfolded):
    ui = unfolded
    await ui.press("j", "y")
    assert ui.app.clipboard == BUDGET
    assert ui.browse.selected == BUDGET
    await ui.press("Y", "v")
    assert ui.app.clipboard == f"[[{BUDGET}]]"
    assert not ui.browse.hits.marks
    await ui.press("j", "j", "enter")
    assert ui.screen is ui.browse
    assert ui.notices[-1] == "lost note is linked, but nothing is there"
    await ui.press("h")
    assert ui.browse.hits.path == LAUNCH
    assert "lost note" not in ui.text_of("#hits")


async def test_a_linked_note_is_read_and_left_for_its_row_and_the_brackets_go_on_from_the_hit(unfolded):
    ui = unfolded
    await ui.press("j", "enter")
    assert ui.screen.path == BUDGET
    assert "1 step from hit 1 of" in ui.text_of("#note-head")
    await ui.press("backspace")
    assert ui.screen.path == LAUNCH
    await ui.press("q")
    assert ui.browse.hits.path == BUDGET
    await ui.press("enter", "]")
    assert ui.screen.path == ui.paths[1]


async def test_the_cursor_stays_on_a_linked_note_when_the_vault_changes(unfolded):
    ui, workspace = unfolded, unfolded.app.workspace
    await ui.press("j", "j")
    selected = ui.browse.selected
    workspace.links[LAUNCH] = replace(workspace.links[LAUNCH], out=workspace.links[LAUNCH].out[1:])
    workspace.pairs.append(note("zzz.md", "New", ["Alice"], body="Nothing."))
    await ui.press("ctrl+r")
    assert BUDGET not in [entry.path for entry in ui.browse.hits.entries[:2]]
    assert ui.browse.hits.entry.key == (LAUNCH, selected)


async def test_a_word_near_an_operator_is_searched_and_pointed_out(opened):
    async with opened() as ui:
        await ui.put("tags:Alice")
        assert ui.browse.asked == Query(text="tags:Alice")
        assert "tags: is searched as a word; the operator is tag:" in ui.text_of("#summary")


async def test_a_click_on_the_mark_unfolds(opened):
    async with opened() as ui:
        mark = ui.text_of("#hits").splitlines()[0].index("▸")
        await ui.click("#hits", (mark, 0))
        assert "no links in or out" in ui.text_of("#hits")


async def test_what_is_copied(opened):
    async with opened() as ui:
        await ui.press("escape", "y")
        assert ui.app.clipboard == ui.paths[0]
        await ui.press("Y")
        assert ui.app.clipboard == f"[[{ui.paths[0]}]]"


async def test_the_cursor_stays_on_its_note_when_the_vault_changes(opened):
    workspace = FakeWorkspace()
    async with opened(workspace) as ui:
        await ui.press("escape", "j", "j")
        selected = ui.browse.selected
        workspace.pairs.insert(0, note("aaa.md", "New", ["Alice"], day="2026-09-20"))
        await ui.press("ctrl+r")
        assert len(ui.paths) == len(SAMPLE) + 1
        assert ui.browse.selected == selected
        assert ui.browse.hits.path == selected


async def test_until_somebody_goes_into_the_list_the_best_hit_is_selected(opened):
    workspace = FakeWorkspace()
    async with opened(workspace) as ui:
        workspace.pairs.insert(0, note("aaa.md", "New", ["Alice"], day="2026-09-20"))
        await ui.press("ctrl+r")
        assert ui.browse.selected == ui.paths[0] == "aaa.md"
        assert ui.browse.hits.scroll_offset.y == 0


async def test_at_the_end_of_the_hits_there_are_more_until_another_question(opened, make_vault):
    async with opened(workspace_on(make_vault({f"{number:03}.md": "gold\n" for number in range(230)}))) as ui:
        await ui.put("gold")
        assert len(ui.paths) == 50
        await ui.press("enter", "G")
        assert (len(ui.paths), ui.browse.hits.cursor) == (200, 49)
        await ui.press("G")
        assert (len(ui.paths), ui.browse.hits.cursor) == (230, 199)
        await ui.press("ctrl+r")
        assert len(ui.paths) == 230
        await ui.press("/", "backspace")
        assert len(ui.paths) == 50


async def test_the_cursor_stays_where_a_note_was_that_has_gone(opened):
    workspace = FakeWorkspace()
    async with opened(workspace) as ui:
        await ui.press("escape", "j", "j")
        gone, after = ui.paths[2:4]
        workspace.pairs = [pair for pair in workspace.pairs if pair[0].path != gone]
        await ui.press("ctrl+r")
        assert ui.browse.selected == ui.paths[2] == after


async def test_untagged_and_clear(opened):
    async with opened() as ui:
        await ui.press("escape", "n")
        assert ui.paths == ["inbox/loose.md"]
        await ui.press("c")
        assert len(ui.paths) == len(SAMPLE)


async def test_the_hits_come_newest_first_until_asked_for_the_best_again(opened, make_vault):
    notes = {"2026-01-01.md": "launch launch launch\n", "2026-03-01.md": "A launch, and more.\n"}
    async with opened(workspace_on(make_vault(notes))) as ui:
        await ui.put("launch")
        best = ui.paths
        await ui.press("enter", "o")
        assert ui.paths == ["2026-03-01.md", "2026-01-01.md"] == best[::-1]
        assert "newest first" in ui.text_of("#summary")
        await ui.press("slash")
        await ui.put(" more")
        assert ui.browse.asked.order == "newest"
        await ui.press("enter", "o")
        assert "newest first" not in ui.text_of("#summary")


async def test_words_that_the_model_does_not_know_do_not_put_it_in_doubt(opened, make_vault, monkeypatch):
    monkeypatch.setattr(meaning, "load_encoder", lambda _: Concepts("launch"))
    async with opened(Workspace(Config(make_vault({"a.md": "launch\n"})))) as ui:
        for text in ("launch", " zzqqz"):
            await ui.put(text)
            assert "words only" not in ui.text_of("#status")
        await ui.press("ctrl+u")
        await ui.put("zzqqz")
        assert not ui.paths
        assert "words only" not in ui.text_of("#status")


async def test_the_tag_list_narrows_and_orders(opened):
    async with opened() as ui:
        await ui.press("escape", "t", "f")
        await ui.put("n=1")
        tags = ui.screen.query_one(TagList)
        assert {row.files for row in tags.rows} == {1}
        await ui.press("enter", "o")
        assert [row.key for row in tags.rows] == sorted(row.key for row in tags.rows)
        await ui.press("escape")
        assert len(tags.rows) == 5


async def test_escape_never_quits_and_the_footer_follows_the_focus(opened):
    async with opened() as ui:
        assert "query" in ui.screen.query_one(KeyLine).places
        await ui.press("escape", "escape", "escape", "escape", "ctrl+c")
        assert ui.app.is_running
        assert "space neighbours" in ui.text_of("#keys")
        await ui.press("t")
        assert "exclude" in ui.text_of("#keys")
        await ui.press("question_mark")
        assert isinstance(ui.screen, HelpScreen)
        await ui.press("G")
        assert ui.screen.query_one(HelpText).scroll_y > 0
        await ui.press("escape")
        assert ui.screen is ui.browse


async def test_q_quits_in_a_list(opened):
    async with opened() as ui:
        await ui.press("escape", "q")
        assert ui.app.return_code == 0
        assert ui.app._exit


async def test_the_sidebar_is_an_overlay_on_a_narrow_screen(opened):
    async with opened(size=(80, 24)) as ui:
        pane = ui.screen.query_one(TagPane)
        assert not pane.display
        await ui.press("escape", "t")
        assert pane.display
        assert ui.screen.focused.id == "tags"
        await ui.press("t")
        assert not pane.display
        await ui.pilot.resize_terminal(300, 80)
        await ui.press("t")
        assert pane.display
        await ui.pilot.resize_terminal(80, 24)
        await ui.settle()
        assert pane.display
        assert ui.screen.focused.id == "tags"
        await ui.press("escape")
        assert not pane.display
        assert "neighbours" in ui.text_of("#keys")
        for key in ("i", "slash"):
            await ui.press("t", key)
            assert not pane.display
            await ui.press("escape")


async def test_the_palette_runs_a_command(opened):
    async with opened() as ui:
        await ui.press("ctrl+p")
        await ui.put("untagged")
        await ui.press("enter")
        assert ui.scope.untagged


async def test_a_vault_that_cannot_be_read_says_so_and_can_be_looked_at_again(opened):
    workspace = FakeWorkspace(error="no such folder: /x/y")
    async with opened(workspace) as ui:
        assert "no such folder: /x/y" in ui.text_of("#hits")
        assert "ctrl+r" in ui.text_of("#hits") or "^r" in ui.text_of("#hits")
        workspace.error = ""
        await ui.press("ctrl+r")
        assert len(ui.paths) == len(SAMPLE)


async def test_an_empty_vault_and_one_without_tags_say_what_to_do(opened):
    async with opened(FakeWorkspace(())) as ui:
        assert "no notes here" in ui.text_of("#hits")
    pairs = [note(f"{at}.md", f"Note {at}", list_keys=("people",)) for at in range(3)]
    async with opened(FakeWorkspace(pairs)) as ui:
        await ui.press("escape")  # the offer of a field
        assert "people 3 notes" in ui.text_of("#tags")
        assert "take one for tags" in ui.text_of("#tags")


@pytest.mark.parametrize("command", ["browse.problems", "app.commands"])
async def test_a_screen_that_is_asked_for_twice_at_once_comes_once(opened, command):
    async with opened() as ui:
        await asyncio.gather(ui.app.run_command(command), ui.app.run_command(command))
        await ui.settle()
        assert len(ui.app.screen_stack) == 2
        await ui.press("escape")
        assert ui.screen is ui.browse


async def test_no_hits_name_the_step_that_left_none(opened):
    async with opened(FakeWorkspace(suggestion="launch")) as ui:
        await ui.put("lanch")
        assert "nothing matches these words" in ui.text_of("#hits")
        assert "did you mean launch" in ui.text_of("#hits")
        await ui.press("ctrl+y")
        assert ui.browse.asked.text == "launch"
        assert ui.paths
    async with opened(query=Query(scope=Scope(tags=("Nobody",)))) as ui:
        assert "no note has the tag Nobody" in ui.text_of("#hits")
        assert "did you mean" not in ui.text_of("#hits")
    async with opened(query=Query(scope=Scope(tags=("Allice",)))) as ui:
        assert "did you mean Alice?" in ui.text_of("#hits")
    dates = Scope(tags=("Gold",), since=dt.date(2026, 9, 1))
    async with opened(query=Query(scope=dates)) as ui:
        assert "has a date in this range" in ui.text_of("#hits")
        await ui.press("escape", "plus")
        assert ui.paths == ["digest/gold.md"]


@pytest.mark.parametrize(
    ("typed", "said", "then"),
    [
        ("gold -gold", ("-gold leaves nothing", "without -gold: 1 note"), "gold"),
        ('"red gold"', ('"red gold" leaves nothing', "without the quotes: 1 note"), "red gold"),
        ('"red gold" -"a b"', ('"red gold" leaves nothing', "without the quotes: 1 note"), 'red gold -"a b"'),
        ('"red gold" -gold', ('"red gold" -gold leaves nothing', "without -gold and the quotes: 1 note"), "red gold"),
    ],
)
async def test_a_phrase_or_an_excluded_word_that_leaves_nothing_is_named(opened, make_vault, typed, said, then):
    async with opened(workspace_on(make_vault({"a.md": "gold is bought\n", "b.md": "tea\n"}))) as ui:
        await ui.put(typed)
        assert all(each in ui.text_of("#hits") for each in said)
        await ui.press("ctrl+y")
        assert ui.screen.query_one(QueryField).value == then
        assert ui.paths == ["a.md"]


async def test_a_spelling_that_is_offered_keeps_what_else_was_asked(opened):
    async with opened(FakeWorkspace(suggestion="launch")) as ui:
        await ui.put('lanch "gate" -gold')
        await ui.press("ctrl+y")
        assert ui.screen.query_one(QueryField).value == '"gate" launch -gold'


async def test_without_words_there_is_one_order_and_it_is_said(opened):
    async with opened() as ui:
        await ui.press("escape", "o")
        assert ui.notices == ["the newest come first: there are no words to order by"]
        assert ui.browse.asked.order == "best"


async def test_a_vault_can_be_searched_while_it_is_being_read(opened):
    workspace = FakeWorkspace()
    workspace.parts, workspace.gate = 3, threading.Event()
    async with opened(workspace, settled=False) as ui:
        while ui.browse.results is None or not ui.browse.results.hits:
            await ui.pilot.pause()
        status = ui.screen.query_one(StatusLine)
        assert "reading 3 of 7 notes" in ui.text_of("#status")
        assert "^g stop" in ui.text_of("#status")
        assert status.facts.progress.done == 3
        assert len(ui.paths) == 3
        assert "of what is read so far" in ui.text_of("#summary")
        workspace.gate.set()
        await ui.settle()
        assert len(ui.paths) == len(SAMPLE)
        assert "so far" not in ui.screen.query_one(Summary).render_line(0).text


async def test_without_a_model_it_says_so_once(opened):
    async with opened(FakeWorkspace(encoder=False)) as ui:
        assert ui.text_of("#status").count("words only") == 1


async def test_hostile_text_is_shown_as_symbols(opened):
    nasty = "a\x1b[31mb [red]c[/ \u202ed \ud800 e\nf"
    pairs = [note(f"x{nasty.replace('/', '')}.md", nasty, [nasty], body=nasty, description=nasty)]
    async with opened(FakeWorkspace(pairs)) as ui:
        await ui.press("escape", "t", "enter")
        for selector in ("#hits", "#tags", "#chips"):
            text = ui.text_of(selector)
            assert "\x1b" not in text
            assert "\u202e" not in text
            assert "a␛[31mb [red]c" in text


async def test_what_follows_the_key_of_the_query_at_once_is_text(opened):
    async with opened() as driver:
        await driver.press("escape")
        for key in ("slash", *"unlaugh"):  # u, n and a are commands of the list
            driver.app.post_message(events.Key(key, "/" if key == "slash" else key))
        await driver.settle()
        assert driver.app.screen is driver.app.browse
        assert driver.app.browse.asked.text == "unlaugh"


@pytest.mark.parametrize(("alt", "letter"), [("alt+t", "t"), ("alt+shift+v", "V"), ("alt+ü", "ü")])
async def test_esc_and_a_letter_sent_in_one_piece_are_both_taken(opened, alt, letter):
    async with opened() as driver:
        driver.app.post_message(events.Key(alt, letter))
        await driver.settle()
        assert driver.app.focused is (driver.app.browse.tags if letter == "t" else driver.app.browse.hits)
        assert not driver.app.browse.asked.text


async def test_a_word_typed_at_once_waits_for_no_part_of_the_screen(opened, monkeypatch):
    monkeypatch.setattr(key_queue, "TURNS", 10_000)  # as good as for ever
    async with opened() as driver:
        free = asyncio.Event()
        driver.app.browse.call_later(free.wait)  # as long as a screen full is drawn
        for key in "launch":
            driver.app.post_message(events.Key(key, key))
        for _ in range(200):
            await asyncio.sleep(0)
        typed = driver.app.browse.query_one(QueryField).value
        free.set()
        assert typed == "launch"
        await driver.settle()
        assert driver.app.browse.asked.text == "launch"


async def test_what_is_typed_behind_a_key_that_leaves_a_screen_reaches_the_one_below(opened):
    async with opened() as driver:
        await driver.press("escape", "p")
        for key in ("q", "slash", *"gold"):
            driver.app.post_message(events.Key(key, "/" if key == "slash" else key))
        await driver.settle()
        assert driver.app.browse.asked.text == "gold"


async def test_a_dialog_that_is_answered_twice_is_left_once(opened):
    async with opened() as driver:
        await driver.app.run_command("app.themes")
        await driver.settle()
        screen = driver.app.screen
        for _ in range(3):
            screen.query_one(ChoiceList).action_take()
        await driver.settle()
        assert driver.app.screen is driver.app.browse


@pytest.mark.parametrize("size", [(120, 36), (80, 24)])
async def test_the_line_that_narrows_the_tags_takes_no_room_from_them_and_closes_when_emptied(opened, size):
    async with opened(size=size) as ui:
        await ui.press("escape", "t")
        before = ui.text_of("#tags")
        assert all(ui.browse.tags.render_line(y).text.endswith(" ") for y in range(5))
        await ui.press("f")
        await ui.put("e")
        await ui.press("enter")
        assert ui.browse.tags.region.width == ui.browse.tags.parent.content_region.width
        assert ui.text_of("#tags").splitlines()[0] in before
        await ui.press("f", "ctrl+u", "enter")
        assert not ui.screen.query("TagFilter")
        assert ui.text_of("#tags") == before
        assert ui.browse.tags.has_focus
