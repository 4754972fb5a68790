"""A match in the terminal: the map in letters, a question, and orders that can be typed or chosen by number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from textwrap import wrap

from rich.console import Console

from grognard import drawing
from grognard.commands import terminal_map
from grognard.commands.terminal_input import Completion, Leave, forget, read
from grognard.engine import views
from grognard.engine.kinds import Json
from grognard.engine.match import CannotUndo, Match
from grognard.engine.orders import Illegal, Order, UnknownOrder, usage, verb
from grognard.engine.rulebook import Rule
from grognard.engine.soundness import Astray
from grognard.lab.analysis.replay import Chronicle, line_text
from grognard.players import opponents
from grognard.players.opponents import Chance, Opponent

FOLDED = 30
NEAR = 2
RECENT = 10

WELCOME = """\
{title}: {scenario}
{about}
You play {sides}; {others}.

How it works: the map is shown in letters, with the pieces listed below it. Then you are asked something, with the rule
that asks in brackets, and the orders that you may give are listed. Answer with the number of an order or type it. The
Tab key completes words.
  ?              all that can be typed        why ORDER      which rule forbids an order
  rule ID        what a rule says             undo           take your last order back
  save FILE      keep the match for later     quit           leave
Begin by looking at the orders below; nothing that you type can break the match.

{kept}
The dice are fixed already, by a secret with this commitment: {commitment}
"""

HELP = """\
  NUMBER         give the order with that number
  ORDER          give an order in words:
{usages}
  ?              this help
  help WORD      what an order does or a rule says, such as: help {verb}, help {rule}
  map [PLACE]    show the map and the pieces again, or only what is near a place
  orders [WORD]  list all orders, or those that contain a word
  why ORDER      which rule forbids an order, or what it would do
  log [N]        the last N lines of what happened ({recent})
  hint           what a computer player would do, and why
  odds PLACE     what a battle may come to, as far as you can know (odds PLACE end: fought to its end)
  undo           take your last order back, as long as nothing was revealed
  rule ID        what a rule says
  save FILE      keep the match; `grognard play --load FILE` takes it up again
  resign         give the match up
  quit           leave
"""


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


def find_rule(rules: Mapping[str, Rule], id: str) -> Rule | None:
    """A rule by its id, in any case of letters."""
    return rules.get(id) or next((rule for key, rule in rules.items() if key.lower() == id.lower()), None)


def near_rules(rules: Iterable[str], id: str) -> str:
    """The rules whose ids begin in the same way, for someone who missed one."""
    near = [key for key in rules if id and key.lower().startswith(id.lower())][:12]
    return f" There are {', '.join(near)}." if near else ""


class Terminal:
    """One person, or several around one keyboard, and a match."""

    def __init__(
        self,
        match: Match,
        humans: tuple[str, ...],
        console: Console,
        opponents: Mapping[str, Opponent],
        *,
        names: Mapping[str, str] | None = None,
        autosave: str | None = None,
    ) -> None:
        self.match = match
        self.humans = humans
        self.console = console
        self.opponents = dict(opponents)
        self.names = dict(names or {})
        """What the opponents are called."""
        self.autosave = autosave
        self.chronicles = {side: Chronicle(side) for side in match.sides}
        self.side: str | None = None
        self.commands: dict[str, Callable[[str], None]] = {
            "?": self.help, "help": self.help, "map": self.map, "orders": self.orders, "why": self.why, "log": self.log,
            "hint": self.hint, "odds": self.odds, "undo": self.undo, "rule": self.rule, "save": self.save,
            "resign": self.resign, "quit": self.quit, "exit": self.quit,
        }  # fmt: skip

    def run(self) -> None:
        """Play until the match is over or the player leaves."""
        self.welcome()
        completion = self.completion()
        completion.install()
        try:
            while self.match.outcome is None:
                self.turn()
        except (Leave, EOFError, KeyboardInterrupt):
            self.say(f"\nGoodbye. {self.kept()}".rstrip())
            return
        finally:
            completion.remove()
        for side in self.humans:
            self.news(side)
        self.say(drawing.text(self.match))
        if self.autosave:
            self.say(f"Look at it again with: grognard replay {self.autosave}")
            self.say(f"Check its dice with:   grognard verify {self.autosave} --commitment {self.match.commitment}")

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
        side = min(self.match.waiting, key=self.match.side_index)
        sitter = self.opponents.setdefault(side, Chance(side, None))
        try:
            if self.console.is_terminal:
                with self.console.status(f"{side} is thinking"):
                    order = sitter.choose(self.match).order
            else:
                order = sitter.choose(self.match).order
            self.match.play(order)
        except Exception as error:
            if isinstance(sitter, Chance):
                raise
            self.say(f"The player of {side} has failed ({type(error).__name__}: {error}); chance takes its chair.")
            self.opponents[side] = Chance(side, None)
            return
        self.keep()

    def hand_to(self, side: str) -> None:
        if len(self.humans) > 1 and self.side is not None and self.match.game.hides:
            forget()
            self.console.clear()
            read(f"It is for {side} to decide. Press Enter when {side} is alone at the screen. ")
        self.side = side
        self.news(side)
        self.map()
        self.orders(short=True)

    def ask(self, side: str) -> None:
        decision = self.match.decision(side)
        if decision:
            self.say(f"\n{side}: {decision.text} [{decision.rule}]")
            for warning in decision.before_ending:
                self.say(f"  ! {warning}")
            for total in (views.prompt(self.match, side) or {"sums": ()})["sums"]:
                self.say(f"  {total['title']}: {total['text']}")
        line = read(f"{side}> ").strip()
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
        except (Illegal, UnknownOrder, CannotUndo, Astray) as error:
            self.say(str(error))
        except (OSError, ValueError) as error:
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
        self.keep()
        self.news(side)
        if side in self.match.waiting:
            self.orders(short=True)

    # Keeping

    def keep(self) -> None:
        """Write the match down after every order, so that nothing is lost."""
        if self.autosave is None:
            return
        try:
            self.match.save(self.autosave)
        except (OSError, ValueError) as error:
            self.say(f"The match could not be kept in {self.autosave}: {error}. From now on, use: save FILE")
            self.autosave = None

    def kept(self) -> str:
        if self.autosave is None:
            return "(A match that was not saved is gone.)"
        if not self.match.record:
            return ""
        return f"The match is kept; take it up again with: grognard play --load {self.autosave}"

    # Commands

    def help(self, rest: str = "") -> None:
        kinds = sorted(self.match.game.orders, key=verb)
        kind = next((kind for kind in kinds if verb(kind) == rest.lower()), None)
        if kind is not None:
            self.say(f"{usage(kind)}\n{(kind.__doc__ or '').strip()}".strip())
            return
        if rest:
            self.rule(rest)
            return
        usages = "\n".join(f"                   {usage(kind)}" for kind in kinds)
        rule = next(iter(self.match.game.rules), "ID")
        self.say(HELP.format(usages=usages, rule=rule, verb=verb(kinds[0]), recent=RECENT))

    def map(self, rest: str = "") -> None:
        view, board = self.view(), self.match.state.world.board
        region = None
        if rest:
            place = board.find(rest)
            if place is None or place >= board.grid.size:
                self.say(f"The map has no place called {rest!r}.")
                return
            region = board.grid.within(place, NEAR)
        self.say(f"\n{self.match.game.title}, {view['when']}\n")
        picture = terminal_map.coloured(board, view["pieces"], sides=self.match.sides, region=region)
        self.console.print(picture, soft_wrap=True)
        wide = max(map(len, picture.plain.partition("\n\n")[0].split("\n")))
        if self.console.is_terminal and wide > self.console.width:
            self.say(f"(The map is {wide} letters wide and this window {self.console.width}: widen it, or: map PLACE)")

    def orders(self, rest: str = "", *, short: bool = False) -> None:
        orders = self.match.orders(self.side)
        decision = self.match.decision(self.side)
        meanings = dict(decision.buttons) if decision else {}
        meanings |= {str(order): called for order in orders if (called := self.called(order))}
        chosen = [
            (number, f"{order}  ({meanings[str(order)]})" if str(order) in meanings else str(order))
            for number, order in enumerate(orders, 1)
            if rest.lower() in str(order).lower()
        ]
        if not chosen:
            self.say(f"No order contains {rest!r}." if rest else "There is nothing to decide.")
        for number, text in chosen[:FOLDED] if short else chosen:
            self.say(f"  {number:>3}  {text}")
        if short and len(chosen) > FOLDED:
            self.say(f"       and {len(chosen) - FOLDED} more; type: orders, or: orders WORD")

    def called(self, order: Order) -> str:
        """What the pieces of an order are called, where orders name them by something shorter."""
        names = self.match.game.names()
        return ", ".join(
            names[piece] for piece in views.offer(order, self.match.state.world)["pieces"] if piece in names
        )

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
        for name, value in views.preview(self.match, order).items():
            if name == "cost":
                value = self.match.preview(order).cost
            if value:
                self.say(f"  {name}: {', '.join(value) if isinstance(value, list) else value}")

    def log(self, rest: str = "") -> None:
        lines = self.view()["log"]
        for line in lines[-(int(rest[:4]) if rest.isdecimal() else RECENT) :]:
            self.line(line)

    def hint(self, rest: str = "") -> None:
        """What a computer player would do with what this side knows."""
        game = self.match.game
        name = rest or opponents.default(game)
        if self.side is None or name == opponents.RANDOM:
            self.say(f"No computer player knows {game.title}, so there is nobody to ask.")
            return
        try:
            sitter = opponents.opponent(game, name, self.side, "hint")
        except LookupError as error:
            self.say(str(error))
            return
        try:
            advice = sitter.choose(self.match)
        except Exception as error:  # its trouble must not become the match's
            self.say(f"The computer player does not know what to do ({type(error).__name__}: {error}).")
            return
        self.say(f"{advice.order}" + (f": {advice.reason}" if advice.reason else ""))

    def odds(self, rest: str = "") -> None:
        """What a battle may come to, from what this side knows."""
        place, _, end = rest.rpartition(" ") if rest.lower().endswith(" end") else (rest, "", "")
        try:
            odds = import_module("grognard.lab.analysis.odds")
        except ImportError:
            self.say("The odds are not installed here.")
            return
        if not place:
            self.say("Say where, such as: odds Catania")
            return
        settings = {"rounds": odds.ROUNDS} if end else {}
        try:
            self.say(str(odds.from_view(self.match, self.side, place, **settings)))
        except ValueError as error:
            self.say(f"There are no odds for that: {error}")

    def undo(self, rest: str = "") -> None:
        self.match.undo(self.side)
        self.keep()
        self.say("Taken back.")
        if self.side:
            self.chronicles[self.side].news(self.match)
        self.orders(short=True)

    def rule(self, rest: str = "") -> None:
        rules = self.match.game.rules
        rule = find_rule(rules, rest)
        self.say(rule_card(rule) if rule else f"{self.match.game.title} has no rule {rest!r}.{near_rules(rules, rest)}")

    def save(self, rest: str = "") -> None:
        if not rest:
            self.say("Say where to, such as: save mine.json")
            return
        self.match.save(rest)
        self.say(f"Saved. Take it up again with: grognard play --load {rest}")

    def resign(self, rest: str = "") -> None:
        if self.side and read(f"Does {self.side} give up? (yes or no) [no] ").strip().lower() == "yes":
            self.match.resign(self.side)
            self.keep()

    def quit(self, rest: str = "") -> None:
        raise Leave

    def completion(self) -> Completion:
        """What the Tab key completes: the words of the orders on offer, and what can follow a command."""
        board, rules = self.match.state.world.board, self.match.game.rules

        def orders() -> list[str]:
            return [str(order) for order in self.match.orders(self.side)] if self.side in self.match.waiting else []

        def places() -> list[str]:
            return [name.replace(" ", "") for name in board.places]

        after: dict[str, Callable[[], Iterable[str]]] = dict.fromkeys(self.commands, lambda: ())
        verbs = [verb(kind) for kind in self.match.game.orders]
        after |= {
            "why": lambda: [*orders(), *verbs],
            "orders": orders,
            "rule": lambda: rules,
            "help": lambda: [*verbs, *rules],
        }
        after |= {"map": places, "odds": places}
        return Completion(orders, after)

    # Showing

    def welcome(self) -> None:
        match = self.match
        scenario = match.game.scenarios()[match.scenario]
        others = [
            f"{side} is played by {opponents.called(self.names.get(side, opponents.RANDOM))}"
            for side in match.sides
            if side not in self.humans
        ]
        kept = f"Every order is kept in {self.autosave}." if self.autosave else "Nothing is kept unless you save it."
        text = WELCOME.format(
            title=match.game.title,
            scenario=scenario.title,
            about="\n".join(wrap(scenario.about, 118)),
            sides=" and ".join(self.humans) or "nobody",
            others=", ".join(others) or "hand the keyboard over when asked",
            kept=kept,
            commitment=match.commitment,
        )
        self.say(text)
        if match.diverged_at is not None:
            self.say(f"The rules have changed since: order {match.diverged_at + 1} no longer fits them.")
            self.say("The match goes on from its last handover.\n")
        if match.record:
            self.say(f"{len(match.record)} orders have been given. The last lines of what happened:")
            for side in self.humans[:1]:
                for line in self.chronicles[side].news(match)[-RECENT:]:
                    self.line(line)

    def news(self, side: str) -> None:
        """What happened since the side last looked."""
        for line in self.chronicles[side].news(self.match):
            self.line(line)

    def line(self, line: Json) -> None:
        self.say(f"  - {line_text(line)}")

    def view(self) -> Json:
        return self.match.view(self.side)

    def say(self, text: str) -> None:
        self.console.print(text, markup=False, highlight=False, soft_wrap=True)
