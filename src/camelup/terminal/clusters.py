"""The flag that lets a command use many machines."""

import argparse
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from camelup.extras import require_extra

if TYPE_CHECKING:  # help needs none of it
    from camelup.cluster import Cluster


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """Let somebody use many machines."""
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="use the workers of a dask scheduler, such as tcp://host:8786, or 'local' (extra: cluster)",
    )


def cluster_of(address: str | None, workers: int | None = None) -> "AbstractContextManager[Cluster | None]":
    """Connect to the cluster that was named, if one was; `workers` are those that `local` starts."""
    if address is None:
        return nullcontext()
    with require_extra("Clusters", "cluster"):
        from camelup.cluster import Cluster  # noqa: PLC0415 - only where one is asked for
    return Cluster(address, workers)
