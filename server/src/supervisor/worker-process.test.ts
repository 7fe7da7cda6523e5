import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Death } from './worker.ts';
import { WorkerProcess } from './worker-process.ts';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'worker-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts another process, tells its id, and ends or waits to be killed. */
const program = (end: string): string => `
const { pid } = require('node:child_process').spawn('sleep', ['600'], { stdio: 'ignore' });
process.send({ type: 'loading', applications: [String(pid)] });
process.send({ type: 'read' }, () => { ${end} });
setInterval(() => undefined, 1000);`;

function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

it.each([
  ['is killed', ''],
  ['ends by itself', 'process.exit(3)'],
])('issue 19: processes that a worker has started end with it when it %s', async (_, end) => {
  const file = join(folder, 'worker.cjs');
  writeFileSync(file, program(end));
  const ended = Promise.withResolvers<Death>();
  const relayed = Promise.withResolvers<unknown>();
  const nothing = (): void => undefined;
  const worker = new WorkerProcess(file, {
    prepared: nothing,
    opened: nothing,
    ready: nothing,
    relayed: relayed.resolve,
    ended: ended.resolve,
  });
  // It has told which process when the next one of its messages arrives.
  if (end === '') await relayed.promise.then(() => worker.kill());
  const { loading } = await ended.promise;
  expect(loading).toHaveLength(1);
  await expect.poll(() => isAlive(Number(loading[0]))).toBe(false);
});
