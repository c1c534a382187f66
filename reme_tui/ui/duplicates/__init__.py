"""Near-duplicate tags as the screen works through them."""
