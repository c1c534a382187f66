"""Ranking passages by words and by meaning. numpy lives here."""
