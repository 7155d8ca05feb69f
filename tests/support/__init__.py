"""What the tests share: oracles, strategies, scenes to check against, and ways to run Python."""
