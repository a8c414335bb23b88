"""The seats at live tables that are one's own: the secret of each, so that one can come back to it."""

import json
import secrets
from pathlib import Path

from camelup.files import make_data_folder, user_data, writing_atomic

_MOST = 200
"""How many are kept; the oldest go first."""


def _file() -> Path:
    return user_data() / "seats.json"


def _read() -> dict[str, dict[str, str]]:
    try:
        kept = json.loads(_file().read_text(encoding="utf-8"))
        return {str(link): {"token": str(one["token"]), "name": str(one["name"])} for link, one in kept.items()}
    except (OSError, ValueError, AttributeError, KeyError, TypeError):
        return {}


def find_seat(link: str) -> tuple[str, str] | None:
    """Give the secret and the name with which one sits at a table."""
    kept = _read().get(link)
    return None if kept is None else (kept["token"], kept["name"])


def keep_seat(link: str, token: str, name: str) -> None:
    """Remember a seat, in a file that only its owner can read; where that fails, it is just not remembered."""
    seats = {**{other: one for other, one in _read().items() if other != link}, link: {"token": token, "name": name}}
    try:
        make_data_folder(_file().parent)
        with writing_atomic(_file(), mode=0o600) as file:
            file.write(json.dumps(dict(list(seats.items())[-_MOST:]), indent=1).encode())
    except OSError:
        return


def new_token() -> str:
    """Draw a secret for a seat."""
    return secrets.token_urlsafe(32)
