import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Death } from './worker.ts';
import { WorkerProcess } from './worker-process.ts';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'worker-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts another process, tells its id, and ends or waits to be killed. */
const starting = (end: string): string => `
const { pid } = require('node:child_process').spawn('sleep', ['600'], { stdio: 'ignore' });
process.send({ type: 'loading', applications: [String(pid)] });
process.send({ type: 'read' }, () => { ${end} });
setInterval(() => undefined, 1000);`;

/** Runs a program until it ends, or asks for texts and is killed. @returns how it ended */
async function endOf(program: string, isKilled: boolean): Promise<Death> {
  const file = join(folder, 'worker.cjs');
  writeFileSync(file, program);
  const ended = Promise.withResolvers<Death>();
  const nothing = (): void => undefined;
  const worker = new WorkerProcess(file, {
    prepared: nothing,
    opened: nothing,
    ready: nothing,
    relayed: () => isKilled && worker.kill(),
    ended: ended.resolve,
  });
  return ended.promise;
}

function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

it.each([
  ['is killed', '', true],
  ['ends by itself', 'process.exit(3)', false],
])('issue 19: processes that a worker has started end with it when it %s', async (_, end, isKilled) => {
  const { loading } = await endOf(starting(end), isKilled);
  expect(loading).toHaveLength(1);
  await expect.poll(() => isAlive(Number(loading[0]))).toBe(false);
});

it('issue 19: what is no message of a worker does not end its supervisor', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const strays = [null, 7, 'ready', { type: 'beat' }, { type: 'unknown' }];
  const program = `
for (const stray of ${JSON.stringify(strays)}) process.send(stray);
process.send({ type: 'loading', applications: ['shop@1.0.0'] }, () => process.exit(0));`;
  try {
    expect(await endOf(program, false)).toMatchObject({ code: 0, loading: ['shop@1.0.0'] });
    expect(written.mock.calls.join()).toContain('sent what is no message');
  } finally {
    written.mockRestore();
  }
});

it('is asked to stop once, however often it is to stop', async () => {
  const program = `
let asked = 0;
process.on('message', ({ type }) => {
  if (type === 'stop') asked += 1;
  if (type === 'undebug') process.send({ type: 'loading', applications: [String(asked)] }, () => process.exit(0));
});
process.send({ type: 'read' });`;
  const file = join(folder, 'stopped.cjs');
  writeFileSync(file, program);
  const ended = Promise.withResolvers<Death>();
  const nothing = (): void => undefined;
  const worker = new WorkerProcess(file, {
    ...{ prepared: nothing, opened: nothing, ready: nothing, ended: ended.resolve },
    relayed: () => {
      worker.stop('drain');
      worker.stop('now');
      worker.undebug();
    },
  });
  expect((await ended.promise).loading).toEqual(['1']);
});
