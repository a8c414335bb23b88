"""Whole games written out with what each seat sees, as golden files: any change in what is shown shows here.

`python -m tests.playthrough` writes the files anew; look at the difference before you commit it.
"""

import json
from pathlib import Path

from camelup.chance import draw_face, seeded
from camelup.core.actions import SEATS, Roll
from camelup.core.edition import FIRST, SECOND
from camelup.core.rules import legal_by_kind
from camelup.core.view import events_for, view_of
from camelup.formats.json_codec import to_json
from camelup.formats.notation import parse_position, position_text
from camelup.game import Game

FOLDER = Path(__file__).parent / "playthroughs"


def games() -> dict[str, Game]:
    """The games told, each short: late in the race, or with few players."""
    return {
        "first_edition_two_players.txt": Game(players=2, edition=FIRST, seed=11, first=None),
        "first_edition_four_players_late.txt": Game.from_position(
            parse_position("edition 1 | track 12:yo 13:bgw | tiles 15+B 11-D | money 9 4 0 12 | turn C | leg 4")
        ),
        "second_edition_three_players.txt": Game(players=3, edition=SECOND, seed=5),
        "second_edition_six_players_late.txt": Game.from_position(
            parse_position(
                "edition 2 | track 3:K 12:bWr 13:gy 14:p | tiles 15-C | money 3 8 0 2 5 7 | winner Ag Fr Cp | loser Db"
            )
        ),
        "second_edition_backward.txt": Game.from_position(
            parse_position(
                "edition 2 | track 2:KrW 3:gb 5:y 7:p | dice bgpx | pyramid 1 1 0 | money 2 1 6 | winner Cb Ag"
            )
        ),
    }


def told(game: Game, seed: int) -> str:
    """Play a game with random choices and write down everything that anybody sees."""
    rng = seeded(seed)
    lines = [position_text(game.position)]
    while not game.is_over:
        position = game.position
        groups = legal_by_kind(position, position.hands[position.turn])
        actions = groups[rng(len(groups))]
        action = actions[rng(len(actions))]
        outcome = draw_face(position.edition, position.dice, rng) if isinstance(action, Roll) else None
        events = game.play(action, outcome=outcome)
        lines += ["", str(game.record.plies[-1])]
        lines += [json.dumps(to_json(event)) for event in events_for(events, None)]
        whole = position_text(game.position)
        lines.append(whole)
        for seat in range(position.players):
            view = view_of(game.position, seat)
            seen = [part for part in position_text(view).split(" | ") if part not in whole.split(" | ")]
            lines.append(" | ".join([f"{SEATS[seat]} sees", *seen]))
            if view.legal:
                lines.append(f"{SEATS[seat]} may {', '.join(map(str, view.legal))}")
    return "\n".join(lines) + "\n"


def main() -> None:
    for seed, (name, game) in enumerate(games().items()):
        (FOLDER / name).write_text(told(game, seed))


if __name__ == "__main__":
    main()
