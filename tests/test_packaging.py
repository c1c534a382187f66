"""The wheel holds everything: themes, demo vault, and a command that answers without a network."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

NO_NETWORK = """
import socket, sys
def refuse(*_, **__):
    raise AssertionError("a socket was opened")
socket.socket.connect = socket.create_connection = socket.getaddrinfo = refuse
from reme_tui.cli import main
from reme_tui.config import shipped
sys.exit(main(["search", "rollback", "--json", "--vault", str(shipped("demo_vault"))]))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_themes_and_the_demo_vault_byte_for_byte(wheel: Path):
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
        for folder in ("themes", "demo_vault"):
            for file in (ROOT / folder).rglob("*"):
                if file.is_file():
                    name = f"reme_tui/data/{folder}/{file.relative_to(ROOT / folder).as_posix()}"
                    assert name in names
                    assert packed.read(name) == file.read_bytes()
        assert not [name for name in names if name.startswith(("tests/", "demo_vault/"))]


def test_the_wheel_answers_without_a_network(wheel: Path, tmp_path: Path):
    target = tmp_path / "site"
    install = [sys.executable, "-m", "pip", "install", "-q", "--no-index", "--no-deps", "--target", str(target)]
    subprocess.run([*install, str(wheel)], check=True, capture_output=True)
    done = subprocess.run(
        [sys.executable, "-c", NO_NETWORK],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(target), "PYTHONSAFEPATH": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "digest/procedure/rollback.md" in {hit["path"] for hit in json.loads(done.stdout)["hits"]}
