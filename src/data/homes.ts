/** Where a data set's files are on the net: addresses of the Hugging Face hub and of GitHub, and what a repository holds. */
import { DataError, InputError } from "../core/errors";
import type { Dataset, Home, KnownFile } from "./registry";

const API = { hub: "https://huggingface.co", github: "https://api.github.com" };
const FILES = { hub: "https://huggingface.co", github: "https://raw.githubusercontent.com" };

/** The mirror that is asked in place of a home's own servers; undefined for these. HF_ENDPOINT is the hub's own name for it. */
export function mirrorOf(home: Home, option?: string): string | undefined {
  const mirror = option ?? (home.kind === "hub" ? process.env["HF_ENDPOINT"] : undefined);
  if (!mirror) return undefined;
  if (!/^https?:\/\/[^\s/]+/.test(mirror)) throw new InputError(`a mirror is an address such as https://huggingface.co, got "${mirror}"`);
  return mirror.replace(/\/+$/, "");
}

/** The address of one file at one commit. */
export function fileUrl({ kind, repository }: Home, revision: string, path: string, mirror = FILES[kind]): string {
  const end = path.split("/").map(encodeURIComponent).join("/");
  return kind === "hub" ? `${mirror}/datasets/${repository}/resolve/${revision}/${end}` : `${mirror}/${repository}/${revision}/${end}`;
}

/** The address that says what a repository holds, and at which commit. */
export function listingUrl({ kind, repository }: Home, revision: string | undefined, mirror = API[kind]): string {
  return kind === "hub"
    ? `${mirror}/api/datasets/${repository}/revision/${revision ?? "main"}?blobs=true`
    : `${mirror}/repos/${repository}/commits/${revision ?? "HEAD"}`;
}

/** GitHub gives the files in a second answer, once the commit is known. */
export function treeUrl({ repository }: Home, revision: string, mirror = API.github): string {
  return `${mirror}/repos/${repository}/git/trees/${revision}?recursive=1`;
}

/** The page where a person finds the files with a browser. */
export function pageOf({ kind, repository }: Home): string {
  return kind === "hub" ? `https://huggingface.co/datasets/${repository}` : `https://github.com/${repository}`;
}

/**
 * Headers for a home: the hub's token, if there is one in HF_TOKEN. It goes to the hub or its mirror only, and never over an open line except
 * to this machine; on a redirect to another server it is left out by fetch itself.
 */
export function headersFor(home: Home, url: string): Record<string, string> {
  const token = process.env["HF_TOKEN"]?.trim();
  const { protocol, hostname } = new URL(url);
  const safe = protocol === "https:" || hostname === "localhost" || hostname === "127.0.0.1";
  return { "User-Agent": "faithlab", ...(home.kind === "hub" && token && safe && { Authorization: `Bearer ${token}` }) };
}

/** The commit that a listing speaks of. @throws DataError if it names none */
export function revisionIn(answer: unknown, url: string): string {
  const sha = (answer as { sha?: unknown } | null)?.sha;
  if (typeof sha !== "string" || !/^[0-9a-f]{7,64}$/.test(sha)) throw new DataError(`${url}: the answer names no commit`);
  return sha;
}

interface HubFile {
  readonly rfilename: string;
  readonly size?: number;
  readonly lfs?: { readonly sha256?: string; readonly size?: number };
}

/**
 * The files of a data set that a listing names: those of the registry, or every `.jsonl` where it has no names. A large file of the hub comes
 * with its SHA-256.
 * @throws DataError if the listing cannot be read, or has none of them
 */
export function filesIn(answer: unknown, dataset: Dataset, url: string): KnownFile[] {
  const all = dataset.home.kind === "hub" ? hubFiles(answer) : gitFiles(answer);
  if (!all) throw new DataError(`${url}: the answer is no list of files`);
  const names = dataset.files.map(({ path }) => path);
  const files = all.filter(({ path }) => isInside(path) && (names.length > 0 ? names.includes(path) : path.endsWith(".jsonl")));
  if (files.length === 0) throw new DataError(`${url}: the repository holds ${names.length > 0 ? `none of the files that ${dataset.name} should have, such as ${names[0]}` : "no .jsonl file"}; it holds ${all.slice(0, 8).map(({ path }) => path).join(", ") || "nothing"}`);
  return files;
}

function hubFiles(answer: unknown): KnownFile[] | undefined {
  const files = (answer as { siblings?: unknown } | null)?.siblings;
  if (!Array.isArray(files)) return undefined;
  return (files as HubFile[]).map(({ rfilename, size, lfs }) => ({ path: String(rfilename), ...sized(lfs?.size ?? size), ...(typeof lfs?.sha256 === "string" && { sha256: lfs.sha256 }) }));
}

function gitFiles(answer: unknown): KnownFile[] | undefined {
  const tree = (answer as { tree?: unknown } | null)?.tree;
  if (!Array.isArray(tree)) return undefined;
  return (tree as { path: string; type: string; size?: number }[]).filter(({ type }) => type === "blob").map(({ path, size }) => ({ path: String(path), ...sized(size) }));
}

function sized(size: unknown): { size?: number } {
  return typeof size === "number" && Number.isSafeInteger(size) && size >= 0 ? { size } : {};
}

/** A path that stays below the folder it is put into, whatever a listing says. */
function isInside(path: string): boolean {
  return path !== "" && !/^[/\\]|\\|^[a-z]:|\0/i.test(path) && !path.split("/").some((part) => part === ".." || part === "." || part === "");
}
