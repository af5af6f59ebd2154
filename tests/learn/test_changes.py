"""What changed from one configuration to the next is named, and nothing else."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from retrieval.learn.changes import changes, named
from retrieval.learn.difference import Change

NOW = {
    "form": 2,
    "service": True,
    "rerank_service": False,
    "settings": {"sources": 5, "writer_model": "large", "query_prefix": ""},
    "prompts": {"write": "You answer.\nBe brief.\n"},
    "weights": {"": {"weights": {"fused": 1.0, "path": 1.0}, "learnt_on": "nothing"}},
    "quoting": {"": {"words": {"threshold": 0.66}}},
    "synonyms": {"docs": "vpn, tunnel\n"},
    "names": {"writer": "large", "reranker": "lexical(1)", "embedder": "e1"},
    "stages": {"rank": 1},
    "numbers": {"depth": 100},
}
FIRST = {
    "writer": "large",
    "rewriter": "small",
    "reranker": "lexical(0)",
    "embedder": "e1",
    "write_prompt": "You answer.\nBe brief.\n",
    "rewrite_prompt": "",
    "sources": 4,
    "source_tokens": 400,
    "depth": 100,
}


def test_the_same_has_not_changed() -> None:
    """In either form."""
    assert () == changes(NOW, NOW)
    assert () == changes(FIRST, FIRST)


def test_each_thing_that_changed_is_named() -> None:
    """Settings, prompts by their lines, weights by feature, synonyms, models and code."""
    later = {
        **NOW,
        "service": False,
        "settings": {"sources": 7, "query_prefix": "q: "},
        "prompts": {"write": "You answer.\nBe kind.\n", "rewrite": "Word anew."},
        "weights": {
            "": NOW["weights"][""],  # type: ignore[index]
            "docs": {"weights": {"fused": 0.5}, "learnt_on": "cases"},
        },
        "quoting": {"": {"words": {"threshold": 0.7}}},
        "synonyms": {"docs": "vpn, tunnel\nk8s, kubernetes\n"},
        "names": {"writer": "quoting(1)", "reranker": "lexical(2)", "embedder": "e2"},
        "stages": {"rank": 2},
        "numbers": {"depth": 50},
    }

    assert [
        Change("service", "true", "false"),
        Change("setting sources", "5", "7"),
        Change("setting writer_model", "large", ""),
        Change("setting query_prefix", '""', "q: "),
        Change("prompt write", "Be brief.", "Be kind."),
        Change("prompt rewrite", "", "Word anew."),
        Change("depth", "100", "50"),
        Change("writer", "large", ""),
        Change("embedder", "e1", "e2"),
        Change("weights of docs: weights.fused", "", "0.5"),
        Change("weights of docs: learnt_on", "", '"cases"'),
        Change("quoting numbers of all others: words.threshold", "0.66", "0.7"),
        Change("synonyms of docs", "", "k8s, kubernetes"),
        Change("code of rank", "1", "2"),
    ] == list(changes(NOW, later))


def test_a_first_form_is_compared_as_far_as_it_tells() -> None:
    """What it did not record has not changed."""
    assert [Change("setting sources", "4", "5")] == list(changes(FIRST, NOW))
    assert [Change("setting sources", "5", "4")] == list(changes(NOW, FIRST))


TEXTS = st.dictionaries(st.text(max_size=3), st.text(max_size=20), max_size=3)


@given(TEXTS, TEXTS)
def test_a_configuration_that_is_another_has_a_change(
    one: dict[str, str], two: dict[str, str]
) -> None:
    """Whatever the texts are; there and back are the same changes, turned round."""
    there = changes({**NOW, "synonyms": one}, {**NOW, "synonyms": two})
    back = changes({**NOW, "synonyms": two}, {**NOW, "synonyms": one})

    assert bool(there) == any(one.get(name, "") != two.get(name, "") for name in {**one, **two})
    assert {change.what for change in there} == {change.what for change in back}


def test_parts_have_the_names_of_their_changes() -> None:
    """In either form; whatever is long is a digest, and whatever changes another value."""
    later = {
        **NOW,
        "settings": {**NOW["settings"], "sources": 7},
        "prompts": {"write": "You answer.\n"},
        "weights": {"docs": {"weights": {"fused": 2.0}}},
        "synonyms": {},
        "stages": {"rank": 2},
    }
    one, other = named(NOW), named(later)
    differing = {name for name in {**one, **other} if one.get(name) != other.get(name)}

    assert ("5", "7") == (one["setting sources"], other["setting sources"])
    assert {
        *("setting sources", "prompt write", "synonyms of docs", "code of rank"),
        *("weights of docs", "weights of all others"),
    } == differing
    assert differing == {change.what.partition(":")[0] for change in changes(NOW, later)}
    assert ("large", "400") == (named(FIRST)["writer"], named(FIRST)["setting source_tokens"])
    assert 64 == len(one["prompt write"])
