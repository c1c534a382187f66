"""What a tag comes down to: folded words, one form of numbers and plurals, known phrases."""
