/**
 * Waits for work no longer than a limit; the work itself continues.
 *
 * @param late called at the limit: what it returns or throws is the outcome; default: undefined
 */
export async function within<T, L = undefined>(
  work: Promise<T>,
  limitMs: number,
  late?: () => L,
): Promise<T | L> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, limitMs)));
  try {
    return await Promise.race([work, over.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
