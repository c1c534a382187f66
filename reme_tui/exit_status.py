"""What a run tells the shell it came to."""

from __future__ import annotations

DONE = 0
IN_PART = 1
"""Something was refused or failed, or there are problems."""
USAGE = 2
"""What was asked for cannot be understood."""
NO_VAULT = 3
"""The vault could not be read."""
