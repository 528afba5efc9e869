"""The library behind the module, which is imported when it is first needed."""

from __future__ import annotations

from typing import Any


def arrow() -> Any:
    """The module ``pyarrow``.

    Raises:
        ImportError: It is not installed, or too old; the message says what to install.
    """
    try:
        import pyarrow
        import pyarrow.parquet  # noqa: F401
    except ImportError as error:
        raise ImportError("neuland.dataset needs pyarrow: pip install 'pyarrow>=18'") from error
    if int(pyarrow.__version__.split(".")[0]) < 18:
        raise ImportError(f"neuland.dataset needs pyarrow 18 or later, not {pyarrow.__version__}: pip install -U pyarrow")
    return pyarrow


def parquet() -> Any:
    """The module ``pyarrow.parquet``."""
    return arrow().parquet
