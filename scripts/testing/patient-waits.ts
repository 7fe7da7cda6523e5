import { vi } from 'vitest';

/**
 * Lets `vi.waitFor` and `vi.waitUntil` wait as long as `expect.poll`: one second, as they do by
 * default, is not enough on a busy machine.
 */
const PATIENCE_MS = 60_000;

const { waitFor, waitUntil } = vi;
Object.assign(vi, {
  waitFor: (...[work, options = PATIENCE_MS]: Parameters<typeof waitFor>) => waitFor(work, options),
  waitUntil: (...[work, options = PATIENCE_MS]: Parameters<typeof waitUntil>) => waitUntil(work, options),
});
