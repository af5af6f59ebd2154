"""Real servers for tests and development: fetched, set up, started, ended."""
