"""What is asked, what may complete it, and what is answered."""
