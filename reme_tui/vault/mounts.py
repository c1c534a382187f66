"""Which mounts send no events when another machine writes to them."""

from __future__ import annotations

from pathlib import Path

_SHARES = ("nfs", "cifs", "smb", "9p", "drvfs", "vboxsf", "virtiofs", "vmhgfs", "fuse", "afs", "ceph", "glusterfs")
_MOUNTS = Path("/proc/self/mountinfo")


def silent_share(root: Path, mounts: Path = _MOUNTS) -> str:
    """Return in one sentence why nobody reports changes below `root`; empty where the system does, or cannot say."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return ""
    best, kind = "", ""
    for line in lines:
        before, _, after = line.partition(" - ")
        fields = before.split(" ")
        if len(fields) < 5 or not after:
            continue
        place = fields[4].replace("\\040", " ")
        if len(place) >= len(best) and (root == Path(place) or Path(place) in root.parents):
            best, kind = place, after.split(" ", 1)[0]
    return f"The vault is on a share ({kind}) that reports no changes." if kind.startswith(_SHARES) else ""
