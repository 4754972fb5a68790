"""A match in the terminal: the map in letters, a question, and orders that can be typed or chosen by number."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
from rich.console import Console

from grognard.engine import drawing
from grognard.engine.game import Rule
from grognard.engine.match import CannotUndo, Match
from grognard.engine.orders import Illegal, Order, UnknownOrder, usage, verb

FOLDED = 30

WELCOME = """\
{title}: {scenario}
{about}
You play {sides}; {others}.

How it works: the map is shown in letters, with the pieces listed below it. Then you are asked something, with the rule
that asks in brackets, and the orders that you may give are listed. Answer with the number of an order or type it.
  ?              all that can be typed        why ORDER      which rule forbids an order
  rule ID        what a rule says             undo           take your last order back
  save FILE      keep the match for later     quit           leave
Begin by looking at the orders below; nothing that you type can break the match.
"""

HELP = """\
  NUMBER         give the order with that number
  ORDER          give an order in words:
{usages}
  ?              this help
  map            show the map and the pieces again
  orders [WORD]  list all orders, or those that contain a word
  why ORDER      which rule forbids an order, or what it would do
  log [N]        the last N lines of what happened (10)
  undo           take your last order back, as long as nothing was revealed
  rule ID        what a rule says, such as: rule {rule}
  save FILE      keep the match; `grognard play --load FILE` takes it up again
  resign         give the match up
  quit           leave without saving
"""


class Leave(Exception):
    """The player has had enough for now."""


def rule_card(rule: Rule) -> str:
    """A rule of the ledger, as a player reads it."""
    lines = [f"{rule.id}  {rule.title}", f"({rule.kind}, {rule.phase})", "", rule.rule]
    if rule.ruling:
        lines += ["", f"Ruling: {rule.ruling}"]
    if rule.check:
        lines += ["", f"How to check it: {rule.check}"]
    if rule.needs:
        lines += ["", f"Rests on {', '.join(rule.needs)}"]
    return "\n".join(lines)


def find_rule(rules: dict[str, Rule], id: str) -> Rule | None:
    """A rule by its id, in any case of letters."""
    return rules.get(id) or next((rule for key, rule in rules.items() if key.lower() == id.lower()), None)


class Terminal:
    """One person, or several around one keyboard, and a match."""

    def __init__(self, match: Match, humans: tuple[str, ...], console: Console, rng: Random) -> None:
        self.match = match
        self.humans = humans
        self.console = console
        self.rng = rng
        self.seen = dict.fromkeys(match.sides, 0)
        self.side: str | None = None
        self.commands: dict[str, Callable[[str], None]] = {
            "?": self.help, "help": self.help, "map": self.map, "orders": self.orders, "why": self.why, "log": self.log,
            "undo": self.undo, "rule": self.rule, "save": self.save, "resign": self.resign, "quit": self.quit,
            "exit": self.quit,
        }  # fmt: skip

    def run(self) -> None:
        """Play until the match is over or the player leaves."""
        self.welcome()
        try:
            while self.match.outcome is None:
                self.turn()
        except (Leave, EOFError, KeyboardInterrupt):
            self.say("\nGoodbye. (A match that was not saved is gone.)")
            return
        for side in self.humans:
            self.news(side)
        self.say(drawing.text(self.match))

    def turn(self) -> None:
        """Somebody decides."""
        mine = [side for side in self.humans if side in self.match.waiting]
        if not mine:
            self.answer_for_others()
            return
        side = self.side if self.side in mine else mine[0]
        if side != self.side:
            self.hand_to(side)
        self.ask(side)

    def answer_for_others(self) -> None:
        side = sorted(self.match.waiting)[0]
        self.match.play(self.rng.choice(self.match.orders(side)))

    def hand_to(self, side: str) -> None:
        if len(self.humans) > 1 and self.side is not None and self.match.game.hides:
            self.console.clear()
            self.read(f"It is for {side} to decide. Press Enter when {side} is alone at the screen. ")
        self.side = side
        self.news(side)
        self.map()
        self.orders(short=True)

    def ask(self, side: str) -> None:
        decision = self.match.decision(side)
        if decision:
            self.say(f"\n{side}: {decision.text} [{decision.rule}]")
            for warning in decision.warnings:
                self.say(f"  ! {warning}")
        line = self.read(f"{side}> ").strip()
        if not line:
            self.orders(short=True)
            return
        word, _, rest = line.partition(" ")
        command = self.commands.get(word.lower())
        try:
            if command:
                command(rest.strip())
            else:
                self.give(line, side)
        except (Illegal, UnknownOrder, CannotUndo) as error:
            self.say(str(error))
        except OSError as error:
            self.say(f"That did not work: {error}")

    def give(self, line: str, side: str) -> None:
        before = self.match.orders(side)
        if line.isdecimal():
            number = int(line[:9])
            if not 1 <= number <= len(before):
                self.say(f"There is no order {line[:20]}; they are numbered from 1 to {len(before)}.")
                return
            order: Order = before[number - 1]
            self.say(str(order))
        else:
            order = self.match.order(line, side)
        self.match.play(order)
        self.news(side)
        if side in self.match.waiting:
            self.orders(short=True)

    # Commands

    def help(self, rest: str = "") -> None:
        usages = "\n".join(f"                   {usage(kind)}" for kind in sorted(self.match.game.orders, key=verb))
        self.say(HELP.format(usages=usages, rule=next(iter(self.match.game.rules), "ID")))

    def map(self, rest: str = "") -> None:
        view = self.view()
        self.say(f"\n{self.match.game.title}, {view['when']}\n")
        self.say(drawing.text_map(self.match.state.world.board, view["pieces"], sides=self.match.sides))

    def orders(self, rest: str = "", *, short: bool = False) -> None:
        orders = self.match.orders(self.side)
        chosen = [(number, str(order)) for number, order in enumerate(orders, 1) if rest.lower() in str(order).lower()]
        if not chosen:
            self.say(f"No order contains {rest!r}." if rest else "There is nothing to decide.")
        for number, text in chosen[:FOLDED] if short else chosen:
            self.say(f"  {number:>3}  {text}")
        if short and len(chosen) > FOLDED:
            self.say(f"       and {len(chosen) - FOLDED} more; type: orders, or: orders WORD")

    def why(self, rest: str = "") -> None:
        if not rest:
            self.say("Say which order you mean, such as: why " + str(next(iter(self.match.orders(self.side)), "pass")))
            return
        order = self.match.order(rest, self.side)
        refusal = self.match.why_not(order)
        if refusal:
            self.say(self.match.say(refusal))
            return
        self.say("It is allowed.")
        preview: dict[str, Any] = msgspec.to_builtins(self.match.preview(order))
        for name, value in preview.items():
            if name == "cost":
                value = self.match.preview(order).cost
            if value:
                self.say(f"  {name}: {', '.join(map(str, value)) if isinstance(value, list | tuple) else value}")

    def log(self, rest: str = "") -> None:
        lines = self.view()["log"]
        for line in lines[-(int(rest[:4]) if rest.isdecimal() else 10) :]:
            self.line(line)

    def undo(self, rest: str = "") -> None:
        self.match.undo(self.side)
        self.say("Taken back.")
        if self.side:
            self.seen[self.side] = len(self.view()["log"])
        self.orders(short=True)

    def rule(self, rest: str = "") -> None:
        rule = find_rule(self.match.game.rules, rest)
        self.say(rule_card(rule) if rule else f"{self.match.game.title} has no rule {rest!r}.")

    def save(self, rest: str = "") -> None:
        if not rest:
            self.say("Say where to, such as: save mine.json")
            return
        self.match.save(rest)
        self.say(f"Saved. Take it up again with: grognard play --load {rest}")

    def resign(self, rest: str = "") -> None:
        if self.side and self.read(f"Does {self.side} give up? (yes or no) ").strip().lower() == "yes":
            self.match.resign(self.side)

    def quit(self, rest: str = "") -> None:
        raise Leave

    # Showing

    def welcome(self) -> None:
        match = self.match
        scenario = match.game.scenarios()[match.scenario]
        others = [side for side in match.sides if side not in self.humans]
        text = WELCOME.format(
            title=match.game.title,
            scenario=scenario.title,
            about=scenario.about,
            sides=" and ".join(self.humans) or "nobody",
            others=f"{' and '.join(others)} will answer at random" if others else "hand the keyboard over when asked",
        )
        self.say(text)

    def news(self, side: str) -> None:
        """What happened since the side last looked."""
        lines = self.match.view(side)["log"]
        for line in lines[self.seen[side] :]:
            self.line(line)
        self.seen[side] = len(lines)

    def line(self, line: dict[str, Any]) -> None:
        self.say(f"  - {line['text']}" + (f" [{line['rule']}]" if line["rule"] else ""))

    def view(self) -> dict[str, Any]:
        return self.match.view(self.side)

    def say(self, text: str) -> None:
        self.console.print(text, markup=False, highlight=False, soft_wrap=True)

    def read(self, prompt: str) -> str:
        return self.console.input(prompt, markup=False)
