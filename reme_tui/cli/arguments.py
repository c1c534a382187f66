"""The command line as typed, made into one namespace."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Mapping, Sequence
from typing import NoReturn

from reme_tui import __version__

OPEN = "open"
"""What is run when no command is named; it is none itself."""
_LOOK = {"demo", "tags", "search", "why", "check", "reindex", "duplicates"}
_CHANGE = {"rename", "merge", "delete", "add", "untag", "suggest"}
COMMAND_NAMES = frozenset({*_LOOK, *_CHANGE, "history", "undo", "recover"})
VALUE_OPTIONS = ("--vault", "--field", "--rules", "--config")
"""Those of all commands after which a word is no command."""


class UsageError(Exception):
    """Words on the command line that cannot be understood; one line says which."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {self.prog} --help)")


def parse_arguments(argv: Sequence[str]) -> argparse.Namespace:
    """Return the arguments; `command` names what to run. Raises UsageError; `--help` and `--version` exit.

    Parsers of commands are built only when a command is named: who opens a vault is waiting for the screen.
    """
    at = _first_word(argv)
    if at is not None and argv[at] in COMMAND_NAMES:
        return _of_command([argv[at], *argv[:at], *argv[at + 1 :]])
    if at is not None:
        _refuse_slip(argv[at])
    if answered := [word for word in argv if word in ("-h", "--help", "--version")]:
        _commands().parse_args(answered)
    return _opening().parse_args(argv, argparse.Namespace(command=OPEN))


def _first_word(argv: Sequence[str]) -> int | None:
    """Return where the first word stands that is neither an option nor its value: a command, or a vault."""
    expects_value = False
    for position, word in enumerate(argv):
        if not (expects_value or word.startswith("-")):
            return position
        expects_value = not expects_value and word in VALUE_OPTIONS
    return None


def _of_command(words: Sequence[str]) -> argparse.Namespace:
    parser = _commands()
    if words[0] not in ("search", "why"):
        return parser.parse_args(words)
    typed = {_as_query(word): word for word in words}
    arguments = vars(parser.parse_args([_as_query(word) for word in words]))
    return argparse.Namespace(**{name: _as_typed(value, typed) for name, value in arguments.items()})


def _as_query(word: str) -> str:
    """Return `-word` with the full-width hyphen, which queries know too: argparse takes `-` for an option."""
    is_option = word.startswith("--") or word in ("-", "-h")
    return f"－{word[1:]}" if word.startswith("-") and not is_option else word


def _as_typed(value: object, typed: Mapping[str, str]) -> object:
    """Return a value, or a list of them, as it was before `_as_query`."""
    if isinstance(value, list):
        return [_as_typed(each, typed) for each in value]
    return typed.get(value, value) if isinstance(value, str) else value


def _refuse_slip(word: str) -> None:
    """Raise UsageError for the name of a vault that is not there but is nearly that of a command."""
    if word and os.sep not in word and not os.path.exists(word):
        import difflib

        near = difflib.get_close_matches(word.lower(), COMMAND_NAMES, n=1, cutoff=0.75)
        if near:
            raise UsageError(f"no command {word}; did you mean {near[0]}?")


def _opening() -> _Parser:
    """Return the parser without a command."""
    opening = _Parser(prog="reme-tui", parents=[_common()])
    opening.add_argument("folder", nargs="?", metavar="VAULT")
    _add_mouse(opening)
    return opening


def _commands() -> _Parser:
    """Return the parser of all commands."""
    common = _common()
    parser = _Parser(
        prog="reme-tui",
        usage="reme-tui [VAULT] | reme-tui COMMAND [OPTIONS]",
        description="Browse, search and clean up a vault of Markdown memories. Without a command: open VAULT.",
        epilog="A first word that is no command is a vault; write ./tags for a folder so named.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)

    def add(name: str, text: str) -> _Parser:
        return commands.add_parser(name, prog=f"reme-tui {name}", help=text, description=text, parents=[common])

    _add_mouse(add("demo", "open a scratch copy of the demo vault"))
    _add_questions(add)
    _add_changes(add)
    _add_history(add)
    return parser


def _add_questions(add: Callable[[str, str], _Parser]) -> None:
    """Add the commands that only look."""
    tags = add("tags", "list the tags with their file counts")
    tags.add_argument("--order-by", choices=("file_count", "tag"), default="file_count")
    tags.add_argument("--order", choices=("asc", "desc"), help="default: desc by count, asc by tag")
    tags.add_argument("--files", action="store_true", help="name each tag's files")
    search = add("search", "search the notes in scope")
    search.add_argument("query", nargs="?", default="", metavar="QUERY")
    search.add_argument("--limit", type=_positive, default=20, metavar="N", help="hits at most (default: 20)")
    search.add_argument("--order-by", choices=("best", "newest"), default="best", help="default: best first")
    _add_filters(search)
    why = add("why", "say why a note is, or is not, a hit")
    why.add_argument("note", metavar="PATH")
    why.add_argument("query", nargs="?", default="", metavar="QUERY")
    _add_filters(why)
    check = add("check", "list what is not read as its author meant it")
    check.add_argument("--strict", action="store_true", help="exit with status 1 for warnings and hints too")
    reindex = add("reindex", "read every file again and count what is found")
    reindex.add_argument(
        "--scope",
        choices=("all", "tag", "bm25", "embedding"),
        default="all",
        help="tag and bm25 leave the meaning of passages out",
    )
    duplicates = add("duplicates", "list near-duplicate tags, with the reasons")
    duplicates.add_argument("--tags-from", metavar="FILE", help="JSON list of tags, or {tag: count}; - is stdin")
    duplicates.add_argument("--tier", choices=("high", "likely", "look"), default="look", help="this tier and surer")


def _add_changes(add: Callable[[str, str], _Parser]) -> None:
    """Add the commands that change notes."""
    rename = add("rename", "rename a tag; into an existing one, merge")
    rename.add_argument("old", metavar="OLD", help="a tag, or a/* for all below it")
    rename.add_argument("new", metavar="NEW")
    rename.add_argument("--children", action="store_true", help="tags below it (a/b) come along")
    merge = add("merge", "make several tags one")
    merge.add_argument("tags", nargs="+", metavar="TAG")
    merge.add_argument("--into", required=True, metavar="KEEP")
    delete = add("delete", "take tags off every note")
    delete.add_argument("tags", nargs="+", metavar="TAG")
    delete.add_argument("--children", action="store_true", help="tags below them (a/b) too")
    adding = add("add", "add a tag to notes")
    adding.add_argument("tag", metavar="TAG")
    adding.add_argument("--to", dest="paths", nargs="+", required=True, metavar="PATH")
    untag = add("untag", "take a tag off notes")
    untag.add_argument("tag", metavar="TAG")
    untag.add_argument("--from", dest="paths", nargs="+", required=True, metavar="PATH")
    suggest = add("suggest", "suggest tags for notes without any, with the reasons")
    suggest.add_argument("paths", nargs="*", metavar="PATH", help="for these notes instead, tagged or not")
    suggest.add_argument("--words-only", action="store_true", help="leave out what the nearest notes carry")
    suggest.add_argument("--apply", action="store_true", help="add the suggested tags")
    for command in (adding, untag, suggest):
        _add_consent(command)
    for command in (rename, merge, delete):
        command.add_argument("--path", dest="only", metavar="GLOB", help="only notes whose path matches")
        _add_consent(command)


def _add_history(add: Callable[[str, str], _Parser]) -> None:
    """Add the commands about changes that were made."""
    add("history", "list the changes made, newest first")
    undo = add("undo", "take back a change, the newest without ID")
    undo.add_argument("id", nargs="?", metavar="ID")
    recover = add("recover", "settle a change that was stopped half-way")
    recover.add_argument("how", choices=("finish", "roll-back"))
    recover.add_argument("--yes", action="store_true", help="do not ask")
    _add_consent(undo)


def _add_mouse(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--no-mouse", action="store_true", help="leave the mouse to the terminal")


def _add_consent(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="show the diff and change nothing")
    parser.add_argument("--yes", action="store_true", help="do not ask")


def _common() -> _Parser:
    common = _Parser(add_help=False)
    common.add_argument("--vault", metavar="DIR", help="the folder of notes (default: $REME_TUI_VAULT, else from here)")
    common.add_argument("--field", type=_some, metavar="NAME", help="the frontmatter key that holds the tags")
    common.add_argument("--rules", choices=("own", "reme"), help="reme: see what ReMe would see")
    common.add_argument("--config", metavar="FILE", help="read this settings file instead of the user's")
    common.add_argument("--no-cache", action="store_true", help="neither read nor keep an index cache")
    common.add_argument("--json", action="store_true", help="print JSON")
    return common


def _add_filters(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--tag", action="append", default=[], type=_some, metavar="T", help="any of these tags (repeatable)"
    )
    parser.add_argument(
        "--not-tag", action="append", default=[], type=_some, metavar="T", help="none of these tags (repeatable)"
    )
    parser.add_argument("--all-tags", action="store_true", help="all of the tags, not any of them")
    parser.add_argument(
        "--from", dest="since", type=_some, metavar="D", help="first day: 2026-08-01, 2026-08, today ..."
    )
    parser.add_argument("--to", dest="until", type=_some, metavar="D", help="last day")
    parser.add_argument("--undated", action="store_true", help="with dates: notes without a date too")
    parser.add_argument("--path", type=_some, metavar="P", help="only below this folder or path prefix")
    parser.add_argument("--words-only", action="store_true", help="rank by words alone")


def _some(text: str) -> str:
    if not text.strip():
        raise argparse.ArgumentTypeError("empty: leave the option out, or give it a value")
    return text


def _positive(text: str) -> int:
    number = int(text) if text.isascii() and text.isdigit() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return number
