"""What numbers may be, and exact rotations: what every other room stands on."""
