"""The page of a server whose client was never built: what this is, and the open tables."""

from collections.abc import Sequence
from html import escape

from camelup.protocol.http import ListedTable

STYLE = """
:root { color-scheme: light dark; --sand: #f6ecd9; --ink: #3a2a18; --line: #d9c4a0; }
@media (prefers-color-scheme: dark) { :root { --sand: #231a10; --ink: #f3e6cf; --line: #5a4630; } }
body { margin: 0; background: var(--sand); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 40rem; margin: 0 auto; padding: 3rem 1rem; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; padding: .5rem; border-bottom: 1px solid var(--line); }
code { font-size: .95em; }
"""


def show_page(tables: Sequence[ListedTable]) -> str:
    """Give the page."""
    rows = "".join(
        f"<tr><td><code>{escape(table.id)}</code> {escape(table.title or '')}</td><td>{table.edition}</td>"
        f"<td>{table.seats - table.free} of {table.seats}</td><td>{escape(', '.join(table.names))}</td>"
        f"<td>{table.status}</td></tr>"
        for table in tables
    )
    listed = (
        f"<table><thead><tr><th>code</th><th>edition</th><th>seats</th><th>players</th><th></th></tr></thead>"
        f"<tbody>{rows}</tbody></table>"
        if tables
        else "<p>No open tables.</p>"
    )
    return _wrap(
        f"""<p>This server hosts live tables of the board game for people and computer players. Programs create a table
with <code>POST /api/tables</code> and play over a WebSocket at <code>/api/tables/CODE/socket</code>;
<a href="/api/openapi.json">/api/openapi.json</a> and <a href="/api/protocol.json">/api/protocol.json</a> describe
both.</p>
<h2>Open tables</h2>
{listed}"""
    )


def show_refusal(message: str) -> str:
    """Give the page for a refusal."""
    return _wrap(f'<p>{escape(message)}</p>\n<p><a href="/">Open tables</a></p>')


def _wrap(text: str) -> str:
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Camel Up</title><link rel="stylesheet" href="/style.css"></head><body><main>
<h1>Camel Up</h1>
{text}
<p><small>An unofficial, non-commercial fan implementation. Camel Up belongs to its publisher.</small></p>
</main></body></html>
"""
