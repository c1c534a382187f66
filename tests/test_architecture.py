"""The house rules that tools do not check: sizes, homes of heavy libraries, what a start imports, the top level."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "reme_tui"
EVERY_MODULE = sorted(PACKAGE.rglob("*.py"))
MODULES = [path for path in EVERY_MODULE if "model" not in path.relative_to(PACKAGE).parts]
TOP_LEVEL = {"pyproject.toml", "README.md", "LICENSE", "reme_tui", "tests", "themes", "demo_vault"}

MOST_LINES_IN = {"file": 250, "class": 200, "function": 40}

HOMES = {
    "textual": ("ui",),
    "rich": ("ui",),
    "numpy": ("search",),
    "rank_bm25": ("search/index/words.py",),
    "model2vec": ("search/meaning.py",),
    "rapidfuzz": ("search/spelling.py", "tidy"),
    "yaml": ("core/frontmatter/read.py",),
    "frontmatter": ("core/frontmatter/read.py",),
    "watchfiles": ("vault/watch.py",),
}


def identify(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names


def test_the_top_level_holds_nothing_else():
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    names = {line.split("/")[0] for line in listed.stdout.split("\0") if line}
    assert {name for name in names if not name.startswith(".")} == TOP_LEVEL


@pytest.mark.parametrize("path", EVERY_MODULE, ids=identify)
def test_files_classes_and_functions_stay_small(path: Path):
    source = path.read_text(encoding="utf-8")
    too_long = []
    if source.count("\n") > MOST_LINES_IN["file"]:
        too_long.append(f"{path.name}: {source.count(chr(10))} lines")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            kind = "class" if isinstance(node, ast.ClassDef) else "function"
            lines = (node.end_lineno or 0) - node.lineno + 1
            if lines > MOST_LINES_IN[kind]:
                too_long.append(f"{node.name}: {lines} lines")
    assert not too_long


@pytest.mark.parametrize("path", MODULES, ids=identify)
def test_heavy_libraries_stay_at_home(path: Path):
    place = identify(path)
    strangers = {
        library
        for library in imported(path) & HOMES.keys()
        if not any(place.startswith(home) for home in HOMES[library])
    }
    assert not strangers


@pytest.mark.parametrize("module", ["reme_tui.cli", "reme_tui.workspace"])
def test_importing_a_front_end_loads_nothing_heavy(module: str):
    code = f"import sys, {module}; print(*sorted({{m.split('.')[0] for m in sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"textual", "rich", "numpy", "rank_bm25", "model2vec", "tokenizers", "rapidfuzz", "watchfiles", "yaml"}
    assert not heavy & set(done.stdout.split())


def test_the_screen_is_imported_without_the_index():
    code = "import sys, reme_tui.ui.application.app; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"numpy", "rank_bm25", "model2vec", "rapidfuzz", "yaml", "watchfiles", "reme_tui.search.engine"}
    assert not heavy & set(done.stdout.split())
