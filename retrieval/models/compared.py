"""A place -> the short texts that are compared with the question; the closest one counts.

A sentence says what it says more clearly alone than at the end of its paragraph, and a cell under
its header than in the middle of its row.
"""

from __future__ import annotations

from retrieval.models.evidence import Asked
from retrieval.models.pieces import bag
from retrieval.models.spots import WINDOW_WORDS, Spot, titled
from retrieval.text.lines import cells
from retrieval.text.plain import plain

_FEWEST_CELLS = 2


def texts(question: Asked, spot: Spot) -> tuple[str, ...]:
    """Return the texts of a place: its quotation, its heading, its piece alone, the cell asked for.

    Each is of WINDOW_WORDS at most but for a heading of its own, and there is one at least.
    """
    found = [spot.window]
    if titled(question, spot):
        found.append(spot.piece.heading)
    found.append(_cell(question, spot) if spot.piece.kind == "row" else _alone(spot))
    return tuple(dict.fromkeys(filter(None, found)))


def _alone(spot: Spot) -> str:
    """Return a piece without what is quoted with it, under its heading if that says something."""
    own = " ".join(plain(spot.piece.text).split()[:WINDOW_WORDS])
    heading = spot.piece.heading.split()
    return f"{' '.join(heading[:WINDOW_WORDS])}\n{own}" if own and len(heading) > 1 else own


def _cell(question: Asked, spot: Spot) -> str:
    """Return what a row is about, the header that the question has most of, and the cell below it.

    Nothing where no header has a word of the question, or the row has other cells than the header.
    """
    passage, piece = spot.quotation.passage, spot.piece
    above = passage.source.text[passage.blocks[piece.block].content : piece.start].strip()
    header, own = _plain(above.partition("\n")[0]), _plain(piece.text)
    if len(own) < _FEWEST_CELLS or len(header) != len(own):
        return ""
    shares = [question.share(question.found(bag(name))) for name in header[1:]]
    best = max(range(len(shares)), key=shares.__getitem__)
    if not shares[best]:
        return ""
    said = f"{own[0]}: {header[best + 1]}: {own[best + 1]}"
    return " ".join(said.split()[:WINDOW_WORDS])


def _plain(line: str) -> list[str]:
    return [plain(cell).strip() for cell in cells(line)]
