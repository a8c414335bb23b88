"""The net that is part of this package; docs/training.md has the command that made it."""

from functools import cache
from importlib.resources import as_file, files

from camelup.nets.policy_net import PolicyNet, load_net


@cache
def learned_net() -> PolicyNet:
    """Return the net of the player `learned`, which is also the champion's first impression."""
    with as_file(files("camelup.nets").joinpath("learned.npz")) as path:
        return load_net(path)
