import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

async function tickCost(...args: string[]): Promise<number> {
  const script = join(import.meta.dirname, 'testing', 'tick-cost.ts');
  const { stdout } = await run(process.execPath, [script, ...args]);
  return Number(stdout);
}

it(
  'keeps ticks fast after full collections; Node needs this as long as the test passes',
  { timeout: 120_000 },
  async () => {
    const kept = await tickCost('keep');
    const dropped = await tickCost();
    expect(dropped / kept).toBeGreaterThan(1.5);
  },
);
