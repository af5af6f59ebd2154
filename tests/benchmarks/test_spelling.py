"""A slip is one slip, and the figures tell what became of it."""

from __future__ import annotations

import random

from rapidfuzz.distance import OSA

from benchmarks.spelling import Came, Row, slip, told, with_slip


def test_a_slip_is_one_slip() -> None:
    """Of whichever kind, wherever."""
    draw = random.Random(1)
    made = {slip("vacation", draw) for _ in range(400)}

    assert {1} == {OSA.distance("vacation", one) for one in made}
    assert {7, 8, 9} == {len(one) for one in made}


def test_a_long_word_of_the_question_gets_it() -> None:
    """A question without one gets none."""
    made = with_slip("How many vacation days do I get?", random.Random(1))

    assert made is not None
    assert "vacation" == made[1]
    assert f"How many {made[2]} days do I get?" == made[0]
    assert with_slip("How many days do I get?", random.Random(1)) is None


def test_the_figures_tell_what_was_read() -> None:
    """Questions read otherwise unasked are named, and so are slips that were not mended."""
    read = (("vaccation", "vacation"),)
    right, wrong, left = Came(1, answered=True), Came(9, answered=False), Came(None, answered=False)
    rows = [
        Row("vacation", "vaccation", right, Came(1, answered=True, respelt=read), wrong),
        Row("policy", "polity", right, left, left),
    ]

    assert (
        "1 of 3 questions as they were typed are read otherwise\n"
        "  vaccation → vacation: How many?\n"
        "2 slips: 1 read as the word that was meant\n"
        "  as it was                      R@5 1.000  answered 2\n"
        "  with the slip                  R@5 0.500  answered 1\n"
        "  with the slip, left as it is   R@5 0.000  answered 0\n"
        "  policy, typed polity: left"
    ) == told(3, [("How many?", read)], rows)
