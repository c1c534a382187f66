"""The block at the top of a note: found, read as written, judged. Empty, as `read` imports yaml."""
