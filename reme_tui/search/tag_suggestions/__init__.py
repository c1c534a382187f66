"""Tag suggestions: which tags of the vault a note is about, best first, and why."""
