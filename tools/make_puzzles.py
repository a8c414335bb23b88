"""Make the bank of daily puzzles, src/camelup/puzzles/puzzles.txt: positions, and what each action is worth there.

    .venv/bin/python tools/make_puzzles.py

Positions come from games of mixed players. One is taken where an action is clearly the best by the odds, and is not
what one look at the board suggests. The race odds of the second edition need the solved table (`camelup odds build`),
else they would be sampled. Some minutes.

`camelup.puzzles.bank` explains the file; `make types` copies it to the client.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random

from camelup import Game
from camelup.chance import seeded
from camelup.core.edition import EDITIONS
from camelup.core.view import View
from camelup.odds import Values, values
from camelup.players import find_player
from camelup.puzzles.bank import BANK, Puzzle, write_line

CLEAR = 0.4
"""By so much the best action beats every other idea: another kind of action, or another camel."""
CLEAR_ROLL = 0.25
"""The same for a roll: it is worth 1, so that nothing else may be worth much."""
UNIQUE = 0.15
"""By so much it beats the same idea elsewhere: a tile on another space."""
PLAIN = 0.6
"""Who wins or loses with this chance needs no odds to be seen."""
LOOKS = 12
SEEN_BY = 2
"""A novice who looks so often finds it at most so often."""
SEEN_BY_ROLL = 6
"""The same for a roll, which a novice falls back on; then the leader's ticket has to be there to tempt."""
WANTED = {"ticket": 125, "tile": 110, "winner": 26, "loser": 48, "roll": 26, "partner": 33}
"""How many puzzles of each kind: more than a year has days."""
SECOND_EDITION = 0.66
PLAYERS = {2: 5, 3: 20, 4: 33, 5: 20, 6: 11, 7: 4, 8: 7}
"""How often each number of players is at the table."""
LEVELS = ("novice", "greedy", "shark", "novice", "random", "greedy")


def idea_of(action: str) -> str:
    """What an action bets on: a tile is a tile wherever it goes."""
    return "tile" if action.startswith("tile") else action


def margins(worth: dict[str, float]) -> tuple[float, float]:
    """Give how far the best is ahead of every other idea, and of every other action."""
    best = max(worth, key=lambda action: worth[action])
    apart = [value for action, value in worth.items() if idea_of(action) != idea_of(best)]
    rest = [value for action, value in worth.items() if action != best]
    return worth[best] - max(apart), worth[best] - max(rest)


def clear(best: str) -> float:
    """By how much this has to beat every other idea."""
    return CLEAR_ROLL if best == "roll" else CLEAR


def is_one_look(view: View, valued: Values) -> bool:
    """Whether one sees it at a glance: the leader's ticket, or that the leader wins or the last one loses.

    A card for the leader or for the last one is no surprise where the odds are plain, or where the leader's ticket, of
    which one thinks first, is gone; then a roll is none either.
    """
    first, *_, last = view.ranking
    best = str(valued.actions[0].action)
    is_there = view.ticket_on_top(first) is not None
    if best == "roll":
        return not is_there
    if best == f"winner {first}":
        return not is_there or valued.race.winner[first] > PLAIN
    if best == f"loser {last}":
        return not is_there or valued.race.loser[last] > PLAIN
    return best == f"ticket {first}"


def is_seen_by_novices(view: View, best: str) -> bool:
    """Whether somebody who goes by places, not by dice, finds it often."""
    novices = (find_player("novice").create(seeded(look)) for look in range(LOOKS))
    most = SEEN_BY_ROLL if best == "roll" else SEEN_BY
    return sum(str(novice.choose(view)) == best for novice in novices) > most


# --- Making them ----------------------------------------------------------------------------------------------------


def consider(view: View) -> Puzzle | None:
    """Make a puzzle of a position, if it is one."""
    valued = values(view)
    worth = {str(value.action): value.own for value in valued.actions}
    apart, ahead = margins(worth)
    best = str(valued.actions[0].action)
    if apart < clear(best) or ahead < UNIQUE or is_one_look(view, valued) or is_seen_by_novices(view, best):
        return None
    if not valued.exact:
        sys.exit("Build the table of race odds first: camelup odds build")
    return to_puzzle(view, valued)


def to_puzzle(view: View, valued: Values) -> Puzzle:
    """Keep what a puzzle tells of the odds."""
    worth = {
        str(value.action): {name: round(part * 100) for name, part in value.parts.items()} for value in valued.actions
    }
    winner, loser = (
        tuple(round(chances[camel] * 1000) for camel in view.edition.racing)
        for chances in (valued.race.winner, valued.race.loser)
    )
    return Puzzle(view, winner, loser, worth)


def positions(random: Random) -> Iterator[View]:
    """Give a few moments of one game each, in turn; at most one of a game should be taken."""
    number = 2 if random.random() < SECOND_EDITION else 1
    seats = random.choices(list(PLAYERS), list(PLAYERS.values()))[0]
    game = Game(players=seats, edition=EDITIONS[number], seed=random.getrandbits(32))
    players = [find_player(random.choice(LEVELS)).create(seeded(random.getrandbits(32))) for _ in range(seats)]
    while not game.is_over:
        seat = game.position.turn
        view = game.view(seat)
        if random.random() < 0.3:
            yield view
        game.play(players[seat].choose(view))


def make(seed: int = 16) -> list[Puzzle]:
    """Make as many of each kind as are wanted."""
    random = Random(seed)
    bank: list[Puzzle] = []
    made: Counter[str] = Counter()
    for games in count(1):
        for view in positions(random):
            puzzle = consider(view)
            if puzzle is None:
                continue
            kind = puzzle.best.split()[0]
            if made[kind] < WANTED[kind]:
                made[kind] += 1
                bank.append(puzzle)
                print(games, dict(made), puzzle.best, file=sys.stderr)
                break
        if made == WANTED:
            return bank
    return []


def mix(bank: list[Puzzle], seed: int = 16) -> list[Puzzle]:
    """Give them in an order in which days differ: the kind that is most behind comes next, and never the same again."""
    random = Random(seed)
    waiting = {kind: [puzzle for puzzle in bank if puzzle.best.split()[0] == kind] for kind in WANTED}
    total = {kind: len(puzzles) for kind, puzzles in waiting.items()}
    for puzzles in waiting.values():
        random.shuffle(puzzles)
    mixed: list[Puzzle] = []
    last = ""
    while any(waiting.values()):
        kinds = [kind for kind, puzzles in waiting.items() if puzzles and kind != last] or [last]
        last = max(kinds, key=lambda kind: len(waiting[kind]) / total[kind] + random.random() * 0.05)
        mixed.append(waiting[last].pop())
    return mixed


def main() -> None:
    """Write the file."""
    lines = [write_line(puzzle) for puzzle in mix(make())]
    Path(str(BANK)).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
