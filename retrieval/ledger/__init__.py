"""What happened, kept in SQL."""
