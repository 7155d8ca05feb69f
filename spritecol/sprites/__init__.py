"""What users hold: sprites go in here, and answers come out here."""
