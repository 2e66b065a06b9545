/** What a command says of kept replies that were damaged. */
import type { ModelClient } from "../llm/client";
import { note } from "./command";

/**
 * Tells each line of the clients' caches that could not be read or is no longer what was written, with file and line, once: clients may share a folder.
 * @example await tellDamage(connections.clients) // replies/replies-0001.jsonl:7: damaged: it is no longer what was written; its reply will be asked for again
 */
export async function tellDamage(clients: readonly Pick<ModelClient, "cacheProblems">[]): Promise<void> {
  const found = (await Promise.all(clients.map((client) => client.cacheProblems()))).flat();
  for (const line of new Set(found.map(({ file, line, reason }) => `${file}:${line}: ${reason}`))) note(line);
}
