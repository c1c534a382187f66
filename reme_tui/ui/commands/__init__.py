"""The one table of commands, and all that is made from it."""
