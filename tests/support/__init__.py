"""What the tests share: scenes, levels, oracles to check against, and ways to run Python."""
