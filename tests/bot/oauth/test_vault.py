"""What is sealed is opened with our keys alone, former ones too."""

from __future__ import annotations

import pytest
from cryptography.fernet import Fernet
from hypothesis import given
from hypothesis import strategies as st

from bot.oauth.vault import Vault
from retrieval.errors import SettingsError

OLD, NEW, OTHER = (Fernet.generate_key().decode() for _ in range(3))


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
def test_what_was_sealed_comes_back(text: str) -> None:
    """And does not stand in the seal."""
    sealed = Vault([NEW]).seal(text)

    assert text == Vault([NEW]).open(sealed)
    assert len(text) < 9 or text not in sealed


def test_a_former_key_opens_and_is_told() -> None:
    """So that a new key is put before the old one, and what is sealed can be sealed anew."""
    sealed, both = Vault([OLD]).seal("xoxb-1"), Vault([NEW, OLD])

    assert "xoxb-1" == both.open(sealed)
    assert (True, False) == (both.is_old(sealed), both.is_old(both.seal("xoxb-1")))


def test_another_key_opens_nothing() -> None:
    """Neither is what was changed on the way opened; the sentence says what to do."""
    sealed = Vault([OLD]).seal("xoxb-1")
    for wrong in (Vault([OTHER]).seal("xoxb-1"), sealed[:-4] + "AAA=", "", "nonsense"):
        with pytest.raises(SettingsError, match="former key"):
            Vault([OLD]).open(wrong)


@pytest.mark.parametrize("keys", [(), ("short",), (NEW, "ä" * 44)])
def test_a_key_that_is_none_is_a_sentence(keys: tuple[str, ...]) -> None:
    """It names the setting, and the command that makes one."""
    with pytest.raises(SettingsError, match=r"FOOTNOTE_OAUTH_KEYS.*generate_key"):
        Vault(keys)
