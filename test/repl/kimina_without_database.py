"""Starts the Kimina server of PyPI (kimina-ast-server) without its database client, which it would otherwise download when it starts.

python kimina_without_database.py; settings come from the environment (LEAN_SERVER_PORT, LEAN_SERVER_REPL_PATH, ...). Nothing else of the server is changed.
"""

import sys
import typing

import prisma
import typing_extensions

if sys.version_info < (3, 12):
    typing.TypedDict = typing_extensions.TypedDict  # pydantic insists, and the client package does not follow


class NoDatabase:
    """Stands where the generated client would; the server asks it for nothing while LEAN_SERVER_DATABASE_URL is not set."""


prisma.Prisma = NoDatabase

from server.__main__ import run_server  # noqa: E402

run_server()
