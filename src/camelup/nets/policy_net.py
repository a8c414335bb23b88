"""A small net that turns an observation into a preference for each action, and a chance to win for each seat.

Two hidden layers read the layout `odds`. What they find is added to the worth of each action, which the observation
has already: a net that knows nothing yet plays by that worth.
"""

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from camelup.bulk.action_space import ACTIONS
from camelup.bulk.observations.layouts import ODDS
from camelup.core.edition import MAX_PLAYERS
from camelup.core.errors import ArgumentError, FileError, quoted
from camelup.files import as_path

Weights = npt.NDArray[np.float32]

WORTH = ODDS["worth"].slice
SEATS = ODDS["seat_taken"].slice
NOBODY = np.float32(-1e9)
"""Added to the value of a seat that is not at the table."""
_SHAPES = ("first", "first_bias", "second", "second_bias", "head", "head_bias", "alpha")
_UNREADABLE = (
    OSError,
    KeyError,
    ValueError,
    EOFError,
    BadZipFile,
    TypeError,
    AttributeError,
    NotImplementedError,
    zlib.error,
)
"""What NumPy, zipfile and json raise about files of other kinds."""
OUTPUTS = ACTIONS + MAX_PLAYERS
"""What the net says at the end: a number for each action, then one for each seat after the one that asks."""


@dataclass(frozen=True, eq=False, repr=False)
class PolicyNet:
    """The weights of a net; matrices are those that a row of inputs is multiplied with."""

    first: Weights
    first_bias: Weights
    second: Weights
    second_bias: Weights
    head: Weights
    head_bias: Weights
    alpha: Weights
    about: Mapping[str, Any] = field(default_factory=dict)
    """How it was made: the command, the seed, the decisions that it has seen."""

    def __post_init__(self) -> None:
        """Refuse weights that do not fit together."""
        hidden, second = (np.shape(array)[-1:] for array in (self.first, self.second))
        wanted = {
            "first": (ODDS.size, *hidden),
            "first_bias": hidden,
            "second": (*hidden, *second),
            "second_bias": second,
            "head": (*second, OUTPUTS),
            "head_bias": (OUTPUTS,),
            "alpha": (1,),
        }
        for name, shape in wanted.items():
            array = getattr(self, name)
            is_array = isinstance(array, np.ndarray) and array.shape == shape and array.dtype == np.float32
            if not is_array or not np.isfinite(array).all():
                raise ArgumentError("net", f"These are not the weights of a net: {name} does not fit.")

    def __repr__(self) -> str:
        """Return its size."""
        return f"<PolicyNet {self.first.shape[0]} - {self.first.shape[1]} - {self.second.shape[1]} - {OUTPUTS}>"

    def __call__(self, observations: npt.NDArray[np.float32]) -> tuple[Weights, Weights]:
        """Return, for each row, the preference for each action by rank and the value of each seat, as logits."""
        hidden = np.maximum(observations @ self.first + self.first_bias, 0)
        hidden = np.maximum(hidden @ self.second + self.second_bias, 0)
        found = hidden @ self.head + self.head_bias
        actions = found[:, :ACTIONS] + self.alpha * observations[:, WORTH]
        return actions, found[:, ACTIONS:] + (1 - observations[:, SEATS]) * NOBODY


def save_net(net: PolicyNet, path: str | Path) -> None:
    """Write a net to a file, in half precision: a difference that no choice has shown."""
    if not isinstance(net, PolicyNet):
        raise ArgumentError("net", f"A PolicyNet is needed, such as `load_net` returns, not {quoted(net)}.")
    path = as_path(path)
    about = {"layout": ODDS.name, "version": ODDS.version, **net.about}
    arrays = {name: getattr(net, name).astype(np.float16) for name in _SHAPES}
    try:
        with path.open("wb") as file:
            np.savez_compressed(file, about=np.array(json.dumps(about)), **arrays)
    except OSError as error:
        raise FileError("file", f"Cannot write {path}: {error.strerror or type(error).__name__}.") from error


def load_net(path: str | Path) -> PolicyNet:
    """Read a net from a file."""
    path = as_path(path)
    try:
        with np.load(BytesIO(path.read_bytes()), allow_pickle=False) as file:
            about = dict(json.loads(str(file["about"])))
            arrays = {name: np.ascontiguousarray(file[name], np.float32) for name in _SHAPES}
    except _UNREADABLE as error:
        raise ArgumentError("net", f"There is no net in {quoted(str(path))}.") from error
    if (about.get("layout"), about.get("version")) != (ODDS.name, ODDS.version):
        raise ArgumentError("net", f"The net in {quoted(str(path))} reads another layout of observations.")
    return PolicyNet(**arrays, about=about)
