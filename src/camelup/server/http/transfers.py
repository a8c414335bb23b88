"""Bundles on their way from one device to another: each waits for a few minutes, and is fetched once.

The server knows neither what is in a bundle nor its key. Of the code that fetches it, it keeps only a hash, so that
nobody who reads the database can fetch it either.
"""

import hashlib
import secrets

from camelup.core.errors import RequestError
from camelup.protocol.transfers import TRANSFER_SECONDS, MadeTransfer, Transfer
from camelup.server.metrics import Metrics
from camelup.server.store.base import Store

CODE_BYTES = 12
"""Random ones in a code: guessing one of a thousand that wait takes 2 to the power of 86 tries."""
MOST_WAITING = 1000
"""How many bundles may wait at once, for all devices together; they take 64 MB at most."""


class Transfers:
    """Keeps bundles until they are fetched, or too old."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store = store
        self._metrics = metrics

    async def make(self, bundle: str) -> MadeTransfer:
        """Keep a bundle; give the code that fetches it. RequestError if too many wait."""
        code = secrets.token_urlsafe(CODE_BYTES)
        kept = self._store.transfers.add(_hash(code), bundle.encode(), seconds=TRANSFER_SECONDS, most=MOST_WAITING)
        expires = await kept
        if expires is None:
            raise RequestError("busy", "Too many devices are being set up right now. Try again in ten minutes.")
        self._metrics.count("camelup_transfers_total", "what", "made")
        return MadeTransfer(code, expires, TRANSFER_SECONDS)

    async def redeem(self, code: str) -> Transfer:
        """Fetch a bundle, which is gone then. Why there is none is not said: used, too old, or never there."""
        bundle = await self._store.transfers.redeem(_hash(code))
        if bundle is None:
            raise RequestError(
                "no_transfer", "This code was used already, or is older than ten minutes. Make a new one."
            )
        self._metrics.count("camelup_transfers_total", "what", "redeemed")
        return Transfer(bundle.decode())


def _hash(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()
