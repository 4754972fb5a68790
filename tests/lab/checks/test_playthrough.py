"""The golden playthroughs are as they were; a change of behaviour shows as a readable diff."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from grognard.lab.checks import playthrough
from grognard.lab.checks.playthrough import AGAIN, PLAYTHROUGHS, Golden

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("golden", PLAYTHROUGHS, ids=lambda golden: golden.name)
def test_a_playthrough_is_as_it_was(golden: Golden) -> None:
    kept = ROOT / golden.file
    before = kept.read_text(encoding="utf-8") if kept.exists() else ""
    now = playthrough.transcript(golden)
    if before != now:
        changes = difflib.unified_diff(before.splitlines(), now.splitlines(), "kept", "now", lineterm="", n=2)
        first = "\n".join(list(changes)[:40])
        pytest.fail(f"{golden.file} has changed. If that is meant, write it again: {AGAIN}\n{first}", pytrace=False)


def test_no_kept_playthrough_is_forgotten() -> None:
    kept = {path.stem for path in (ROOT / playthrough.FOLDER).glob("*.txt")}
    assert kept == {golden.name for golden in PLAYTHROUGHS}


def test_the_command_writes_them_and_says_what_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit, match="where the sources lie"):
        playthrough.main()
    (tmp_path / "tests").mkdir()
    monkeypatch.setattr(playthrough, "PLAYTHROUGHS", PLAYTHROUGHS[1:2])
    playthrough.main()
    playthrough.main()
    PLAYTHROUGHS[1].file.write_text("old", encoding="utf-8")
    playthrough.main()
    said = capsys.readouterr().out.splitlines()
    assert [line.rpartition(" ")[2] for line in said] == ["new", "before", "changed"]
    assert PLAYTHROUGHS[1].file.read_text(encoding="utf-8") == playthrough.transcript(PLAYTHROUGHS[1])
