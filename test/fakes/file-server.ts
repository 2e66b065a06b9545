/**
 * A file server on this machine that fails in the ways servers fail, one answer at a time.
 *
 * What it does not prove: that the hub and GitHub answer as it does (their redirects to a content network, their ETags over such redirects,
 * their limits), TLS, proxies, name resolution, HTTP/2, files of gigabytes, a disk that fills up, or a loss of power between write and rename.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

/** How one answer goes. */
export type Fault =
  | { kind: "ok" }
  /** The connection closes once the client has told, in `received`, of so many bytes of this answer's body. */
  | { kind: "cut"; after: number }
  /** The connection is reset after so many bytes; how many of them arrive is up to the system. */
  | { kind: "reset"; after: number }
  /** The answer claims to be `by` bytes longer than what it sends, and then ends. */
  | { kind: "short"; by: number }
  /** More bytes than the file has, in chunks, without a length. */
  | { kind: "long" }
  /** No Content-Length; ends without an error after so many bytes. */
  | { kind: "truncated"; after: number }
  | { kind: "status"; status: number; headers?: Record<string, string> }
  /** Sends so many bytes, then nothing more. */
  | { kind: "stall"; after: number }
  /** The whole file from its start, whatever range was asked. */
  | { kind: "no range" }
  /** A range as asked, but of another file, with a new ETag and without regard to If-Range. */
  | { kind: "other part" }
  | { kind: "weak etag"; after: number }
  | { kind: "wrong bytes" }
  | { kind: "gzip" }
  | { kind: "page" }
  | { kind: "redirect"; to: string };

export interface Seen {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
}

export interface FileServer {
  readonly url: string;
  /** Requests in the order in which they came. */
  readonly seen: Seen[];
  /** The answers to come, first to last; when they are used up, all goes well. */
  faults: Fault[];
  /** What is served, by path. */
  readonly files: Map<string, Buffer>;
  /** Bytes of a file that the client has on its disk; set by the test. fetch drops what it has not handed on when a connection breaks. */
  received: number;
  /** Part of each ETag; another version is another file. */
  version: number;
  close(): Promise<void>;
}

export async function fileServer(files: Record<string, Buffer | string> = {}): Promise<FileServer> {
  const server: Server = createServer((request, response) => answer(request, response, fake));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const fake: FileServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    faults: [],
    files: new Map(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)])),
    received: 0,
    version: 1,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve())); // Resolves as well if it is closed already.
    },
  };
  return fake;
}

function answer(request: IncomingMessage, response: ServerResponse, fake: FileServer): void {
  const path = decodeURIComponent(request.url!);
  fake.seen.push({ path, headers: request.headers });
  const fault = fake.faults.shift() ?? { kind: "ok" };
  if (fault.kind === "status") return void response.writeHead(fault.status, fault.headers).end("no");
  if (fault.kind === "page") return void response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end("<!doctype html><p>Sign in</p>");
  if (fault.kind === "redirect") return void response.writeHead(302, { Location: fault.to }).end();
  const file = fake.files.get(path);
  if (!file) return void response.writeHead(404).end("Entry not found");

  const etag = `"${path}-${fault.kind === "other part" ? "other" : fake.version}"`;
  const asked = /^bytes=(\d+)-$/.exec(request.headers.range ?? "");
  const ifRange = request.headers["if-range"];
  const from = asked && fault.kind !== "no range" && (fault.kind === "other part" || ifRange === undefined || ifRange === etag) ? Number(asked[1]) : 0;
  if (from >= file.length && from > 0) return void response.writeHead(416, { "Content-Range": `bytes */${file.length}` }).end();

  const body = fault.kind === "wrong bytes" ? Buffer.alloc(file.length - from, "x") : file.subarray(from);
  const headers: Record<string, string> = { ETag: fault.kind === "weak etag" ? `W/${etag}` : etag, "Content-Type": "application/octet-stream" };
  if (from > 0) headers["Content-Range"] = `bytes ${from}-${file.length - 1}/${file.length}`;
  const status = from > 0 ? 206 : 200;
  switch (fault.kind) {
    case "gzip":
      return void response.writeHead(status, { ...headers, "Content-Encoding": "gzip" }).end(gzipSync(body));
    case "truncated":
      return void response.writeHead(status, headers).end(body.subarray(0, fault.after));
    case "long":
      return void response.writeHead(status, headers).end(Buffer.concat([body, Buffer.from("more")]));
    case "short":
      response.writeHead(status, { ...headers, "Content-Length": String(body.length + fault.by) });
      return void response.write(body, () => response.socket?.end());
    case "cut":
    case "weak etag":
      response.writeHead(status, { ...headers, "Content-Length": String(body.length) });
      response.write(body.subarray(0, fault.after));
      return void endWhen(() => fake.received >= from + fault.after, response);
    case "reset":
      response.writeHead(status, { ...headers, "Content-Length": String(body.length) });
      return void response.write(body.subarray(0, fault.after), () => response.socket?.resetAndDestroy());
    case "stall":
      response.writeHead(status, { ...headers, "Content-Length": String(body.length) });
      return void response.write(body.subarray(0, fault.after));
    default:
      return void response.writeHead(status, { ...headers, "Content-Length": String(body.length) }).end(body);
  }
}

function endWhen(condition: () => boolean, response: ServerResponse): void {
  if (condition() || response.destroyed) response.socket?.end();
  else setTimeout(() => endWhen(condition, response), 2);
}
