"""The application: what it is made of, from themes to changes of tags."""
