"""The online path: a question becomes a verified answer in six stages."""
