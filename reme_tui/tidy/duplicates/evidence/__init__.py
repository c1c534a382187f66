"""The kinds of evidence that two tags are one."""
