"""At the door: who may speak to the table at all, and what every answer says about itself.

A seat is a link, and whoever has it may decide. So pages from elsewhere must neither read nor send anything, not even
by calling themselves by a name that leads here.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from grognard.table import bodies
from grognard.table.limits import Buckets, asker
from grognard.table.problems import STATUS, Problem, TableError, encoded
from grognard.table.settings import Settings

POLICY = "; ".join(
    (
        "default-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
DATA = [
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
]
"""What every answer says; data says no more, for no browser shows it as a page."""
PAGE = [
    *DATA,
    (b"content-security-policy", POLICY.encode()),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (b"referrer-policy", b"no-referrer"),  # a seat's link must not travel on
]
NO_STORE = (b"cache-control", b"no-store")
WRITING = ("POST", "PUT")
ASKED = (b"content-type", b"host", b"origin", b"sec-fetch-mode", b"sec-fetch-site")
FROM_HERE = ("same-origin", "none")


class Guard:
    """Stands before everything else."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self._rates = Buckets(settings.address_rate, settings.address_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):  # the server starts or stops
            await self.app(scope, receive, send)
            return
        address = scope["client"]
        asker.set(address[0] if address else "")
        problem = self._problem(scope)
        try:
            self._rates.take(asker.get())
            if problem is None and scope["type"] == ScopeType.HTTP:
                receive = await bodies.whole(scope, receive, self.settings)
        except TableError as error:
            problem = error.problem
        if scope["type"] == ScopeType.WEBSOCKET:
            if problem is None:
                await self.app(scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": 4000 + STATUS[problem.error], "reason": problem.error})
            return
        answer = _labelled(send)
        if problem is None:
            await self.app(scope, receive, answer)
            return
        headers = [(b"content-type", b"application/json")]
        await answer({"type": "http.response.start", "status": STATUS[problem.error], "headers": headers})
        await answer({"type": "http.response.body", "body": encoded(problem), "more_body": False})

    def _problem(self, scope: Scope) -> Problem | None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"] if name in ASKED}
        host = headers.get(b"host", "")
        if _name(host) not in self.settings.hosts:
            return Problem("host", "The table is not known under this name; speak to it as localhost.")
        origin = headers.get(b"origin")
        try:
            at = origin and urlsplit(origin).netloc.lower()
        except ValueError:  # "http://[" and the like
            return Problem("bad-request", "That is no origin.")
        if at is not None and at != host.lower():
            return Problem("origin", "A page from elsewhere may not speak to the table.")
        from_page = scope["path"].startswith("/api/") and headers.get(b"sec-fetch-mode") != "navigate"
        writing = scope.get("method") in WRITING
        if (writing or from_page) and headers.get(b"sec-fetch-site", "none") not in FROM_HERE:
            return Problem("origin", "A page from elsewhere may not speak to the table.")
        if writing and not _is_json(headers.get(b"content-type", "")):
            return Problem("media", "Send it as application/json.")
        return None


def _is_json(content_type: str) -> bool:
    """No form on a page can send this, and no script from elsewhere without asking first."""
    return content_type.partition(";")[0].strip().lower() == "application/json"


def _name(host: str) -> str:
    """The name in a Host header, without the port."""
    host = host.lower()
    return host.rpartition(":")[0] if ":" in host and not host.endswith("]") else host


def _labelled(send: Send) -> Send:
    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = list(message["headers"])
            names = dict(headers)
            headers += DATA if names.get(b"content-type") == b"application/json" else PAGE
            if b"cache-control" not in names:
                headers.append(NO_STORE)
            message["headers"] = headers
        await send(message)

    return answer
