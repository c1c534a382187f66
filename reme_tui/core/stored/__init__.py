"""A view of a vault as bytes to be kept, and back."""
