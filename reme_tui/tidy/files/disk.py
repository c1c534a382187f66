"""The system calls that a clean-up makes, one method each, so that a test can make any of them fail."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping

_KEEPS_XATTRS = hasattr(os, "listxattr")
_NOT_SUPPORTED = errno.ENOTSUP
_CANNOT_SYNC = (errno.EINVAL, errno.ENOTSUP)


class Disk:
    """The real file system. Every method raises OSError as the call does; `folder` is an open folder."""

    def open(self, name: str, flags: int, *, folder: int | None = None) -> int:
        """A descriptor that child processes do not inherit; new files are for their owner only."""
        return os.open(name, flags | os.O_CLOEXEC, 0o600, dir_fd=folder)

    def close(self, file: int) -> None:
        """Close a descriptor."""
        os.close(file)

    def read(self, file: int, size: int) -> bytes:
        """Up to `size` bytes, none at the end."""
        return os.read(file, size)

    def write(self, file: int, data: bytes) -> int:
        """Write what fits and return how many bytes did."""
        return os.write(file, data)

    def sync(self, file: int) -> None:
        """Wait until a file or folder is on the disk itself, where the file system knows how."""
        try:
            os.fsync(file)
        except OSError as error:
            # Some shared and network folders cannot say this of a folder; nothing that was asked has failed.
            if error.errno not in _CANNOT_SYNC:
                raise

    def truncate(self, file: int, size: int) -> None:
        """Cut a file."""
        os.ftruncate(file, size)

    def stat(self, file: int) -> os.stat_result:
        """What an open file is."""
        return os.fstat(file)

    def may_write(self, name: str, *, folder: int) -> bool:
        """Whether whoever runs this may write there."""
        effective = os.access in os.supports_effective_ids
        return os.access(name, os.W_OK, dir_fd=folder, effective_ids=effective)

    def own(self, file: int, user: int, group: int) -> None:
        """Set the owner."""
        os.fchown(file, user, group)

    def mode(self, file: int, mode: int) -> None:
        """Set the permission bits."""
        os.fchmod(file, mode)

    def attributes(self, file: int) -> Mapping[str, bytes]:
        """The extended attributes, access lists among them; none where Python has no way to ask."""
        if not _KEEPS_XATTRS:
            return {}
        try:
            return {name: os.getxattr(file, name) for name in os.listxattr(file)}
        except OSError as error:
            if error.errno == _NOT_SUPPORTED:
                return {}
            raise

    def set_attribute(self, file: int, name: str, *, value: bytes | None) -> None:
        """Set an extended attribute, or take it off when the value is None."""
        if value is None:
            os.removexattr(file, name)
        else:
            os.setxattr(file, name, value)

    def replace(self, source: str, target: str, *, folder: int) -> None:
        """Let one file take the place of another, at once, within a folder."""
        os.replace(source, target, src_dir_fd=folder, dst_dir_fd=folder)

    def unlink(self, name: str, *, folder: int) -> None:
        """Remove a file."""
        os.unlink(name, dir_fd=folder)
