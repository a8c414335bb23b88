"""A small net that imitates a large one: quick enough to imagine everybody's next moves in rollouts."""

from collections.abc import Iterator

import numpy as np
import torch

from camelup.core.errors import ArgumentError
from camelup.nets.policy_net import PolicyNet
from camelup.training.experience import Experience
from camelup.training.learning_net import LearningNet
from camelup.training.tables import set_tables

_GAMES, _STEPS = 1024, 32
_BATCH = 1024
_FORBIDDEN = -1e9
_RATE = 2e-3


def imitate(teacher: PolicyNet, hidden: int, decisions: int, seed: int) -> Iterator[tuple[int, float, PolicyNet]]:
    """Learn to choose and to judge as the teacher does; yield decisions seen, how far it is off, and the net so far.

    How far it is off is the mean divergence (Kullback-Leibler) of its chances for actions from the teacher's.
    """
    if hidden < 1 or decisions < 1:
        raise ArgumentError("plan", "A net needs hidden units, and decisions to learn from.")
    torch.manual_seed(seed)
    generator = np.random.default_rng(seed)
    model, student = LearningNet.from_policy_net(teacher), LearningNet(hidden)
    optimiser = torch.optim.Adam(student.parameters(), lr=_RATE)
    lived = Experience(set_tables(_GAMES, seed, has_styles=False), _STEPS)
    seen = 0
    while seen < decisions:
        for group in optimiser.param_groups:
            group["lr"] = _RATE * max(0.02, 1 - seen / decisions)
        lived.collect(model, model, generator, 1.0, 0.0)
        flat = lived.is_own.size
        observations = torch.from_numpy(lived.observations.reshape(flat, -1))
        masks = torch.from_numpy(lived.masks.reshape(flat, -1))
        wanted = torch.from_numpy(lived.values.reshape(flat, -1))
        off = []
        for rows in torch.randperm(flat).split(_BATCH):
            with torch.no_grad():
                likes = torch.log_softmax(model(observations[rows])[0].masked_fill(~masks[rows], _FORBIDDEN), 1)
            logits, values = student(observations[rows])
            chances = torch.log_softmax(logits.masked_fill(~masks[rows], _FORBIDDEN), 1)
            apart = (likes.exp() * (likes.clamp(min=-30) - chances.clamp(min=-30))).sum(1).mean()
            judged = -(wanted[rows] * torch.log_softmax(values, 1).clamp(min=-30)).sum(1).mean()
            optimiser.zero_grad()
            (apart + 0.1 * judged).backward()
            optimiser.step()
            off.append(apart.item())
        seen += flat
        yield seen, float(np.mean(off)), student.to_policy_net({"seen": seen, "teacher": dict(teacher.about)})
