"""How values become lines of the screen. Pure."""
