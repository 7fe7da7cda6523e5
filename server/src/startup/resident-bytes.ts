/**
 * A reader of the resident bytes of this process.
 *
 * The system opens a file for it. Where no descriptor is left, the value of the call before stands:
 * a look at the memory must not end a process that may get descriptors back.
 */
export function residentReader(read = (): number => process.memoryUsage.rss()): () => number {
  let last = 0;
  return () => {
    try {
      last = read();
    } catch {
      // See above.
    }
    return last;
  };
}
