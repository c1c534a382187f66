"""All figures in one table, a column for each size of vault.

    python -m tests.benchmarks [--notes 1000 10000] [--folder FOLDER]

Figures are ratios of one run wherever there is something to compare with; seconds hold for a quiet machine. Each part
runs in a process of its own. With --folder the vaults are kept there, and taken from there the next time; a vault of
100,000 notes takes some minutes to write and about half an hour to measure.

Run by themselves: bench_watch (a save seen by the watcher), bench_screen (the screen while things happen),
bench_duplicates (tags that are probably one) and bench_suggest (tags that notes are about).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.benchmarks.generate_vault import write_vault

OF_A_VAULT = ("bench_vault", "bench_start")
OF_THE_DISK = ("bench_apply",)

Column = dict[str, str]


def run(part: str, *arguments: str) -> Column:
    """Run one part; say each figure when it is there, and return them all."""
    command = [sys.executable, "-m", f"tests.benchmarks.{part}", *arguments]
    figures: Column = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout or ():
            name, _, figure = line.rstrip("\n").partition("\t")
            figures[name] = figure
            print(f"  {name}: {figure}", file=sys.stderr, flush=True)
    if process.returncode:
        sys.exit(f"{part} failed")
    return figures


def column(folder: Path, notes: int) -> Column:
    """Measure a vault of so many notes, written unless it is there."""
    root = folder / f"vault-{notes}"
    if not root.exists():
        write_vault(root, notes)
    figures: Column = {}
    for part in OF_A_VAULT:
        figures |= run(part, str(root))
    return figures


def print_table(columns: dict[int, Column]) -> None:
    """Print a Markdown table."""
    names = dict.fromkeys(name for figures in columns.values() for name in figures)
    print("|", *(f"| {notes:,} notes" for notes in columns), "|")
    print("|---" * (len(columns) + 1) + "|")
    for name in names:
        print("|", name, *(f"| {figures.get(name, '')}" for figures in columns.values()), "|")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--notes", type=int, nargs="+", default=[1_000, 10_000])
    parser.add_argument("--folder", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = arguments.folder or Path(scratch)
        columns = {notes: column(folder, notes) for notes in arguments.notes}
        for part in OF_THE_DISK:
            columns[arguments.notes[0]] |= run(part)
    print_table(columns)


if __name__ == "__main__":
    main()
