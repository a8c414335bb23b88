"""Matches, statistics and exports on many machines, by dask.distributed; docs/scale.md explains it."""

from camelup.extras import require_extra

with require_extra("Clusters", "cluster"):
    import distributed  # noqa: F401 - what everything here runs on

from camelup.cluster.connection import LOCAL, Cluster
from camelup.cluster.matches import games_on

__all__ = ["LOCAL", "Cluster", "games_on"]
