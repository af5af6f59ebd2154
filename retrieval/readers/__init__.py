"""Where documents come from, one file a source or format."""
