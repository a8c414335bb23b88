"""The champion's choice, and the figures behind it, in a sentence."""

from camelup.chance import seeded
from camelup.extras import require_extra
from camelup.formats.record import replay
from camelup.formats.sentences import describe_action
from camelup.game import Game
from camelup.players import Budget, Seating, find_player

_SECONDS = 0.5
_CLOSE = 0.01
"""Two actions closer than this are called equally good."""


def find_hint(game: Game, seat: int, budget: Budget | None = None) -> str:
    """Say what the champion would do on a seat, from what that seat sees and has seen."""
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
        return f"{sentence}. Nothing else comes close."
    rival = max(others, key=lambda other: other.wins)
    figures = (
        f"That wins {best.wins:.0%} of the time, judged by {best.playouts:,} games played to the end of the next leg; "
        f"by the odds it is worth {best.worth:+.2f} pounds"
    )
    if best.wins - rival.wins < _CLOSE:
        return f"{sentence}. {figures}. About as good: {describe(rival.number)}."
    return f"{sentence}. {figures}. Next best: {describe(rival.number)}, with {rival.wins:.0%}."
