"""The templates: all of them compile, everything is escaped, nothing stands inline."""

from __future__ import annotations

import re

import pytest

from bot.playground.page.templating import HERE, STAGES, milliseconds, shorter, templates

TEMPLATES = sorted((HERE / "templates").glob("*.html"))


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_compiles_and_has_nothing_inline(path) -> None:
    """No script, style or handler stands in a template: the policy of the page forbids them."""
    text = path.read_text(encoding="utf-8")
    templates().get_template(path.name)

    assert [] == re.findall(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son[a-z]+=", text)
    assert [] == re.findall(r"(?:src|href|action)=[\"']?(?:https?:)?//", text)
    assert [] == re.findall(r"\|\s*safe\b", text)


def test_scripts_never_take_text_for_markup() -> None:
    """What comes from outside is parsed into nodes that run nothing, in one place."""
    scripts = "".join(path.read_text("utf-8") for path in (HERE / "static").glob("*.js"))

    assert [] == re.findall(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", scripts
    )
    assert 1 == len(re.findall(r"parseFromString\(html", scripts))


def test_what_a_block_does_not_have_is_empty() -> None:
    """A block without the parts of its type is shown without them, and is no error."""
    template = "{% from 'blocks.html' import block %}{{ block(one, names, {}) }}"
    for kind in ("section", "context", "actions", "rich_text", "input", "header", "table"):
        one = {"type": kind, "element": {"type": "static_select"}}

        assert "Not shown here" not in templates().from_string(template).render(one=one)


def test_times_and_long_texts_are_told_shortly() -> None:
    """Milliseconds below a second, seconds above, and an ellipsis for the rest."""
    assert ["0 ms", "250 ms", "1.50 s"] == [milliseconds(x) for x in (0, 0.25, 1.5)]
    assert ["abc", "ab…"] == [shorter("abc", 3), shorter("abcd", 3)]


def test_each_stage_has_words_of_its_own() -> None:
    """The eight hops of an explanation are told in plain words."""
    assert 8 == len(set(STAGES.values()))
