# %% [markdown]
# # What do crazy camels change?
#
# The second edition added two camels that run the wrong way and carry others with them. To see what they change, play
# the same edition with them and without: `vary` switches a feature of an edition.

# %%
from camelup import SECOND, vary
from camelup.bulk import statistics
from tools.docs_site.charts import picture, upright
from tools.docs_site.gallery import number_of_games

GAMES = number_of_games(300_000)
SERIES = ("with them", "without them")

crazy = statistics(GAMES, SECOND, players=4, seed=1)
calm = statistics(GAMES, vary(SECOND, crazy_camels=False), players=4, seed=1)
for name, found in zip(SERIES, (crazy, calm), strict=True):
    print(f"{name}: {found.mean_legs} legs, {found.mean_rolls} rolls")

# %% [markdown]
# With them, a leg still has five rolls, but now and then one of the five is the grey die, and one racing camel stays
# where it is. So races are longer. How sure is the leader of the race after each leg?

# %%
lengths = {
    str(legs): [crazy.leg_shares[legs], calm.leg_shares[legs]]
    for legs in sorted(crazy.leg_shares.keys() & calm.leg_shares.keys())
    if max(crazy.leg_shares[legs].value, calm.leg_shares[legs].value) > 0.01
}
leaders = {str(leg): [crazy.leader_wins[leg - 1], calm.leader_wins[leg - 1]] for leg in range(1, 6)}
picture(
    upright("How many legs a race has", lengths, "legs", SERIES),
    upright("The leader wins the race", leaders, "after leg", SERIES),
)

# %%
for leg, (one, two) in leaders.items():
    print(f"after leg {leg}: {one.value:.1%} ±{one.error:.1%} with them, {two.value:.1%} ±{two.error:.1%} without")
for ending, share in crazy.endings.items():
    print(f"{ending}: {share.value:.3%} of races")

# %% [markdown]
# Races take nearly a leg longer, and one in eight ends with a crazy camel on somebody's back. From the third leg on the
# leader is less sure of the race, but not before: who leads early means little in either game.
#
# And what do they change for the camel that starts at the rear, which they are the most likely to meet last?

# %%
places = ("rear", "4th", "3rd", "2nd", "front")
starts = {place: [one, two] for place, one, two in zip(places, crazy.start_wins, calm.start_wins, strict=True)}
picture(upright("Who wins the race, by starting place", starts, "starting place", SERIES))
