"""The text of a stored entry, read strictly: with every field that a server has written, and no other."""

import json
from typing import Any

from camelup.server.tables.events import TableEvent, read_event, write_event


class BrokenLogError(Exception):
    """Says what is wrong with a log."""


def read_entry(text: str) -> TableEvent:
    """Read an entry; BrokenLogError if it has other fields than a server would have written."""
    event = read_event(text)
    written = write_event(event)
    if written != text:
        _check_fields(json.loads(text, object_pairs_hook=_once), json.loads(written))
    return event


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({name for name, _ in pairs}) < len(pairs):
        raise BrokenLogError("a field stands there twice")
    return dict(pairs)


def _check_fields(stored: Any, written: Any) -> None:  # noqa: ANN401 - JSON
    if isinstance(stored, dict) and isinstance(written, dict):
        for name in stored.keys() ^ written.keys():
            raise BrokenLogError(f"the field {name!r:.40} {'is unknown' if name in stored else 'is missing'}")
        for name, value in stored.items():
            _check_fields(value, written[name])


def name_difference(expected: TableEvent, event: TableEvent) -> str:
    """Name the fields in which two events of a kind differ."""
    if type(expected) is not type(event):
        return "another kind of entry"
    names = [name for name in event.__struct_fields__ if getattr(expected, name) != getattr(event, name)]
    return f"another {' and '.join(names)}"
