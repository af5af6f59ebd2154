"""The Slack app: the only code that imports what Slack publishes."""
