"""`@rule("WF-7.33a")`: the rules, by ledger id, that a test shows."""

from __future__ import annotations

import pytest


def rule(*ids: str) -> pytest.MarkDecorator:
    """Mark a test with the rules that it shows: it would fail if one of them were broken."""
    if not ids or not all(isinstance(id, str) for id in ids):
        raise TypeError('name at least one rule: @rule("WF-7.33a")')
    return pytest.mark.rule(*ids)
