"""The road from a question to a verified answer, and its upkeep."""
