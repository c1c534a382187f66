"""What is asked: the values, their text form, and which notes a scope selects."""
