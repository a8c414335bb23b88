"""The net of nets/policy_net.py as PyTorch trains it."""

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor, nn

from camelup.bulk.action_space import ACTIONS
from camelup.bulk.observations.layouts import ODDS
from camelup.nets.policy_net import OUTPUTS, SEATS, WORTH, PolicyNet

_FIRST_ALPHA = 4.0
"""How much a pound of worth counts at the start: more of a pound is chosen fifty times as often."""
_NOBODY = -1e9


class LearningNet(nn.Module):
    """Two hidden layers; one head for actions, by rank, and seats."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
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
        hidden = torch.relu(self.second(torch.relu(self.first(observations))))
        found = self.head(hidden)
        actions = found[:, :ACTIONS] + self.alpha * observations[:, WORTH]
        return actions, found[:, ACTIONS:] + (1 - observations[:, SEATS]) * _NOBODY

    def to_policy_net(self, about: Mapping[str, Any]) -> PolicyNet:
        """Return a copy that plays without PyTorch."""
        layers = {}
        for name in ("first", "second", "head"):
            layer = getattr(self, name)
            layers[name] = layer.weight.detach().numpy().T.copy()
            layers[f"{name}_bias"] = layer.bias.detach().numpy().copy()
        return PolicyNet(**layers, alpha=self.alpha.detach().numpy().copy(), about=dict(about))

    @classmethod
    def from_policy_net(cls, net: PolicyNet) -> "LearningNet":
        """Return a copy that can learn."""
        made = cls(net.first.shape[1])
        with torch.no_grad():
            for name in ("first", "second", "head"):
                layer = getattr(made, name)
                layer.weight.copy_(torch.from_numpy(getattr(net, name).T.copy()))
                layer.bias.copy_(torch.from_numpy(getattr(net, f"{name}_bias").copy()))
            made.alpha.copy_(torch.from_numpy(net.alpha.copy()))
        return made
