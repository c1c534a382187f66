"""Tags as things to clean up."""
