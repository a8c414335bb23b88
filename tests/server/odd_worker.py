"""A worker for tests that loads nothing, and that hangs, dies or talks nonsense when it is asked to."""

import json
import os
import sys
import time
import zlib
from pathlib import Path

from camelup.core.errors import MissingPackageError, NotationError
from camelup.server.thinking.jobs import ChooseJob, Job, OddsJob, PositionJob, ReviewJob, read_job
from camelup.server.thinking.worker import Answering, work

going: dict[str, int] = {}
"""How many times each review was gone on with."""


def review(job: ReviewJob) -> object:
    """Tell two reviews, the second better, and then that it is done; players' names say what goes wrong."""
    if "Fails" in job.record:
        raise RuntimeError("the winner card is green")
    for key in set(going) - set(job.wanted):
        del going[key]
    times = going[job.key] = going.get(job.key, 0) + 1
    if "Dies" in job.record and times == 2 and not Path(os.environ["DIED"]).exists():
        Path(os.environ["DIED"]).touch()
        os._exit(1)
    told = {"process": os.getpid(), "going": sorted(going), "times": times}
    if times > 2:
        del going[job.key]  # it is done: who asks once more gets a new one
        return {"share": 1.0, "is_done": True, "review": None, "playouts": 0}
    return {
        "share": times / 3,
        "is_done": False,
        "review": zlib.compress(json.dumps(told).encode()),
        "playouts": 8 * times,
    }


def answer(job: Job) -> object:
    """Do as the level says; a table's name is a file that tells whether this is its first time."""
    match job:
        case ChooseJob(level="hangs"):
            while True:
                time.sleep(0.01)
        case ChooseJob(table, level="dies once"):
            if not Path(table).exists():
                Path(table).touch()
                os._exit(1)
        case ChooseJob(level="dies"):
            os._exit(1)
        case ChooseJob(level="fails") | PositionJob(b"fails"):
            raise RuntimeError("the winner card is green")
        case ChooseJob(level="prints"):
            print("roll", flush=True)  # noqa: T201 - as a library might
        case ChooseJob(level="babbles"):
            os.write(3, b"\0\0\0\4what")  # where replies go: the first free number
        case PositionJob(b"refused"):
            raise NotationError("json", "half a character: \ud800")
        case ReviewJob():
            return review(job)
        case OddsJob() | PositionJob():
            return {"pid": os.getpid()}
        case _:
            pass
    return "roll"


def prepare() -> Answering:
    """Start as the command says."""
    problems: dict[str, Exception] = {
        "lacks": MissingPackageError("no_odds", "Odds need numba."),
        "breaks": RuntimeError("no disk"),
    }
    for word in sys.argv[1:]:
        if word in problems:
            raise problems[word]
    return answer


if __name__ == "__main__":
    work(prepare, read_job)
