"""What a stranger's reading of the rulebook found about transport by sea: where rules of several chapters meet."""

from __future__ import annotations

from tests.rulebooks.balkan.table import at
from tests.rules import rule


@rule("BF-26A3-1", "BF-26A4-1")
def test_whoever_goes_to_a_beach_leaves_the_port_to_others_if_its_hex_has_a_beach_too() -> None:
    table = at("Volos: GR-10R, GR-51, GR-BA, GR-14, GR-12\nChalkis: GR-39, GR-42, GR-BB", "Nov I 40, allied movement")
    for regiment in ("GR-10R", "GR-51", "GR-BA"):
        table.say("allied", f"move {regiment}", "ship [Serrai SE1]")
    table.say("allied", "move GR-14", "ship Thessalonike", "pass", "move GR-12")
    assert table.refused("ship Thessalonike") == "BF-26A3-1"
    table.say("allied", "pass")
    for regiment in ("GR-39", "GR-42"):
        table.say("allied", f"move {regiment}", "ship [Serrai SE1]")
    assert table.say("allied", "move GR-BB").refused("ship [Serrai SE1]") is not None
