"""The garbage collector stops every thread while it goes through objects: in a large vault, for up to seconds.

Young objects are gone through as ever, in a few milliseconds; old ones where nobody waits, and what lasts never again.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

LONG = 0.016
"""From how many seconds on what survived is not gone through again."""
MOST = 60_000
"""More objects than these are not gone through at all: they would hold up the screen, and are the vault and texts."""
NEVER = 1 << 30
MANY = 5_000
"""New objects made at one go, from which on they are taken for a part of the vault."""


def spare_what_lasts() -> None:
    """Have the objects there are now never gone through again: what has been read stays."""
    gc.freeze()


def leave_old_objects() -> Callable[[], None]:
    """Have old objects gone through by nothing but `collect_old_objects`; return what leaves it to Python again."""
    before = gc.get_threshold()
    gc.set_threshold(*before[:2], NEVER)
    return partial(gc.set_threshold, *before)


@contextmanager
def making_what_lasts() -> Iterator[None]:
    """Have no garbage looked for while objects are made that stay; more than MANY of them are never gone through again.

    They hold much of what was there before, which is not gone through again either.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if gc.get_count()[0] > MANY:
            spare_what_lasts()
        if collects:
            gc.enable()


def collect_old_objects() -> None:
    """Go through all objects when there are new ones among the old; at rest there are none.

    Where it takes long, most of what was gone through is the vault, and stays.
    """
    if not gc.get_count()[2]:
        return
    if len(gc.get_objects(generation=2)) > MOST:  # to count them takes a fifth of going through them
        spare_what_lasts()
        return
    started = time.thread_time()
    gc.collect()
    if time.thread_time() - started > LONG:
        spare_what_lasts()
