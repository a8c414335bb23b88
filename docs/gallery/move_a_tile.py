# %% [markdown]
# # When should you move your tile?
#
# Your tile lies on the track, and camels have run past it. Moving it takes a turn, in which you could have rolled for a
# sure pound. When is that worth it?
#
# Take fresh legs of the second edition from games that were played by the odds. Place a tile where it earns the most;
# exact odds say where. Then roll some dice, and compare three choices: leave it where it is, or move it to the best
# space, or roll.

# %%
import random

from camelup import SECOND, Situation
from camelup.bulk import Batch
from camelup.bulk.estimates import Share
from camelup.core import race
from camelup.core.edition import SPACES, Side
from camelup.core.state import Tile
from camelup.odds import leg
from tools.docs_site.charts import mean_of, picture, sideways, upright
from tools.docs_site.gallery import number_of_games

LEGS = number_of_games(20_000) // 50
rng = random.Random(3)


def income(situation: Situation, tile: Tile) -> float:
    """How many landings a tile can expect in this leg, a pound each."""
    return leg(Situation(situation.edition, situation.track, situation.dice, (tile,))).tile_hits[tile.space]


def best_tile(situation: Situation) -> tuple[float, Tile]:
    """The tile that earns the most."""
    taken = race.occupied(situation.track)
    front = max(situation.stacks)
    spaces = [space for space in range(2, min(front + 5, SPACES) + 1) if not taken >> space & 1]
    return max((income(situation, Tile(space, side)), Tile(space, side)) for space in spaces for side in Side)


def roll(situation: Situation, tile: Tile) -> Situation:
    """Let a die come out."""
    die = rng.choice(situation.dice)
    camels = "bgpryKW"
    shown = rng.choice((5, 6)) if die == "x" else camels.index(die)
    moving = race.camel_to_move(situation.track, shown)
    with_tile = Situation(situation.edition, situation.track, situation.dice, (tile,))
    track = race.move(situation.track, moving, rng.randint(1, 3), with_tile.cheering, with_tile.booing)
    return Situation(situation.edition, track, situation.dice.replace(die, ""))


# %% [markdown]
# The starts of legs are the positions in which all dice are in the pyramid.

# %%
table = Batch.start(LEGS, SECOND, players=4, seed=5).play_out("plain", record=True).to_frame("positions")
rows = zip(table["track"].to_pylist(), table["dice"].to_pylist(), table["over"].to_pylist(), strict=True)
fresh = sorted({track for track, dice, over in rows if dice == 0b111111 and not over})
starts = [Situation(SECOND, track, SECOND.dice) for track in rng.sample(fresh, min(LEGS, len(fresh)))]

# %%
at_once: list[float] = []
gains: dict[int, list[float]] = {rolled: [] for rolled in range(1, 5)}
for start in starts:
    earns, tile = best_tile(start)
    at_once.append(earns)
    situation = start
    for gained in gains.values():
        situation = roll(situation, tile)
        if race.is_over(situation.track):
            break
        gained.append(best_tile(situation)[0] - income(situation, tile))

better = Share(sum(earns > 1 for earns in at_once), len(at_once)).value
print(f"The best tile of a fresh leg earns {mean_of(at_once)} pounds, more than a roll {better:.0%} of the time.")
for rolled, gained in gains.items():
    often = Share(sum(gain > 1 for gain in gained), len(gained)).value
    print(f"After {rolled} rolls, moving it gains {mean_of(gained)} pounds, more than a roll {often:.0%} of the time.")

# %%
figures = {
    "at once": mean_of(at_once),
    **{f"after {rolled} rolls": mean_of(gained) for rolled, gained in gains.items()},
}
picture(
    sideways("Pounds it gains: placed, or moved", figures),
    upright(
        "Moving gains more than a roll",
        {str(rolled): [Share(sum(gain > 1 for gain in gained), len(gained))] for rolled, gained in gains.items()},
        "rolls so far",
    ),
)

# %% [markdown]
# So hardly ever: a tile that was placed well at the start of a leg stays nearly as good as any other. A move gains some
# hundredths of a pound, a roll a whole one. Even the first placement is better than a roll only in every other leg.
#
# This counts the owner's own income in this leg alone: a tile that spoils somebody's bet, or saves one's own, can
# be worth moving for that reason (`camelup odds --values` counts those too).
