"""Seals tokens with keys of ours, so that whoever reads the ledger cannot use them."""

from __future__ import annotations

from collections.abc import Sequence

from cryptography.fernet import Fernet, InvalidToken, MultiFernet

from retrieval.errors import SettingsError

MAKE = "python -c 'from cryptography.fernet import Fernet; print(Fernet.generate_key().decode())'"
"""The command that makes a key."""


class Vault:
    """Seals with the first key, opens what any of them has sealed."""

    def __init__(self, keys: Sequence[str]) -> None:
        """Take keys as Fernet makes them, the one in use first. Raises SettingsError."""
        try:
            self._keys = [Fernet(key) for key in keys]
        except ValueError:
            self._keys = []
        if not self._keys:
            raise SettingsError(
                f"FOOTNOTE_OAUTH_KEYS: must be one or more keys, separated by commas; {MAKE} "
                "makes one"
            )
        self._all = MultiFernet(self._keys)

    def seal(self, text: str) -> str:
        """Seal a text."""
        return self._keys[0].encrypt(text.encode()).decode()

    def open(self, sealed: str) -> str:
        """Return what was sealed. Raises SettingsError where none of the keys has sealed it."""
        try:
            return self._all.decrypt(sealed.encode()).decode()
        except InvalidToken:
            raise SettingsError(
                "FOOTNOTE_OAUTH_KEYS: none of the keys has sealed what the ledger keeps. Put the "
                "former key behind the new one, or install the app again."
            ) from None

    def is_old(self, sealed: str) -> bool:
        """Whether a text was sealed with a former key."""
        try:
            self._keys[0].decrypt(sealed.encode())
        except InvalidToken:
            return True
        return False
