"""What judges the answers, and shares no code with the library."""
