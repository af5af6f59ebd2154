"""Tests of template syntax, and a count of what is left of it in the evaluation corpora."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.readers.code import Vault
from retrieval.readers.source import reader_for
from retrieval.readers.templating import attributes, erb, unwrap, unwrap_html


def _shown(text, values=None):
    vault = Vault()
    return vault.show(unwrap(text, values or {}, vault))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("{% comment %}TODO{% endcomment %}a", "a"),
        ('ask in {% slack_channel "admins" %}.', "ask in #admins."),
        ('[a]({% page "/b/#c" %})', "[a](/b/#c)"),
        ('[a]({{< ref "./B.md" >}})', "[a](./B.md)"),
        ("[a]({{< param Repo >}}/new)", "[a](/new)"),
        ("{% if x %}a{% else %}b{% endif %}", "ab"),
        ("{{ page.title }}", "Home"),
        ("{{ site.baseurl }}/x", "/x"),
        ('{{ "a" | upcase }}', "a"),
        ("on {{ $labels.instance }}", "on <labels.instance>"),
        ("{% raw %}{{ x }}{% endraw %}", "`{{ x }}`"),
        ("{{</* note */>}}a", "a"),
        ('{% include alert.html content="Beware" %}', "Beware"),
        ("{{generator:team.x}}a", "a"),
        ("{% highlight ruby %}\nx\n{% endhighlight %}", "```ruby\nx\n```"),
        ('{{< tab "Linux" >}}a{{< /tab >}}', "**Linux**a"),
    ],
)
def test_templates_become_what_they_show(text, shown):
    """What only a build knows is named or left out; the text inside a block stays."""
    assert shown == _shown(text, {"title": "Home"})


@pytest.mark.parametrize(
    "text",
    [
        "{{< hint warning >}}\nMind the gap\n{{< /hint >}}",
        "{% warning %}Mind the gap{% endwarning %}",
        "{{% alert warning %}}Mind the gap{{% /alert %}}",
    ],
)
def test_alerts_of_templates_are_quotes(text):
    """An alert keeps its words and says what it is."""
    assert "> **Warning**\n>\n> Mind the gap" == _shown(text).strip()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("# <%= current_page.data.title %>", "# Home"),
        ("<%# note %>a", "a"),
        ("<% if x %>\na\n<% end %>\nb", "a\nb"),
        ('<%= link_to "A", "/a" %>', "[A](/a)"),
        ('<%= RunRakeTask.links("api", "search:unlock X=1") %>', "api search:unlock X=1"),
        ('<%= partial "x/y" %>', ""),
        ("<%% kept %>", "<% kept %>"),
    ],
)
def test_erb_gives_titles_links_and_strings(text, shown):
    """What can be known without running Ruby is shown."""
    assert shown == erb(text, {"title": "Home"})


@pytest.mark.parametrize(
    ("text", "shown", "mdx"),
    [
        ("a{: .b }", "a", False),
        ('[a](b){target="_blank" .c}', "[a](b)", False),
        ("{: #x}", "", False),
        ("[[_TOC_]]", "", False),
        ("> [!NOTE] a", "> **Note:** a", False),
        ("> [!TIP]\n> a", "> **Tip**\n> a", False),
        ("[](../ops/deploy.md)", "[ops deploy](../ops/deploy.md)", False),
        ("import A from 'a';\n\nb {'c'} {/* d */}{e.f}", "\n\nb c ", True),
        ("export const a = 1\n  b\n\nc", "\n\nc", True),
        ("import this idea from 'that' team", "import this idea from 'that' team", False),
        ("export PATH=$PATH", "export PATH=$PATH", False),
        ("a {b} c", "a {b} c", False),
    ],
)
def test_attribute_lists_and_mdx_go(text, shown, mdx):
    """What only a renderer reads is taken out; words in braces stay."""
    assert shown == attributes(text, mdx=mdx)


def test_html_is_unwrapped_with_raw_shown():
    """A page of HTML loses its templates too."""
    assert "<p>a</p>" == unwrap_html("<p>{% if x %}a{% endif %}</p>", {})


@given(st.text(alphabet="{}%<>#=/* -ab\"'\n|.$", max_size=300))
def test_any_text_is_unwrapped_and_nothing_is_left(text):
    """No opening of a template outlives the unwrapping, but in what is shown as code."""
    vault = Vault()
    left = unwrap(text, {}, vault)

    assert not ({"{{", "{%"} & {left[at : at + 2] for at in range(len(left))})


_FENCE = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})")
_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_FORMULA = re.compile(r"\$\$[^$]+\$\$|\$[^$\n]*\\[^$\n]*\$|\\\([^\n]*?\\\)")
_SYNTAX = {
    "expression": r"\{\{|\}\}",
    "tag": r"\{%|%\}|\{[#]\s|\{/\*",
    "ERB": r"<%|%>",
    "attribute list": r"\{:\s*[.#\w]|(?<=[)\]\w])\{[.#][\w-]+\}|\s\{#[\w-]+\}",
    "colon fence": r"^[ \t>]*:::",
    "role": r"\{[a-z][\w:+-]*\}`",
    "comment": r"<!--",
    "label": r"^\([\w:-]+\)=\s*$",
    "module": r"^import .* from ['\"]|^export (?:const|default) ",
    "admonition": r"^\s*(?:!!!|\?\?\?\+?) ?\w+ *(?:\"[^\"]*\")?$",
    "component": r"</?[A-Z][a-zA-Z]+(?:\s[^<>]*=[^<>]*|\s*/)>",
    "HTML": r"</?(?:a|b|br|center|code|dd|details|div|dl|dt|em|figure|h[1-6]|hr|i|img|input|kbd|li"
    r"|ol|p|pre|script|small|span|strong|style|sub|summary|sup|table|tbody|td|th|thead|tr|u|ul)"
    r"(?:\s[^<>]*|/)?>",
    "contents": r"\[\[?_?TOC",
    "alert": r"^[ \t>]*\[!\w+\]\s",
}  # fmt: skip


def _prose(text):
    """Return `text` without its code and formulas."""
    lines, fence = [], ""
    for line in text.split("\n"):
        if fence:
            bare = line.strip().lstrip("> ")
            fence = "" if bare.startswith(fence) and not bare.strip(fence[0]) else fence
            lines.append("")
            continue
        match = _FENCE.match(line)
        if match and not (match[1][0] == "`" and "`" in line[match.end() :]):
            fence = match[1]
        lines.append("" if fence else line)
    text = _FORMULA.sub(" ", "\n".join(lines))
    return "\n\n".join(_SPAN.sub(" ", one) if "`" in one else one for one in text.split("\n\n"))


@pytest.mark.parametrize("corpus", ["handbooks", "runbooks"])
def test_no_template_syntax_is_left_in_the_corpora(evaldata, corpus):
    """Outside code, nothing that only a renderer reads is left in thousands of real pages."""
    re.compile("|".join(f"(?:{one})" for one in _SYNTAX.values()), re.MULTILINE)
    patterns = {name: re.compile(one, re.MULTILINE) for name, one in _SYNTAX.items()}
    reader = reader_for(evaldata / corpus / "corpus")
    left = []
    for file in reader.scan().files:
        prose = _prose(reader.read(file).text)
        left += [(name, file.path) for name, one in patterns.items() if one.search(prose)]

    assert [] == left
