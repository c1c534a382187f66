"""Settings: files and flags, strict, with errors that name file, line and the nearest name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reme_tui.config import ConfigError, Flags, Found, find_vault, is_wide, load_config, read_settings, shipped
from reme_tui.config.memory import MOST_VAULTS, Memory, Remembered
from reme_tui.config.tag_fields import save_tag_fields, with_tag_fields, write_tag_fields


@pytest.fixture
def user_file(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


def load(vault: Path, file: Path | None = None, **flags: str):
    return load_config(vault, Flags(config_file=str(file) if file else None, **flags))


def test_defaults(tmp_path: Path):
    config = load(tmp_path)
    assert config.vault == tmp_path
    assert config.reading.tag_fields == ("memory_tags",)
    assert not config.reading.reme


def test_the_vault_has_the_last_word_over_the_user_and_flags_over_both(tmp_path: Path, user_file: Path):
    user_file.write_text('tag_fields = ["tags"]\nsplit_strings = "space"\n')
    (tmp_path / ".reme-tui").mkdir()
    (tmp_path / ".reme-tui" / "config.toml").write_text('tag_fields = ["people"]\n')
    config = load(tmp_path, user_file)
    assert (config.reading.tag_fields, config.reading.split_strings) == (("people",), "space")
    assert load(tmp_path, user_file, tag_field="entities").reading.tag_fields == ("entities",)


def test_reme_rules_are_about_files_links_and_tags(tmp_path: Path):
    config = load(tmp_path, rules="reme")
    assert config.reading.reme
    assert config.reading.literal_links
    assert config.scan.reme


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('\ntag_feilds = ["tags"]\n', "line 2: unknown setting 'tag_feilds'; did you mean tag_fields?"),
        ("# x\nmarkdown_links = 1\n", "line 2: markdown_links must be true or false"),
        ('split_strings = "pipe"\n', "line 1: split_strings must be one of 'comma', 'space', 'none'"),
        ("tag_fields = []\n", "line 1: tag_fields must be a list of names"),
        ('exclude = "archive"\n', "line 1: exclude must be a list of globs"),
        ("[keyz]\na = 1\n", "line 1: unknown setting 'keyz'"),
        ("exclude = [\n", "line 2, the end"),
        ("theme = 3\n", "line 1: theme must be a name in quotes"),
        ('links = "both"\n', "line 1: links must be one of 'by_name', 'reme'"),
        ('rules = "mine"\n', "line 1: rules must be one of 'own', 'reme'"),
        ('theme = "day"\nkeys = 3\n', "line 2: keys must be a table"),
        ('[keys]\n"tags.order" = 3\n', "keys tags.order must be a key"),
        ("a = " + "[" * 3000, "nested too deep"),
    ],
)
def test_a_bad_setting_is_named_with_file_and_line(tmp_path: Path, user_file: Path, text: str, says: str):
    user_file.write_text(text)
    with pytest.raises(ConfigError) as raised:
        load(tmp_path, user_file)
    assert says in str(raised.value)
    assert "settings.toml" in str(raised.value)
    assert "\n" not in str(raised.value)


def test_settings_that_are_no_text_are_an_error(tmp_path: Path, user_file: Path):
    user_file.write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match="not UTF-8"):
        load(tmp_path, user_file)


def test_a_folder_for_a_settings_file_is_an_error_that_says_so(tmp_path: Path):
    (tmp_path / ".reme-tui" / "config.toml").mkdir(parents=True)
    with pytest.raises(ConfigError, match=r"config\.toml: is a directory"):
        load(tmp_path)


def test_keys_are_read_with_their_lines(user_file: Path, tmp_path: Path):
    user_file.write_text(
        'theme = "day"\n[keys]\n"tags.order" = "O"\ntags.rename = ["r", "f2"]\n"app.copy" = []\nhits.why = ""\n'
    )
    keys = {setting.command_id: setting for setting in load(tmp_path, user_file).keys}
    assert {name: setting.keys for name, setting in keys.items()} == {
        "tags.order": ("O",),
        "tags.rename": ("r", "f2"),
        "app.copy": (),
        "hits.why": (),
    }
    assert [setting.where.rpartition(" ")[2] for setting in keys.values()] == ["3", "4", "5", "6"]


def test_a_vault_has_no_say_over_keys(tmp_path: Path):
    (tmp_path / ".reme-tui").mkdir()
    (tmp_path / ".reme-tui" / "config.toml").write_text('[keys]\n"tags.delete" = "j"\n')
    with pytest.raises(ConfigError, match="line 2: keys belong into your own settings"):
        load(tmp_path)


def test_no_cache_means_none(tmp_path: Path):
    assert load(tmp_path).cache
    assert load(tmp_path, no_cache=True).cache is None


@pytest.mark.parametrize("mark", [".reme-tui", ".obsidian", "daily", "digest"])
def test_the_vault_is_the_nearest_parent_that_looks_like_one(tmp_path: Path, mark: str):
    below = tmp_path / mark / "a" / "b"
    below.mkdir(parents=True)
    assert find_vault(None, environ={}, cwd=below) == Found(tmp_path)


def test_what_is_named_comes_first_then_the_environment(tmp_path: Path):
    environ = {"REME_TUI_VAULT": str(tmp_path)}
    (tmp_path / "daily").mkdir()
    assert find_vault(None, environ=environ, cwd=Path("/")) == Found(tmp_path, named=True)
    assert find_vault("x", environ=environ, cwd=tmp_path) == Found(tmp_path / "x", named=True)


def test_a_folder_with_notes_comes_before_the_last_vault_and_nothing_is_nothing(tmp_path: Path):
    here, last = tmp_path / "here", tmp_path / "last"
    (here / "below").mkdir(parents=True)
    last.mkdir()
    assert find_vault(None, environ={}, cwd=here, last=tmp_path / "gone") is None
    assert find_vault(None, environ={}, cwd=here, last=last) == Found(last, last=True)
    (here / "below" / "note.md").touch()
    assert find_vault(None, environ={}, cwd=here, last=last) == Found(here)


def test_home_and_root_hold_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    home = tmp_path / "me"
    home.mkdir()
    (tmp_path / "link").symlink_to(home)
    monkeypatch.setenv("HOME", str(home))
    assert [is_wide(folder) for folder in (home, tmp_path / "link", Path("/"), tmp_path)] == [True, True, True, False]


def test_what_is_shipped_is_found():
    assert (shipped("demo_vault") / "daily").is_dir()
    assert list(shipped("themes").glob("*.toml"))


def test_the_settings_of_a_vault_that_may_not_be_entered_are_left_to_its_opening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / ".reme-tui").mkdir()
    (tmp_path / ".reme-tui" / "config.toml").write_text("not toml")
    monkeypatch.setattr("os.access", lambda path, mode: path != tmp_path)
    assert load(tmp_path).vault == tmp_path


SETTINGS_TEXT = """# mine
exclude = ["a]b/*"] # why
tag_fields = [ # old
  "x", # ]
]
markdown_links = true
"""


def test_the_choice_of_a_field_changes_nothing_else(tmp_path: Path):
    file = tmp_path / ".reme-tui" / "config.toml"
    file.parent.mkdir()
    file.write_bytes(SETTINGS_TEXT.replace("\n", "\r\n").encode())
    assert write_tag_fields(tmp_path, ("tags", '项"目')) == ""
    before, after = SETTINGS_TEXT.split("tag_fields = ", maxsplit=1)[0], "# old\n"
    text = file.read_bytes().decode()
    assert text == (before + 'tag_fields = ["tags", "项\\"目"]\nmarkdown_links = true\n').replace("\n", "\r\n")
    assert after not in text
    assert read_settings(file)["tag_fields"] == ("tags", '项"目')
    assert [each.name for each in file.parent.iterdir()] == ["config.toml"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 'tag_fields = ["tags"]\n'),
        ("# no end", '# no end\ntag_fields = ["tags"]\n'),
        ("markdown_links = true\n[keys]\n", 'markdown_links = true\ntag_fields = ["tags"]\n\n[keys]\n'),
        ('"tag_fields"=["a"] # c\n', '"tag_fields"=["tags"] # c\n'),
    ],
)
def test_where_the_choice_goes(text: str, expected: str):
    assert with_tag_fields(text, ("tags",)) == expected


def test_the_choice_makes_the_file_and_reads_it_back(tmp_path: Path):
    config = save_tag_fields(load(tmp_path), ("people",))
    assert not isinstance(config, str)
    assert config.reading.tag_fields == ("people",)
    assert load(tmp_path).reading.tag_fields == ("people",)


@pytest.mark.parametrize("damage", ["not toml", 'a = """\ntag_fields = ["x"]\n"""\n', "unknown = 1\n"])
def test_a_settings_file_that_is_not_understood_stays_as_it_is(tmp_path: Path, damage: str):
    file = tmp_path / ".reme-tui" / "config.toml"
    file.parent.mkdir()
    file.write_text(damage)
    assert str(file) in write_tag_fields(tmp_path, ("tags",))
    assert file.read_text() == damage


def test_the_choice_never_leaves_the_vault(tmp_path: Path):
    vault, outside = tmp_path / "vault", tmp_path / "outside"
    vault.mkdir()
    outside.mkdir()
    (vault / ".reme-tui").symlink_to(outside)
    assert "link" in write_tag_fields(vault, ("tags",))
    assert not list(outside.iterdir())


def test_memory_lasts(tmp_path: Path):
    file = tmp_path / "state" / "remembered.json"
    assert Memory(file).recall() == Remembered()
    Memory(file).keep_theme("day")
    for number in range(MOST_VAULTS + 2):
        Memory(file).keep_vault(Path(f"/v{number}"))
    Memory(file).keep_vault(Path("/v5"))
    Memory(file).keep_declined(Path("/v5"))
    known = Memory(file).recall()
    assert (known.theme, known.vaults[:2], len(known.vaults), known.declined_offers) == (
        "day",
        ("/v5", f"/v{MOST_VAULTS + 1}"),
        MOST_VAULTS,
        ("/v5",),
    )
    assert json.loads(file.read_text())["settled"] == ["/v5"]


@pytest.mark.parametrize("damage", [b"{", b"[]", b"\xff", b"[" * 100_000])
def test_a_damaged_memory_is_ignored_and_told(tmp_path: Path, damage: bytes):
    file = tmp_path / "remembered.json"
    file.write_bytes(damage)
    memory = Memory(file)
    assert memory.recall() == Remembered()
    assert str(file) in memory.trouble
    memory.keep_theme("day")
    assert Memory(file).recall().theme == "day"


def test_a_memory_that_cannot_be_written_changes_nothing(tmp_path: Path):
    (tmp_path / "state").touch()
    memory = Memory(tmp_path / "state" / "remembered.json")
    memory.keep_theme("day")
    assert "nothing is remembered" in memory.trouble


def test_a_scratch_vault_is_not_remembered(tmp_path: Path):
    memory = Memory(tmp_path / "remembered.json", keeps_vaults=False)
    memory.keep_vault(tmp_path)
    memory.keep_theme("day")
    assert Memory(tmp_path / "remembered.json").recall() == Remembered(theme="day")
