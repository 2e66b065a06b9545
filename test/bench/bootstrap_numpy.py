"""Percentile bootstraps over problems by numpy, without a loop: the other side of bootstrap.cjs, which runs it. Prints the least seconds of several turns."""

import json
import sys
import time

import numpy as np

RESAMPLES = 10_000


def drawn(random: np.random.Generator, problems: int) -> np.ndarray:
    return random.integers(0, problems, size=(RESAMPLES, problems))


def range_of_styles(correct: np.ndarray, random: np.random.Generator) -> list[float]:
    shares = correct[drawn(random, len(correct))].mean(axis=1)
    return np.quantile(shares.max(axis=1) - shares.min(axis=1), [0.025, 0.975]).tolist()


def across_less_within(hits: np.ndarray, samples: int, random: np.random.Generator) -> list[float]:
    within = (2 * hits * (samples - hits) / (samples * (samples - 1))).mean(axis=1)
    shares = hits / samples
    pairs = [shares[:, i] * (1 - shares[:, j]) + shares[:, j] * (1 - shares[:, i]) for i in range(hits.shape[1]) for j in range(i + 1, hits.shape[1])]
    difference = np.mean(pairs, axis=0) - within
    return np.quantile(difference[drawn(random, len(difference))].mean(axis=1), [0.025, 0.975]).tolist()


with open(sys.argv[1], encoding="utf8") as file:
    work = json.load(file)
correct, hits = np.array(work["correct"], dtype=bool), np.array(work["hits"])
for name, task in {"range": lambda random: range_of_styles(correct, random), "sampling": lambda random: across_less_within(hits, work["samples"], random)}.items():
    turns = []
    for turn in range(7):
        started = time.process_time()
        interval = task(np.random.default_rng(turn))
        turns.append(time.process_time() - started)
    print(json.dumps({"name": name, "seconds": min(turns), "interval": interval, "numpy": np.__version__}))
