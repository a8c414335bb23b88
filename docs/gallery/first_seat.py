# %% [markdown]
# # What is the first seat worth?
#
# Somebody has to begin. The one who begins can take the best ticket before anybody else; but the one who rolls last in
# a leg lets the next player begin the next one. Is the first turn an advantage, and how large is it?
#
# All seats play by the same policy, which weighs bets, tiles and partners by the odds. So nothing but the order of play
# makes a difference. A shared victory counts in part.

# %%
from camelup import FIRST, SECOND
from camelup.bulk import statistics
from tools.docs_site.charts import picture, upright
from tools.docs_site.gallery import number_of_games

GAMES = number_of_games(60_000)
ORDER = ("1st", "2nd", "3rd", "4th")

first = statistics(GAMES, FIRST, players=4, policy="plain", seed=1)
second = statistics(GAMES, SECOND, players=4, policy="plain", seed=1)
for name, edition in (("first edition", first), ("second edition", second)):
    print(name, *(f"{share.value:.1%} ±{share.error:.1%}" for share in edition.victories))

# %%
shares = {turn: [one, two] for turn, one, two in zip(ORDER, first.victories, second.victories, strict=True)}
picture(upright("Who wins, by the order of play", shares, "turn order", ("first edition", "second edition")))

# %% [markdown]
# A quarter would be fair. The same for other numbers of players, in the second edition: how much more often the first
# player wins than a fair share.

# %%
more = {}
for players in (2, 3, 5, 6, 8):
    won = statistics(GAMES // 2, SECOND, players=players, policy="plain", seed=1).victories[0]
    more[str(players)] = [won]
    print(f"{players} players: {won.value:.1%} ±{won.error:.1%}, fair {1 / players:.1%}")
picture(upright("How often the first player wins", more, "players"))

# %% [markdown]
# At a table of four, the first player wins three points more than a fair share, and the last one five less. With more
# players, the first seat is worth more: at a table of eight it wins a fifth of the games instead of an eighth.
#
# Another table plays in another way: a policy of simple estimates, without tiles, gives the first seat a different
# share. What a seat is worth is a fact about the players as much as about the rules. That is why
# [the arena](../arena.md) plays every deal from every seat.

# %%
simple = statistics(GAMES, SECOND, players=4, policy="sensible", seed=1)
print(*(f"{turn} {share.value:.1%} ±{share.error:.1%}" for turn, share in zip(ORDER, simple.victories, strict=True)))
