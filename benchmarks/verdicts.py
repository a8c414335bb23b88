"""Shows whether reviews deserve trust: two seeds agree, errors are honest, and verdicts as large as they say.

.venv/bin/python benchmarks/verdicts.py [seeds] [champion] [levels] [--games N] [--playouts N] [--pairs N]

`seeds` reviews games twice with other seeds. `champion` plays on from verdicts to the end of the game, with champions
in all seats: after the chosen action, and with the same dice after the best one. `levels` has players of each level
among themselves, and shows their losses and accuracy.
"""

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from time import perf_counter
from typing import NamedTuple

import numpy as np

from camelup.chance import seeded
from camelup.core.edition import EDITIONS
from camelup.formats.notation import parse_position, position_text
from camelup.formats.record import Record
from camelup.game import Game
from camelup.players import Budget, Player, Seating, find_player
from camelup.review import Review, review_game

LEVELS = ("novice", "greedy", "shark", "champion")
ALL_LEVELS = ("random", *LEVELS)
THINKING = Budget(playouts=150)
"""How long champions think about a move when they play on: about ten milliseconds."""


Job = tuple[str, str, str, int, int]
"""A position, its best action and the chosen one, the seat that chose, and the first seed; texts travel well."""


class Reviewed(NamedTuple):
    """A game with two reviews of it, and the seconds of the first."""

    one: Review
    other: Review
    seconds: float


def play(levels: tuple[str, ...], seed: int, edition: int) -> Record:
    """Let players play a game."""
    game = Game(len(levels), EDITIONS[edition], seed=seed)
    finish(game, [find_player(name).create(seeded(100 * seed + seat)) for seat, name in enumerate(levels)])
    return game.record


def finish(game: Game, players: list[Player]) -> None:
    """Play a game to its end."""
    for seat, player in enumerate(players):
        player.start(Seating(seat, game.names, game.view(seat)))
    while not game.is_over:
        seat = game.position.turn
        events = game.play(players[seat].choose(game.view(seat), THINKING))
        for other, player in enumerate(players):
            player.observe(game.events_for(events, other))


def play_mixed(number: int) -> Record:
    """Play a game of 3 to 5 different players; both editions come in turn."""
    seats = 3 + number // 2 % 3
    return play(tuple(LEVELS[(number + seat) % len(LEVELS)] for seat in range(seats)), 1000 + number, 1 + number % 2)


def review_twice(number: int, playouts: int) -> Reviewed:
    """Review a game with two seeds."""
    record = play_mixed(number)
    begun = perf_counter()
    one = review_game(record, Budget(playouts), seed=2 * number + 1)
    seconds = perf_counter() - begun
    return Reviewed(one, review_game(record, Budget(playouts), seed=2 * number + 2), seconds)


def mean_with_error(values: list[float]) -> str:
    return f"{np.mean(values):.4f} +- {np.std(values) / max(1, len(values) - 1) ** 0.5:.4f}"


# --- Two seeds ------------------------------------------------------------------------------------------------


def compare_seeds(found: list[Reviewed]) -> None:
    given = both = named = 0
    alone: list[tuple[float, float]] = []
    sizes: list[tuple[float, float]] = []
    for one, other, _ in found:
        for mine, yours in zip(one.plies, other.plies, strict=True):
            given += (mine.lost.wins > 0) + (yours.lost.wins > 0)
            for ply, check in ((mine, yours), (yours, mine)):
                if ply.lost.wins:
                    claimed, checked = ply.lost.wins, check.loss.value if check.loss else 0.0
                    sizes.append((claimed, checked))
                    if not check.lost.wins:
                        alone.append((claimed, checked))
            if mine.lost.wins and yours.lost.wins:
                both += 1
                named += mine.best == yours.best or mine.best in yours.level or yours.best in mine.level
    plies = sum(len(one.plies) for one, _, _ in found)
    print(f"{len(found)} games, {plies} actions, {np.mean([seconds for *_, seconds in found]):.1f} s a review")
    print(f"verdicts: {given / 2:.0f} a run; the other run agrees with {2 * both / given:.1%}")
    print(f"best action: the same or level in {named / max(1, both):.1%} of the verdicts that both give")
    claimed, checked = np.array(sizes).T
    print(f"mean size of all verdicts: claimed {claimed.mean():.4f}, by the other run {checked.mean():.4f}")
    if alone:
        claimed, checked = np.array(alone).T
        print(f"of those of one run only: claimed {claimed.mean():.4f}, by the other run {checked.mean():.4f}")
    for part in ("luck", "chosen", "lost"):
        for unit in ("wins", "coins"):
            compare_totals(found, part, unit)
    z = [
        (a.accuracy.value - b.accuracy.value)
        for one, other, _ in found
        for a, b in zip(one.players, other.players, strict=True)
        if a.accuracy and b.accuracy
    ]
    print(f"accuracy moves by {np.abs(z).mean():.2f} on average, {np.abs(z).max():.2f} at most")


def compare_totals(found: list[Reviewed], part: str, unit: str) -> None:
    moves, errors = [], []
    for one, other, _ in found:
        for a, b in zip(one.players, other.players, strict=True):
            moves.append(getattr(getattr(a, part), unit) - getattr(getattr(b, part), unit))
            errors.append(np.hypot(*(getattr(getattr(player, f"{part}_error"), unit) for player in (a, b))))
    moved, said = np.array(moves), np.array(errors)
    is_known = said > 0
    ratios = moved[is_known] / said[is_known]
    print(
        f"{part} in {unit}: moves by {np.abs(moved).mean():.3f} on average, {np.abs(moved).max():.3f} at most; its "
        f"error is {np.sqrt((said**2).mean() / 2):.3f}; moves / errors {np.sqrt((ratios**2).mean()):.2f}, "
        f"within two errors {np.mean(np.abs(ratios) < 1.96):.1%}"
    )


# --- Champions play on ----------------------------------------------------------------------------------------


def won_after(position: str, action: str, seat: int, seed: int) -> float:
    """Let champions play on after an action; return a seat's share of the victory. Dice belong to the seed."""
    game = Game.from_position(parse_position(position), seed=seed)
    game.play(action)
    finish(game, [find_player("champion").create(seeded(100 * seed + other)) for other in range(game.position.players)])
    end = game.position
    return (seat in end.victors) / len(end.victors)


def play_pairs(job: Job, pairs: int) -> list[float]:
    """Return how much more of the victory the best action brought than the chosen one, pair by pair."""
    position, best, chosen, seat, first = job
    return [
        won_after(position, best, seat, first + at) - won_after(position, chosen, seat, first + at)
        for at in range(pairs)
    ]


def verdicts_of(found: list[Reviewed]) -> Iterator[tuple[float, Job]]:
    for number, (one, _, _) in enumerate(found):
        for ply in one.plies:
            if ply.lost.wins:
                played = one.played(ply.number)
                state = one.steps[ply.number - 1].state
                seed = (1 + number) * 1_000_000 + ply.number * 1000
                yield ply.lost.wins, (position_text(state), str(ply.best), str(played.action), played.seat, seed)


def ask_champions(found: list[Reviewed], pairs: int, pool: ProcessPoolExecutor) -> None:
    told = list(verdicts_of(found))
    begun = perf_counter()
    shares = [float(np.mean(won)) for won in pool.map(partial(play_pairs, pairs=pairs), [job for _, job in told])]
    print(f"{len(told)} verdicts, {pairs} pairs of whole games each, {perf_counter() - begun:.0f} s")
    print(f"mean size by the reviews {mean_with_error([size for size, _ in told])}")
    print(f"mean size by champions to the end of the game {mean_with_error(shares)}")
    print(f"difference {mean_with_error([share - size for share, (size, _) in zip(shares, told, strict=True)])}")
    order = np.argsort([size for size, _ in told])
    for part in np.array_split(order, 3):
        sizes = [told[at][0] for at in part]
        print(
            f"  of sizes {min(sizes):.3f} to {max(sizes):.3f}: {np.mean(sizes):.4f} said, "
            f"{mean_with_error([shares[at] for at in part])} found"
        )


# --- Levels ---------------------------------------------------------------------------------------------------


def judge_level(job: tuple[str, int, int], playouts: int) -> tuple[list[float], list[float]]:
    """Return the accuracies of a game of equals, and the losses of their real choices."""
    level, seed, edition = job
    review = review_game(play((level,) * 4, seed, edition), Budget(playouts))
    accuracies = [player.accuracy.value for player in review.players if player.accuracy]
    return accuracies, [ply.loss.value for ply in review.plies if ply.loss]


def compare_levels(games: int, playouts: int, pool: ProcessPoolExecutor) -> None:
    for edition in EDITIONS:
        for level in ALL_LEVELS:
            jobs = [(level, seed, edition) for seed in range(games)]
            found = list(pool.map(partial(judge_level, playouts=playouts), jobs))
            accuracies = [value for values, _ in found for value in values]
            losses = [value for _, values in found for value in values]
            print(
                f"edition {edition}, {level}: accuracy {np.mean(accuracies):.1f} (from game to game "
                f"+-{np.std(accuracies):.1f}), {100 * np.mean(losses):.2f} points lost a decision"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", default=["seeds"])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--playouts", type=int, default=256)
    parser.add_argument("--pairs", type=int, default=16)
    parser.add_argument("--level-games", type=int, default=5)
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    found: list[Reviewed] = []
    with ProcessPoolExecutor(asked.processes) as pool:
        if {"seeds", "champion"} & set(asked.what):
            found = list(pool.map(partial(review_twice, playouts=asked.playouts), range(asked.games)))
            compare_seeds(found)
        if "champion" in asked.what:
            ask_champions(found, asked.pairs, pool)
        if "levels" in asked.what:
            compare_levels(asked.level_games, 64, pool)


if __name__ == "__main__":
    main()
