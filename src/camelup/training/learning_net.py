"""The net of nets/policy_net.py as PyTorch trains it."""

import copy
from collections.abc import Mapping
from typing import Any, Self

import torch
from torch import Tensor, nn
from torch.nn.functional import linear

from camelup.bulk.action_space import ACTIONS
from camelup.bulk.observations.layouts import ODDS
from camelup.nets.policy_net import OUTPUTS, SEATS, WORTH, PolicyNet

_FIRST_ALPHA = 4.0
"""How much a pound of worth counts at the start: more of a pound is chosen fifty times as often."""
_NOBODY = -1e9


class LearningNet(nn.Module):
    """Two hidden layers; one head for actions, by rank, and seats.

    With `bfloat16`, the hidden layers are multiplied with 8 bits of each number, and added up exactly: processors with
    instructions for it are several times as fast, and what is learned stays in single precision.
    """

    def __init__(self, hidden: int, *, bfloat16: bool = False) -> None:
        super().__init__()
        self._kind = torch.bfloat16 if bfloat16 else torch.float32
        self.first = nn.Linear(ODDS.size, hidden)
        self.second = nn.Linear(hidden, hidden)
        self.head = nn.Linear(hidden, OUTPUTS)
        self.alpha = nn.Parameter(torch.tensor([_FIRST_ALPHA]))
        for layer in (self.first, self.second, self.head):
            nn.init.zeros_(layer.bias)
        for layer in (self.first, self.second):
            nn.init.orthogonal_(layer.weight, 2**0.5)
        nn.init.orthogonal_(self.head.weight, 0.01)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Return preferences for actions and values of seats, as logits."""
        hidden = observations.to(self._kind)
        for layer in (self.first, self.second):
            hidden = torch.relu(linear(hidden, layer.weight.to(self._kind), layer.bias.to(self._kind)))
        found = self.head(hidden.float())
        actions = found[:, :ACTIONS] + self.alpha * observations[:, WORTH]
        return actions, found[:, ACTIONS:] + (1 - observations[:, SEATS]) * _NOBODY

    def to_play(self) -> Self:
        """Return a copy that plays the same and cannot learn, with its layers rounded once and for all."""
        made = copy.deepcopy(self)
        made.requires_grad_(requires_grad=False)
        made.first.to(self._kind)
        made.second.to(self._kind)
        return made

    def to_policy_net(self, about: Mapping[str, Any]) -> PolicyNet:
        """Return a copy that plays without PyTorch."""
        layers = {}
        for name in ("first", "second", "head"):
            layer = getattr(self, name)
            layers[name] = layer.weight.detach().numpy().T.copy()
            layers[f"{name}_bias"] = layer.bias.detach().numpy().copy()
        return PolicyNet(**layers, alpha=self.alpha.detach().numpy().copy(), about=dict(about))

    @classmethod
    def from_policy_net(cls, net: PolicyNet, hidden: int | None = None, *, bfloat16: bool = False) -> Self:
        """Return a copy that can learn, with more hidden units if asked: nothing listens to the new ones yet."""
        made = cls(net.first.shape[1] if hidden is None else hidden, bfloat16=bfloat16)
        with torch.no_grad():
            for name in ("first", "second", "head"):
                layer, weights = getattr(made, name), torch.from_numpy(getattr(net, name).T.copy())
                outputs, inputs = weights.shape
                layer.weight[:outputs, inputs:] = 0
                layer.weight[:outputs, :inputs] = weights
                layer.bias[:outputs] = torch.from_numpy(getattr(net, f"{name}_bias"))
            made.alpha.copy_(torch.from_numpy(net.alpha))
        return made
