"""Colour themes: one TOML file each, and the styles that lists and lines are drawn with."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_config_path
from rich.style import Style
from textual.theme import Theme

from reme_tui.config import APP, shipped

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")

PLAIN = {
    "background": "#000000",
    "surface": "#000000",
    "bar": "#101010",
    "selected": "#303030",
    "line": "#404040",
    "fill": "#808080",
    "tree": "#606060",
    "strong": "#ffffff",
    "text": "#e0e0e0",
    "soft": "#d0d0d0",
    "dim": "#b0b0b0",
    "faint": "#808080",
    "accent": "#80b0ff",
    "on_accent": "#000000",
    "link": "#d0a0ff",
    "mark": "#ffc060",
    "error": "#ff8080",
    "good": "#80ff80",
}
"""Every colour a theme names; used as it stands only when no theme file can be read."""


class BrokenTheme(NamedTuple):
    """Why a theme file is not used."""

    reason: str


def read_theme(file: Path) -> Theme | BrokenTheme:
    """Read one theme file."""
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        return BrokenTheme(f"theme {file.name}: {error}")
    colours = table.get("colours")
    if not isinstance(colours, dict):
        return BrokenTheme(f"theme {file.name}: no [colours]")
    for name in PLAIN:
        if name not in colours:
            return BrokenTheme(f"theme {file.name}: {name} is missing")
    for name, colour in colours.items():
        if name not in PLAIN:
            return BrokenTheme(f"theme {file.name}: unknown colour {name}")
        if not (isinstance(colour, str) and _COLOUR.fullmatch(colour)):
            return BrokenTheme(f"theme {file.name}: {name} is no colour like #7aa2f7")
    return _theme(str(table.get("name") or file.stem), colours, dark=table.get("dark") is not False)


def theme_folders() -> tuple[Path, ...]:
    """Return where theme files are looked for: those shipped, then the user's own."""
    return shipped("themes"), user_config_path(APP) / "themes"


def read_themes(folders: Iterable[Path]) -> tuple[dict[str, Theme], tuple[str, ...]]:
    """Read all theme files; return the themes by name and what is wrong with the others.

    There is always one theme; of two with one name the later wins.
    """
    themes: dict[str, Theme] = {}
    trouble: list[str] = []
    for folder in folders:
        for file in sorted(folder.glob("*.toml")):
            match read_theme(file):
                case BrokenTheme(reason):
                    trouble.append(reason)
                case theme:
                    themes[theme.name] = theme
    return themes or {"plain": _theme("plain", PLAIN, dark=True)}, tuple(trouble)


def _theme(name: str, colours: dict[str, str], *, dark: bool) -> Theme:
    variables = {f"reme-{token.replace('_', '-')}": colour for token, colour in colours.items()}
    return Theme(
        name=name,
        primary=colours["accent"],
        secondary=colours["link"],
        warning=colours["mark"],
        error=colours["error"],
        success=colours["good"],
        accent=colours["accent"],
        foreground=colours["text"],
        background=colours["background"],
        surface=colours["surface"],
        panel=colours["bar"],
        dark=dark,
        variables=variables,
    )


class Ink(NamedTuple):
    """The styles lines are drawn with; each sets the foreground, those named `on_...` the background."""

    strong: Style
    text: Style
    soft: Style
    dim: Style
    faint: Style
    line: Style
    fill: Style
    tree: Style
    accent: Style
    link: Style
    mark: Style
    error: Style
    good: Style
    chip: Style
    not_chip: Style
    on_selected: Style

    @classmethod
    def of(cls, theme: Theme) -> Ink:
        """Return the styles of a theme made by this module."""

        def colour(token: str) -> str:
            return theme.variables[f"reme-{token.replace('_', '-')}"]

        plain = {name: Style(color=colour(name)) for name in cls._fields if name in PLAIN}
        return cls(
            **plain,
            chip=Style(color=colour("on_accent"), bgcolor=colour("accent"), bold=True),
            not_chip=Style(color=colour("error"), bgcolor=colour("line")),
            on_selected=Style(bgcolor=colour("selected")),
        )


BOLD = Style(bold=True)
ITALIC = Style(italic=True)
UNDERLINE = Style(underline=True)
