"""Why a note is or is not a hit."""
