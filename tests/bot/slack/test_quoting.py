"""Quotes get the shape back that they have on their page."""

from __future__ import annotations

from bot.slack.quoting import LONGEST_QUOTE, block_quote, excerpt, shaped
from retrieval.values import VerifiedClaim
from tests.fakes.answers import citation, claim, page, source

PAGE = """\
Run this before you start:

```sh
make install
  make test
make check
```

| code | meaning |
|------|---------|
| 0 | done |
| 1 | failed |
| 2 | wrong |

1. First step.
2. Second *step*.
   - inner step
3. Third step.
"""


def _cut(text: str) -> tuple[int, str]:
    return PAGE.index(text), text


def _claim(said: str, *texts: str) -> VerifiedClaim:
    cites = [citation(text, page(), start=PAGE.index(text)) for text in texts]
    return claim(said, *cites)


def test_code_is_code() -> None:
    """Lines of a listing come back in a fence of its language, margins kept."""
    said = shaped(
        _claim("make install\n  make test", "make install\n  make test"), {"S1": source(PAGE)}
    )

    assert "```sh\nmake install\n  make test\n```" == said


def test_code_follows_its_sentence() -> None:
    """A sentence and the code that it introduces are two blocks."""
    one = _claim(
        "Run this before you start:\nmake check", "Run this before you start:", "make check"
    )

    assert "Run this before you start:\n\n```sh\nmake check\n```" == shaped(
        one, {"S1": source(PAGE)}
    )


def test_rows_stand_under_their_header() -> None:
    """A row that is quoted with its header, or without, is a table again."""
    one = _claim("code | meaning\n1 | failed", "| code | meaning |", "| 1 | failed |")
    two = _claim("code | meaning\n2 | wrong", "| 2 | wrong |")

    assert "| code | meaning |\n|------|---------|\n| 1 | failed |" == shaped(
        one, {"S1": source(PAGE)}
    )
    assert shaped(two, {"S1": source(PAGE)}).endswith("|\n| 2 | wrong |")


def test_items_keep_their_marks() -> None:
    """Quoted items are a list, with their numbers and what is nested in them."""
    text = "Second *step*.\n   - inner step"
    one = _claim("Second step.\ninner step", text)

    assert "2. Second *step*.\n   - inner step" == shaped(one, {"S1": source(PAGE)})


def test_other_words_get_no_shape() -> None:
    """A claim that says it otherwise, or whose source is not at hand, is left to its own words."""
    assert "" == shaped(_claim("Do check.", "make check"), {"S1": source(PAGE)})
    assert "" == shaped(_claim("make check", "make check"), {})
    assert "" == shaped(_claim("make check", "make check"), {"S1": source(PAGE, page("other"))})


def test_a_long_quote_is_cut_at_a_word() -> None:
    """Under a claim stands the beginning of a quote, and that it goes on."""
    said = excerpt(citation("word " * 200))

    assert len(said) <= LONGEST_QUOTE + 2
    assert said.endswith("word …")


def test_an_excerpt_of_code_keeps_its_signs() -> None:
    """A command in a quote is the one of its page, with its stars and underscores."""
    code = 'EXCLUDES="a/*,*/b/*" __run__'
    text = f"Leave out:\n\n```\n{code}\n```\n"
    one = citation(code, start=text.index(code))

    assert code == excerpt(one, [source(text)])


def test_a_block_quote_holds_all_but_tables_and_code() -> None:
    """They stand between the quotes; what was a quote on the page is not quoted twice."""
    text = "One.\n\n> Two.\n\n```sh\nmake\n```\n\n- Three.\n\n| a |\n| --- |\n| 1 |"

    assert (
        "> One.\n>\n> Two.\n\n```sh\nmake\n```\n\n> - Three.\n\n| a |\n| --- |\n| 1 |"
    ) == block_quote(text)
    assert "" == block_quote("")


def test_code_in_an_item_stays_in_its_item() -> None:
    """A step with its command is one part of the quote."""
    assert "> 1. Run:\n>\n>    ```\n>    make\n>    ```" == block_quote(
        "1. Run:\n\n   ```\n   make\n   ```"
    )
