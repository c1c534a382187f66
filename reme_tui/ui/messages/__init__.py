"""What is said between the parts of the screen: values only."""
