"""Taking one's seats and games to another device: what is asked and answered over HTTP."""

from typing import Annotated

import msgspec
from msgspec import Meta

BUNDLE_LETTERS = 65_536
"""The longest bundle; with sixty tables it has about half of that."""
TRANSFER_BYTES = BUNDLE_LETTERS + 100
"""The longest request that brings one."""
TRANSFER_SECONDS = 600
"""How long a bundle waits for the other device."""


class NewTransfer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bundle for another device, encrypted with a key that the server never sees."""

    # In Python `$` also stands before a last line break; `(?!\n)` makes it what it is everywhere else.
    bundle: Annotated[str, Meta(min_length=1, max_length=BUNDLE_LETTERS, pattern=r"^[A-Za-z0-9_-]+$(?!\n)")]


class MadeTransfer(msgspec.Struct, frozen=True):
    """A bundle that waits."""

    code: str
    """What it is fetched with, once."""
    expires: float
    """When it is gone, in seconds since 1970, by the server's clock."""
    seconds: int
    """How long that is from now: a device's own clock may be wrong."""


class RedeemTransfer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Fetch a bundle, and leave none."""

    code: Annotated[str, Meta(min_length=1, max_length=100)]


class Transfer(msgspec.Struct, frozen=True):
    """A bundle that has arrived."""

    bundle: str
