"""Trying the rules of a rulebook that has no game."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from grognard.games.europa import BOOK
from tests.browser.visitor import Visitor

DRILLS = BOOK.drills()


@pytest.mark.long
def test_a_visitor_tries_rules_and_reads_them(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.start()
    visitor.page.get_by_role("link", name=f"{BOOK.title}: {len(DRILLS)} drills").click()
    page, (first, second, *_) = visitor.page, DRILLS
    page.get_by_role("button", name=first.choices[first.answer], exact=True).click()
    expect(page.get_by_role("status")).to_have_text(f"Right: {first.choices[first.answer]}.")
    expect(page.locator("article li")).to_have_count(len(first.worked))
    page.get_by_role("button", name=f"Rule {first.worked[0].rule}").click()
    expect(visitor.dialog).to_contain_text(BOOK.rules[first.worked[0].rule].rule)
    visitor.dialog.get_by_role("button", name="Close").last.click()
    page.get_by_role("button", name="Next").click()
    wrong = next(choice for number, choice in enumerate(second.choices) if number != second.answer)
    page.get_by_role("button", name=wrong, exact=True).click()
    expect(page.get_by_role("status")).to_have_text(f"No. The answer is: {second.choices[second.answer]}.")
    page.get_by_role("button", name="Installations").click()
    expect(page.get_by_role("heading", name="Surprise in Yugoslavia")).to_be_visible()
    assert visitor.faults == []
