"""How good the champion's judges are: the action that each would take is played to the end of the race, many times.

The champion sits with three others. At some of its turns, every judge and mixture of judges picks a candidate, and each
candidate is played on to the end of the race on the same dice: the champion's seat goes on by the net, the others as
they really play, with odds from the small solved table. What the picks bring differs by far less than games do, so it
shows in an hour what matches would show in days. Printed is what each brings beside the mean of two judges, in percent
of a victory for each decision; a player makes some 22 of them in a game.

OPENBLAS_NUM_THREADS=1 .venv/bin/python benchmarks/judges.py [DECISIONS OF EACH TABLE]
"""

import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from camelup import Game
from camelup.bulk.layout import Games
from camelup.bulk.styles import STYLES
from camelup.chance import seeded
from camelup.core.edition import EDITIONS, Edition
from camelup.nets.built_in import learned_net
from camelup.players import Budget, Seating, find_player
from camelup.players.champion import ChampionPlayer, Question
from camelup.search.judges import WEIGHTS, make_bench
from camelup.search.net_rollouts import NetRollouts
from camelup.search.opponents import OWN_STYLE

_RIVALS = {"greedy": "plain", "shark": "miser"}
"""Who sits at the table, and the style that plays as they do."""
_GAMES_OF_A_CANDIDATE = 1200
_PLAYOUTS = (12_000, 1000, 1000)
"""How often each judge plays on a candidate: so often that chance does not count."""
_TO_THE_END = 10_000
_EVERY = 11
"""Of each game, every eleventh decision is taken, so that most are of games of their own."""

Values = npt.NDArray[np.float64]


class Decision(NamedTuple):
    """What the first impression, each judge, and games to their end say of each candidate."""

    table: str
    first_sight: Values
    judged: Values
    brought: Values


def play(edition: Edition, rivals: str, seed: int) -> Iterator[tuple[Games, Question]]:
    """Play a game of the champion with three others; yield some of its decisions."""
    game = Game(players=4, edition=edition, seed=seed)
    champion = ChampionPlayer(seeded(seed))
    players = [champion, *(find_player(rivals).create(seeded(seed + seat)) for seat in (1, 2, 3))]
    for seat, player in enumerate(players):
        player.start(Seating(seat, game.names, game.view(seat)))
    turns = seed
    while not game.is_over:
        view = game.view(game.position.turn)
        if view.seat == 0:
            turns += 1
            if turns % _EVERY == 0:
                record, at_laying = champion.read_view(view)
                yield record, champion.ask(record, at_laying)
        events = game.play(players[game.position.turn].choose(view, Budget(playouts=600)))
        for seat, player in enumerate(players):
            player.observe(game.events_for(events, seat))


def judge(table: str, record: Games, question: Question, style: int, seed: int) -> Decision:
    """Let all judges and the rest of the race speak."""
    games = record.view(np.recarray)
    seat, actions = int(games[0]["turn"]), np.array(list(question.candidates), np.int64)
    given = (games, seat, actions, 0)
    bench = make_bench(learned_net(), seed, question.mixture)
    styles, among_kinds, by_net = _PLAYOUTS
    judged = [
        bench.styles.evaluate_for(*given, styles, question.shares, OWN_STYLE),
        bench.among_kinds.evaluate_for(*given, among_kinds, question.shares),
        bench.by_net.evaluate_for(*given, by_net, question.shares),
    ]
    rest = NetRollouts(learned_net(), -1 - seed, _TO_THE_END, np.array([style]))
    brought = rest.evaluate_for(*given, _GAMES_OF_A_CANDIDATE, question.shares)
    return Decision(
        table,
        np.array([look.log for look in question.candidates.values()]),
        np.array([found.mean(axis=1) for found in judged]),
        brought.mean(axis=1),
    )


def compare(decisions: list[Decision]) -> None:
    """Print what each way to decide brings more than the mean of two judges, the styles and the net for every seat."""

    def weigh(*weights: float) -> Callable[[Decision], Values]:
        return lambda decision: np.array(weights) @ decision.judged

    ways: dict[str, Callable[[Decision], Values]] = {
        "first sight": lambda decision: decision.first_sight,
        "styles": weigh(1, 0, 0),
        "among kinds": weigh(0, 1, 0),
        "by the net": weigh(0, 0, 1),
        "styles and kinds": weigh(1, 1, 0),
        "all alike": weigh(1, 1, 1),
        "as the champion weighs them": weigh(*WEIGHTS),
    }
    usual = np.array([one.brought[np.argmax(weigh(1, 0, 1)(one))] for one in decisions])
    for name, way in ways.items():
        more = np.array([one.brought[np.argmax(way(one))] for one in decisions]) - usual
        print(f"  {name:28} {100 * more.mean():+.2f}% +- {196 * more.std() / len(more) ** 0.5:.2f}")


wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 40
names, found, seed = list(STYLES), [], 0
counts = dict.fromkeys([f"{rivals}, edition {edition}" for rivals in _RIVALS for edition in (1, 2)], 0)
while min(counts.values()) < wanted:
    seed += 1
    for rivals, style in _RIVALS.items():
        for number in (1, 2):
            table = f"{rivals}, edition {number}"
            for record, question in play(EDITIONS[number], rivals, seed):
                if len(question.candidates) > 1 and counts[table] < wanted:
                    counts[table] += 1
                    found.append(judge(table, record, question, names.index(style), seed))
    print(f"{len(found)} decisions:", flush=True)
    compare(found)
