"""The models that embed, rerank and write."""
