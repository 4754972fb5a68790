"""The client's files, and a page that describes the messages. Nothing here is fetched from anywhere else."""

from __future__ import annotations

from html import escape
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.params import FromPath

from grognard.engine.kinds import Json
from grognard.table.problems import TableError

CLIENT = Path(__file__).parent / "client"
REMEDY = (
    "The client has not been built: run `make setup`, then start the table again. Until then: grognard play --text."
)


class Client:
    """The folder with the built client."""

    def __init__(self, folder: Path = CLIENT) -> None:
        self.folder = folder.resolve()

    @property
    def built(self) -> bool:
        return (self.folder / "index.html").is_file()

    def file(self, path: str) -> Path:
        """The file behind an address; an address that is no file is the client's own business."""
        try:
            found = (self.folder / path.lstrip("/")).resolve()
            if found.is_relative_to(self.folder) and found.is_file():
                return found
        except (OSError, ValueError):  # too long for a name, or none at all
            pass
        return self.folder / "index.html"


@get("/", include_in_schema=False)
async def front(client: NamedDependency[Client]) -> Response[bytes]:
    """The client's one page."""
    return answer(client, "/")


@get("/{path:path}", include_in_schema=False)
async def page(client: NamedDependency[Client], path: FromPath[str]) -> Response[bytes]:
    """The client: files under their names, and its one page for all other addresses."""
    return answer(client, path)


def answer(client: Client, path: str) -> Response[bytes]:
    if path.startswith("/api"):
        raise TableError("unknown", "There is nothing under this address.")
    if not client.built:
        return Response(REMEDY.encode(), status_code=503, media_type="text/plain")
    file = client.file(path)
    if file.name == "index.html" and path.startswith("/assets/"):
        raise TableError("unknown", "There is no such file.")
    kept = "public, max-age=31536000, immutable" if path.startswith("/assets/") else "no-cache"
    kind = guess_type(file.name)[0] or "application/octet-stream"
    return Response(file.read_bytes(), media_type=kind, headers={"Cache-Control": kept})


STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { border-bottom: 1px solid #ccc; margin-top: 2.5rem; } h3 { font: 600 1rem ui-monospace, monospace; }
table { border-collapse: collapse; } td, th { border: 1px solid #ccc; padding: .2rem .6rem; text-align: left; }
code { font-family: ui-monospace, monospace; }
@media (prefers-color-scheme: dark) { body { background: #16181b; color: #ddd; } a { color: #8bf; } }
"""


class PlainPage(OpenAPIRenderPlugin):
    """The OpenAPI document as one plain page: no script, no picture, no font from anywhere."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: Json) -> bytes:
        return plain_page(openapi_schema).encode()


def plain_page(document: Json) -> str:
    """Every route and every message of an OpenAPI document."""
    info = document["info"]
    schemas = document.get("components", {}).get("schemas", {})
    parts = [
        f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{escape(info['title'])}</title>",
        f"<meta name='viewport' content='width=device-width'><style>{STYLE}</style>",
        f"<h1>{escape(info['title'])}</h1><p>{escape(info.get('description') or '')}</p>",
        "<p>The same <a href='/api/docs/openapi.json'>for programs</a>.</p><h2>Routes</h2>",
    ]
    for path, methods in sorted(document["paths"].items()):
        for method, route in methods.items():
            if isinstance(route, dict) and "responses" in route:
                parts.append(_route(path, method, route))
    parts.append("<h2>Messages</h2>")
    parts += [_schema(name, schema) for name, schema in sorted(schemas.items())]
    return "\n".join(parts)


def _route(path: str, method: str, route: Json) -> str:
    rows = [(at["name"], at["in"], _kind(at.get("schema", {}))) for at in route.get("parameters", [])]
    for content in route.get("requestBody", {}).get("content", {}).values():
        rows.append(("", "body", _kind(content.get("schema", {}))))
    for status, answer in route["responses"].items():
        kinds = " or ".join(_kind(content.get("schema", {})) for content in answer.get("content", {}).values())
        if int(status) < 300:
            rows.append(("", f"answer {status}", kinds))
    cells = "".join(f"<tr><td><code>{escape(a)}</code><td>{escape(b)}<td>{c}" for a, b, c in rows)
    return (
        f"<h3>{method.upper()} {escape(path)}</h3><p>{escape(route.get('description') or '')}</p><table>{cells}</table>"
    )


def _schema(name: str, schema: Json) -> str:
    wanted = set(schema.get("required", []))
    cells = "".join(
        f"<tr><td><code>{escape(key)}</code><td>{'' if key in wanted else 'optional'}<td>{_kind(each)}"
        for key, each in schema.get("properties", {}).items()
    )
    about = escape(schema.get("description") or "")
    return f"<h3 id='{escape(name)}'>{escape(name)}</h3><p>{about}</p><table>{cells}</table>"


def _kind(schema: Json) -> str:
    """The type of something, in a few words, with links to messages."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f"<a href='#{name}'>{name}</a>"
    for several in ("oneOf", "anyOf"):
        if several in schema:
            return " or ".join(_kind(each) for each in schema[several])
    if "enum" in schema:
        return " or ".join(f"<code>{escape(str(each))}</code>" for each in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    if isinstance(schema.get("additionalProperties"), dict):
        return f"{{name: {_kind(schema['additionalProperties'])}}}"
    kinds = schema.get("type", "anything")
    return escape(" or ".join(kinds) if isinstance(kinds, list) else str(kinds))
