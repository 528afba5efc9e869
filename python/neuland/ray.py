"""Shards on a cluster: ``neuland.ray.run`` makes the files of ``neuland.dataset.run`` on the machines of Ray. Needs ``pip install ray pyarrow``.

Each shard is one task of Ray, which places it, and runs it again where a worker or its machine died. A shard is a pure function of its
spec and number, so a second try makes the same bytes. ``docs/python-dataset.md`` in the repository is the guide.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from neuland import _neuland
from neuland._errors import Error
from neuland.dataset._arrow import arrow
from neuland.dataset._errors import DatasetError
from neuland.dataset._shards import Shard, check_shard, folder_for, shard_bytes, store
from neuland.dataset._spec import Spec, _whole

__all__ = ["run"]

OBJECT_STORE_BYTES = 100_000_000
"""The shared memory of a Ray that ``run`` starts by itself."""

_VERSIONS = tuple[str, str]


def _ray() -> Any:
    # Ray reports its use to its makers unless told otherwise, and reads the wish when it is imported.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError as error:
        raise ImportError("neuland.ray needs Ray: pip install ray pyarrow") from error
    return ray


def _versions() -> _VERSIONS:
    return _neuland.version(), arrow().__version__


def _task(spec: str, index: int, wanted: _VERSIONS) -> bytes:
    """What a worker does: it plays a shard, if it would play it as the driver would."""
    found = _versions()
    if found != wanted:
        raise DatasetError(
            f"a worker has neuland {found[0]} and pyarrow {found[1]}, the driver neuland {wanted[0]} and pyarrow {wanted[1]}: "
            "install the same versions on all machines, or the shards would differ"
        )
    return shard_bytes(Spec.from_json(spec), index)


def run(
    spec: Spec,
    folder: str | os.PathLike[str],
    *,
    address: str | None = None,
    cpus: int | None = None,
    retries: int = 3,
    in_flight: int | None = None,
    progress: Callable[[Shard], object] | None = None,
) -> list[Shard]:
    """Makes all shards of a spec in a folder of this machine, as tasks of Ray. Workers need no shared folder.

    A program that has called ``ray.init`` uses its Ray. Otherwise ``run`` connects to ``address``, or starts a Ray on this machine for the
    time of the run, which listens on the loopback address alone, without its dashboard.

    Args:
        spec: Which games.
        folder: Where the files go; it is made if there is none. Shards that it has whole are kept, damaged ones are made anew.
        address: The address of a cluster, ``"auto"`` or as ``ray.init`` takes it.
        cpus: The processors of a Ray that is started here, 1 to 1,024; all unless stated.
        retries: How often Ray runs a shard again whose worker or machine died, 0 to 100.
        in_flight: How many shards are asked of Ray at once, 1 to 10,000: twice the processors of the cluster unless stated. Their bytes
            wait in the shared memory of Ray.
        progress: It is called with each shard, in the order in which they are done.

    Returns:
        The shards, in the order of their numbers.

    Raises:
        ImportError: Ray or pyarrow is not installed.
        DatasetError: The folder holds shards that do not fit, versions differ, or a shard was lost more often than ``retries`` allow.
        ConnectionError: There is no cluster at the address.
        OSError: A shard cannot be written; those before it are kept.
    """
    if not isinstance(spec, Spec):
        raise TypeError(f"the spec is a neuland.dataset.Spec, not {type(spec).__name__}")
    retries = _whole("retries", retries, 0, 100)
    cpus = None if cpus is None else _whole("cpus", cpus, 1, 1024)
    in_flight = None if in_flight is None else _whole("in_flight", in_flight, 1, 10_000)
    if address is not None and not isinstance(address, str):
        raise TypeError(f"the address of a cluster is a text, not {type(address).__name__}")
    versions = _versions()
    target = folder_for(spec, folder)
    ray = _ray()
    done: dict[int, Shard] = {}
    missing = []
    for index in range(len(spec)):
        if check_shard(spec, index, target) is None:
            done[index] = _shard(spec, index, target, is_new=False)
            if progress is not None:
                progress(done[index])
        else:
            missing.append(index)
    if missing:
        is_ours = not ray.is_initialized()
        if is_ours:
            _start(ray, address, cpus)
        try:
            _collect(ray, spec, missing, target, versions, retries, in_flight, done, progress)
        finally:
            if is_ours:
                ray.shutdown()
    return [done[index] for index in sorted(done)]


def _start(ray: Any, address: str | None, cpus: int | None) -> None:
    if address is not None:
        ray.init(address=address, log_to_driver=False)
        return
    with _loopback():
        ray.init(
            num_cpus=cpus or os.cpu_count() or 1,
            object_store_memory=OBJECT_STORE_BYTES,
            include_dashboard=False,
            log_to_driver=False,
        )
    listens_on = ray.util.get_node_ip_address()
    if listens_on != "127.0.0.1":
        ray.shutdown()
        raise DatasetError(
            f"Ray {ray.__version__} would listen on {listens_on}, open to the network; start Ray yourself, and call ray.init first"
        )


@contextlib.contextmanager
def _loopback() -> Iterator[None]:
    """Lets a Ray that starts meanwhile listen on the loopback address alone, as it does on macOS and Windows."""
    from ray._private import ray_constants

    name = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"
    before, constant = os.environ.get(name), ray_constants.ENABLE_RAY_CLUSTER
    # The processes of Ray read the variable; this one read it when Ray was imported.
    os.environ[name] = "0"
    ray_constants.ENABLE_RAY_CLUSTER = False
    try:
        yield
    finally:
        ray_constants.ENABLE_RAY_CLUSTER = constant
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


def _shard(spec: Spec, index: int, folder: Path, *, is_new: bool) -> Shard:
    first, last = spec.range_of(index)
    return Shard(index, first, last, folder / spec.file_name(index), is_new)


def _collect(
    ray: Any,
    spec: Spec,
    missing: list[int],
    folder: Path,
    versions: _VERSIONS,
    retries: int,
    in_flight: int | None,
    done: dict[int, Shard],
    progress: Callable[[Shard], object] | None,
) -> None:
    """Asks Ray for the missing shards, a bounded number at once, and writes each when it is there."""
    task = ray.remote(num_cpus=1, max_retries=retries)(_task)
    limit = in_flight or 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
    text = spec.to_json()
    waiting: dict[Any, int] = {}
    ahead = iter(missing)
    try:
        while True:
            while len(waiting) < limit:
                index = next(ahead, None)
                if index is None:
                    break
                # Tools of Ray and the list of processes show the name.
                named = task.options(name=f"neuland-shard-{index}")
                waiting[named.remote(text, index, versions)] = index
            if not waiting:
                return
            ready, _ = ray.wait(list(waiting), num_returns=1)
            index = waiting.pop(ready[0])
            store(spec, index, folder, _content(ray, ready[0], index))
            del ready
            done[index] = _shard(spec, index, folder, is_new=True)
            if progress is not None:
                progress(done[index])
    finally:
        for reference in waiting:
            ray.cancel(reference, force=True)


def _content(ray: Any, reference: Any, index: int) -> bytes:
    try:
        content: bytes = ray.get(reference)
        return content
    except ray.exceptions.RayTaskError as error:
        cause = getattr(error, "cause", None)
        if isinstance(cause, (Error, OSError)):
            raise cause from error
        raise
    except ray.exceptions.RayError as error:
        raise DatasetError(f"shard {index} was lost too often: {str(error).splitlines()[0]}") from error
