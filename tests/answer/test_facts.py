"""What a claim may say given its quotes."""

from __future__ import annotations

import pytest

from retrieval.answer.facts import excess, unproven
from retrieval.answer.proof import Proof

QUOTES = (
    "Full-time employees accrue 30 days of paid time off per year, starting on 5 March 2024.",
    "Contractors must not use the VPN without approval from Maria in Berlin.",
    "Run `deploy --force` with v1.9 at 9:00 am; step 3 has 4 parts and step 5 has 6 tests.",
    "| Gold | 12 |",
)
PROOF = Proof(QUOTES, ("Leave policy", "Limit in hours"))


@pytest.mark.parametrize(
    "claim",
    [
        *QUOTES,
        "Full-time staff accrue thirty days of paid time off per year.",
        "PTO starts on 2024-03-05.",
        "Contractors mustn't use the VPN without Maria's approval.",
        "Without approval from Maria in Berlin, contractors must not use the VPN.",
        "Run deploy --force with version 1.9 at 9 am.",
        "Step 3 has four parts.",
        "Under the leave policy, full-time employees accrue paid time off.",
        "Gold is limited to 12 hours.",
    ],
)
def test_what_the_quotes_carry_may_be_said(claim):
    """Another order, another form of a date or number, and words beside the quote are carried."""
    assert "" == excess(claim, PROOF)


@pytest.mark.parametrize(
    "claim",
    [
        "Full-time employees accrue 31 days of paid time off per year.",
        "Full-time employees accrue forty days of paid time off per year.",
        "Full-time employees accrue 30 weeks of paid time off per year.",
        "Full-time employees accrue 30 working days of paid time off per year.",
        "Full-time employees accrue 30 days of paid time off per year from 6 March 2024.",
        "Full-time employees accrue 30 days of paid time off, starting in April.",
        "Contractors must use the VPN without approval from Maria in Berlin.",
        "Contractors must not use the VPN with approval from Maria in Berlin.",
        "Contractors may use the VPN without approval from Maria in Berlin.",
        "Contractors must not use the VPN without approval from Peter in Berlin.",
        "Contractors must not use the LAN without approval from Maria in Berlin.",
        "Run `deploy --quiet` with v1.9 at 9:00 am.",
        "Run `deploy --force` with v1.7 at 9:00 am.",
        "Run `deploy --force` with v1.9 at 9:00 pm.",
        "Step 3 has 6 parts.",
        "Step 5 has 4 tests.",
        "Contractors must not use the VPN without approval, and it is free.",
        "Full-time employees accrue 30 days of paid time off per year in Canada.",
        "Full-time employees accrue 30 days of unpaid time off per year.",
    ],
)
def test_what_the_quotes_do_not_carry_is_named(claim):
    """A changed number, unit, date, name, version, turn or an added word is found."""
    assert excess(claim, PROOF)


def test_a_name_beside_the_quote_may_not_displace_one_in_it():
    """The title's product does not stand in the place of the product that the quote names."""
    proof = Proof(("You can view it in our GitHub account.",), ("PagerDuty handbook",))

    assert "" == excess("In PagerDuty you can view it in our GitHub account.", proof)
    assert excess("You can view it in our PagerDuty account.", proof)


@pytest.mark.parametrize(
    ("claim", "quote", "right"),
    [
        ("It is available in the US and Peru.", "It is available in the US and UK.", False),
        ("The work goes on at ISE.", "The work is going on at HQ.", False),
        ("All SLAs are met.", "Every SLA is met.", True),
        ("The United States is served.", "The US is served.", True),
        ("The PTO is served.", "The paid time off is served.", True),
        ("Buses leave from 4 pm to 4 pm.", "Buses leave from 2 pm to 4 pm.", False),
        ("No, you must not have it.", "No, you must have it.", False),
        ("No, cash is not taken.", "Cash is not taken.", True),
        ("No, cash is taken.", "Cash is taken.", False),
        ("One of 3 firms is the first.", "One of three firms is the first.", True),
        ("The first $25 or 25 percent is free.", "The first $25 or 25% is free.", True),
    ],
)
def test_names_moments_and_answers_that_look_alike(claim, quote, right):
    """Letters that stand for words, repeated moments and leading answers are told apart."""
    assert right == (not excess(claim, Proof((quote,))))


def test_numbers_beside_the_quote_prove_nothing():
    """A number of the title is not a number of the quote."""
    assert excess("Staff get 30 days.", Proof(("Staff get days off.",), ("30 days",)))


def test_missing_words_are_listed():
    """Only words with content are missing."""
    assert ["sandwiches"] == unproven("Also the sandwiches are there", Proof(("Lunch.",)))
