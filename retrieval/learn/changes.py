"""Two recorded configurations -> what differs in the second, each difference by its name."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from difflib import unified_diff
from typing import Any

from retrieval.learn.difference import Change
from retrieval.tracing import digest

Content = Mapping[str, Any]

_PROMPTS = ("rewrite", "rerank", "write")
_NAMES = ("rewriter", "embedder", "reranker", "writer", "fallback")
_NUMBERED = ("lexical(", "quoting(")
"""Begin the names that numbers make: what changed in those is told by itself."""
_SETTINGS = ("sources", "source_tokens", "whole_corpus_tokens", "rerank_seconds")
_NUMBERS = ("depth", "rrf_k", "reranked")


def changes(before: Content, after: Content) -> tuple[Change, ...]:
    """Name what changed from one configuration to another, as the ledger has them.

    Where one of the two is of the first form, which told less, only what both tell is compared.
    """
    first = "form" not in before or "form" not in after
    one, other = _second(before), _second(after)
    found = [
        *_values("", one["switches"], other["switches"], shared=first),
        *_values("setting ", one["settings"], other["settings"], shared=first),
        *_texts("prompt ", one["prompts"], other["prompts"]),
        *_values("", *_both("numbers", one, other)),
        *_values("", *_both("names", one, other), shared=first),
    ]
    if not first:
        found += [
            *_trees("weights", one["weights"], other["weights"]),
            *_trees("quoting numbers", one["quoting"], other["quoting"]),
            *_texts("synonyms of ", one["synonyms"], other["synonyms"]),
            *_values("code of ", *_both("stages", one, other)),
        ]
    return tuple(found)


def named(configuration: Content) -> dict[str, str]:
    """Return the parts of a configuration by the names that `changes` gives them.

    Long parts (prompts, weights, numbers, synonyms) are their digests: they are compared, not run.
    """
    found = _second(configuration)
    values = {
        **found["switches"],
        **{f"setting {name}": value for name, value in found["settings"].items()},
        **found["numbers"],
        **found.get("names", {}),
        **{f"code of {name}": value for name, value in found.get("stages", {}).items()},
    }
    wholes = {f"prompt {name}": text for name, text in found["prompts"].items()}
    for kind in ("weights", "quoting", "synonyms"):
        said = "quoting numbers" if kind == "quoting" else kind
        of = {f"{said} of {name or 'all others'}": one for name, one in found.get(kind, {}).items()}
        wholes |= of
    return {name: _said(values, name) for name in values} | {
        name: digest(_said(wholes, name)) for name in wholes
    }


def _both(part: str, one: Content, other: Content) -> tuple[Content, Content]:
    """Return a part that both have; a configuration that was never run lacks names and versions."""
    return (one[part], other[part]) if part in one and part in other else ({}, {})


def _second(content: Content) -> dict[str, Any]:
    """Return a configuration in the shape that is compared, whichever form it has."""
    names = content.get("names", {name: content[name] for name in _NAMES if name in content})
    known = {name: said for name, said in names.items() if not said.startswith(_NUMBERED)}
    if "form" in content:
        switches = {name: content[name] for name in ("service", "rerank_service")}
        told = {"names": known} if "names" in content else {}
        return {**content, **told, "switches": switches}
    prompts = {name: content.get(f"{name}_prompt", "") for name in _PROMPTS}
    return {
        "names": known,
        "switches": {},
        "settings": {name: content[name] for name in _SETTINGS if name in content},
        "prompts": {name: text for name, text in prompts.items() if text},
        "numbers": {name: content[name] for name in _NUMBERS if name in content},
    }


def _values(
    kind: str, before: Content, after: Content, *, shared: bool = False
) -> Iterator[Change]:
    """Compare single values by their names; with `shared` only those that both have."""
    for name in {**before, **after}:
        if shared and not (name in before and name in after):
            continue
        was, now = _said(before, name), _said(after, name)
        if was != now:
            yield Change(f"{kind}{name}", was, now)


def _said(values: Content, name: str) -> str:
    """Write a value; one that is empty can be told from one that is not there."""
    if name not in values:
        return ""
    value = values[name]
    return value if isinstance(value, str) and value else json.dumps(value, sort_keys=True)


def _texts(kind: str, before: Content, after: Content) -> Iterator[Change]:
    """Compare texts line by line; what went and what came is told, the rest is not."""
    for name in {**before, **after}:
        was, now = str(before.get(name, "")), str(after.get(name, ""))
        if was == now:
            continue
        lines = list(unified_diff(was.splitlines(), now.splitlines(), n=0))[2:]
        yield Change(f"{kind}{name}", _marked(lines, "-"), _marked(lines, "+"))


def _marked(lines: Sequence[str], mark: str) -> str:
    """Return the lines that bear a mark, without it; a text that lost nothing lost nothing."""
    return "\n".join(line.removeprefix(mark) for line in lines if line.startswith(mark))


def _trees(kind: str, before: Content, after: Content) -> Iterator[Change]:
    """Compare numbers in whatever depth, by collection."""
    for name in {**before, **after}:
        of = f"{kind} of {name}" if name else f"{kind} of all others"
        one, other = dict(_leaves(before.get(name, {}))), dict(_leaves(after.get(name, {})))
        for place in {**one, **other}:
            was, now = one.get(place, ""), other.get(place, "")
            if was != now:
                yield Change(f"{of}: {place}", was, now)


def _leaves(tree: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Yield each number of a tree with where it stands."""
    if isinstance(tree, Mapping):
        for name, branch in tree.items():
            yield from _leaves(branch, f"{place}.{name}" if place else str(name))
    else:
        yield place, json.dumps(tree)
