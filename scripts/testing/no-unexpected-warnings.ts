import { format } from 'node:util';
import { afterEach } from 'vitest';

/**
 * Fails a test that logs a warning or an error it does not expect.
 *
 * A test that provokes one replaces the console's function with `vi.spyOn`, and so never gets here.
 */
const levels = ['warn', 'error'] as const;
const unexpected: string[] = [];

// Element Plus' validator logs each refused input outside of production.
Object.assign(globalThis, { ASYNC_VALIDATOR_NO_WARNING: 1 });

for (const level of levels) {
  const log = console[level];
  console[level] = (...values: unknown[]) => {
    unexpected.push(`console.${level}: ${format(...values)}`);
    log.apply(console, values);
  };
}

afterEach(() => {
  const logged = unexpected.splice(0);
  if (logged.length > 0) throw new Error(`The test logged what it does not expect.\n${logged.join('\n')}`);
});
