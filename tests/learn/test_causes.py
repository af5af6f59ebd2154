"""Tests of retrieval/learn/causes.py: each lost case points to the cause that its evidence has."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from retrieval.learn import causes as kinds
from retrieval.learn.causes import causes
from retrieval.learn.scoring import CaseScore
from retrieval.ports import NightlyRun
from tests.learn.test_drops import NOW

PAGE = "docs:a.md"
COLLECTION: dict[str, Any] = {
    "embedder": "one",
    "chunker": "c1",
    "readers": ["r1"],
    "documents": 9,
    "types": {"md": 9},
}
INDEX: dict[str, Any] = {
    "collections": {"docs": COLLECTION},
    "pages": {PAGE: "digest"},
    "configuration": {"embedder": "one", "sources": "5"},
}
BEFORE = CaseScore(
    "x", "docs", 1, 1, 1, "answered", True, right=(PAGE,), top=((PAGE, "A"), ("docs:b.md", "B"))
)
AFTER = replace(BEFORE, rank=7, top=(("docs:b.md", "B"), ("docs:c.md", "C")))


def _index(**more: Any) -> dict[str, Any]:
    """Change the collection of the index, or other parts of it."""
    parts = {name: more.pop(name) for name in ("pages", "configuration") if name in more}
    return {**INDEX, "collections": {"docs": {**COLLECTION, **more}}, **parts}


def _found(after: CaseScore, index: dict[str, Any]) -> list[tuple[str, str]]:
    then = NightlyRun("d1", NOW, 1.0, index=INDEX)
    now = NightlyRun("d2", NOW, 1.0, index=index)
    found = causes(["x"], then, now, ({"x": BEFORE}, {"x": after}))
    return [(cause.kind, cause.said) for cause in found]


TWIN = replace(AFTER, top=(("docs:new.md", "A"), ("docs:b.md", "B")))
PDF = replace(AFTER, top=(("docs:new.pdf", "N"),))


@pytest.mark.parametrize(
    ("after", "index", "kind", "said"),
    [
        (replace(AFTER, rank=None), _index(pages={}), kinds.REMOVED, "`docs:a.md`"),
        (TWIN, _index(pages={}), kinds.ONE_TITLE, "`docs:a.md` is gone: it may have been split"),
        (TWIN, _index(), kinds.ONE_TITLE, "1 new page is called `A` (`docs:new.md`)."),
        (PDF, _index(types={"md": 9, "pdf": 4}), kinds.NEW_TYPE, "4 .pdf documents, 0 before"),
        (AFTER, _index(pages={PAGE: "other"}), kinds.CHANGED, "changed: `docs:a.md`"),
        (AFTER, _index(embedder="two"), kinds.EMBEDDER, "from one to two (docs)"),
        (
            AFTER,
            _index(configuration={"embedder": "two", "sources": "5"}),
            kinds.EMBEDDER,
            "from one to two (docs)",
        ),
        (
            replace(AFTER, notes=("meaning: the model does not answer",)),
            _index(),
            kinds.NO_MEANING,
            "the model does not answer",
        ),
        (AFTER, _index(chunker="c2"), kinds.CUT, "c1 to c2"),
        (
            AFTER,
            _index(configuration={"embedder": "one"}),
            kinds.CONFIGURED,
            "changed: sources from 5 to nothing.",
        ),
        (AFTER, _index(documents=12), kinds.MORE, "`docs:c.md` (documents of docs: 9 before, 12"),
        (AFTER, _index(), kinds.UNKNOWN, "scripts.diagnose x"),
        (replace(AFTER, failure="No index."), _index(), kinds.FAILED, "No index."),
        (
            replace(BEFORE, said_right=False),
            _index(pages={PAGE: "z"}),
            kinds.CHANGED,
            "`docs:a.md`",
        ),
        (
            replace(BEFORE, said_right=False),
            _index(configuration={"writer": "other"}),
            kinds.CONFIGURED,
            "sources from 5 to nothing; writer from nothing to other.",
        ),
    ],
)
def test_a_cause(after: CaseScore, index: dict[str, Any], kind: str, said: str) -> None:
    """The first that holds, from the most specific evidence to the least."""
    ((found, sentence),) = _found(after, index)

    assert kind == found
    assert said in sentence
    assert sentence.endswith("1 of 1 lost case speaks for it.")


def test_the_cause_of_most_cases_comes_first_and_an_unknown_one_last() -> None:
    """Causes are counted by the cases that speak for them."""
    gone = {str(n): replace(BEFORE, case=str(n)) for n in range(5)}
    left = {case: replace(AFTER, case=case) for case in "01"}
    changed = {case: replace(AFTER, case=case) for case in "234"}
    after = {**left, **changed}
    gone["4"] = replace(gone["4"], right=("docs:z.md",), top=(("docs:z.md", "Z"),))
    then = NightlyRun(
        "d1", NOW, 1.0, index={**INDEX, "pages": {**INDEX["pages"], "docs:z.md": "z"}}
    )
    now = NightlyRun("d2", NOW, 1.0, index=INDEX)
    found = causes(after, then, now, (gone, after))

    assert [(kinds.REMOVED, ("4",)), (kinds.UNKNOWN, ("0", "1", "2", "3"))] == [
        (cause.kind, cause.cases) for cause in found
    ]


@pytest.mark.parametrize(
    ("after", "index"),
    [
        (replace(AFTER, rank=None), _index(pages={})),
        (TWIN, _index(pages={})),
        (PDF, _index(types={"md": 9, "pdf": 4})),
        (AFTER, _index(pages={PAGE: "other"})),
        (AFTER, _index(documents=12)),
    ],
)
def test_no_cause_names_a_page_that_may_not_be_named(
    after: CaseScore, index: dict[str, Any]
) -> None:
    """Neither by its path nor by its title."""
    then = NightlyRun("d1", NOW, 1.0, index=INDEX)
    now = NightlyRun("d2", NOW, 1.0, index=index)
    (cause,) = causes(["x"], then, now, ({"x": BEFORE}, {"x": after}), lambda _: False)

    assert "1 page that not everybody here may search" in cause.said.replace("2 pages", "1 page")
    assert "`" not in cause.said


def test_of_a_changed_configuration_few_parts_are_named() -> None:
    """What is long goes by its name alone, and of many parts the rest is counted."""
    long = {f"prompt {number}": str(number) * 64 for number in range(9)}
    ((kind, said),) = _found(AFTER, _index(configuration={**INDEX["configuration"], **long}))

    assert kinds.CONFIGURED == kind
    assert "changed: prompt 0; prompt 1; prompt 2; prompt 3; prompt 4; prompt 5 and 3 more." in said


def test_a_run_of_an_older_release_is_not_compared() -> None:
    """It kept its configuration in another form, in which everything would seem changed."""
    before = NightlyRun("d1", NOW, 1.0, index={**INDEX, "configuration": {"names": "{}"}})
    after = NightlyRun("d2", NOW, 1.0, index=INDEX)
    (cause,) = causes(["x"], before, after, ({"x": BEFORE}, {"x": AFTER}))

    assert kinds.UNKNOWN == cause.kind
