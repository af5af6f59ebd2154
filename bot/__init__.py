"""Where people meet Footnote."""
