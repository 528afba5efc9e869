"""What is wrong with a data set."""

from __future__ import annotations

from neuland._errors import Error


class DatasetError(Error, ValueError):
    """A file of trajectories that cannot be read or written, or a spec that cannot be: the message names the file and the fault."""


DatasetError.__module__ = "neuland.dataset"
