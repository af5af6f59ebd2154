"""Names and headings are drawn so that each question is what it is said to be."""

from __future__ import annotations

import random
from dataclasses import replace

from benchmarks.codes import (
    FOREIGN,
    NATIVE,
    NEIGHBOUR,
    Asked,
    Known,
    drawn,
    holds,
    known,
    neighbour,
    report,
)
from retrieval.values import Answer, Citation, Hit, Outcome, VerifiedClaim
from tests.fakes.team import chunks, facts


def corpus(*pages: tuple[str, str]) -> Known:
    """Return what is known of pages, each with a heading and a text."""
    hits = []
    for rank, (heading, text) in enumerate(pages, start=1):
        chunk = replace(chunks(f"{rank}.md", text)[0], heading_path=(heading,))
        hits.append(Hit(chunk, facts(f"{rank}.md"), rank, 0.0))
    return known(hits)


ONE = corpus(
    ("Lost leases", "KT-4031 is one. [See KT-9999](https://x.example/KT-9998)"),
    ("Backup times", "Set RCLONE_RETRIES; COMMON_NAME as everywhere."),
)
TWO = corpus(("Printers", "Nothing but COMMON_NAME."))


def test_each_question_is_what_its_set_says() -> None:
    """Names outside of links, of this corpus alone; neighbours and mixed pairs are nowhere."""
    asked = list(drawn({"one": ONE, "two": TWO}, 5, 5))
    wanted = {
        name: sorted(one.wanted for one in asked if one.set == name) for name in (NATIVE, FOREIGN)
    }
    invented = [one for one in asked if one.set == NEIGHBOUR]

    assert ["Backup times", "KT-4031", "Lost leases", "RCLONE_RETRIES"] == wanted[NATIVE]
    assert wanted[NATIVE] == wanted[FOREIGN]
    assert {"one"} == {one.corpus for one in asked if one.set != FOREIGN}
    assert {"two"} == {one.corpus for one in asked if one.set == FOREIGN}
    assert ["code", "constant", "pair", "pair"] == sorted(one.kind for one in invented)
    assert not any(ONE.has(one.wanted) for one in invented if one.kind != "pair")
    assert ONE.has("KT_4031")
    assert asked == list(drawn({"one": ONE, "two": TWO}, 5, 5))


def test_a_neighbour_differs_in_one_digit_or_letter() -> None:
    """Of a code it is a digit; of a file's name nothing of its ending."""
    draw = random.Random(1)
    for name in ("KT-4031", "RCLONE_RETRIES", "values.yaml"):
        near = neighbour(name, ONE, draw) or ""

        assert len(name) == len(near)
        assert 1 == sum(a != b for a, b in zip(name, near, strict=True))
        assert name[:3] == near[:3] or "KT" != name[:2]
        assert name.endswith(".yaml") == near.endswith(".yaml")


def test_an_answer_holds_a_name_that_it_quotes_whole() -> None:
    """A longer name is another; of two words the heading counts."""
    name = Asked(NATIVE, "code", "KT-4031", "one", "KT-4031")
    pair = Asked(NATIVE, "pair", "lost leases", "one", "Lost leases")

    assert holds(name, answer("It is KT-4031.", "Codes"))
    assert not holds(name, answer("It is KT-40312.", "Codes"))
    assert holds(pair, answer("Wait.", "Lost leases"))
    assert not holds(pair, answer("Lost leases are lost.", "Codes"))
    assert not holds(pair, replace(answer("Wait.", "Lost leases"), claims=()))


def answer(text: str, heading: str) -> Answer:
    """Return an answer of one quote."""
    quote = Citation("S1", facts(), text, 0, len(text), "c", "d", heading)
    claims = (VerifiedClaim(text, (quote,)),)
    return Answer(Outcome.ANSWERED, claims, (), (), (), "t", 0.0)


def test_the_report_counts_names_and_pairs_apart() -> None:
    """Each set has its lines, and kinds that nobody was asked for are left out."""
    one = Asked(NATIVE, "code", "KT-4031", "one", "KT-4031")
    lines = report([(one, True, True), (replace(one, kind="pair"), True, False)])

    told = "names, its own 1 asked, 1 answered, 1 with what was asked for"

    assert told == " ".join(lines[0].split())
    assert not any("camel" in line for line in lines)
