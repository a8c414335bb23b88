"""Whole games in bulk, compiled: hundreds of thousands a second. Importing this package imports NumPy and Numba."""

from camelup.bulk.batch import Batch
from camelup.bulk.policies import RANDOM, SENSIBLE, Policy

__all__ = ["RANDOM", "SENSIBLE", "Batch", "Policy"]
