"""The file system: listing, reading, and what may not be read."""
