/** A thread beside the first: reads parts of a file until all are taken, and tells of each. Started by `eachStretch`. */
import { workerData } from "node:worker_threads";
import { PartReader, type ThreadMessage, type ThreadTask } from "./parts";

async function main({ path, parts, partBytes, next, port }: ThreadTask): Promise<void> {
  const tell = (message: ThreadMessage, buffers: ArrayBuffer[] = []) => port.postMessage(message, buffers);
  const reader = new PartReader(path, partBytes);
  for (let part = Atomics.add(next, 0, 1); part < parts; part = Atomics.add(next, 0, 1)) {
    try {
      const stretch = await reader.read(part);
      tell({ part, stretch }, [stretch.rows.buffer]);
    } catch (error) {
      tell({ part, error: (error as Error).message });
    }
  }
  reader.close();
  port.close();
}

void main(workerData as ThreadTask);
