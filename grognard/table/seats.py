"""Seats: who has the token may look through that seat's eyes. It cannot be guessed, and only its hash is kept."""

from __future__ import annotations

import hashlib
import re
import secrets

LETTERS = 22
"""128 bits, in letters that a link can hold."""

_TOKEN = re.compile(rf"[A-Za-z0-9_-]{{{LETTERS}}}")


def token() -> str:
    """A new seat."""
    return secrets.token_urlsafe(16)


def key(token: str) -> str | None:
    """Under which a seat is kept; None for what cannot be a seat. Who reads the database learns no seat from it."""
    if not _TOKEN.fullmatch(token):
        return None
    return hashlib.sha256(token.encode()).hexdigest()
