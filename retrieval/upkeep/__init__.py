"""The life of an index: kept fresh, checked, swapped, copied, and told of when it ails."""
