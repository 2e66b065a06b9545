/** Whoever answers calls: a server, or a folder of answers that came by batch. */
import type { CompletionCall } from "./call";
import type { Completion } from "./record";

/** `ModelClient` and `BatchBook` both are. */
export interface Answerer {
  /** @throws Pending if the answer is not there yet and somebody else has to fetch it */
  complete(call: CompletionCall): Promise<Completion>;
}

/** Not a failure: the answer is to come by another way, and whoever asked goes on when it is there. */
export class Pending extends Error {
  override readonly name = "Pending";

  /** @param requests how many requests wait, where that is known */
  constructor(readonly requests: number) {
    super(`${requests} request${requests === 1 ? "" : "s"} wait for an answer`);
  }
}
