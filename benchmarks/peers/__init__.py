"""What takes more than a line of a peer. Who is not there is left out, and the rows say why."""
