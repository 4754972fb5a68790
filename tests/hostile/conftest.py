"""The tables of tests/table serve these tests as well."""

from tests.table.conftest import cluster, serve, served, storage, url

__all__ = ["cluster", "serve", "served", "storage", "url"]
