"""The four rates of a benchmark C file by polars, lazily, on all cores: the other side of rates.cjs, which runs it. Prints one JSON object a group."""

import json
import sys

import polars as pl

KEYS = ["autoformaliser_model", "problem_id", "node_id"]
kind, z, perturbed = pl.col("type_of_perturbation"), pl.col("proof_result"), pl.col("proof_result_perturbed")
rows = pl.scan_ndjson(sys.argv[1]).select(*KEYS, "type_of_perturbation", "proof_result").collect()
pairs = rows.filter(kind == "unperturbed").drop("type_of_perturbation").join(rows.filter(kind != "unperturbed"), on=KEYS, suffix="_perturbed")
pairs = pairs.with_columns(dataset=pl.col("problem_id").str.replace(r"[-_]?\d+$", ""))
groups = pairs.group_by("autoformaliser_model", "dataset", "type_of_perturbation").agg(
    n=pl.len(), fnr=(z == "Refuted").sum(), fpr=(perturbed == "Proved").sum(), affr=(z == "AF-Fail").sum() + (perturbed == "AF-Fail").sum()
)
for row in groups.sort("autoformaliser_model", "dataset", "type_of_perturbation").iter_rows(named=True):
    shown = {"model": row["autoformaliser_model"], "dataset": row["dataset"], "perturbation": row["type_of_perturbation"]}
    print(json.dumps({**shown, "n": row["n"], "fnr": row["fnr"], "fpr": row["fpr"], "affr": row["affr"], "uflb": row["fnr"] + row["fpr"] + row["affr"]}))
