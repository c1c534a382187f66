"""The index of a vault: the state that readers take, kept between starts, brought up to date from the files."""
