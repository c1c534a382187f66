"""One way to take text apart, for index, query and snippet."""
