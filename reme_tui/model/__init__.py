"""The meaning model: its three files, its card, and the code that makes them."""
