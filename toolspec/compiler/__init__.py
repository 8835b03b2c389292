"""Document → `Spec` → `Plan`: a pure function of the spec."""
