"""What is known of text itself: pure functions that every stage shares."""
