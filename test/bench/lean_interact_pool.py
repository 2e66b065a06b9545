"""Processor time of one command through LeanInteract's pool and its single server, on the fake REPL: the other side of lean-pool.cjs, which runs it."""

import json
import sys
import time
from importlib.metadata import version
from types import SimpleNamespace

from lean_interact import Command, LeanServer
from lean_interact.pool import LeanServerPool

WARM_UP = 300


def main(lake: str, repl_folder: str, size: int, commands: int) -> None:
    # What the library reads of its configuration, without the download and build of a real REPL.
    config = SimpleNamespace(
        lake_path=lake, _cache_repl_dir=repl_folder, working_dir=repl_folder, memory_hard_limit_mb=None, lean_version="v4.15.0",
        enable_incremental_optimization=False, enable_parallel_elaboration=False, is_setup=lambda: True, verbose=False,
    )
    texts = [f"theorem t{i} : 1 = 1 := rfl" for i in range(commands)]
    name = f"LeanInteract {version('lean-interact')} (Python {sys.version.split()[0]})"

    def measured(what: str, work) -> None:
        for count in (WARM_UP, commands):
            before, started = time.process_time(), time.perf_counter()
            work(texts[:count])
            spent, wall = time.process_time() - before, time.perf_counter() - started
        print(json.dumps({"name": f"{name}, {what}", "commands": commands, "cpuMicroseconds": round(spent / commands * 1e6), "wallMicroseconds": round(wall / commands * 1e6)}), flush=True)

    def one_by_one(server: LeanServer):
        def work(some: list[str]) -> None:
            for text in some:
                response = server.run(Command(cmd=text, env=0), timeout=60)
                assert not response.has_errors()

        return work

    with LeanServer(config) as server:
        server.run(Command(cmd="import Mathlib"), timeout=60)
        measured("one server", one_by_one(server))
    with LeanServerPool(config, num_workers=size) as pool:
        pool.run_batch([Command(cmd="import Mathlib")] * size * 4, timeout_per_cmd=60, show_progress=False)

        def batch(some: list[str]) -> None:
            responses = pool.run_batch([Command(cmd=text, env=0) for text in some], timeout_per_cmd=60, show_progress=False)
            assert all(not isinstance(each, Exception) and not each.has_errors() for each in responses)

        measured(f"pool of {size}", batch)


main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
