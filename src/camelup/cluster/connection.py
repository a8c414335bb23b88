"""A cluster of dask.distributed: work in parts, with the same results as here, in the same order.

Dask gives the parts of a worker that dies to another one. What it does not know is checked here: that every worker has
this very version of camelup, and that there is still somebody to wait for.
"""

import logging
import os
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from functools import partial
from itertools import islice
from types import TracebackType
from typing import Any, Self, TypeVar, cast

import dask
from distributed import Client, Future, LocalCluster, wait
from distributed.scheduler import KilledWorker

from camelup.cluster.identity import identity
from camelup.core.errors import CamelUpError, ClusterError

LOCAL = "local"
"""Instead of an address: processes of this machine, which end with the command."""
_CONNECT = 10.0
_LOOK_EVERY = 0.5
"""Seconds between two looks at whether the cluster is still there."""
_NOBODY = 30.0
"""How many seconds without any worker mean that none will come."""
_COUNT_EVERY = 2.0
"""Seconds after which the workers are counted again: some may have joined or left."""
_GROUP_SECONDS, _MOST_PARTS = 2.0, 32
"""How long a group of small parts should take, and how many it may have: each journey costs milliseconds."""
_AHEAD = 2
"""How many parts wait at a worker for each that it does, so that it never waits for us."""

_Part = TypeVar("_Part")
_Done = TypeVar("_Done")


class Cluster:
    """Workers somewhere; use it in a `with`, which ends with the connection."""

    def __init__(self, address: str, workers: int | None = None) -> None:
        """Connect to a scheduler, or start some workers here; a worker of another version is refused."""
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters becomes an error of ours
        self._address, self._here = address, None
        try:
            if address == LOCAL:
                # Not as daemons: those could not start the processes in which players think.
                with dask.config.set({"distributed.worker.daemon": False}):
                    self._here = LocalCluster(  # type: ignore[no-untyped-call]
                        n_workers=workers or os.cpu_count() or 1,
                        threads_per_worker=1,
                        host="127.0.0.1",
                        dashboard_address="127.0.0.1:0",
                        silence_logs=logging.CRITICAL,
                    )
            self._client = Client(  # type: ignore[no-untyped-call]
                self._here or address, timeout=_CONNECT, set_as_default=False
            )
        except (OSError, RuntimeError, ValueError) as error:
            self._end_here()
            raise ClusterError("unreachable", f"There is no cluster at {address}.") from error
        try:
            self._check_workers()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        """Use the cluster."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave it."""
        self.close()

    def close(self) -> None:
        """Leave the cluster; one that was started here ends."""
        try:
            self._client.close(timeout=_CONNECT)  # type: ignore[no-untyped-call]
        finally:
            self._end_here()

    def _end_here(self) -> None:
        if self._here is not None:
            self._here.close(timeout=_CONNECT)
            self._here = None

    @property
    def threads(self) -> int:
        """How many parts can be done at the same time."""
        return sum(worker["nthreads"] for worker in self._workers().values())

    def _workers(self) -> dict[str, Any]:
        workers: dict[str, Any] = self._client.scheduler_info(n_workers=-1)["workers"]
        return workers

    def on_every_worker(self, work: Callable[[], object]) -> None:
        """Do something once in every worker that can be reached."""
        if self._client.status == "running":
            self._client.run(work, on_error="ignore")

    def _check_workers(self) -> None:
        began = time.monotonic()
        while not self._workers():
            if time.monotonic() - began > _NOBODY:
                raise ClusterError("workers", f"The cluster at {self._address} has no workers.")
            time.sleep(_LOOK_EVERY)

        def ask() -> str:  # inside, so that it travels as it is, also to a worker that has no camelup
            try:
                from camelup.cluster.identity import identity  # noqa: PLC0415

                return f"camelup {identity()}"
            except ImportError:
                return "none of this kind"

        for worker, found in self._client.run(ask).items():
            _check_version(worker, found)

    def unordered(self, work: Callable[[_Part], _Done], parts: Iterable[_Part]) -> Generator[_Done]:
        """Do a work for every part; yield what came of each, as soon as it is known."""
        return self._done(work, parts, is_ordered=False)

    def spread(self, work: Callable[[_Part], _Done], parts: Iterable[_Part]) -> Iterator[_Done]:
        """Do a work for every part; yield what came of each, in their order."""
        return self._done(work, parts, is_ordered=True)

    def _done(self, work: Callable[[_Part], _Done], parts: Iterable[_Part], *, is_ordered: bool) -> Generator[_Done]:
        checked = partial(do_parts, identity(), work)
        left, size = iter(parts), 1
        waiting: deque[Future[Any]] = deque()
        room, asked = 0, -_COUNT_EVERY
        try:
            while True:
                if time.monotonic() - asked > _COUNT_EVERY:
                    room, asked = (1 + _AHEAD) * max(1, self.threads), time.monotonic()
                while len(waiting) < room and (group := list(islice(left, size))):
                    waiting.append(self._client.submit(checked, group, pure=False))
                if not waiting:
                    return
                ready = self._next(list(waiting)[:1] if is_ordered else list(waiting))
                waiting.remove(ready)
                seconds, done = self._result(ready)
                size = max(1, min(_MOST_PARTS, int(_GROUP_SECONDS * len(done) / max(seconds, 1e-3))))
                yield from done
        except (CancelledError, OSError) as error:
            raise self._lost() from error
        finally:
            if self._client.status == "running":
                self._client.cancel(list(waiting))  # type: ignore[no-untyped-call]

    def _next(self, waiting: list[Future[Any]]) -> Future[Any]:
        """Wait for the first of some parts."""
        seen = time.monotonic()
        while True:
            try:
                with self._client.as_current():  # there may be others in this process
                    found = wait(waiting, _LOOK_EVERY, "FIRST_COMPLETED")  # type: ignore[no-untyped-call]
                return cast("Future[Any]", next(iter(found.done)))
            except TimeoutError:
                if self._client.status != "running":
                    raise self._lost() from None
                if self._workers():
                    seen = time.monotonic()
                elif time.monotonic() - seen > _NOBODY:
                    raise ClusterError("workers", f"All workers of the cluster at {self._address} are gone.") from None

    def _result(self, future: Future[Any]) -> Any:  # noqa: ANN401 - whatever the work gives
        try:
            return future.result()
        except (CamelUpError, CancelledError):
            raise
        except KilledWorker as error:
            raise ClusterError("workers", "Worker after worker has died over the same part of the work.") from error
        except ImportError as error:
            raise ClusterError(
                "version", f"A worker of the cluster at {self._address} has another camelup: {error}."
            ) from error

    def _lost(self) -> ClusterError:
        return ClusterError("lost", f"The cluster at {self._address} was lost. What was written before is kept.")


def _check_version(worker: str, found: str) -> None:
    expected = f"camelup {identity()}"
    if found != expected:
        raise ClusterError(
            "version",
            f"The worker at {worker} has {found}, not {expected}: all machines need the same.",
        )


def do_parts(expected: str, work: Callable[[_Part], _Done], parts: Sequence[_Part]) -> tuple[float, list[_Done]]:
    """Do some parts in a worker, unless it has another version: it may have joined after the others were asked.

    Return how many seconds it took, too.
    """
    if identity() != expected:
        raise ClusterError("version", f"A worker has camelup {identity()}, not {expected}: all machines need the same.")
    began = time.perf_counter()
    done = [work(part) for part in parts]
    return time.perf_counter() - began, done
