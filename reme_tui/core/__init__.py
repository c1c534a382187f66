"""Pure functions and values: text in, values out. No files, no clock, no numpy, no Textual."""
