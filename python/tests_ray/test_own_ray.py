"""A Ray that ``neuland.ray.run`` starts by itself: it makes the same files, listens on the loopback address alone, and ends."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from neuland import dataset
from neuland.dataset import Spec

SPEC = Spec("carcassonne", ["random", "random"], (0, 19), shard_games=10, masks=True)

# It prints the addresses at which this process and all processes that it started listen.
SCRIPT = """
import sys
from pathlib import Path
import ray
import neuland.ray
from neuland.dataset import Spec

def listening():
    parents, sockets = {}, {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                sockets[int(entry.name)] = [link.readlink().name for link in (entry / "fd").iterdir()]
            except OSError:
                continue
    session = str(ray._private.worker._global_node.get_session_dir_path())
    ours = {pid for pid in sockets if session in Path(f"/proc/{pid}/cmdline").read_text(errors="replace")}
    for _ in range(9):
        ours |= {pid for pid, parent in parents.items() if parent in ours}
    inodes = {name[8:-1] for pid in ours for name in sockets.get(pid, []) if name.startswith("socket:[")}
    lines = [line.split() for table in ("tcp", "tcp6") for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]]
    return sorted(words[1].split(":")[0] for words in lines if words[3] == "0A" and words[9] in inodes)

heard = []
made = neuland.ray.run(Spec.from_json(sys.argv[1]), sys.argv[2], cpus=1, progress=lambda shard: heard.append(listening()))
assert not ray.is_initialized(), "the Ray that it started has ended"
assert [shard.is_new for shard in made] == [True, True], made
print(*heard[0])
"""

# 127.0.0.1 and ::ffff:127.0.0.1 and ::1, as the kernel writes them.
LOOPBACK = {"0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000"}


def test_it_listens_on_the_loopback_address_alone(tmp_path: Path) -> None:
    away = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
    command = [sys.executable, "-c", SCRIPT, SPEC.to_json(), tmp_path / "ray"]
    done = subprocess.run(command, env=away, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    addresses = done.stdout.split()
    assert len(addresses) >= 3 and set(addresses) <= LOOPBACK, addresses
    dataset.run(SPEC, tmp_path / "local")
    for path in (tmp_path / "local").iterdir():
        assert path.read_bytes() == (tmp_path / "ray" / path.name).read_bytes()


def test_a_cluster_that_is_not_there(tmp_path: Path) -> None:
    script = f"import neuland.ray; from neuland.dataset import Spec; neuland.ray.run(Spec.from_json({SPEC.to_json()!r}), {str(tmp_path)!r}, address='auto')"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert done.returncode == 1 and "ConnectionError" in done.stderr.splitlines()[-1]
    assert list(tmp_path.iterdir()) == []


def test_the_block_of_the_page_runs(tmp_path: Path) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs/python-dataset.md").read_text(encoding="utf-8")
    (block,) = [block for block in re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL) if "neuland.ray" in block]
    begin = "from neuland import dataset\nspec = dataset.Spec('carcassonne', ['random', 'random'], (0, 5), shard_games=3)\n"
    done = subprocess.run([sys.executable, "-c", begin + block], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
