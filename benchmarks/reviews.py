"""Reviews on a server: how soon the first curve and the whole are there, and how long moves wait for them.

.venv/bin/python benchmarks/reviews.py [--workers N]
"""

import argparse
import asyncio
import json
import os
import threading
import time
import urllib.request
from typing import Any

from load import Server, play_paced, post, quantile, seat_all
from websockets.sync.client import connect

_MOVES = 150


def get(server: Server, path: str) -> Any:  # noqa: ANN401 - JSON
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}{path}") as answer:
        return json.load(answer)


def watch(server: Server, level: str, moves: int) -> tuple[list[float], str]:
    """Watch computers play one game after the other for a number of moves; return the seconds of each.

    The code is that of the last game that came to its end.
    """
    seconds: list[float] = []
    finished = ""
    while len(seconds) < moves or not finished:
        code = post(server.port, "/api/tables", {"settings": {"seats": 4}, "computers": [{"level": level}] * 4})["id"]
        with connect(f"ws://127.0.0.1:{server.port}/api/tables/{code}/socket", max_size=None, proxy=None) as socket:
            socket.send(json.dumps({"type": "hello", "protocol": 1, "token": None, "since": None}))
            last = time.perf_counter()
            for text in socket:
                message = json.loads(text)
                if message["type"] == "played":
                    seconds.append(time.perf_counter() - last)
                    last = time.perf_counter()
                elif message["type"] == "table" and message["table"]["status"] == "finished":
                    finished = code
                    break
    return seconds, finished


def review(server: Server, code: str) -> tuple[float, float, int, int]:
    """Ask for a review until it is whole; give the seconds to the first curve and to all, playouts and actions."""
    begun, first, playouts, plies = time.perf_counter(), 0.0, 0, 0
    while True:
        answer = get(server, f"/api/games/{code}/review?after={playouts}")
        if answer["review"] is not None:
            first = first or time.perf_counter() - begun
            playouts, plies = answer["playouts"], len(answer["review"]["plies"])
        if answer["is_done"]:
            return first, time.perf_counter() - begun, playouts, plies
        time.sleep(0.1)


def describe(seconds: list[float]) -> str:
    figures = ", ".join(
        f"{name} {1000 * quantile(seconds, share):.0f}" for name, share in (("p50", 0.5), ("p99", 0.99))
    )
    return f"{len(seconds)} moves, {figures}, longest {1000 * max(seconds):.0f} ms"


def main() -> None:
    os.sched_setaffinity(0, {1})
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", default="1")
    server = Server("--bot-delay", "0", "--workers", parser.parse_args().workers, "--address-reviews", "1000")
    try:
        watch(server, "novice", 1)  # a worker starts
        codes = [watch(server, "greedy", 1)[1] for _ in range(5)]
        server.move_workers(core=1)
        for code in codes[:2]:
            first, whole, playouts, plies = review(server, code)
            print(f"a game of {plies} actions: first curve {first:.2f} s, whole {whole:.1f} s, {playouts} playouts")
        for level in ("greedy", "champion"):
            alone, _ = watch(server, level, _MOVES)
            print(f"{level} alone: {describe(alone)}")
            reviewing = threading.Thread(target=review, args=(server, codes.pop()))
            reviewing.start()
            beside, _ = watch(server, level, _MOVES)
            has_gone_on = reviewing.is_alive()
            reviewing.join()
            print(f"{level} beside a review{'' if has_gone_on else ', which was done before'}: {describe(beside)}")
        asyncio.run(measure_people(server, codes.pop()))
    finally:
        server.stop()


async def measure_people(server: Server, code: str) -> None:
    """People at 100 tables, who need no worker: alone, and while a game is reviewed."""
    tables = await seat_all([server], 100)
    alone = await play_paced(tables, 8)
    reviewing = threading.Thread(target=review, args=(server, code))
    reviewing.start()
    beside = await play_paced(tables, 8)
    await asyncio.to_thread(reviewing.join)
    print(f"people alone: {describe(alone)}")
    print(f"people beside a review: {describe(beside)}")


if __name__ == "__main__":
    main()
