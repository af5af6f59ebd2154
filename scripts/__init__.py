"""Commands, each run as `python -m scripts.NAME`."""
