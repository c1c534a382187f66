"""Makes the meaning model; nothing of it is imported by the app."""
