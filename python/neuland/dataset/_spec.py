"""What shards are functions of."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Union

from neuland import _neuland
from neuland._errors import ParseError
from neuland._neuland import Bot, State
from neuland._runs import OptionValue
from neuland.dataset._errors import DatasetError
from neuland.dataset._schema import SCHEMA_VERSION, Columns, layout_of

SEED_MAX = 2**64 - 1
SHARD_GAMES_MAX = 1_000_000
SHARDS_MAX = 1_000_000
SPEC_BYTES_MAX = 1 << 20

Ranges = Union[tuple[int, int], Sequence[tuple[int, int]]]


@dataclass(frozen=True)
class Spec:
    """Which games a data set has, and which columns: everything that decides the bytes of its shards, but for the version of pyarrow.

    The game of the seed ``n`` is the one that ``neuland.simulate(game, bots, games=1, seed=n, options=options)`` plays. Each range of
    seeds is cut into shards of ``shard_games`` games; the last of a range may be shorter.

    Args:
        game: The name of the game.
        bots: The name of one of our bots for each seat.
        seeds: The first and the last seed, both included, or a list of such pairs that do not overlap.
        options: Options of the game; ``players`` is the number of bots unless stated.
        shard_games: The games of a shard, 1 to 1,000,000.
        rotate: Whether every bot moves one seat on from seed to seed.
        observations, masks, everything: As for :func:`neuland.dataset.write`.

    Attributes:
        game, bots, shard_games, rotate, observations, masks, everything: As above; ``bots`` is a tuple.
        seeds: The ranges, as a tuple of pairs in rising order.
        options: Every option with its value.

    Raises:
        ParseError: There is no such game or bot, or bots and seats do not fit.
        OptionError: The options cannot be.
        DatasetError: The seeds overlap or are out of range, or there are too many shards.

    >>> spec = Spec("catan", ["settler", "random"], (0, 249))
    >>> spec.games, len(spec), spec.range_of(2)
    (250, 3, (200, 249))
    >>> Spec("catan", ["settler", "random"], [(0, 9), (5, 20)])
    Traceback (most recent call last):
        ...
    neuland.dataset.DatasetError: the seeds 0 to 9 and 5 to 20 overlap: 5 to 9 would be played twice
    """

    game: str
    bots: Sequence[str]
    seeds: Ranges
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    shard_games: int = 100
    rotate: bool = False
    observations: bool = False
    masks: bool = False
    everything: bool = False
    _work: str = field(init=False, repr=False, compare=False, default="")

    def __post_init__(self) -> None:
        if isinstance(self.bots, str) or not isinstance(self.bots, Sequence):
            raise TypeError("bots is a list of the names of bots, one a seat")
        for bot in self.bots:
            if not isinstance(bot, str):
                raise TypeError(
                    f"a bot of a shard is the name of one of ours, not {type(bot).__name__}: what others do is no function of a seed"
                )
        if not isinstance(self.options, Mapping):
            raise TypeError(f"options is a mapping, not {type(self.options).__name__}")
        if not isinstance(self.rotate, bool):
            raise TypeError(f"rotate is True or False, not {type(self.rotate).__name__}")
        start = State(self.game, **{"players": len(self.bots), **self.options})
        if len(start.seats) != len(self.bots):
            raise ParseError(f"{len(self.bots)} bots for {len(start.seats)} seats; name a bot for each seat")
        for bot in self.bots:
            Bot(bot, self.game)
        self._set("bots", tuple(self.bots))
        self._set("options", dict(start.options))
        self._set("shard_games", _whole("shard_games", self.shard_games, 1, SHARD_GAMES_MAX))
        self._set("seeds", _ranges(self.seeds))
        work = {
            "dataset": SCHEMA_VERSION,
            "version": _neuland.version(),
            "game": self.game,
            "rules": start.rules,
            "layout": layout_of(self.game, self.columns).id,
            "options": self.options,
            "bots": self.bots,
            "rotate": self.rotate,
            "observations": self.observations,
            "masks": self.masks,
            "everything": self.everything,
        }
        self._set("_work", canonical(work))
        if len(self) > SHARDS_MAX:
            raise DatasetError(f"these are {len(self):,} shards, and at most {SHARDS_MAX:,} can be; raise shard_games")

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def __hash__(self) -> int:
        return hash(self.to_json())

    @property
    def columns(self) -> Columns:
        """Which optional columns the files have."""
        return Columns(self.observations, self.masks, self.everything)

    @property
    def work(self) -> dict[str, Any]:
        """What decides the bytes of a shard besides its range of seeds and the version of pyarrow, as a dict for JSON."""
        work: dict[str, Any] = json.loads(self._work)
        return work

    @property
    def hash(self) -> str:
        """SHA-256 over :attr:`work` as JSON with sorted keys, 64 hexadecimal digits. The seeds are not in it, so a data set can grow."""
        return hashlib.sha256(self._work.encode()).hexdigest()

    @property
    def games(self) -> int:
        """How many games all shards have."""
        return sum(last - first + 1 for first, last in self.ranges)

    @property
    def ranges(self) -> tuple[tuple[int, int], ...]:
        """The ranges of seeds."""
        ranges: Any = self.seeds
        return tuple(ranges)

    def __len__(self) -> int:
        return sum(-(-(last - first + 1) // self.shard_games) for first, last in self.ranges)

    def has_range(self, first: int, last: int) -> bool:
        """Whether one of the shards has just these seeds."""
        for begin, end in self.ranges:
            if begin <= first <= end:
                return (first - begin) % self.shard_games == 0 and last == min(first + self.shard_games - 1, end)
        return False

    def range_of(self, index: int) -> tuple[int, int]:
        """The first and the last seed of a shard.

        Raises:
            DatasetError: There is no such shard.
        """
        index = _whole("the number of a shard", index, 0, len(self) - 1)
        for first, last in self.ranges:
            shards = -(-(last - first + 1) // self.shard_games)
            if index < shards:
                begin = first + index * self.shard_games
                return begin, min(begin + self.shard_games - 1, last)
            index -= shards
        raise DatasetError("there is no such shard")

    def file_name(self, index: int) -> str:
        """The name of a shard's file: game, 16 digits of :attr:`hash`, first and last seed."""
        first, last = self.range_of(index)
        return f"{self.game}-{self.hash[:16]}-{first:020d}-{last:020d}.parquet"

    def to_json(self) -> str:
        """The spec as JSON, with the version and rules that it holds for."""
        return canonical({**self.work, "seeds": [list(pair) for pair in self.ranges], "shard_games": self.shard_games})

    @staticmethod
    def from_json(text: str) -> Spec:
        """The spec that :meth:`to_json` wrote.

        Raises:
            DatasetError: It is no spec, or of another version, whose games this package would not play alike.
        """
        if not isinstance(text, str):
            raise TypeError(f"the JSON of a spec is a text, not {type(text).__name__}")
        if len(text) > SPEC_BYTES_MAX:
            raise DatasetError(f"a spec has at most {SPEC_BYTES_MAX:,} characters, not {len(text):,}")
        try:
            document = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise DatasetError(f"the spec is no JSON: {error}") from error
        names = {"game", "bots", "seeds", "options", "shard_games", "rotate", "observations", "masks", "everything"}
        if not isinstance(document, dict):
            raise DatasetError("a spec is a JSON object; Spec.to_json writes one")
        needed = {"game", "bots", "seeds"} - set(document)
        if needed:
            raise DatasetError(f"the spec has no {sorted(needed)[0]}")
        fixed = {"dataset", "version", "rules", "layout"}
        strange = set(document) - names - fixed
        if strange:
            raise DatasetError(f"a spec has no {sorted(strange)[0]!r}; it has {', '.join(sorted(names | fixed))}")
        spec = Spec(**{name: document[name] for name in names & set(document)})
        for name in sorted(fixed & set(document)):
            if document[name] != spec.work[name]:
                raise DatasetError(
                    f"the spec was made for {name} {document[name]}, and here it is {spec.work[name]}: the games or their columns would "
                    "differ. Use that version of neuland, or make the spec anew"
                )
        return spec


def canonical(value: object) -> str:
    """JSON with sorted keys and no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _whole(name: str, value: object, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} is a whole number, not {type(value).__name__}")
    if not low <= value <= high:
        raise DatasetError(f"{name} is {low} to {high}, not {value}")
    return value


def _ranges(seeds: object) -> tuple[tuple[int, int], ...]:
    wanted = "seeds are the first and the last seed, such as (0, 999), or a list of such pairs"
    if isinstance(seeds, (str, bytes)) or not isinstance(seeds, Iterable):
        raise TypeError(f"{wanted}, not {type(seeds).__name__}")
    pairs = list(seeds)
    if len(pairs) == 2 and all(isinstance(end, int) for end in pairs):
        pairs = [tuple(pairs)]
    ranges = []
    for pair in pairs:
        if isinstance(pair, (str, bytes)) or not isinstance(pair, Sequence) or len(pair) != 2:
            raise DatasetError(f"{wanted}, not {pair!r}")
        first, last = (_whole("a seed", end, 0, SEED_MAX) for end in pair)
        if first > last:
            raise DatasetError(f"the seeds {first} to {last} are none; the first comes first")
        ranges.append((first, last))
    if not ranges:
        raise DatasetError(f"there are no seeds; {wanted}")
    ranges.sort()
    for (first, last), (begin, end) in zip(ranges, ranges[1:]):
        if begin <= last:
            raise DatasetError(
                f"the seeds {first} to {last} and {begin} to {end} overlap: {begin} to {min(last, end)} would be played twice"
            )
    return tuple(ranges)
