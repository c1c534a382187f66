"""Text whatever it stands in: lines, safe display, simplified characters, what is said of it."""
