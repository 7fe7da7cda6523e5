import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
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

describe('a worker', () => {
  let ends = 0;
  beforeEach(() => void (ends = 0));
  /** Runs a program, and calls `told` with each text that it sends. @returns how it ended */
  async function run(
    program: string,
    told: (worker: WorkerProcess, message: unknown) => void,
    file = join(folder, 'told.cjs'),
  ): Promise<Death> {
    writeFileSync(file, program);
    const ended = Promise.withResolvers<Death>();
    const worker: WorkerProcess = new WorkerProcess(file, {
      prepared: () => told(worker, 'prepared'),
      opened: () => undefined,
      ready: () => told(worker, 'ready'),
      relayed: (message) => told(worker, message.type),
      ended: (death) => {
        ends += 1;
        ended.resolve(death);
      },
    });
    return ended.promise;
  }

  it('that does not stop within its limit is killed', async () => {
    const begun = performance.now();
    const { signal } = await run(
      `process.send({ type: 'prepared', settings: { stopLimitMs: 300 } });
       setTimeout(() => process.exit(9), 60_000);`,
      (worker) => worker.stop('now'),
    );
    expect(signal).toBe('SIGKILL');
    expect(performance.now() - begun).toBeGreaterThanOrEqual(300);
  });

  const watcher = `require('node:fs').writeSync(4, JSON.stringify({ inside: 'shop', residentBytes: 1 }) + '\\n');`;

  it('that ends while it stands still is known to be inside of an application', async () => {
    expect(await run(`${watcher} process.exit(0);`, () => undefined)).toMatchObject({ inside: 'shop' });
  });

  it('that has beaten since is not', async () => {
    const program = `
process.on('message', () => process.send(
  { type: 'beat', atWork: ['late'], isDebugged: false },
  () => process.exit(0),
));
${watcher}
process.send({ type: 'entered', application: 'early' });
process.send({ type: 'read' });`;
    const death = await run(program, (worker) => {
      void expect
        .poll(() => worker.still?.inside)
        .toBe('shop')
        .then(() => worker.undebug());
    });
    expect(death).toMatchObject({ inside: undefined, atWork: ['late'] });
  });

  it('that has entered an application since its last beat is at work there', async () => {
    const program = `
process.send({ type: 'beat', atWork: ['early'], isDebugged: false });
process.send({ type: 'entered', application: 'late' });
process.send({ type: 'refused' }, () => process.exit(1));`;
    const death = await run(program, () => undefined);
    expect(death).toMatchObject({ atWork: ['early', 'late'], isRefusal: true, servedMs: undefined });
  });

  const turning = (isDebugged: boolean): string =>
    `process.send({ type: 'beat', atWork: [], isDebugged: ${isDebugged}, load: { sinceMs: 500, busyShare: 1, turnMs: 200 } });`;
  const prepared = `process.send({ type: 'prepared', settings: { watchdogLimitMs: 1 } });`;
  /** Sends these messages one after the other, and ends once all of them were taken. */
  const sending = (...messages: string[]): string =>
    `process.on('message', () => process.exit(0));\n${prepared}\n${messages.join('\n')}\nprocess.send({ type: 'read' });`;

  it.each<[string, readonly boolean[], string | undefined, object]>([
    ['turns slowly', [false, false], undefined, { strainMs: 1_000, isTooLong: true, inspector: undefined }],
    ['its developer debugs', [false, true], undefined, { strainMs: 0, isTooLong: false }],
    ['the supervisor debugs', [true], 'ws://a', { strainMs: 500, isTooLong: true, inspector: 'ws://a' }],
    ['is no longer debugged', [true, false], 'ws://a', { strainMs: 1_000, inspector: undefined }],
  ])('that %s is judged by its beats', async (_what, beats, inspector, expected) => {
    let found = {};
    await run(sending(...beats.map(turning)), (worker, message) => {
      if (message === 'prepared' && inspector !== undefined) worker.inspector = inspector;
      if (message !== 'read') return;
      worker.silence?.look(performance.now() + 500);
      const { inspector: open, silence, strain } = worker;
      found = { strainMs: strain.ms, isTooLong: silence?.isTooLong, inspector: open };
      worker.undebug();
    });
    expect(found).toMatchObject(expected);
  });

  it.each([
    ['drain', { drains: true, isReplaced: false, isFollowed: false }],
    ['now', { drains: false, isReplaced: false, isFollowed: false }],
    ['replaced', { drains: false, isReplaced: true, isFollowed: true }],
    ['handover', { drains: false, isReplaced: false, isFollowed: true }],
  ] as const)('is told how it stops: %s', async (how, expected) => {
    const program = `
process.on('message', (message) => process.send(
  { type: 'loading', applications: [JSON.stringify(message)] },
  () => process.exit(0),
));
process.send({ type: 'read' });`;
    const { loading } = await run(program, (worker) => worker.stop(how));
    expect(JSON.parse(loading[0] ?? '')).toMatchObject(expected);
  });

  it('has no debugger of the process that has started it', async () => {
    const flag = '--inspect=127.0.0.1:0';
    process.execArgv.push(flag);
    try {
      const program = `process.send({ type: 'loading', applications: process.execArgv }, () => process.exit(0));`;
      const { loading } = await run(program, () => undefined);
      expect(loading.filter((each) => each.startsWith('--inspect'))).toEqual(['--inspect-port=127.0.0.1:0']);
    } finally {
      process.execArgv.splice(process.execArgv.indexOf(flag), 1);
    }
  });

  it('that has ended leaves no time limit of its stop, and has ended once', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const program = `
process.on('message', () => process.exit(0));
process.send({ type: 'prepared', settings: { stopLimitMs: 60_000 } });`;
    await run(program, (worker) => worker.stop('now'));
    await expect.poll(timers).toBe(before);
    // Longer than its last lines are waited for.
    await sleep(300);
    expect(ends).toBe(1);
  });
});
