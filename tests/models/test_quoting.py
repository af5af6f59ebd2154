"""The quoting writer: what it quotes, what it refuses, and that it is always word for word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.errors import ModelError, ModelUnavailable
from retrieval.models import quoting
from retrieval.models.pieces import Passage, take_apart
from retrieval.models.quoting import QuotingWriter
from retrieval.ports import Written
from retrieval.text.query import parse
from retrieval.values import (
    Chunk,
    Decision,
    DocumentFacts,
    Frequencies,
    Packed,
    Queries,
    Question,
    Scope,
    Source,
)

LEAVE = """\
# Leave

Annual leave is for rest. It does not roll over.

## Booking leave

To book annual leave:

1. Open the Rippling portal.
2. Choose the dates.
3. Ask your manager to approve it.

## Carrying leave over

Up to five days of annual leave may be carried over until 31 March.

| Country | Days of annual leave |
|---|---|
| Germany | 30 |
| Ireland | 25 |

Run the sync afterwards:

```bash
leavectl sync --year 2024
```
"""


class Broken:
    """An embedder whose service is down."""

    identity, dims, max_tokens = "broken", 3, 256

    def count(self, text: str) -> int:
        """Count words."""
        return len(text.split())

    async def passages(self, texts: Sequence[str]) -> np.ndarray:
        """Fail."""
        raise ModelUnavailable("down")

    async def query(self, text: str) -> np.ndarray:
        """Fail."""
        raise ModelUnavailable("down")


class Literal(Broken):
    """An embedder for which only a heading is close to the question."""

    async def passages(self, texts: Sequence[str]) -> np.ndarray:
        """Return [1, 0] for "First day", else [0, 1]."""
        return np.array([[1.0, 0.0] if text == "First day" else [0.0, 1.0] for text in texts])

    async def query(self, text: str) -> np.ndarray:
        """Return [1, 0]."""
        return np.array([1.0, 0.0])


def queries(text: str) -> Queries:
    """Return a first question as the rewriting stage hands it on."""
    return Queries(Question(text, Scope(("docs",))), text, (parse(text, "asked"),), "none")


def packed(*texts: str, title: str = "Handbook") -> Packed:
    """Return texts as packed sources S1, S2, each a page of its own."""
    return Packed(tuple(source(f"S{n}", text, title) for n, text in enumerate(texts, start=1)))


def source(label: str, text: str, title: str = "Handbook") -> Source:
    """Return a text as a source of one chunk."""
    page = DocumentFacts(label, "docs", f"{label}.md", title)
    chunk = Chunk(f"{label}-0", label, 0, 0, len(text), text)
    return Source(label, page, (chunk,), text, 0, len(text))


async def told(writer: QuotingWriter, asked: Queries, given: Packed) -> list[Written]:
    """Return all that a writer says, without what it weighed."""
    every = [one async for one in writer.write(asked, given)]
    return [one for one in every if one.weighed is None]


async def written(question: str, given: Packed) -> list[Written]:
    """Return all that the writer says, by words alone."""
    return await told(QuotingWriter(), queries(question), given)


async def said(question: str, given: Packed) -> str:
    """Return the claims' texts, a paragraph a claim."""
    return "\n\n".join(one.claim.text for one in await written(question, given) if one.claim)


async def test_a_list_comes_whole_with_its_introduction() -> None:
    """Asked for the steps, it quotes the sentence before them and every step, in order."""
    answer = await said("How do I book annual leave?", packed(LEAVE))

    steps = "To book annual leave:\n\n1. Open the Rippling portal.\n2. Choose the dates.\n"
    assert steps + "3. Ask your manager to approve it." in answer


async def test_a_short_table_comes_whole() -> None:
    """Whoever asks which there are is told all of them."""
    answer = await said("How many days of annual leave are there in a country?", packed(LEAVE))

    rows = "| Country | Days of annual leave |\n|---|---|\n| Germany | 30 |\n| Ireland | 25 |"
    assert rows in answer


async def test_the_row_that_is_asked_for_comes_alone() -> None:
    """Whoever names what stands in one row is given that one, under the header."""
    answer = await said("How many days of annual leave in Germany?", packed(LEAVE))

    assert "| Country | Days of annual leave |\n| Germany | 30 |" in answer
    assert "Ireland" not in answer


async def test_a_row_of_a_long_table_comes_with_its_header() -> None:
    """The other rows of a long table are left out."""
    more = "".join(f"| Land {number} | {number} days in each year |\n" for number in range(20))
    long = LEAVE.replace("| Ireland | 25 |\n", f"| Ireland | 25 |\n{more}")
    answer = await said("How many days of annual leave in Germany?", packed(long))

    assert "| Country | Days of annual leave |\n| Germany | 30 |" in answer
    assert "Land 7" not in answer


async def test_nothing_that_answers_is_a_refusal() -> None:
    """A question about something else gets the sentinel and no claim."""
    assert [Written(status="NOT_IN_CONTEXT")] == await written(
        "Which printer driver does the Sidekiq cluster need?", packed(LEAVE)
    )


async def test_without_sources_it_refuses() -> None:
    """Nothing packed, nothing said."""
    assert [Written(status="NOT_IN_CONTEXT")] == await written("How do I book leave?", Packed(()))


@settings(max_examples=60, deadline=None)
@given(question=st.text(max_size=80), text=st.text(max_size=600), total=st.integers(0, 9))
async def test_any_text_is_quoted_word_for_word(question: str, text: str, total: int) -> None:
    """Whatever is asked of whatever text, every quote stands in its source."""
    given = packed(text, text[::-1])
    given = Packed(given.sources, frequencies=Frequencies(total, {}))
    texts = {one.label: one.text for one in given.sources}

    for one in await written(question, given):
        for quote in one.claim.quotes if one.claim else ():
            assert quote.text in texts[quote.label]


async def test_an_identifier_alone_is_a_question() -> None:
    """Only an error code asked, it quotes what the page says about it, and nothing for another."""
    page = packed("# Errors\n\n## ERR_4021\n\nThe webhook secret has expired. Rotate it.\n")

    assert "The webhook secret has expired. Rotate it." == await said("ERR_4021", page)
    assert "" == await said("ERR_9999", page)


@pytest.mark.parametrize("written_as", ["Widget v{}", "Widget {}", "Widget {}.3"])
@pytest.mark.parametrize("asked_as", ["Widget {}", "Widget v{}", "Widget-{}", "Widget version {}"])
@pytest.mark.parametrize(("version", "port"), [("1.7", "8017"), ("1.9", "8019"), ("2.4", "")])
async def test_a_version_is_answered_from_its_own_page(
    written_as: str, asked_as: str, version: str, port: str
) -> None:
    """Of two pages that differ in the version alone, the other one is not quoted.

    With and without `v`, alone or with its product; a version of neither page is refused.
    """
    page = "# {0}\n\n{0} listens on port {1} by default.\n\nThe log is in /var/log.\n"
    given = packed(*(page.format(written_as.format(f"1.{n}"), f"801{n}") for n in (9, 7)))
    answer = await said(f"Which port does {asked_as.format(version)} use?", given)

    assert ([port] if port else []) == re.findall(r"port (\d+)", answer)


async def test_a_version_of_something_else_is_no_other_version() -> None:
    """What a product needs has versions of its own, and is quoted."""
    page = packed("# Widget 1.7\n\nWidget needs Python 3.11 on every server.\n")

    assert "Python 3.11" in await said("Which Python does Widget 1.7 need?", page)


async def test_chinese_is_asked_of_chinese() -> None:
    """Words without spaces between them are matched by their pairs of characters."""
    page = packed("# 休假\n\n年假可以结转到次年三月。病假需要医生证明。\n", title="休假")

    assert "年假可以结转到次年三月" in await said("年假可以结转到什么时候?", page)


async def test_a_part_left_open_is_told() -> None:
    """Of two things asked, one that no quotation speaks of makes the answer partial."""
    both = "How do I book annual leave and who audits the petty cash?"
    statuses = [one.status for one in await written(both, packed(LEAVE)) if one.status]

    assert statuses[0] in {"partial", "NOT_IN_CONTEXT"}


async def test_an_alert_brings_the_steps_of_its_page() -> None:
    """A report of trouble is answered with what its page says to do about it."""
    page = (
        "# Disk almost full\n\nThe disk of the database host is almost full. Writes stop soon.\n\n"
        "## Mitigation\n\n1. Delete old dumps under /var/dumps.\n2. Page the storage team.\n"
    )
    answer = await said("Disk of database host <host> is almost full.", packed(page))

    assert "1. Delete old dumps" in answer or "Delete old dumps under /var/dumps." in answer


async def test_a_follow_up_that_stands_alone_is_answered_by_its_own_words() -> None:
    """What a thread lent to a question is on no page that answers it, and must not cost it."""
    asked, lent = (
        "How do I book annual leave?",
        "petty cash audits ledger How do I book annual leave?",
    )
    thread = Queries(
        Question(asked, Scope(("docs",))),
        lent,
        (parse(asked, "asked"), parse(lent, "lent")),
        "none",
    )
    found = await told(QuotingWriter(), thread, packed(LEAVE))

    assert "answered" == found[0].status
    assert any(one.claim and "Open the Rippling portal." in one.claim.text for one in found)


async def test_a_collection_has_its_own_numbers(tmp_path: Path) -> None:
    """What was learnt for a collection decides there, and names the writer anew."""
    writer = QuotingWriter()
    never = {"words": Decision(-9.0, {"near": 0.0}, 0.9)}
    path = writer.keep(tmp_path, "docs", never, "a test")
    own = QuotingWriter.load(tmp_path)
    found = await told(own, queries("How do I book annual leave?"), packed(LEAVE))

    assert "docs.quoting.json" == path.name
    assert [Written(status="NOT_IN_CONTEXT")] == found
    assert writer.name != own.name
    assert writer.decisions("docs")["meaning"] == own.decisions("docs")["meaning"]


async def test_an_embedder_that_fails_leaves_words() -> None:
    """Without vectors it decides by words, and does not fail."""
    writer = QuotingWriter(Broken())
    found = await told(writer, queries("How do I book annual leave?"), packed(LEAVE))

    assert "answered" == found[0].status
    assert {"words"} == set(await writer.evidence(queries("annual leave"), packed(LEAVE)))


async def test_steps_are_found_by_their_heading() -> None:
    """A list that does not repeat what it is for is as close to the question as its heading."""
    page = packed("## First day\n\n1. Fetch the laptop.\n2. Sign the contract.\n")
    writer = QuotingWriter(Literal())
    asked = [
        await told(writer, queries(question), page)
        for question in ("What do I do on my first day?", "What does my first laptop cost?")
    ]

    assert ["answered", "NOT_IN_CONTEXT"] == [one[0].status for one in asked]


async def test_sources_are_taken_apart_once_for_all_wordings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A follow-up is looked for with its borrowed subject, then alone, in the same passages."""
    taken: list[str] = []

    def counted(source: Source) -> Passage:
        taken.append(source.label)
        return take_apart(source)

    monkeypatch.setattr(quoting, "take_apart", counted)
    alone = "How many days of annual leave are there in Germany?"
    borrowed = replace(queries(alone), standalone="What do the zebras and okapis of a zoo eat?")
    said = await told(QuotingWriter(), borrowed, packed(LEAVE, "Nothing else."))

    assert ["S1", "S2"] == taken
    assert any(one.claim and "Germany | 30" in one.claim.text for one in said)


async def test_with_a_record_of_what_was_compared_it_says_the_same() -> None:
    """For each wording that it tried there is one; nobody embeds again."""
    asked = queries("What do I do on my first day?")
    page = packed("## First day\n\n1. Fetch the laptop.\n2. Sign the contract.\n")
    every = [one async for one in QuotingWriter(Literal()).write(asked, page)]
    compared = [one.closeness for one in every if one.closeness is not None]

    again = [one async for one in QuotingWriter(Broken(), compared=compared).write(asked, page)]

    assert every == again
    assert 1 == len(compared)
    assert all(-1.0 <= cosine <= 1.0 for cosine in compared[0])
    assert [()] == [
        one.closeness
        async for one in QuotingWriter().write(asked, page)
        if one.closeness is not None
    ]


async def test_what_it_weighed_is_told_of_a_refusal_too() -> None:
    """The best places stand with their scores, and beside the threshold what the best came to."""
    page = packed("Parental leave is 16 weeks.", "Zebras have stripes. Lions have none.")
    every = [one async for one in QuotingWriter().write(queries("Do lions file leave?"), page)]
    (weighed,) = [one.weighed for one in every if one.weighed]

    assert "NOT_IN_CONTEXT" == every[-1].status
    assert 0.0 < weighed.probability < weighed.threshold
    assert {"Parental leave is 16 weeks.", "Lions have none."} <= {
        page.sources[int(place.label[1:]) - 1].text[place.start : place.end]
        for place in weighed.places
    }
    assert weighed.places == tuple(sorted(weighed.places, key=lambda one: -one.score))


async def test_where_nothing_can_be_weighed_there_are_no_places() -> None:
    """That is told as well."""
    asked = queries("What do okapis eat?")
    every = [one async for one in QuotingWriter().write(asked, packed("## Okapis\n"))]

    assert [()] == [one.weighed.places for one in every if one.weighed]
    assert "NOT_IN_CONTEXT" == every[-1].status


async def test_a_record_of_other_places_is_none_of_these() -> None:
    """It is said, and nothing is decided by it."""
    writer = QuotingWriter(compared=[[0.5] * 9])

    with pytest.raises(ModelError, match="compares 9 places"):
        await told(
            writer, queries("What do I do on my first day?"), packed("## First day\n\nGo.\n")
        )
