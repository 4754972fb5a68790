"""The sentences of a game, kept apart from its rules so that they can be changed and translated."""

from __future__ import annotations

from typing import Any

from grognard.engine.orders import Refusal

TABLE = {
    "table.turn": "It is not {side}'s decision now.",
    "table.step": "'{order}' is no answer to what is being decided ({step}).",
    "table.not-offered": "'{order}' is not allowed here.",
    "table.stale": "The match has moved on (now at {now}, the order was for {meant}); look again and decide anew.",
    "table.over": "The match is over.",
    "table.no-piece": "{unit} is no piece of yours.",
    "table.not-on-map": "{unit} is not on the map.",
    "table.no-place": "There is no place called {place}.",
    "table.not-there": "{unit} stands at {at}; the route must begin there.",
    "table.route": "{unit} cannot go to {to} that way; name the route as it is offered.",
    "table.spelling": "'{order}' is spelt otherwise: '{proper}'.",
    "table.unknown-side": "There is no side called {side}; the sides are {sides}.",
    "undo.nothing": "There is no order to take back.",
    "undo.sheet": "There is no order on the sheet to take back.",
    "undo.other": "The last order was {last}'s; {side} has nothing to take back.",
    "undo.opened": "The sheets have been opened since; the other side must agree to it.",
    "undo.rolled": "Dice have been rolled since ({rule}); the other side must agree to it.",
    "undo.revealed": "Something has been revealed since ({rule}); the other side must agree to it.",
    "undo.past": "The match was taken up from a later moment; its beginning is not at hand.",
}

EVENTS = {
    "agreed end": "Both sides agree to a draw.",
    "correction": "By consent, {fact} {index} is corrected from {before} to {after}: {reason}.",
    "resign": "{side} resigns.",
    "takeback": "{side} takes an order back, by consent.",
}
"""What happens at the table in every game; a game may say it in words of its own."""


class Words:
    """Templates by kind (prompts, warnings, events, rolls, refusals, table) and key; facts fill their {places}."""

    def __init__(self, tables: dict[str, dict[str, str]], titles: dict[str, str]) -> None:
        self.tables = tables
        self.titles = titles
        """Rule titles, for refusals that have no sentence of their own."""

    def say(self, kind: str, key: str, facts: dict[str, Any]) -> str:
        template = self.tables.get(kind, {}).get(key) or (EVENTS.get(key) if kind == "events" else None)
        if template is None:
            return f"{key}: " + ", ".join(f"{name} {value}" for name, value in facts.items()) if facts else key
        return template.format_map(_Facts(facts))

    def title(self, text: str) -> str:
        """A short text (a track, a kind of unit, a layer) in this language; English is its own key."""
        return self.tables.get("titles", {}).get(text, text)

    def refuse(self, refusal: Refusal) -> str:
        """The sentence of a refusal; it ends with the rule that it rests on."""
        rule = refusal.rule
        if rule in TABLE:
            own = self.tables.get("table", {}).get(rule)
            return (own or TABLE[rule]).format_map(_Facts(refusal.facts))
        sentences = self.tables.get("refusals", {})
        template = sentences.get(f"{rule}.{refusal.reason}") or sentences.get(rule)
        text = template.format_map(_Facts(refusal.facts)) if template else self.titles.get(rule, "Not allowed") + "."
        return f"{text} [{rule}]"


class _Facts(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "?"

    def __getitem__(self, key: str) -> Any:
        value = super().__getitem__(key)
        return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
