"""A message that only points asks what stands above it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.slack.pointing import pointed_at, points
from tests.bot.slack.test_addressed import thread


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("any idea?", True),
        ("", True),
        ("hey, can you help?", True),
        ("thoughts?", True),
        ("what do you think?", True),
        ("can you answer this one please?", True),
        ("^^", True),
        ("see above", True),
        ("(https://acme.slack.com/archives/C1/p1700000000000100)", True),
        ("Idee dazu?", True),
        ("kannst du helfen?", True),
        ("これわかりますか", True),
        ("any idea how to mount the drive?", False),
        ("can you help me with the VPN?", False),
        ("what is the dress code?", False),
        ("do you know the wifi password?", False),
    ],
)
def test_what_only_points(text: str, expected: bool) -> None:
    """A call for help without its subject; with one it is a question of its own."""
    assert expected is points(text)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["ann: VPN drops on Linux"], "VPN drops on Linux"),
        (
            ["ann: VPN drops on Linux", "bob: did you restart it?", "ann: yes, no change"],
            "VPN drops on Linux",
        ),
        (
            ["ann: build is red", "ann: how do I clear the cache of the build?", "cho: no idea"],
            "how do I clear the cache of the build?",
        ),
        (
            [
                "ann: @bot how do I get a laptop?",
                "bot: With the form.",
                "bob: and who signs that form?",
                "ann: hm",
            ],
            "and who signs that form?",
        ),
        (["alert: CPU of db-3 above 95 %", "ann: :eyes:"], "CPU of db-3 above 95 %"),
        (["ann: hi all", "ann: badge reader is dead"], "badge reader is dead"),
        (["ann: hi all", "bob: :wave:"], ""),
    ],
)
def test_what_is_pointed_at(lines: list[str], expected: str) -> None:
    """Complaint C22: "VPN drops on Linux", later "@bot any idea?" asks about VPN and Linux.

    What people ask each other on the way is not it; an alert of another bot can be (C32).
    """
    found = pointed_at(thread(*lines))

    assert expected == (found.text if found else "")


@given(st.text(max_size=300), st.lists(st.text(max_size=40), max_size=5))
def test_any_text_points_or_does_not(text: str, said: list[str]) -> None:
    """Whatever is written there is an answer, and what is pointed at was written."""
    points(text)
    found = pointed_at(thread(*(f"ann: {one}" for one in said)))

    assert not found or found.text.strip()
