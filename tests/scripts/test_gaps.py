"""Tests of scripts/gaps.py: how it is called."""

from __future__ import annotations

from datetime import timedelta

import pytest

from scripts.gaps import DAYS, MOST, arguments


def test_it_looks_back_a_month_unless_told_otherwise() -> None:
    """Hours, days and weeks are understood."""
    plain, told = (
        arguments().parse_args([]),
        arguments().parse_args(["--since", "2w", "--most", "3"]),
    )

    assert (timedelta(days=DAYS), MOST, "") == (plain.since, plain.most, plain.collection)
    assert (timedelta(days=14), 3) == (told.since, told.most)


@pytest.mark.parametrize("wrong", [["--since", "soon"], ["--since", "0d"], ["--most", "0"]])
def test_what_is_no_period_or_number_is_said(
    wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Used wrongly it exits with 2 and says what it wants."""
    with pytest.raises(SystemExit) as ended:
        arguments().parse_args(wrong)

    assert 2 == ended.value.code
    assert "must be" in capsys.readouterr().err
