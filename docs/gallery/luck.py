# %% [markdown]
# # How much luck is in a game?
#
# Four players of different skill sit down: `random` chooses at random, `sensible` bets by simple estimates, `plain`
# takes whatever the odds say is worth most, and `miser` does so too but thinks less of rolls. If the game were pure
# skill, the best would always win; if it were pure luck, each would win a quarter. Where is Camel Up?
#
# They change seats from game to game, through all 24 orders.

# %%
from itertools import permutations

import numpy as np

from camelup import SECOND
from camelup.bulk import Batch
from camelup.bulk.estimates import Share
from tools.docs_site.charts import mean_of, picture, sideways, upright
from tools.docs_site.gallery import number_of_games

GAMES = number_of_games(96_000)
POLICIES = ["random", "sensible", "miser", "plain"]
ORDERS = np.array(list(permutations(range(4))))

seats = ORDERS[np.arange(GAMES) % len(ORDERS)]
batch = Batch.start(GAMES, SECOND, players=4, seed=1)
batch.play_out(POLICIES, seats=seats)
won = batch.winners / batch.winners.sum(axis=1, keepdims=True)
share = {name: Share(float(won[seats == number].sum()), GAMES) for number, name in enumerate(POLICIES)}
money = {name: mean_of(batch.money[seats == number]) for number, name in enumerate(POLICIES)}
for name in POLICIES:
    print(f"{name}: wins {share[name].value:.1%} ±{share[name].error:.1%}, ends with {money[name]} pounds")

# %%
picture(
    upright("Who wins", {name: [found] for name, found in share.items()}, "policy"),
    sideways("Pounds at the end", money),
)

# %% [markdown]
# So skill shows. How much of what happens is skill? Compare how much the money of the four differs on average with how
# much it differs from game to game: the part of the variance that knowing the player explains.

# %%
by_policy = np.stack([batch.money[seats == number] for number in range(4)])
means = by_policy.mean(axis=1)
print(f"The player explains {means.var() / by_policy.var():.0%} of the variance of money in a single game.")
print(f"Without the one that plays at random, {means[1:].var() / by_policy[1:].var():.0%}.")

# %% [markdown]
# A single game tells little about players that all have some sense, but games add up. How often does the best of them
# have more money in all than each of the others after a number of games?

# %%
third, second, best = 1 + np.argsort(means[1:])


def ahead(better: int, worse: int, games: int) -> Share:
    """How often one policy has more money in all than another after a number of games; a tie counts half."""
    whole = GAMES // games * games
    lead = (by_policy[better, :whole] - by_policy[worse, :whole]).reshape(-1, games).sum(axis=1)
    return Share(float((lead > 0).sum() + (lead == 0).sum() / 2), len(lead))


rounds = {str(games): [ahead(best, second, games), ahead(best, third, games)] for games in (1, 3, 10, 30, 100)}
print(f"The best is {POLICIES[best]}, before {POLICIES[second]} and {POLICIES[third]}.")
for games, (close, clear) in rounds.items():
    print(f"games: {games}, {close.value:.0%} against the second, {clear.value:.0%} against the third")
picture(upright("Who is better is ahead", rounds, "games", ("over the 2nd", "over the 3rd")))

# %% [markdown]
# So with a player who knows nothing at the table, more than half of what happens is skill. Among players with some
# sense it is a twentieth in a single game, and the rest is dice. But ten games are mostly enough to tell the best from
# the third, and a hundred tell it from the second five times in six.
#
# One more surprise: it matters whom you sit behind. Here is how often `plain` wins, by who acts before it.

# %%
plain = POLICIES.index("plain")
where = (seats == plain).argmax(axis=1)
before = seats[np.arange(GAMES), where - 1]
own = won[np.arange(GAMES), where]
behind = {
    name: [Share(float(own[before == number].sum()), int((before == number).sum()))]
    for number, name in enumerate(POLICIES)
    if name != "plain"
}
for name, (found,) in behind.items():
    print(f"behind {name}: {found.value:.1%} ±{found.error:.1%}")
picture(upright("How often plain wins", behind, "who acts before it"))

# %% [markdown]
# That is why a fair match must change the order of the players, and not only pass the seats round.
# [What a rating proves](../explanations/what-a-rating-proves.md) says what to make of that when you measure a player.
