"""The body of a note: its passages, and what in it is prose or code."""
