"""One note's bytes: where its tags stand, what takes their place, and the gate before every write."""
