"""Notes as files that are rewritten: system calls, checks, replacement, the writers' lock."""
