/**
 * Does something for each, one after the other, and continues where one fails.
 *
 * @returns those that failed, with the reasons
 */
export async function eachOf<T>(all: readonly T[], work: (one: T) => Promise<unknown>) {
  const failed: Array<{ readonly one: T; readonly error: unknown }> = [];
  for (const one of all) {
    try {
      await work(one);
    } catch (error) {
      failed.push({ one, error });
    }
  }
  return failed;
}
