#!/usr/bin/env python3
"""A player as a program that needs Python alone: it backs the camel in the lead while that pays, and rolls otherwise.

camelup play --against exec:./backer_program.py
"""

import json
import sys
from typing import Any


def leader_of(track: dict[str, str]) -> str:
    """The racing camel in front: on the farthest space the topmost; crazy camels have capitals and do not count."""
    racing = {int(space): [camel for camel in stack if camel.islower()] for space, stack in track.items()}
    return racing[max(space for space, camels in racing.items() if camels)][-1]


def choose(view: Any) -> Any:
    """One of the legal actions: the leader's ticket if it is worth 3 or more, else the roll, which comes first."""
    leader = leader_of(view["track"])
    colours = sorted(camel for stack in view["track"].values() for camel in stack if camel.islower())
    tent = view["tents"][colours.index(leader)]
    for action in view["legal"]:
        if action == {"type": "take_ticket", "camel": leader} and tent[0] >= 3:
            return action
    return view["legal"][0]


def say(**message: Any) -> None:
    """Send a message; without the flush it would wait in a buffer."""
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(type="hello", protocol=1, name="Backer", needs=[])
    elif message["type"] == "start":
        say(type="ready")
    elif message["type"] == "turn":
        say(type="choice", id=message["id"], action=choose(message["view"]))
    elif message["type"] == "bye":
        break
