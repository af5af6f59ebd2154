"""Formulas in HTML (MathML): their elements, and those of them that nobody sees."""

from __future__ import annotations

ELEMENTS = frozenset({
    "annotation", "annotation-xml", "maction", "math", "menclose", "merror", "mfrac", "mi",
    "mmultiscripts", "mn", "mo", "mover", "mpadded", "mphantom", "mprescripts", "mroot", "mrow",
    "ms", "mspace", "msqrt", "mstyle", "msub", "msubsup", "msup", "mtable", "mtd", "mtext", "mtr",
    "munder", "munderover", "semantics",
})  # fmt: skip
"""MathML Core, and what MathML 3 has besides. In a page without a formula they are placeholders."""
UNSEEN = frozenset({"annotation", "annotation-xml", "mphantom"})
"""What a formula says to programs, or keeps room for."""


def has_formula(source: str) -> bool:
    """Whether there is a formula in a page."""
    return "<math" in source or "<MATH" in source
