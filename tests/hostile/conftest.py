"""The same tables as in the other tests, over both databases."""

from __future__ import annotations

from tests.table.conftest import cluster, serve, served, storage, url

__all__ = ["cluster", "serve", "served", "storage", "url"]
