"""`python -m grognard`: the same as the command `grognard`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line, or say what it needs."""
    try:
        from grognard.commands.cli import app
    except ModuleNotFoundError as error:
        if error.name not in ("typer", "rich"):
            raise
        sys.exit(f"The command line needs {error.name}. Install it with: pip install 'grognard[cli]'")
    app()


if __name__ == "__main__":
    main()
