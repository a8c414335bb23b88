"""What the champion would do, and why, in a sentence with the figures behind it."""

from camelup.chance import seeded
from camelup.extras import require_extra
from camelup.formats.prose import describe_action
from camelup.formats.record import replay
from camelup.game import Game
from camelup.players import Budget, Seating, find_player

_SECONDS = 0.5
_CLOSE = 0.01
"""Two that are nearer than this are called about equal."""


def find_hint(game: Game, seat: int, budget: Budget | None = None) -> str:
    """Say what the champion would do in a seat, from what that seat sees and has seen."""
    with require_extra("Hints", "odds"):
        from camelup.bulk import decode_action  # noqa: PLC0415 - a game without hints needs no Numba
        from camelup.players.champion import ChampionPlayer  # noqa: PLC0415

    champion = ChampionPlayer(seeded(0))
    first, *steps = replay(game.record)
    champion.start(Seating(seat, game.names, game.record.view(first.state, seat)))
    for step in steps:
        champion.observe(game.events_for(step.events, seat))
    view = game.view(seat)
    weighed = champion.explain(view, budget or Budget(seconds=_SECONDS))

    def describe(number: int) -> str:
        action = describe_action(decode_action(view.edition, number), view.edition, game.names)
        return action[0].lower() + action[1:]

    best, *others = weighed
    sentence = f"{find_player('champion').title}, the champion, would {describe(best.number)}"
    if not others:
        return f"{sentence}: nothing else is worth a thought."
    rival = max(others, key=lambda other: other.wins)
    figures = (
        f"it would win {best.wins:.0%} of the time, judged by {best.playouts:,} games played on to the end of the next "
        f"leg; by the odds it is worth {best.worth:+.2f} EP"
    )
    if best.wins - rival.wins < _CLOSE:
        return f"{sentence}: {figures}; to {describe(rival.number)} is about as good."
    return f"{sentence}: {figures}; next best is to {describe(rival.number)}, with {rival.wins:.0%}."
