"""Ratings from who wins the games, by OpenSkill (Plackett and Luce's model).

Only the victory counts, as in the game: a player that risks coins to win more often must not be rated lower for it.
"""

from collections.abc import Iterable
from typing import NamedTuple

from camelup.arena.table import Result
from camelup.extras import require_extra

with require_extra("Ratings", "arena"):
    from openskill.models import PlackettLuce

_MOST_GAMES = 10_000
"""The most games that are rated: more hardly change a rating, and each takes a tenth of a millisecond."""


class Rating(NamedTuple):
    """How strong a player is on OpenSkill's scale, where everybody begins with 25, and the standard error of that."""

    value: float
    error: float

    def __repr__(self) -> str:
        """Return the rating with its error."""
        return f"<Rating {self}>"

    def __str__(self) -> str:
        """Return the rating with its error."""
        return f"{self.value:.1f} +- {self.error:.1f}"


def rate(players: Iterable[str], results: Iterable[Result]) -> dict[str, Rating]:
    """Rate all players by their victories, game after game; those who do not win are equal.

    A player on several seats of a game learns from each of them, and keeps the average.
    """
    model = PlackettLuce(tau=0.0)  # nobody learns between games, so every game makes a rating surer
    known = {player: model.rating(name=player) for player in players}
    for number, result in enumerate(results):
        if number == _MOST_GAMES:
            break
        if len(set(result.players)) == 1:
            continue
        teams = [[model.create_rating([known[name].mu, known[name].sigma])] for name in result.players]
        most = max(result.money)
        rated = model.rate(teams, scores=[float(money == most) for money in result.money])
        for player in set(result.players):
            own = [team[0] for team, name in zip(rated, result.players, strict=True) if name == player]
            known[player].mu = sum(seat.mu for seat in own) / len(own)
            known[player].sigma = sum(seat.sigma for seat in own) / len(own)
    return {player: Rating(rating.mu, rating.sigma) for player, rating in known.items()}
