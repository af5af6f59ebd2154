"""Tapes: read, refused with the line that is wrong, and written so that they can be read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.playground.tapes import KINDS, Step, Tape, parse, read
from retrieval.errors import InputError

HEAD = '{"tape": 1, "about": "a storm"}'
POST = '{"at": 0, "do": "post", "as": "ada", "in": "general", "text": "a", "name": "q"}'
FOLDER = Path(__file__).parents[2] / "tapes"


def test_a_tape_is_its_steps_in_order():
    """With what they wait for."""
    tape = parse([HEAD, POST, "", '{"at": 1.5, "do": "cut", "when": {"shown": "q"}}'])

    assert ("a storm", ["post", "cut"]) == (tape.about, [step.do for step in tape.steps])
    assert (1.5, {"shown": "q"}) == (tape.steps[1].at, tape.steps[1].when)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ([], "must begin with"),
        ([POST], "must begin with"),
        ([HEAD, "{"], "line 2 is not JSON"),
        ([HEAD, "[]"], "line 2 is not an object"),
        ([HEAD, '{"do": "odd"}'], '"do" must be one of'),
        ([HEAD, '{"do": "cut", "at": -1}'], '"at" must be seconds'),
        ([HEAD, '{"do": "cut", "at": true}'], '"at" must be seconds'),
        ([HEAD, '{"do": "cut", "when": {"odd": 1}}'], '"when" must be some of'),
        ([HEAD, '{"do": "post", "as": "ada"}'], '"post" needs in, text'),
        ([HEAD, '{"do": "cut", "odd": 1}'], '"cut" knows no odd'),
        ([HEAD, '{"do": "redeliver", "of": "q"}'], "no message before it is named 'q'"),
        ([HEAD, POST, '{"do": "expect", "answers": {"r": 1}}'], "named 'r'"),
        ([HEAD, POST, '{"do": "expect", "answers": 1}'], '"answers" must be'),
        ([HEAD, '{"at": 2, "do": "cut"}', '{"at": 1, "do": "cut"}'], "time goes back"),
    ],
)
def test_what_is_no_tape_is_refused_with_its_line(lines, told):
    """In a sentence."""
    with pytest.raises(InputError, match=told):
        parse(lines)


def test_a_file_that_is_not_there_is_a_sentence(tmp_path):
    """And so is one that cannot be written."""
    with pytest.raises(InputError, match="cannot be read"):
        read(tmp_path / "none.jsonl")
    with pytest.raises(InputError, match="cannot be written"):
        Tape("x", ()).write(tmp_path / "none" / "x.jsonl")


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.jsonl")), ids=lambda path: path.stem)
def test_the_recorded_storms_can_be_read_and_written(path, tmp_path):
    """What is written is what was read; each says what it is about, and expects something."""
    tape = read(path)
    tape.write(tmp_path / "again.jsonl")

    assert tape == read(tmp_path / "again.jsonl")
    assert tape.about.endswith(".")
    assert "expect" in {step.do for step in tape.steps}


plain = st.none() | st.booleans() | st.integers() | st.text(max_size=4)
steps = st.fixed_dictionaries(
    {},
    optional={
        "at": plain | st.floats(),
        "do": st.sampled_from(sorted(KINDS)) | plain,
        "when": st.dictionaries(st.sampled_from(("shown", "connected")), plain) | plain,
        "of": plain,
        "name": plain,
        "answers": st.dictionaries(st.text(max_size=2), plain) | plain,
    },
)


@given(st.lists(steps.map(json.dumps) | st.text(max_size=20), max_size=4))
def test_no_lines_break_the_reading(lines):
    """They are a tape, or refused by a sentence."""
    told = ""
    try:
        tape = parse([HEAD, *lines])
    except InputError as error:
        told = str(error)
    else:
        assert all(isinstance(step, Step) for step in tape.steps)
    assert told.endswith(".") or not told
