"""Shards on a cluster of Ray are those of one machine, byte for byte, whatever dies."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

# Ray reads these when it is imported: no report to its makers, loopback addresses alone, and a dead machine is noticed after seconds.
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
os.environ["RAY_health_check_period_ms"] = "500"
os.environ["RAY_health_check_failure_threshold"] = "3"

import pytest
import ray
from ray.cluster_utils import Cluster

import neuland.ray
from neuland import dataset
from neuland.dataset import DatasetError, Spec

STORE = 100_000_000
# Two processors with other work beside need some two seconds for each of these shards.
SPEC = Spec("catan", ["settler"] * 3, (100, 159), shard_games=10)


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a run without Ray."""
    folder = tmp_path_factory.mktemp("local")
    dataset.run(SPEC, folder)
    return files(folder)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A head that runs no tasks, and two workers with one processor each, all on the loopback address."""
    common = {"object_store_memory": STORE, "node_ip_address": "127.0.0.1", "include_dashboard": False}
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, **common})
    try:
        for _ in range(2):
            made.add_node(num_cpus=1, object_store_memory=STORE, node_ip_address="127.0.0.1")
        ray.init(address=made.address, log_to_driver=False)
        yield made
    finally:
        ray.shutdown()
        made.shutdown()


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


TITLE = "ray::neuland-shard-"
"""Ray gives its workers the names of the tasks that they run, in the list of processes."""


def title(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return ""


def stop_a_worker(cluster: Cluster) -> tuple[Any, int, int]:
    """Waits for a worker that plays a shard and stops it in the middle: its machine, its process, and the number of the shard."""
    raylets = {process.process.pid: node for node in cluster.worker_nodes for process in node.all_processes["raylet"]}
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        for raylet, node in raylets.items():
            children = [int(pid) for task in Path(f"/proc/{raylet}/task").iterdir() for pid in (task / "children").read_text().split()]
            for pid in children:
                words = title(pid)
                if words.startswith(TITLE):
                    os.kill(pid, signal.SIGSTOP)
                    if title(pid) == words:
                        return node, pid, int(words.removeprefix(TITLE).split()[0])
                    os.kill(pid, signal.SIGCONT)
        time.sleep(0.01)
    raise AssertionError("no worker plays a shard")


def test_a_machine_that_dies_in_the_middle_of_a_shard_changes_no_byte(
    cluster: Cluster, local: dict[str, bytes], tmp_path: Path
) -> None:
    def kill() -> int:
        node, pid, shard = stop_a_worker(cluster)
        # A worker that lost its machine might still answer; this one never goes on.
        cluster.remove_node(node, allow_graceful=False)
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        assert dataset.check_shard(SPEC, shard, tmp_path) is not None, "the shard was not there yet"
        return shard

    with ThreadPoolExecutor(1) as killer:
        killed = killer.submit(kill)
        made = neuland.ray.run(SPEC, tmp_path)
    assert killed.result() in range(len(SPEC))
    assert [shard.index for shard in made] == list(range(len(SPEC))) and all(shard.is_new for shard in made)
    assert files(tmp_path) == local
    deadline = time.monotonic() + 60
    while len([node for node in ray.nodes() if node["Alive"]]) > 2:
        assert time.monotonic() < deadline, "the cluster has not lost a machine"
        time.sleep(0.1)
    cluster.add_node(num_cpus=1, object_store_memory=STORE, node_ip_address="127.0.0.1")


def test_a_worker_process_that_is_killed_is_replaced(cluster: Cluster, local: dict[str, bytes], tmp_path: Path) -> None:
    def kill() -> int:
        _, pid, shard = stop_a_worker(cluster)
        os.kill(pid, signal.SIGKILL)
        return shard

    with ThreadPoolExecutor(1) as killer:
        killed = killer.submit(kill)
        neuland.ray.run(SPEC, tmp_path)
    assert killed.result() in range(len(SPEC))
    assert files(tmp_path) == local


def test_whole_shards_are_kept(cluster: Cluster, local: dict[str, bytes], tmp_path: Path) -> None:
    for name, content in local.items():
        (tmp_path / name).write_bytes(content)
    damaged = tmp_path / SPEC.file_name(2)
    damaged.write_bytes(damaged.read_bytes()[:-1])
    made = neuland.ray.run(SPEC, tmp_path)
    assert [shard.index for shard in made if shard.is_new] == [2]
    assert files(tmp_path) == local
    other = Spec("catan", ["settler"] * 3, (155, 170), shard_games=10)
    with pytest.raises(DatasetError, match="would be in the folder twice"):
        neuland.ray.run(other, tmp_path)


def test_a_shard_that_dies_too_often_is_an_error(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Inside the test, so that workers get it by value: they cannot import the tests.
    def die(spec: str, index: int, wanted: tuple[str, str]) -> bytes:
        os.kill(os.getpid(), signal.SIGKILL)
        return b""

    monkeypatch.setattr(neuland.ray, "_task", die)
    with pytest.raises(DatasetError, match="shard 0 was lost too often"):
        neuland.ray.run(SPEC, tmp_path, retries=0, in_flight=1)
    assert list(tmp_path.iterdir()) == []


def test_other_versions_on_a_worker_are_an_error(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(neuland.ray, "_versions", lambda: ("0.0.1", "1.0.0"))
    with pytest.raises(DatasetError, match="the driver neuland 0.0.1 and pyarrow 1.0.0"):
        neuland.ray.run(SPEC, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written(cluster: Cluster, tmp_path: Path) -> None:
    def wall(made: dataset.Shard) -> None:
        (tmp_path / "folder").rename(tmp_path / "away")

    with pytest.raises(FileNotFoundError):
        neuland.ray.run(SPEC, tmp_path / "folder", progress=wall)


def test_wrong_calls(tmp_path: Path) -> None:
    for change, error, why in [
        ({"spec": {}}, TypeError, "Spec, not dict"),
        ({"retries": -1}, DatasetError, "retries"),
        ({"retries": 1.5}, TypeError, "retries"),
        ({"cpus": 0}, DatasetError, "cpus"),
        ({"address": 5}, TypeError, "address"),
        ({"in_flight": 0}, DatasetError, "in_flight"),
    ]:
        with pytest.raises(error, match=why):
            neuland.ray.run(**{"spec": SPEC, "folder": tmp_path, **change})  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []
