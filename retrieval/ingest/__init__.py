"""The offline path: read, chunk, embed, index."""
