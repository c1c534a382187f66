"""Settings: files and flags, strict, with errors that name file, line and the nearest name."""

from __future__ import annotations

from pathlib import Path

import pytest

from reme_tui.config import ConfigError, Flags, load_config, shipped


@pytest.fixture
def user_file(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


def load(vault: Path, file: Path | None = None, **flags: str):
    chosen = Flags(vault=str(vault), config_file=str(file) if file else None, **flags)
    return load_config(chosen, environ={}, cwd=vault)


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


@pytest.mark.parametrize("mark", [".reme-tui", ".obsidian", "daily", "digest"])
def test_the_vault_is_the_nearest_parent_that_looks_like_one(tmp_path: Path, mark: str):
    below = tmp_path / mark / "a" / "b"
    below.mkdir(parents=True)
    assert load_config(Flags(), environ={}, cwd=below).vault == tmp_path


def test_the_environment_names_the_vault(tmp_path: Path):
    assert load_config(Flags(), environ={"REME_TUI_VAULT": str(tmp_path)}, cwd=Path("/")).vault == tmp_path


@pytest.mark.parametrize("place", ["home", "root"])
def test_home_and_root_are_read_only_when_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str):
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = tmp_path if place == "home" else Path("/")
    with pytest.raises(ConfigError, match="--vault"):
        load_config(Flags(), environ={}, cwd=folder)
    assert load_config(Flags(vault=str(folder)), environ={}, cwd=folder).vault == folder


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
