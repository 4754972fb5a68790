"""`grognard drill`: trying rules at the keyboard."""

from __future__ import annotations

from typer.testing import CliRunner, Result

from grognard.commands.cli import app
from grognard.games.europa import BOOK


def drill(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, ["drill", *words], input=typed)


def test_a_drill_is_put_by_its_name_and_answered_by_letter_or_in_words() -> None:
    done = drill("river", typed="a\n")
    assert "How many REs are they worth" in done.output
    assert "Right: 3." in done.output
    assert "6 x 1/2 = 3. [GE-3.A.8.d]" in done.output
    assert "No: 3." in drill("river", typed="12\n").output
    assert done.exit_code == 0


def test_drills_are_found_by_the_rule_that_they_show() -> None:
    done = drill("ge-3.e.2.d3", typed="\n")
    assert "Rolling all the same" in done.output
    assert "The answer is: yes." in done.output


def test_a_section_is_asked_for_and_its_right_answers_are_counted() -> None:
    theatres = [each for each in BOOK.drills() if each.section == "Theatres"]
    right = "".join(f"{'abcd'[each.answer]}\n" for each in theatres[:-1])
    done = drill(typed=f"Theatres\n{right}\n")
    assert done.output.strip().endswith(f"{len(theatres) - 1} of {len(theatres)} right.")


def test_all_drills_are_listed() -> None:
    lines = drill("--list").output.splitlines()
    assert [line.split()[0] for line in lines] == [each.key for each in BOOK.drills()]


def test_nonsense_is_answered_and_one_may_leave() -> None:
    done = drill("river", typed="z\nquit\n")
    assert "Type a letter from a to c, Enter to see the answer, or quit." in done.output
    assert done.output.strip().endswith("Goodbye.")
    assert drill("river").output.strip().endswith("Goodbye.")


def test_an_unknown_drill_is_told_where_to_look() -> None:
    done = drill("nothing")
    assert done.exit_code == 2
    assert "grognard drill --list" in done.output
