/** Thrown when the time limit is reached. */
export class TimeLimitExceeded extends Error {
  override readonly name = 'TimeLimitExceeded';
}

/** Awaits work for at most `ms`. @throws TimeLimitExceeded */
export async function within<T>(
  ms: number,
  wait: (ms: number) => Promise<void>,
  work: () => T,
): Promise<Awaited<T>> {
  const late = wait(ms).then((): never => {
    throw new TimeLimitExceeded(`gave no result within ${ms / 1000} s`);
  });
  return Promise.race([(async () => work())(), late]);
}

export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
