"""What the screen of near-duplicates says where there is no group. Pure."""

from __future__ import annotations

from reme_tui.core.text.words import counted
from reme_tui.ui.asking.notices import Lines, offer
from reme_tui.ui.drawing.progress import bar_spans
from reme_tui.ui.drawing.theme import BOLD, Ink
from reme_tui.ui.duplicates.groups import KnownDuplicates


def duplicates_notice(
    known_duplicates: KnownDuplicates | None, compared: tuple[int, int] | None, done: tuple[int, int], inks: Ink
) -> Lines:
    """Return what stands in place of a group; `compared` is how far finding is, `done` merged groups and files."""
    if known_duplicates is None:
        if compared is None:
            return [[("looking for near-duplicates…", inks.dim)]]
        return [bar_spans("compared", *compared, noun="tags", inks=inks)]
    groups, files = done
    told = "nothing is left to merge" if groups else "no near-duplicates"
    among = f"among {counted(known_duplicates.tag_count, 'tag')}"
    lines: Lines = [[("✓ ", inks.good + BOLD), (told, inks.strong + BOLD), (f"  {among}", inks.dim)]]
    if groups:
        lines.append([(f"  {counted(groups, 'group')} merged, {counted(files, 'file')} changed", inks.text)])
    lines.append([])
    if known_duplicates.apart:
        pairs = counted(len(known_duplicates.apart), "pair")
        lines.append(offer(inks, "duplicates.dismissed", f"{pairs} remembered as not the same"))
    return [*lines, offer(inks, "duplicates.leave", "back to the notes")]
