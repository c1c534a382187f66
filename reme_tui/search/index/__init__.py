"""All passages of a vault, by words and by vectors."""
