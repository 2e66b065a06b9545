"""The four rates of a benchmark C file by pandas: the other side of rates.cjs, which runs it. Prints one JSON object a group."""

import json
import sys

import pandas as pd

KEYS = ["autoformaliser_model", "problem_id", "node_id"]
rows = pd.read_json(sys.argv[1], lines=True)[[*KEYS, "type_of_perturbation", "proof_result"]]
rows["dataset"] = rows["problem_id"].str.replace(r"[-_]?\d+$", "", regex=True)
original = rows[rows["type_of_perturbation"] == "unperturbed"]
pairs = original.merge(rows[rows["type_of_perturbation"] != "unperturbed"], on=[*KEYS, "dataset"], suffixes=("", "_perturbed"))
for (model, dataset, kind), group in pairs.groupby(["autoformaliser_model", "dataset", "type_of_perturbation_perturbed"], sort=True):
    n, z, perturbed = len(group), group["proof_result"], group["proof_result_perturbed"]
    fnr, fpr = int((z == "Refuted").sum()), int((perturbed == "Proved").sum())
    affr = int((z == "AF-Fail").sum() + (perturbed == "AF-Fail").sum())
    print(json.dumps({"model": model, "dataset": dataset, "perturbation": kind, "n": n, "fnr": fnr, "fpr": fpr, "affr": affr, "uflb": fnr + fpr + affr}))
