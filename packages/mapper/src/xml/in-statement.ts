import { MapperError } from './mapper-error.ts';

/** Runs `work`, and adds the statement and its line to the message of a {@link MapperError}. */
export function inStatement<T>(
  { id, line }: { readonly id: string; readonly line: number },
  work: () => T,
): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof MapperError)) throw error;
    throw new MapperError(error.code, `Statement ${id} (line ${line}): ${error.message}`, error.fix);
  }
}
