/** The public data sets of the two methods: where they live, and what is known of each file before it is fetched. */
import { InputError } from "../core/errors";
import { CONFIGS, SPLITS } from "./configs";
import type { LayoutName } from "./layouts";

/** A repository of the Hugging Face hub or of GitHub, as owner/name. */
export interface Home {
  readonly kind: "hub" | "github";
  readonly repository: string;
}

/** One file of a data set. What is absent is not known, and is then taken from the first fetch and checked from there on. */
export interface KnownFile {
  /** Path in the repository, and below the data set's folder here. */
  readonly path: string;
  /** Absent where only the rows can tell. */
  readonly layout?: LayoutName | "parquet";
  readonly rows?: number;
  /** In bytes. */
  readonly size?: number;
  /** Of the file's bytes, in lower-case hexadecimal. */
  readonly sha256?: string;
}

/** A data set that `faithlab data` can bring. */
export interface Dataset {
  readonly name: string;
  readonly what: string;
  readonly licence: string;
  readonly home: Home;
  /** The commit that is fetched. Absent: the newest at the first fetch, which is then written down and kept. */
  readonly revision?: string;
  /** Empty where the names are not known: then every file of the repository that ends in `.jsonl` belongs to it. */
  readonly files: readonly KnownFile[];
  /** What these entries rest on. */
  readonly evidence: string;
  /** What could not be checked when this was written. */
  readonly unverified: readonly string[];
}

export const DATASETS: readonly Dataset[] = [
  {
    name: "processbench",
    what: "ProcessBench: 3,400 step-by-step solutions with the first wrong step marked; Method A's source",
    licence: "Apache-2.0",
    home: { kind: "hub", repository: "Qwen/ProcessBench" },
    revision: "3bdcd5371ed567559a78f559c01c13a6deee7604",
    files: [
      { path: "gsm8k.json", layout: "processbench", rows: 400, size: 574_343, sha256: "fb1c59dfd1e83e1c5a48dbe598db27e4bc0b8bc524a09445f2d4b69178f61349" },
      { path: "math.json", layout: "processbench", rows: 1000, size: 1_938_778, sha256: "60cb0d7a69cbec98d43cf50855b9b7e7294599c3c9a24bdd031abd18c3b6b136" },
      { path: "olympiadbench.json", layout: "processbench", rows: 1000, size: 2_808_955, sha256: "e9d801c9f3c03f949adbfa08e90cb21ad85c0b9224bc5e98326f8215c218aa55" },
      { path: "omnimath.json", layout: "processbench", rows: 1000, size: 2_842_872, sha256: "e8d7cf4512c82168dae2fe48b1718069a3002e7910af1d180a27ee0d9948ba47" },
    ],
    evidence: "rows, sizes and SHA-256 measured on a complete copy; the revision as other public projects that pin it name it",
    unverified: ["that the hub serves these bytes at this revision: no fetch from the hub was possible when this was written"],
  },
  {
    name: "math500",
    what: "MATH-500: 500 competition problems with solutions; one of Method B's two sources",
    licence: "MIT",
    home: { kind: "hub", repository: "HuggingFaceH4/MATH-500" },
    revision: "6e4ed1a2a79af7d8630a6b768ec859cb5af4d3be",
    files: [{ path: "test.jsonl", layout: "math500", rows: 500, size: 446_564, sha256: "35dc41080a3680858b27fa7e0533d2d547825316fc5dafe5d316f4ccc5a06132" }],
    evidence: "rows, size and SHA-256 measured on a complete copy; other public projects name the revision together with this SHA-256",
    unverified: ["that the hub serves these bytes at this revision: no fetch from the hub was possible when this was written"],
  },
  {
    name: "robustpabench",
    what: "RobustPABench: Method B's theorems with proofs in 5 styles and with 5 kinds of local edit",
    licence: "MIT",
    home: { kind: "hub", repository: "ucr-rai/RobustPABench" },
    files: CONFIGS.flatMap((config) =>
      Object.entries(SPLITS).map(([split, problems]): KnownFile => ({
        path: `${config}/${split}-00000-of-00001.parquet`,
        layout: "parquet",
        // A style holds all problems of its split, an edit those where there was a place for it (B, section 4).
        ...(config.startsWith("global_") && { rows: problems }),
      })),
    ),
    evidence: "configs and splits as the paper's README names them; file names as the hub writes them by default; rows of the styles from the paper",
    unverified: ["the revision, sizes and SHA-256: the first fetch writes them down", "the file names", "rows: Parquet files are known here by their first and last bytes only, their rows are not read"],
  },
  {
    name: "faithformbench",
    what: "FaithformBench as released: 27,866 steps (benchmarks A and B) and formalisations with outcomes (C: 153,408; D)",
    licence: "not known",
    home: { kind: "github", repository: "Ighina/FaithformBench" },
    files: [],
    evidence: "the repository is the one that the paper names; row numbers from the paper",
    unverified: ["that the data lie in this repository", "file names, revision, sizes, SHA-256 and licence: the first fetch writes down what it finds"],
  },
];

/**
 * The data set of that name.
 * @throws InputError that lists the names if there is none
 * @example datasetNamed("math500").files[0]!.rows // 500
 */
export function datasetNamed(name: string): Dataset {
  const found = DATASETS.find((dataset) => dataset.name === name);
  if (!found) throw new InputError(`there is no data set "${name}"; the names are ${DATASETS.map((dataset) => dataset.name).join(", ")}`);
  return found;
}
