"""The client's files, the page that describes the messages, and starting it all."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from grognard.commands.cli import app
from grognard.table.pages import Client
from grognard.table.serve import CannotServe, data_file, listening
from tests.table.server import Served, problem


@pytest.fixture
def client(tmp_path: Path) -> Path:
    """A client as it is when it has been built."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>table</title>")
    (tmp_path / "assets" / "index-abc123.js").write_text("let x = 1")
    (tmp_path / "icon.svg").write_text("<svg/>")
    return tmp_path


def test_the_client_is_served_from_its_folder(serve: Callable[..., Served], client: Path) -> None:
    served = serve(client=client)
    for path in ("/", "/m/some-seat", "/new?game=x", "/index.html"):
        answer = served.http.get(path)
        assert "<title>table" in answer.text
        assert answer.headers["content-type"].startswith("text/html")
        assert answer.headers["cache-control"] == "no-cache"
    script = served.http.get("/assets/index-abc123.js")
    assert script.text == "let x = 1"
    assert "javascript" in script.headers["content-type"]
    assert "immutable" in script.headers["cache-control"]
    assert served.http.get("/icon.svg").headers["content-type"].startswith("image/svg+xml")
    problem(served.http.get("/assets/old.js"), 404, "unknown")
    problem(served.http.get("/api"), 404, "unknown")


def test_without_a_client_the_remedy_is_named(serve: Callable[..., Served], tmp_path: Path) -> None:
    answer = serve(client=tmp_path / "none").http.get("/")
    assert answer.status_code == 503
    assert "make setup" in answer.text


def test_the_messages_are_described_without_leaving_the_machine(served: Served) -> None:
    page = served.http.get("/api/docs/").text
    document = served.http.get("/api/docs/openapi.json").json()
    for name in ("View", "Offers", "Played", "Problem", "NewMatch", "Surface", "Layer"):
        assert name in document["components"]["schemas"]
        assert f"id='{name}'" in page
    assert "/api/seats/{seat}/orders" in page
    assert not re.search(r"""(?:src|href)=['"](?:https?:)?//""", page)
    assert "<script" not in page


def test_every_route_of_the_contract_is_there(served: Served) -> None:
    document = served.http.get("/api/docs/openapi.json").json()
    routes = {f"{method.upper()} {path}" for path, methods in document["paths"].items() for method in methods}
    said = (Path(__file__).parents[2] / "docs" / "table.md").read_text(encoding="utf-8")
    wanted = set()
    for methods, path in re.findall(r"`(GET|POST|PUT|GET/PUT) (/api/[^`?\[ ]+)", said):
        wanted |= {f"{method} {path}" for method in methods.split("/")}
    assert len(wanted) > 20
    assert wanted <= routes, wanted - routes


# Starting it


def test_the_table_listens_to_this_machine_only() -> None:
    at = listening(0)
    assert at.getsockname()[0] == "127.0.0.1"
    with pytest.raises(CannotServe, match="--port"):
        listening(at.getsockname()[1])
    at.close()


def test_matches_are_kept_where_the_system_keeps_such_things(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert data_file() == "/somewhere/grognard/table.sqlite3"


def test_play_without_a_client_names_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Client, "built", False)
    done = CliRunner().invoke(app, ["play", "--no-browser"])
    assert done.exit_code == 2
    assert "make setup" in done.output.replace("\n", " ")


def test_play_without_the_packages_names_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "grognard.table.serve", None)
    done = CliRunner().invoke(app, ["play"])
    assert done.exit_code == 2
    assert "grognard[table]" in done.output.replace("\n", " ")


def test_what_is_for_the_terminal_says_so() -> None:
    done = CliRunner().invoke(app, ["play", "westfront"])
    assert done.exit_code == 2
    assert "--text" in done.output


def test_play_opens_the_table_and_ends_with_an_interrupt(client: Path, tmp_path: Path) -> None:
    code = (
        "import sys, webbrowser; from pathlib import Path; from grognard.table import serve, pages\n"
        "webbrowser.open = lambda at: print('browser', at, flush=True)\n"
        f"serve.Client = lambda: pages.Client(Path({str(client)!r}))\n"
        "from grognard.commands.cli import app; app(['play', '--data', sys.argv[1]])"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "matches.sqlite3")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | {"COLUMNS": "200"}) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        found = re.search(r"http://localhost:\d+/", said)
        assert found, said
        assert process.stdout.readline().strip() == f"browser {found[0]}"
        assert httpx.get(f"{found[0]}api/games").status_code == 200
        second = subprocess.run(command, capture_output=True, text=True, check=False)
        assert "another table" in second.stdout + second.stderr
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
