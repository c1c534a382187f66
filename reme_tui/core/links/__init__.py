"""The links between notes: found in bodies, resolved by name, held as a graph."""
