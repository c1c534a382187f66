"""Tags that are probably one, from their text alone."""
