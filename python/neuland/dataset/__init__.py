"""Games as Parquet files: trajectories for learning, made from records or played shard by shard. Needs ``pip install pyarrow``.

A file holds the games of one kind, one row a line of their records, so it gives the records back byte for byte. Beside the text it holds
what learners need: codes of actions, numbers of legal actions, points, results, and optionally observations and masks. A shard is a file
whose games follow from a :class:`Spec` and a range of seeds, on every machine in the same bytes.

``docs/python-dataset.md`` in the repository is the guide, with every column.
"""

from __future__ import annotations

from neuland.dataset._errors import DatasetError
from neuland.dataset._read import Trajectories, read, to_records
from neuland.dataset._schema import GAME_BYTES_MAX, SCHEMA_VERSION, schema
from neuland.dataset._shards import Shard, check_shard, run, shard, shard_bytes
from neuland.dataset._spec import Spec
from neuland.dataset._write import Written, write

__all__ = [
    "GAME_BYTES_MAX",
    "SCHEMA_VERSION",
    "DatasetError",
    "Shard",
    "Spec",
    "Trajectories",
    "Written",
    "check_shard",
    "read",
    "run",
    "schema",
    "shard",
    "shard_bytes",
    "to_records",
    "write",
]
