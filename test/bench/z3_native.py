"""Native Z3 on SMT-LIB texts, a context for each: the other side of embedded-engine.cjs, which runs it. Prints the least seconds of three turns."""

import json
import sys
import time

import z3

with open(sys.argv[1], encoding="utf8") as file:
    scripts = json.load(file)
turns = []
for _ in range(3):
    started = time.perf_counter()
    for script in scripts:
        context = z3.Context()
        z3.Z3_eval_smtlib2_string(context.ref(), script)
    turns.append(time.perf_counter() - started)
print(json.dumps({"seconds": min(turns), "version": z3.get_version_string()}))
