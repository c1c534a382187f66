"""Keys, themes and the tag field as the user wants them, and what is remembered."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys
import threading

import pytest
from textual import events
from textual.widget import Widget

import reme_tui.ui.drawing.theme
from reme_tui.config import ConfigError, KeySetting
from reme_tui.config.memory import Memory
from reme_tui.core.query.query import Query
from reme_tui.ui.application.app import RemeApp
from reme_tui.ui.application.base import Opening
from reme_tui.ui.application.wide_folder_question import CHOOSE
from reme_tui.ui.commands.keymap import lay_over
from reme_tui.ui.commands.keys import is_printable, read_key
from reme_tui.ui.commands.places import FOCUSES, TEXT_FIELDS
from reme_tui.ui.widgets.choice_list import ChoiceList
from tests.ui.conftest import Driver
from tests.ui.fake import FakeWorkspace, note
from tests.ui.vault import workspace_on

QUERY = Query()
SETTINGS = {
    "none": [],
    "moved": [("tags.order", "O"), ("hits.edit", "E", "f4")],
    "taken from a default": [("tags.order", "p")],
    "asked for twice": [("hits.edit", "E"), ("hits.why", "E")],
    "everywhere": [("app.help", "j", "space", "ctrl+r")],
    "text": [("query.hits", "x"), ("folder.list", ",")],
    "swapped": [("browse.tags", "i"), ("browse.dates", "t")],
    "gone": [("app.leave",), ("list.down",)],
}


def laid(*settings):
    return lay_over(
        [KeySetting(name, tuple(keys), f"config.toml, line {at}") for at, (name, *keys) in enumerate(settings, 1)]
    )


def keys_of(keymap):
    return {command.id: command.keys for command in keymap.commands}


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=list(SETTINGS))
def test_whatever_is_set_one_key_has_one_meaning_in_each_focus(settings):
    commands = laid(*settings).commands
    for focus in FOCUSES:
        types = not TEXT_FIELDS.isdisjoint(focus)
        keys = [
            key
            for command in commands
            if command.place in focus
            for key in command.keys
            if not (types and is_printable(key))
        ]
        assert sorted(keys) == sorted(set(keys)), focus
    assert not [
        key for command in commands if command.place in TEXT_FIELDS for key in command.keys if is_printable(key)
    ]


def test_keys_are_moved_added_and_taken_away():
    keymap = laid(("tags.order", "O"), ("hits.edit", "E", "F4"), ("app.copy",))
    assert not keymap.notices
    changed = {name: keys for name, keys in keys_of(keymap).items() if keys != keys_of(laid())[name]}
    assert changed == {"tags.order": ("O",), "hits.edit": ("E", "f4"), "app.copy": ()}


@pytest.mark.parametrize(
    ("settings", "notice", "held"),
    [
        (
            [("tags.order", "p")],
            "config.toml, line 1: p is tags.order and browse.problems: it means tags.order, browse.problems has no key",
            {"tags.order": ("p",), "browse.problems": ()},
        ),
        (
            [("hits.why", "j")],
            "config.toml, line 1: j is hits.why and list.down: it means hits.why, list.down keeps ↓",
            {"list.down": ("down",)},
        ),
        (
            [("hits.edit", "Q"), ("hits.why", "Q", "f9")],
            "config.toml, line 2: Q is hits.edit and hits.why: it means hits.edit, hits.why keeps F9",
            {"hits.edit": ("Q",), "hits.why": ("f9",)},
        ),
        (
            [("query.hits", "x", "ctrl+o")],
            "config.toml, line 1: x types text where query.hits works: query.hits keeps ctrl+o",
            {"query.hits": ("ctrl+o",)},
        ),
    ],
)
def test_a_clash_is_told_with_both_commands_and_what_holds(settings, notice, held):
    keymap = laid(*settings)
    assert keymap.notices == (notice,)
    assert keys_of(keymap).items() >= held.items()


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        (("tags.ordr", "O"), "config.toml, line 1: unknown command 'tags.ordr'; did you mean tags.order?"),
        (("tags.order", "ctlr+o"), "config.toml, line 1: tags.order: unknown key 'ctlr+o'"),
        (("tags.order", "pgdwn"), "unknown key 'pgdwn'; did you mean pgdn?"),
        (("read.follow", "a"), "read.follow: its keys stand for themselves"),
    ],
)
def test_unknown_names_are_refused_with_file_line_and_the_nearest(setting, says):
    with pytest.raises(ConfigError) as raised:
        laid(setting)
    assert says in str(raised.value)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Esc", "escape"),
        ("ctrl+[", "escape"),
        ("Ctrl+I", "tab"),
        ("Return", "enter"),
        ("shift+r", "R"),
        ("R", "R"),
        ("ctrl+R", "ctrl+r"),
        (",", "comma"),
        ("+", "+"),
        (" ", "space"),
        ("ctrl++", "ctrl++"),
        ("shift+F5", "shift+f5"),
        ("项", "项"),
    ],
)
def test_a_key_has_one_name_however_it_is_written(written, meant):
    assert read_key(written) == meant


def test_every_focus_on_the_screen_is_one_that_is_checked():
    for module in pkgutil.walk_packages(reme_tui.ui.__path__, "reme_tui.ui."):
        importlib.import_module(module.name)
    kinds, chains = [Widget], set()
    while kinds:
        kind = kinds.pop()
        kinds += kind.__subclasses__()
        if kind.__module__.startswith("reme_tui") and getattr(kind, "can_focus", False):
            chains.add(getattr(kind, "PLACES", ()))
    assert chains
    for places in chains:
        assert any(set(places) <= set(focus) for focus in FOCUSES), places


SCRIPT = """
import asyncio, sys
from reme_tui.config import KeySetting
from reme_tui.ui.commands.commands import adopt
from reme_tui.ui.commands.keymap import lay_over
wanted = {"browse.dates": ("ctrl+o",), "app.help": ("f2",), "tags.order": (",",), "browse.query": ()}
adopt(lay_over([KeySetting(name, keys, "x") for name, keys in wanted.items()]).commands)
from reme_tui.core.query.query import Query
from reme_tui.ui.application.app import RemeApp
from tests.ui.conftest import Driver
from tests.ui.fake import FakeWorkspace

async def main():
    async with RemeApp(FakeWorkspace(), Query()).run_test(size=(160, 36)) as pilot:
        driver = Driver(pilot.app, pilot)
        await driver.settle()
        print("footer", driver.text_of("KeyLine"))
        await driver.press("ctrl+o")
        print("focus", type(driver.screen.focused).__name__)
        await driver.press("escape", "t")
        before = driver.text_of("TagHead")
        await driver.press("comma")
        print("order", before != driver.text_of("TagHead"))
        await driver.press("slash", "i")
        print("focus", type(driver.screen.focused).__name__)
        await driver.press("f2")
        print("help", driver.text_of("HelpText"))

asyncio.run(main())
try:
    adopt(lay_over([KeySetting("app.help", ("f3",), "x")]).commands)
except RuntimeError as error:
    print("late", error)
"""


def test_keys_are_in_the_bindings_the_footer_and_the_help(tmp_path):
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    said = done.stdout
    assert "F2 help" in said.replace("f2", "F2")
    assert said.count("focus DateField") == 1
    assert "order True" in said
    assert said.count("focus TagList") == 1
    assert "ctrl+o" in said.partition("help")[2]
    assert "late the bindings are made already" in said


class Run:
    """One run of the app after another, with one memory."""

    def __init__(self, memory):
        self.memory = memory

    async def __call__(self, steps, workspace=None, *, doubtful=False):
        app = RemeApp(workspace or FakeWorkspace(), QUERY, memory=self.memory, opening=Opening(doubtful=doubtful))
        async with app.run_test(size=(120, 36)) as pilot:
            driver = Driver(app, pilot)
            await driver.settle()
            await steps(driver)
        return app


@pytest.fixture
def run(tmp_path):
    return Run(Memory(tmp_path / "remembered.json"))


async def test_a_theme_is_shown_while_it_is_chosen_and_remembered(run):
    async def choose(driver):
        await driver.app.run_command("app.themes")
        await driver.settle()
        await driver.press("g")
        assert driver.app.theme == "day"
        await driver.press("escape")
        assert driver.app.theme == "night"
        await driver.app.run_command("app.themes")
        await driver.settle()
        await driver.press("g", "enter")

    async def look(driver):
        assert driver.app.theme == "day"

    await run(choose)
    await run(look)


async def test_without_colours_the_grey_theme_is_taken_whatever_is_remembered(run, monkeypatch):
    run.memory.keep_theme("day")
    monkeypatch.setenv("NO_COLOR", "1")

    async def look(driver):
        assert driver.app.theme == "mono"

    await run(look)
    assert run.memory.recall().theme == "day"


async def test_what_is_typed_before_the_first_picture_is_not_lost():
    app = RemeApp(FakeWorkspace(), QUERY)
    for key in "ab":
        app.post_message(events.Key(key, key))
    async with app.run_test(size=(120, 36)) as pilot:
        await Driver(app, pilot).settle()
        assert app.browse.asked.text == "ab"


async def test_a_theme_that_is_gone_falls_back_and_says_so(run):
    run.memory.keep_theme("sepia")

    async def look(driver):
        assert driver.app.theme == "night"
        assert "no theme sepia: using night" in driver.notices

    await run(look)


async def test_an_own_theme_is_taken_and_a_broken_one_says_why(run, tmp_path, monkeypatch):
    own = tmp_path / "themes"
    own.mkdir()
    shipped = reme_tui.ui.drawing.theme.theme_folders()[0]
    (own / "mine.toml").write_text((shipped / "day.toml").read_text().replace('"day"', '"mine"'))
    (own / "broken.toml").write_text("name = ")
    monkeypatch.setattr("reme_tui.ui.application.base.theme_folders", lambda: (shipped, own))

    async def look(driver):
        assert driver.app.theme == "mine"
        assert any(notice.startswith("theme broken.toml:") for notice in driver.notices)

    await run(look, FakeWorkspace(theme="mine"))


@pytest.fixture
def people(make_vault):
    text = "---\npeople: [Zoe, 李伟]\ntopics: [x]\n---\nhello\n"
    return make_vault({"a.md": text, "b.md": text.replace("topics: [x]\n", "")})


async def test_a_field_is_offered_written_and_read_by(run, people):
    async def take(driver):
        offer = driver.screen.query_one(ChoiceList)
        rows = [(choice.label, choice.detail) for choice in offer.choices]
        assert rows == [("people", "2 notes"), ("topics", "1 note"), ("none of these", "")]
        await driver.press("enter")
        assert [row.tag for row in driver.browse.snapshot.tags.rows()] == ["Zoe", "李伟"]

    app = await run(take, workspace_on(people))
    assert (people / ".reme-tui" / "config.toml").read_text() == 'tag_fields = ["people"]\n'
    assert app.workspace.config.reading.tag_fields == ("people",)
    assert run.memory.recall().vaults == (str(people),)


async def test_a_declined_offer_is_not_made_again_but_can_be_asked_for(run, people):
    async def decline(driver):
        assert driver.screen.query(ChoiceList)
        await driver.press("q")

    async def ask(driver):
        assert not driver.screen.query(ChoiceList)
        await driver.app.run_command("app.tag_field")
        await driver.settle()
        assert driver.screen.query(ChoiceList)

    await run(decline, workspace_on(people))
    await run(ask, workspace_on(people))
    assert not (people / ".reme-tui").exists()


async def test_a_field_that_cannot_be_written_down_is_told(run, people):
    (people / ".reme-tui").write_text("no folder")

    async def take(driver):
        await driver.press("g", "enter")
        assert any(str(people) in notice for notice in driver.notices)
        assert not driver.browse.snapshot.tags.rows()

    await run(take, workspace_on(people))


async def test_no_field_is_offered_where_there_are_tags_or_no_lists(run):
    async def look(driver):
        assert driver.screen is driver.browse

    await run(look)
    await run(look, FakeWorkspace([note("a.md", "A")]))


async def test_reading_is_stopped_told_and_gone_on_with(make_vault):
    vault = make_vault({f"n{number:04}.md": "hello\n" for number in range(1_500)})
    workspace = workspace_on(vault)
    reached, going_on = threading.Event(), threading.Event()
    load = workspace.load

    def slow_load(report):
        def wait(progress):
            report(progress)
            if progress.stage == "reading" and not going_on.is_set():
                reached.set()
                going_on.wait()

        load(wait)

    workspace.load = slow_load
    app = RemeApp(workspace, QUERY)
    async with app.run_test(size=(120, 36)) as pilot:
        driver = Driver(app, pilot)
        while not reached.is_set():
            await pilot.pause()
        await pilot.press("ctrl+g")
        going_on.set()
        await driver.settle()
        assert len(driver.browse.snapshot.notes) == 200
        assert "part of it is read" in driver.text_of("StatusLine")
        assert "of what is read so far" in driver.text_of("Summary")
        await driver.press("ctrl+r")
        assert len(driver.browse.snapshot.notes) == 1_500
        assert "part of it" not in driver.text_of("StatusLine")


async def test_very_many_notes_are_asked_about_first(run, make_vault, monkeypatch):
    monkeypatch.setattr("reme_tui.ui.application.wide_folder_question.MOST_UNASKED", 2)
    vault = make_vault({f"{number}.md": "---\nmemory_tags: [x]\n---\n" for number in range(3)})

    async def decline(driver):
        assert "3 notes in 1 folder" in driver.text_of("TextLines")
        assert driver.browse.snapshot is None
        await driver.press("escape")

    async def agree(driver):
        await driver.press("k", "enter")
        assert len(driver.browse.snapshot.notes) == 3

    app = await run(decline, workspace_on(vault), doubtful=True)
    assert app.return_value == CHOOSE
    assert run.memory.recall().vaults == ()
    await run(agree, workspace_on(vault), doubtful=True)
    assert run.memory.recall().vaults == (str(vault),)


async def test_few_notes_are_read_unasked_but_home_never_is(run, make_vault, monkeypatch):
    vault = make_vault({"a.md": "---\nmemory_tags: [x]\n---\n"})

    async def look(driver):
        assert len(driver.browse.snapshot.notes) == 1

    async def asked(driver):
        assert "It holds everything" in driver.text_of("TextLines")

    await run(look, workspace_on(vault), doubtful=True)
    monkeypatch.setenv("HOME", str(vault))
    await run(asked, workspace_on(vault), doubtful=True)
