"""What a change, or its undo, would do: plans as values."""
