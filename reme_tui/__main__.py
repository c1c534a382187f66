"""Entry point of `python -m reme_tui`."""

import sys

from reme_tui.cli import main

if __name__ == "__main__":
    sys.exit(main())
