import { within } from '../kernel/index.ts';

/** Ends the wait for a part that hangs; the work itself continues. @throws after `limitMs` */
export const withinLimit = <T>(work: Promise<T>, limitMs: number): Promise<T> =>
  within(work, limitMs, () => {
    throw new Error(`no answer within ${limitMs} ms`);
  });
