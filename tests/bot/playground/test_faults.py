"""Faults on demand."""

from __future__ import annotations

from bot.playground.faults import Faults


def test_faults_are_taken_in_order_and_counted_down():
    """One after the other; then none."""
    faults = Faults()
    faults.fail("m", "one", times=2)
    faults.fail("m", "two")
    taken = [faults.take("m") for _ in range(4)]

    assert ["one", "one", "two", None] == [fault and fault.error for fault in taken]
    assert 0 == faults.waiting("m")


def test_a_fault_for_every_method_waits_behind_a_methods_own():
    """And lasts for ever without a number."""
    faults = Faults()
    faults.fail("*", "all", times=None)
    faults.limit("m", retry_after=3)
    taken = [faults.take("m"), faults.take("m"), faults.take("n")]

    assert [("ratelimited", 3), ("all", None), ("all", None)] == [
        (fault.error, fault.retry_after) for fault in taken
    ]


def test_a_delay_and_a_cut_have_no_error():
    """They are told apart by their fields; clear takes them all away."""
    faults = Faults()
    faults.delay("m", 2.0)
    faults.drop("m", after=True)
    delay, cut = faults.take("m"), faults.take("m")
    faults.fail("m")
    faults.clear()

    assert ("", 2.0, False) == (delay.error, delay.delay, delay.drop)
    assert ("", True, True) == (cut.error, cut.drop, cut.after)
    assert faults.take("m") is None


def test_a_fault_can_be_for_calls_with_certain_arguments_alone():
    """Others pass it by, and do not use it up."""
    faults = Faults()
    faults.fail("m", "here", where={"channel": "C1"})
    faults.fail("m", "elsewhere")

    assert ["elsewhere", None, "here"] == [
        fault and fault.error
        for fault in (
            faults.take("m", {"channel": "C2"}),
            faults.take("m", {"channel": "C2"}),
            faults.take("m", {"channel": "C1", "text": "x"}),
        )
    ]
