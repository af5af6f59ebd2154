"""Slack's Web API as far as a bot uses it: one file for each family of methods."""
