"""Answers that must be given inside the acknowledgement: commands, and buttons that open modals."""
