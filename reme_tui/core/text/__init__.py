"""Text whatever it stands in: lines, safe display, simplified characters."""
