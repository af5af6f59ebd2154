"""Markdown (.md, .markdown, .mdx, with or without ERB) -> Page."""

from __future__ import annotations

from retrieval.readers import frontmatter, superscripts, tags, templating
from retrieval.readers.blocks import Folder
from retrieval.readers.code import Vault, hide_spans
from retrieval.readers.decode import decode
from retrieval.readers.headings import outline
from retrieval.readers.page import Options, Page, Removals, check_length
from retrieval.readers.remarks import without_comments
from retrieval.readers.struck import without_struck
from retrieval.text.inline import MENTION


def read(data: bytes, options: Options) -> Page:
    """Return the page as people see it: no templating, no tags, nothing hidden.

    Raises UnreadableDocument when it is not text.
    """
    removals = Removals()
    return page_of(decode(data, removals), options, removals)


def page_of(source: str, options: Options, removals: Removals) -> Page:
    """Return the page that Markdown `source` (decoded) makes; other formats end here too."""
    check_length(len(source))
    head = frontmatter.split(source, removals)
    body = head.body
    if options.path.lower().endswith(".erb"):
        body = templating.erb(body, head.values)
    vault = Vault()
    mdx = options.path.lower().endswith(".mdx")
    text = "\n".join(Folder(vault, removals).fold(body.split("\n")))
    text = without_comments(hide_spans(text, vault), removals)
    text = templating.unwrap(text, head.values, vault)
    text = templating.attributes(text, mdx=mdx)
    text, mentions = MENTION.subn("", text)
    removals.add("Slack mention", mentions)
    text = superscripts.in_markdown(without_struck(text, removals))
    text = tags.to_markdown(text, vault, removals, mdx=mdx)
    done = outline(text, vault, options.slugs, removals)
    return Page(
        text=done.text,
        title=head.title or done.title,
        anchors=done.anchors,
        metadata=head.metadata,
        url=head.url,
        warnings=removals.sentences(),
    )
