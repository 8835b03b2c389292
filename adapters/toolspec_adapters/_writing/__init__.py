"""Writing that wire formats share: turns put in order, calls paired with results, JSON texts."""
