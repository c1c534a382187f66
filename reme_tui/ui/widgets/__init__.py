"""Widgets: they know values, never the workspace."""
