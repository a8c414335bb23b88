"""The players of docs/players.md are the files of examples/players, and play whole games."""

import re
from collections.abc import Callable

import pytest

from camelup import Game
from camelup.chance import seeded
from camelup.core.edition import EDITIONS, Edition
from camelup.players import Budget, Player, find_player
from examples.players.backer import Backer
from examples.players.by_odds import ByOdds
from examples.players.linear import Linear
from examples.players.lookahead import Lookahead
from tests.players.tables import EXAMPLES, ROOT, play_out

PAGE = (ROOT / "docs" / "players.md").read_text(encoding="utf-8")


def test_every_example_of_the_page_is_a_file() -> None:
    blocks = dict(re.findall(r"`examples/players/([\w.]+)`:\n\n```\w+\n(.*?)```", PAGE, re.DOTALL))
    assert set(blocks) == {path.name for path in EXAMPLES.iterdir() if path.is_file()}
    for name, code in blocks.items():
        assert code == (EXAMPLES / name).read_text(encoding="utf-8"), name


MAKERS: dict[str, Callable[[], Player]] = {
    "backer": Backer,
    "odds": ByOdds,
    "lookahead": lambda: Lookahead(seeded(1)),
    "linear": Linear,
}


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
@pytest.mark.parametrize("edition", EDITIONS.values(), ids=["first", "second"])
def test_the_classes_of_the_page_play(edition: Edition, make: Callable[[], Player]) -> None:
    players = [make(), *(find_player("random").create(seeded(seat)) for seat in range(2))]
    game = play_out(Game(3, edition, seed=5), players, Budget(playouts=20))
    assert game.is_over
