import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Findings } from './examination.ts';
import { incidentOf, type Blocked } from './incident-of.ts';
import { isStopped } from './is-stopped.ts';
import { TICK_MS } from './silence.ts';
import { FakeWorker } from './testing/fake-worker.ts';
import { Watchdog } from './watchdog.ts';
import type { Death } from './worker.ts';

const MIB = 2 ** 20;
const EATING = { function: 'eat', url: 'plugin://shop@1.0.0/a.js', line: 1, column: 1 };
/** No process has it: the memory is what the worker's watcher tells. */
const PID = -1;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const death = (change: Partial<Death>): Death => ({
  worker: 1,
  pid: 1,
  code: null,
  signal: 'SIGKILL',
  isRefusal: false,
  servedMs: 1,
  atWork: ['crm', 'shop'],
  loading: [],
  inside: undefined,
  lastWords: '',
  ...change,
});

/** A worker that beats once a tick unless it stands still, and its watchdog. */
function setup(
  findings: Findings = { frames: [EATING], underWay: undefined },
  pid = PID,
  samples: readonly Findings[] | (() => Promise<readonly Findings[]>) = [],
) {
  const found: Array<Blocked | undefined> = [];
  let suspicions = 0;
  const events = { opened() {}, ready() {}, relayed() {}, ended() {}, prepared() {} };
  const worker = new FakeWorker(pid, events).prepare({
    watchdogLimitMs: 60_000,
    memoryLimitBytes: 500 * MIB,
  });
  const watchdog = new Watchdog(worker, {
    examine: async () => findings,
    sample: async () => (typeof samples === 'function' ? samples() : samples),
    suspected: () => (suspicions += 1),
    found: (blocked) => found.push(blocked),
  });
  let now = 0;
  const tick = async (bytes: number, beats = false) => {
    worker.still = { inside: null, residentBytes: bytes };
    if (beats) worker.silence?.end(false);
    watchdog.look((now += TICK_MS));
    await vi.advanceTimersByTimeAsync(0);
  };
  return { worker, found, tick, suspicions: () => suspicions };
}

it('design 10.3: names who fills the memory within one turn, however fast', async () => {
  const { found, tick } = setup();
  await tick(100 * MIB, true);
  // Most of it within the first half second, when nothing is suspected yet.
  await tick(495 * MIB);
  await tick(505 * MIB);
  expect(found).toMatchObject([{ kind: 'memory', findings: { frames: [EATING] } }]);
});

it('leaves a worker alone whose memory was full before it stood still, or that the host itself fills', async () => {
  const full = setup();
  await full.tick(510 * MIB, true);
  for (let at = 0; at < 8; at += 1) await full.tick(515 * MIB);
  expect(full.found).toEqual([]);
  const host = setup({ frames: [{ ...EATING, url: 'file:///host.js' }], underWay: undefined });
  await host.tick(100 * MIB, true);
  await host.tick(505 * MIB);
  await host.tick(505 * MIB);
  expect(host.found).toEqual([undefined]);
});

it('ends a worker that has told that its memory is used up, and names whom it named', async () => {
  const { worker, found, tick, suspicions } = setup();
  worker.full = { residentBytes: 600 * MIB, underWay: { application: 'shop', requestId: 'r1' } };
  await tick(700 * MIB, true);
  await tick(700 * MIB, true);
  expect([found.length, suspicions()]).toEqual([1, 1]);
  expect(incidentOf(death({}), found[0])).toMatchObject({
    kind: 'memory',
    inside: 'shop',
    underWay: { requestId: 'r1' },
    durationMs: undefined,
    message: "The memory outside of V8's heap grew to 600 MiB, its limit. The process was ended.",
  });
});

it('spares one that beats while it is examined', async () => {
  const { worker, found, tick } = setup();
  await tick(100 * MIB, true);
  for (let silentMs = 0; silentMs < 60_000; silentMs += TICK_MS) await tick(100 * MIB);
  worker.silence?.end(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(found).toEqual([undefined]);
});

it('issue 19: has the suspects that a worker tells, who may be nobody', async () => {
  const { worker, found, tick } = setup();
  worker.full = { residentBytes: 600 * MIB, underWay: undefined, suspects: [] };
  await tick(700 * MIB, true);
  expect(incidentOf(death({}), found[0])).toMatchObject({ kind: 'memory', inside: undefined, atWork: [] });
});

it('issue 19: blames nobody for a worker that was stopped from outside', async () => {
  vi.useRealTimers();
  const child = spawn('sleep', ['60']);
  try {
    await once(child, 'spawn');
    const pid = child.pid as number;
    child.kill('SIGSTOP');
    await vi.waitUntil(() => isStopped(pid));
    vi.useFakeTimers();
    const { found, tick, worker } = setup({ frames: [], underWay: undefined }, pid);
    await tick(100 * MIB, true);
    worker.still = { inside: 'shop', residentBytes: 100 * MIB };
    for (let silentMs = 0; silentMs <= 60_000; silentMs += TICK_MS) await tick(100 * MIB);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(incidentOf(death({ inside: 'shop' }), found[0])).toMatchObject({
      kind: 'killed',
      inside: undefined,
      frames: [],
      message: expect.stringContaining('was stopped from outside') as string,
    });
    process.kill(pid, 'SIGCONT');
    vi.useRealTimers();
    await vi.waitUntil(() => !isStopped(pid));
  } finally {
    child.kill('SIGKILL');
  }
});

describe('issue 19: a loop that turns slowly', () => {
  const samples = Array.from({ length: 12 }, () => ({ frames: [EATING], underWay: undefined }));
  /** For how long the loop has been at work, in turns of 400 ms. */
  const strain = async ({ worker, tick }: ReturnType<typeof setup>, forMs: number, busyShare = 1) => {
    for (let at = 0; at < forMs; at += 400) {
      worker.strain.add({ sinceMs: 400, busyShare, turnMs: 400 });
      await tick(100 * MIB, true);
    }
  };

  it('is ended for the one work that keeps it busy for the limit, and while it is examined', async () => {
    const flooded = setup(undefined, PID, samples);
    flooded.worker.isReady = true;
    await strain(flooded, 59_000);
    expect(flooded.found).toEqual([]);
    await strain(flooded, 1_600);
    expect(flooded.suspicions()).toBe(0);
    expect(incidentOf(death({}), flooded.found[0])).toMatchObject({
      kind: 'blocked',
      frames: [EATING],
      message:
        'The event loop was kept busy by one work for 60.0 s, with 400 ms for each turn. The process was ended.',
    });
  });

  it('is spared where it rests, where nobody is to blame, and before it serves', async () => {
    const [resting, blameless, starting] = [
      setup(undefined, PID, samples),
      setup(),
      setup(undefined, PID, samples),
    ];
    resting.worker.isReady = true;
    await strain(resting, 120_000, 0.9);
    expect(resting.found).toEqual([]);
    blameless.worker.isReady = true;
    await strain(blameless, 119_000);
    expect(blameless.found).toEqual([undefined]);
    await strain(starting, 120_000);
    expect(starting.found).toEqual([]);
    // One that stops ends anyway, or is ended by the limit of that.
    starting.worker.isReady = true;
    starting.worker.isStopping = true;
    await strain(starting, 120_000);
    expect(starting.found).toEqual([]);
  });

  it('is not made up for by a rest before it', async () => {
    const flooded = setup(undefined, PID, samples);
    flooded.worker.isReady = true;
    await strain(flooded, 600_000, 0.1);
    await strain(flooded, 60_400);
    expect(flooded.found).toHaveLength(1);
  });

  it('is examined as one that stands still where it no longer turns', async () => {
    let endSamples = (_: readonly Findings[]): void => undefined;
    const flooded = setup(undefined, PID, () => new Promise((resolve) => (endSamples = resolve)));
    flooded.worker.isReady = true;
    await strain(flooded, 60_400);
    for (let at = 0; at < 60_000; at += TICK_MS) await flooded.tick(100 * MIB);
    endSamples(samples);
    await vi.advanceTimersByTimeAsync(0);
    expect(flooded.found).toEqual([undefined]);
  });
});

it('does not end one that stops anyway, or where the watchdog is off', async () => {
  for (const change of [{ isStopping: true }, { limit: 0 }]) {
    const { worker, found, tick } = setup();
    worker.full = { residentBytes: 600 * MIB, underWay: undefined };
    worker.isStopping = change.isStopping ?? false;
    if (change.limit === 0) worker.prepare({ watchdogLimitMs: 0 });
    await tick(700 * MIB, true);
    expect(found).toEqual([]);
  }
});
