import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isLongRun } from '@platform/package-format/testing';
import { expect, it } from 'vitest';
import { inRoot, root } from '../lib/paths.ts';

const mutate = (...options: string[]): Promise<{ status: number; output: string }> =>
  new Promise((resolve) => {
    const script = ['scripts/mutation.ts', 'scripts/mutation/example', ...options];
    // Vitest in a test of Vitest takes over what the outer one set.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^VITEST/.test(name)));
    execFile(process.execPath, script, { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ status: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });

it.runIf(isLongRun)('notices mutations in loops, hooks, loaded modules and tests that run once', async () => {
  const { status, output } = await mutate();
  const missed = readFileSync(inRoot('test-results/mutation/scripts-mutation-example.txt'), 'utf8');
  const missedLines = missed.split('\n').filter((line) => line.startsWith('  - '));
  expect([...new Set(missedLines)]).toEqual([
    '  - export const isBig = (value: number): boolean => value > 10;',
    '  - export const distance = (value: number): number => (value < 0 ? -value : value);',
  ]);
  expect(output).toMatch(
    /✗ scripts\/mutation\/example: \d\d\.\d % \(\d+ noticed, 3 survived, 1 not reached;/,
  );
  expect(output).toMatch(/! Left out.*\n.*evaluates its text elsewhere/);
  expect(status).toBe(1);
});

it.runIf(isLongRun)('estimates a score by some mutations', async () => {
  const { output } = await mutate('--sample', '2', '--seed', '5');
  const counts = [...output.matchAll(/(\d+) (?:noticed|survived|not reached)/g)].map(([, count]) =>
    Number(count),
  );
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
});
