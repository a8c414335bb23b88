"""Nets that play: what training writes and players read, with NumPy alone."""

from camelup.extras import require_extra

with require_extra("Nets", "odds"):
    import numpy as np  # noqa: F401

from camelup.nets.policy_net import PolicyNet, load_net, save_net

__all__ = ["PolicyNet", "load_net", "save_net"]
