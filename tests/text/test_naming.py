"""Names stand whole in a text or not at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.text.identifiers import identifiers
from retrieval.text.naming import coded, stands
from retrieval.text.words import fold


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("KT-4031", "See KT 4031."),
        ("KT-4031", "kt4031: retry"),
        ("kt4031", "**KT-4031**"),
        ("RCLONE_RETRIES", r"Set RCLONE\_RETRIES to 3"),
        ("RCLONE_RETRIES", "_RCLONE_RETRIES_"),
        ("imagePullSecrets", "spec.imagePullSecrets.name"),
        ("values.yaml", "chart/values.yaml:12"),
        ("v1.2.3", "since 1.2.3."),
        ("1.2.3", "pip install it==v1.2.3"),
        ("HTTP503", "an HTTP-503"),
        ("C++", "written in C++"),
        (".NET", "on .NET 8"),
    ],
)
def test_a_name_is_found_however_its_parts_are_joined(name: str, text: str) -> None:
    """A sign more or less, another case and Markdown's own signs make no other name."""
    assert stands(name, fold(text))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("KT-4031", "KT-4032"),
        ("KT-4031", "KT-40312"),
        ("KT-4031", "XKT-4031"),
        ("KT-4031", "KT-4031-B"),
        ("KT-4031", "KT-4031.1"),
        ("RCLONE_RETRIES", "RCLONE_RETRIES_SLEEP"),
        ("RCLONE_RETRIES", r"RCLONE\_RETRIES\_SLEEP"),
        ("RETRIES", "RCLONE_RETRIES"),
        ("values.yaml", "my-values.yaml"),
        ("values.yaml", "values.yaml.tpl"),
        ("1.2.3", "1.2.34"),
        ("1.2.3", "1.2.3.4"),
        ("1.2.3", "0.1.2.3"),
        ("1.2.3", "123 or 1-2-3"),
        ("C++", "written in C"),
        ("CONTAINER_IMAGE", "a container image"),
    ],
)
def test_a_part_of_another_name_is_none(name: str, text: str) -> None:
    """A longer name, a neighbour and words that only sound so are something else."""
    assert not stands(name, fold(text))


def test_words_may_stand_apart_where_that_is_asked_for() -> None:
    """PagerDuty may be written in two words; three in other company are not it."""
    assert stands("PagerDuty", "the pager duty rota", apart=True)
    assert not stands("PagerDuty", "the pager on duty", apart=True)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("on-call", False),
        ("merit/promotion", False),
        ("PagerDuty", False),
        ("KT-4031", True),
        ("RCLONE_RETRIES", True),
        ("values.yaml", True),
        ("1.2.3", True),
    ],
)
def test_words_side_by_side_are_no_code(name: str, expected: bool) -> None:
    """They may be written in other ways, a code may not."""
    assert expected == coded(name)


@given(st.text(alphabet="aZ9_-./:+# é", max_size=30))
def test_a_name_stands_where_it_was_found(text: str) -> None:
    """Whatever is taken for a name is found in a text of it alone."""
    for name in identifiers(text):
        assert stands(name, fold(f"({name})"))
