"""What a record lacks for a run that is the same as then, each thing named once."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Lacking:
    """Sentences, in the order in which things were found to be lacking."""

    named: list[str] = field(default_factory=list)

    def add(self, sentence: str) -> None:
        """Name a thing that is lacking."""
        if sentence not in self.named:
            self.named.append(sentence)
