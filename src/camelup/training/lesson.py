"""One lesson: proximal policy optimisation (PPO) on what was lived through."""

from dataclasses import dataclass

import numpy as np
import torch

from camelup.training.experience import Experience
from camelup.training.learning_net import LearningNet

_CLIP = 0.2
_VALUE_WEIGHT = 0.5
_MOST_GRADIENT = 0.5
_FORBIDDEN = -1e9


@dataclass(frozen=True)
class Report:
    """What a lesson was like, in means over its decisions."""

    decisions: int
    policy_loss: float
    value_loss: float
    entropy: float
    change: float
    """How far the preferences moved (an estimate of the KL divergence)."""


def teach(  # noqa: PLR0913 - each is a choice of its own
    net: LearningNet,
    optimiser: torch.optim.Optimizer,
    lived: Experience,
    *,
    epochs: int,
    batch: int,
    entropy_weight: float,
) -> Report:
    """Make what turned out better than expected more likely, and what turned out worse less."""
    places = lived.learnable()
    flat = len(lived.is_own.ravel())
    observations = torch.from_numpy(lived.observations.reshape(flat, -1))
    masks = torch.from_numpy(lived.masks.reshape(flat, -1))
    actions = torch.from_numpy(lived.actions.ravel())
    logs = torch.from_numpy(lived.logs.ravel())
    returns = torch.from_numpy(lived.returns.reshape(flat, -1))
    better = (lived.returns[:, :, 0] - lived.values[:, :, 0]).ravel()[places]
    advantages = torch.from_numpy((better - better.mean()) / (better.std() + np.float32(1e-8)))
    chosen = torch.from_numpy(places)
    sums, steps = np.zeros(4), 0
    for _ in range(epochs):
        order = torch.randperm(len(places))
        for begin in range(0, max(1, len(places) - batch // 2), batch):
            some = order[begin : begin + batch]
            rows = chosen[some]
            logits, values = net(observations[rows])
            chances = torch.log_softmax(logits.masked_fill(~masks[rows], _FORBIDDEN), 1)
            taken = chances.gather(1, actions[rows][:, None])[:, 0]
            ratio = torch.exp(taken - logs[rows])
            gain = advantages[some]
            policy_loss = -torch.min(ratio * gain, ratio.clamp(1 - _CLIP, 1 + _CLIP) * gain).mean()
            entropy = -(chances.exp() * chances.clamp(min=-30)).sum(1).mean()
            value_loss = -(returns[rows] * torch.log_softmax(values, 1).clamp(min=-30)).sum(1).mean()
            loss = policy_loss + _VALUE_WEIGHT * value_loss - entropy_weight * entropy
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), _MOST_GRADIENT)
            optimiser.step()
            change = (logs[rows] - taken).mean()
            sums += [policy_loss.item(), value_loss.item(), entropy.item(), change.item()]
            steps += 1
    return Report(len(places), *(sums / max(1, steps)).tolist())
