"""The migrations of the ledger, one file each, run in order by `engine.migrate`."""
