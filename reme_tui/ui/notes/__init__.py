"""A note as it is read. Pure."""
