"""Browse, search and clean up a vault of Markdown memories in the terminal."""

__version__ = "0.1.0"
