"""What a learner has lived through since its last lesson: decisions of many games, and what came of them."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt
import torch

from camelup.bulk.action_space import ACTIONS
from camelup.bulk.learning_kernels import draw_by_preference, look_back
from camelup.bulk.observations.layouts import ODDS
from camelup.core.edition import MAX_PLAYERS
from camelup.training.learning_net import LearningNet
from camelup.training.tables import LEARNER, PAST, Table

Floats = npt.NDArray[np.float32]


class Experience:
    """Room for some steps of all games, used again for every lesson."""

    def __init__(self, tables: list[Table], steps: int) -> None:
        self._tables = tables
        self._threads = ThreadPoolExecutor(torch.get_num_threads())
        self._bounds = np.cumsum([0, *(len(table.vector) for table in tables)]).tolist()
        games = self._bounds[-1]
        self.observations = np.zeros((steps, games, ODDS.size), np.float32)
        self.masks = np.zeros((steps, games, ACTIONS), np.bool_)
        self.actions = np.zeros((steps, games), np.int64)
        self.logs = np.zeros((steps, games), np.float32)
        self.values = np.zeros((steps, games, MAX_PLAYERS), np.float32)
        self.returns = np.zeros((steps, games, MAX_PLAYERS), np.float32)
        self.is_known = np.zeros((steps, games), np.bool_)
        self.is_own = np.zeros((steps, games), np.bool_)
        """Whether the learner decided, not a past self."""
        self._seats = np.zeros((steps, games), np.int8)
        self._ended = np.zeros((steps, games), np.bool_)
        self._shares = np.zeros((steps, games, MAX_PLAYERS), np.float32)
        self._players = np.concatenate([np.full(len(table.vector), table.vector.players, np.int8) for table in tables])
        self._kinds = np.full((games, MAX_PLAYERS), LEARNER, np.int8)
        for table, begin, end in self._parts():
            self._kinds[begin:end, : table.vector.players] = table.kinds
        self.games = self.truncated = self.actions_of_games = 0
        """How many games have ended in the last collection, were given up, and how long they were together."""

    def _parts(self) -> list[tuple[Table, int, int]]:
        return list(zip(self._tables, self._bounds, self._bounds[1:], strict=False))

    def collect(
        self, net: LearningNet, past: LearningNet, generator: np.random.Generator, trace: float, cost: float
    ) -> None:
        """Play on, and look back at what came of it."""
        self.games = self.truncated = self.actions_of_games = 0
        rows = np.arange(len(self._players))
        with torch.no_grad():
            for step in range(len(self.observations)):
                self._see(step)
                kinds = self._kinds[rows, self._seats[step]]
                self.is_own[step] = kinds == LEARNER
                seen = torch.from_numpy(self.observations[step])
                logits, values = net(seen)
                preferences = logits.numpy()
                other = np.flatnonzero(kinds == PAST)
                if len(other):
                    preferences[other] = past(seen[torch.from_numpy(other)])[0].numpy()
                fractions = generator.random(len(rows), np.float32)
                draw_by_preference(preferences, self.masks[step], fractions, self.actions[step], self.logs[step])
                self.values[step] = torch.softmax(values, 1).numpy()
                self._act(step)
        look_back(
            self._seats,
            self._ended,
            self._shares,
            self.values,
            self._players,
            trace,
            cost,
            self.returns,
            self.is_known,
        )

    def _see(self, step: int) -> None:
        for table, begin, end in self._parts():
            current = table.vector.current
            self.observations[step, begin:end] = current.observation
            self.masks[step, begin:end] = current.mask
            self._seats[step, begin:end] = current.seat

    def _act(self, step: int) -> None:
        steps = self._threads.map(
            lambda part: part[0].vector.step(self.actions[step, part[1] : part[2]]), self._parts()
        )
        for current, (table, begin, end) in zip(steps, self._parts(), strict=True):
            ended = current.terminated | current.truncated
            self._ended[step, begin:end] = ended
            self._shares[step, begin:end, : table.vector.players] = current.rewards
            self.games += int(ended.sum())
            self.truncated += int(current.truncated.sum())
            self.actions_of_games += int(current.final_actions[ended].sum())

    def learnable(self) -> npt.NDArray[np.int64]:
        """Return the places of the learner's own decisions whose outcome is known."""
        return np.flatnonzero((self.is_known & self.is_own).ravel())
