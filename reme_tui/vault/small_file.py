"""Small files of settings and memory: read only where they are files, replaced as a whole."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

MOST_BYTES = 1 << 20
"""No settings file is larger; what is would be a mistake, and slow."""


def read_small(file: Path) -> bytes:
    """Return what a regular file holds. Raises OSError, for anything else too.

    A named pipe in its place is not waited for, and a file of a size no settings have is not read.
    """
    with open(file, "rb", opener=_open_at_once) as opened:  # which closes what it opened, and then finds a folder
        if not stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
            raise OSError(errno.EINVAL, "not a file", str(file))
        data = opened.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise OSError(errno.EFBIG, "too large", str(file))
    return data


def _open_at_once(file: str, flags: int) -> int:
    return os.open(file, flags | os.O_NONBLOCK)


def write_small(file: Path, data: bytes) -> None:
    """Put `data` in place of what the file holds: whoever reads it sees the old bytes or the new ones.

    Makes the folder where there is none. A link is never written through: it is an OSError, as all other trouble.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    mode = 0o666
    with suppress(FileNotFoundError):
        found = os.lstat(file)
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, "not a file", str(file))
        mode = stat.S_IMODE(found.st_mode)
    temporary = file.with_name(f".{file.name}.{os.urandom(8).hex()}.tmp")
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
        with open(descriptor, "wb") as opened:
            opened.write(data)
            opened.flush()
            os.fsync(descriptor)
        os.replace(temporary, file)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
