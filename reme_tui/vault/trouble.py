"""What goes wrong with files, as problems in plain words."""

from __future__ import annotations

import errno
import os
import stat

from reme_tui.core.note import Problem, Severity
from reme_tui.core.text.words import said_by

_KINDS = {
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFDIR: "a folder",
    stat.S_IFLNK: "a link",
}
_ERRORS = {
    errno.ENOENT: ("gone", "the file is gone"),
    errno.ENOTDIR: ("gone", "the file is gone"),
    errno.EACCES: ("unreadable", "no permission to read it"),
    errno.EPERM: ("unreadable", "no permission to read it"),
    errno.ELOOP: ("broken_link", "links that lead in a circle"),
    errno.ENAMETOOLONG: ("unreadable", "the path is too long"),
}


def trouble(path: str, kind: str, message: str, *, severity: Severity = Severity.ERROR) -> Problem:
    """Return a problem of a whole file or folder."""
    return Problem(path, 1, kind, severity, message)


def failed(path: str, error: OSError) -> Problem:
    """Return what the file system said; of kind "gone" when nothing is there any more."""
    kind, message = _ERRORS.get(error.errno or 0, ("unreadable", said_by(error) or "it cannot be read"))
    return trouble(path, kind, message)


def no_file(path: str, mode: int) -> Problem:
    """Return that something with the file mode `mode` is no regular file."""
    name = _KINDS.get(stat.S_IFMT(mode), "something else")
    return trouble(path, "not_a_file", f"{name}, not a file: it is never opened", severity=Severity.WARNING)


def bad_name(path: str) -> Problem:
    """Return that the name of `path`, as Python decodes it, is no UTF-8; the problem bears an escaped path."""
    shown = os.fsencode(path).decode("utf-8", "backslashreplace")
    return trouble(shown, "name_not_utf8", "the name is not UTF-8: rename it to have it read")


def too_large(path: str, most_bytes: int) -> Problem:
    """Return that a file holds more than `most_bytes`."""
    size = f"{most_bytes >> 20} MiB" if most_bytes >= 1 << 20 else f"{most_bytes >> 10} KiB"
    return trouble(path, "too_large", f"larger than {size}: it is not read")


def dead_link(path: str, error: OSError) -> Problem:
    """Return why a link could not be followed."""
    problem = failed(path, error)
    if problem.kind not in ("gone", "broken_link"):
        return problem
    message = "a link that leads nowhere" if problem.kind == "gone" else problem.message
    return trouble(path, "broken_link", message, severity=Severity.WARNING)
