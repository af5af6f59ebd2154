"""A Slack of our own on this machine: Web API, Socket Mode and a page, for trying and testing."""
