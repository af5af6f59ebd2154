"""All that surrounds a question, read from its trace, so that its stages can run again offline."""
