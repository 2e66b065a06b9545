/** One listener for each AbortSignal, however many requests wait on it. */

const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back once when the signal is aborted, at once if it already is. A signal shared by 25,000 queued requests gets a
 * single listener: adding one for each would take quadratic time and make Node warn of a leak.
 * @returns a function that takes the callback off again
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (!signal) return () => {};
  if (signal.aborted) {
    callback();
    return () => {};
  }
  const callbacks = waiting.get(signal) ?? listen(signal);
  callbacks.add(callback);
  return () => callbacks.delete(callback);
}

function listen(signal: AbortSignal): Set<() => void> {
  const callbacks = new Set<() => void>();
  waiting.set(signal, callbacks);
  signal.addEventListener("abort", () => callbacks.forEach((callback) => callback()), { once: true });
  return callbacks;
}

/** The promise's outcome, or a rejection as soon as the signal is aborted. The promise itself goes on. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined, reason: () => Error): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const off = onAbort(signal, () => reject(reason()));
    promise.then(resolve, reject).finally(off);
  });
}
