import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { oldGenerationLimit } from './worker-settings.ts';

const MIB = 2 ** 20;
const PRINT = 'process.stdout.write(String(require("v8").getHeapStatistics().heap_size_limit))';

it.each([600, 2_048])('an old generation of %d MiB is where V8 gives up, whatever it tells', (size) => {
  const limit = execFileSync(process.execPath, [`--max-old-space-size=${size}`, '-e', PRINT], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  expect(oldGenerationLimit(Number(limit))).toBe(size * MIB);
});

it('a small heap keeps three quarters for its old generation', () => {
  expect(oldGenerationLimit(400 * MIB)).toBe(300 * MIB);
});
