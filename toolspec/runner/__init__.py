"""Plan → journal: the only part that touches the network."""
