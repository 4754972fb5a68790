"""Boards to be drawn: the two of the games, and two with something of everything, one of either orientation."""

from __future__ import annotations

from pathlib import Path

from grognard.drawing.fields import noise
from grognard.engine.board import Board, build, load
from grognard.engine.files import parse_toml
from grognard.games.westfront.world import map_board

ROOT = Path(__file__).parent.parent.parent
KEY = (
    '{ "~" = "sea", "." = "clear", "f" = "forest", "h" = "hill", "m" = "marsh", "^" = "mountain", "d" = "desert", '
    '"r" = "rough", "c" = "city", "k" = "karst" }'
)
ARCADIA = """
schema = 1
id = "arcadia"
source = "reconstructed"
[grid]
orientation = "ORIENTATION"
columns = 8
rows = 8
[terrain]
TERRAIN
LINES = '''
0 ~ ~ ~ . f h ^ ^
1 ~ ~ . m f h ^ .
2 ~ . c m . h ^ .
3 ~ . . . r . . h
4 ~ . f . r . . -
5 ~ ~ . k . d d -
6 ~ . ~ . . d d .
7 ~ ~ ~ ~ . . d .
'''
[nation]
key = { "A" = "Arcadia", "B" = "Boeotia" }
LINES = '''
0 - - - A A A B B
1 - - A A A A B B
2 - A A A A A B B
3 - A A A A B B B
4 - A A A A B B -
5 - - A A A B B -
6 - A - A A B B B
7 - - - - A B B B
'''
[sides]
forest = "0203/A"
mountain = "0304/A"
wall = "0404/A"
strait = "0303/A"
sea = "0103/A"
canal = "0505/A"
border = "0504/A"
[networks]
rail = "RAIL"
road = "0301-0302"
[[river]]
name = "Ladon & Sons"
class = "major"
sides = "RIVER"
[[area]]
name = "Western Sea"
kind = "sea"
hexes = "0000 0001 0002 0003 0004 0005"
[[place]]
name = "Harbour"
hex = "0301"
kind = "port"
[[place]]
name = "Acropolis"
hex = "0202"
kind = "major city"
[[place]]
name = "Megalopolis"
hex = "0302"
kind = "minor city"
port = true
[[place]]
name = "Fort Ida"
hex = "0303"
kind = "fortress"
[[place]]
name = "Mantinea"
hex = "0303"
kind = "town"
[[place]]
name = "Oilfield"
hex = "0505"
kind = "oil"
"""


def arcadia(orientation: str) -> Board:
    """A board with something of everything."""
    pointy = orientation == "pointy"
    text = ARCADIA.replace("ORIENTATION", orientation).replace("LINES", "rows" if pointy else "columns")
    text = text.replace("TERRAIN", f"key = {KEY}").replace("/A", "/E" if pointy else "/S")
    text = text.replace("RAIL", "0202-0302-0303-0404" if pointy else "0202-0302-0303-0304")
    sides = "0602/SW 0503/E 0503/SE 0504/E" if pointy else "0505/S 0505/SE 0505/NE"
    return build(parse_toml(text.replace("RIVER", sides), "arcadia.toml"))


def wide(columns: int, rows: int) -> Board:
    """A large board of all kinds of terrain."""
    waves = noise(98, 32, 16, 8)
    letters = [(-0.3, "~"), (-0.2, "f"), (-0.1, "m"), (0.1, "."), (0.2, "d"), (0.3, "h"), (9, "^")]
    lines = [
        f"{row} "
        + " ".join(
            next(letter for most, letter in letters if waves[row * 3 % 96][column * 3 % 96] < most)
            for column in range(columns)
        )
        for row in range(rows)
    ]
    grid = f'{{ orientation = "pointy", columns = {columns}, rows = {rows} }}'
    head = f'schema = 1\nid = "wide"\nsource = "reconstructed"\ngrid = {grid}\n[terrain]\nkey = {KEY}\n'
    return build(parse_toml(head + "rows = '''\n" + "\n".join(lines) + "\n'''\n", "wide.toml"))


def small(rows: str, more: str) -> Board:
    head = "schema = 1\nid = 'small'\nsource = 'printed'\ngrid = { orientation = 'pointy', columns = 4, rows = 3 }\n"
    return build(parse_toml(f"{head}[terrain]\nkey = {KEY}\nrows = '''\n{rows}\n'''\n{more}", "small.toml"))


HUSKY = map_board("husky")
FORD = load(ROOT / "tests" / "skirmish" / "data" / "map.toml")
POINTY, FLAT = arcadia("pointy"), arcadia("flat")
BOARDS = {"husky": HUSKY, "ford": FORD, "pointy": POINTY, "flat": FLAT}
