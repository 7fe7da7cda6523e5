import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Findings } from './examination.ts';
import type { WorkerSettings } from './protocol.ts';
import { Supervisor } from './supervisor.ts';
import { TICK_MS } from './silence.ts';
import { FakeWorker } from './testing/fake-worker.ts';

const SPIN = { function: 'spin', url: 'plugin://shop@1.0.0/a.js', line: 1, column: 1 };

let workers: FakeWorker[];
let lines: string[];
let ended: number[];
let findings: Findings | undefined;
let supervisor: Supervisor<FakeWorker>;

beforeEach(() => {
  vi.useFakeTimers();
  workers = [];
  lines = [];
  ended = [];
  findings = { frames: [SPIN], underWay: undefined };
  supervisor = new Supervisor<FakeWorker>(
    {
      spawn: (events) => {
        const worker = new FakeWorker(workers.length + 1, events);
        workers.push(worker);
        return worker;
      },
      sample: async () => [],
      examine: async () => {
        if (findings === undefined) throw new Error('kill ESRCH');
        return findings;
      },
    },
    { ready: () => lines.push('ready'), ended: (code) => ended.push(code), say: (line) => lines.push(line) },
  );
  supervisor.start();
});
afterEach(() => void vi.useRealTimers());

const worker = (pid: number): FakeWorker => workers[pid - 1] as FakeWorker;
const alive = (): number[] => workers.filter(({ hasEnded }) => !hasEnded).map(({ pid }) => pid);
const numbers = (): Array<number | undefined> => alive().map((pid) => worker(pid).place?.number);

/** Lets as many workers serve as the configuration wants. */
function serving(count: number, settings: Partial<WorkerSettings> = {}): void {
  for (let pid = 1; pid <= count; pid += 1)
    worker(pid)
      .prepare({ workers: count, ...settings })
      .serve();
}

/** Lets the clock pass while only some workers beat. */
async function pass(ms: number, ...beating: readonly number[]): Promise<void> {
  for (let at = 0; at < ms; at += TICK_MS) {
    for (const pid of beating) worker(pid).silence?.end(false);
    await vi.advanceTimersByTimeAsync(TICK_MS);
  }
}

describe('design 10.2: several workers', () => {
  it('begin when the first one serves, under numbers of their own, and know of each other', () => {
    worker(1).prepare({ workers: 3 });
    expect(alive()).toEqual([1]);
    worker(1).serve();
    expect(alive()).toEqual([1, 2, 3]);
    serving(3);
    expect(numbers()).toEqual([1, 2, 3]);
    expect(lines[0]).toBe('ready');
    const tokens = workers.map(({ place }) => place?.token);
    expect(workers.map(({ living }) => living)).toEqual([tokens, tokens, tokens]);
    expect(new Set(workers.map(({ place }) => place?.group.id)).size).toBe(1);
  });

  it('are replaced each by itself: the others go on', async () => {
    serving(3);
    worker(2).end({ signal: 'SIGSEGV' });
    await vi.advanceTimersByTimeAsync(0);
    expect(alive()).toEqual([1, 3, 4]);
    worker(4).prepare({ workers: 3 });
    expect(numbers()).toEqual([1, 3, 2]);
    expect(worker(4).beginning?.incidents).toMatchObject([{ kind: 'crashed', worker: 2, pid: 2 }]);
    worker(4).serve().end({ signal: 'SIGSEGV' });
    await vi.advanceTimersByTimeAsync(1_000);
    // The first one is recorded.
    expect(worker(5).prepare({ workers: 3 }).beginning?.incidents).toMatchObject([{ pid: 4 }]);
  });

  it('are told of the last twenty ends where nobody has recorded any', async () => {
    serving(2);
    for (let death = 0; death < 25; death += 1) {
      workers.at(-1)?.end({ code: 1 });
      await vi.advanceTimersByTimeAsync(30_000);
      worker(1).silence?.end(false);
    }
    const incidents = workers.at(-1)?.prepare({ workers: 2 }).beginning?.incidents ?? [];
    expect([incidents.length, incidents.at(-1)?.pid]).toEqual([20, workers.length - 1]);
  });

  it('start no other one once the host stops, neither after a pause nor in a replacement', async () => {
    serving(2);
    for (let death = 0; death < 2; death += 1) {
      workers.at(-1)?.end({ code: 1 });
      await vi.advanceTimersByTimeAsync(0);
    }
    supervisor.replace();
    const next = workers.at(-1) as FakeWorker;
    supervisor.stop('drain');
    expect([next === worker(1), next.hasEnded]).toEqual([false, true]);
    await pass(60_000, 1);
    expect(alive()).toEqual([1]);
    worker(1).end();
    expect(ended).toHaveLength(1);
  });

  it('are not replaced while one is examined', async () => {
    serving(1);
    await pass(1_000);
    expect(alive()).toEqual([1, 2]);
    supervisor.replace();
    worker(2).prepare();
    expect(worker(2).place).toBeUndefined();
  });

  it('design 10.7-14: an incident is told again where the worker that had it ends before it serves', async () => {
    serving(2);
    worker(1).end({ signal: 'SIGSEGV' });
    await vi.advanceTimersByTimeAsync(0);
    worker(3).prepare({ workers: 2 }).end({ code: 1 });
    await pass(2_000, 2);
    worker(4).prepare({ workers: 2 });
    expect(worker(4).beginning?.incidents).toMatchObject([{ pid: 1 }, { pid: 3 }]);
  });

  it('have a watchdog each: the one that is blocked is named and replaced', async () => {
    serving(2);
    await pass(1_500, 1);
    expect(worker(2).hasEnded).toBe(true);
    expect(worker(1).hasEnded).toBe(false);
    worker(3).prepare({ workers: 2 });
    expect(worker(3).beginning?.incidents).toMatchObject([
      { kind: 'blocked', worker: 2, pid: 2, frames: [{ function: 'spin' }] },
    ]);
    expect(worker(3).place?.number).toBe(2);
  });

  it('that went on while it was examined is spared', async () => {
    serving(2);
    findings = { frames: [], underWay: undefined };
    await pass(1_000, 1);
    worker(2).silence?.end(false);
    const undebug = vi.spyOn(worker(2), 'undebug');
    await pass(500, 1, 2);
    expect(alive()).toEqual([1, 2]);
    expect(undebug).toHaveBeenCalledOnce();
    expect(lines.at(-1)).toContain('The former one keeps serving');
  });

  it('that has no process left to examine does not end the supervisor, and is replaced', async () => {
    serving(2);
    findings = undefined;
    await pass(1_500, 1);
    worker(3).prepare({ workers: 2 });
    expect(worker(3).beginning?.incidents).toMatchObject([{ kind: 'blocked', pid: 2, frames: [] }]);
    expect(worker(1).hasEnded).toBe(false);
  });

  it('end the host by five deaths before ready only where no other one serves', async () => {
    serving(2);
    for (let death = 0; death < 6; death += 1) {
      workers.at(-1)?.end({ code: 1 });
      await vi.advanceTimersByTimeAsync(30_000);
    }
    expect(ended).toEqual([]);
    worker(1).end({ code: 1 });
    for (let death = 0; death < 40; death += 1) {
      for (const pid of alive()) worker(pid).end({ code: 1 });
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(ended).toEqual([1]);
  });

  it('design 10.7-3: are replaced without pause where an application is named, and the host goes on', async () => {
    for (const version of ['1.0.0', '1.0.1', '1.0.2']) {
      for (let death = 0; death < 2; death += 1) {
        workers.at(-1)?.end({ code: 1, loading: [`shop@${version}`] });
        await vi.advanceTimersByTimeAsync(0);
      }
    }
    expect(alive()).toEqual([7]);
    expect(ended).toEqual([]);
    expect(lines.filter((line) => line.endsWith('It is replaced now.'))).toHaveLength(6);
  });

  it('stop together, and the host ends with the worst of their codes', () => {
    serving(2);
    supervisor.stop('drain');
    expect(workers.map(({ stopped }) => stopped)).toEqual(['drain', 'drain']);
    worker(1).end({ code: 3 });
    expect(ended).toEqual([]);
    worker(2).end({ code: 0 });
    expect(ended).toEqual([3]);
  });
});

describe('a host that stops', () => {
  it('closes its ports at once, and looks at nobody any more once its workers have ended', () => {
    serving(1);
    const isOpen = worker(1).open('server.port');
    supervisor.stop('drain');
    expect(isOpen()).toBe(false);
    worker(1).end();
    expect([ended, vi.getTimerCount()]).toEqual([[0], 0]);
  });

  it('ends with the code of its worker, not of the one that would have taken over', () => {
    serving(1);
    supervisor.replace();
    const killed = vi.spyOn(worker(2), 'kill').mockImplementation(() => undefined);
    supervisor.stop('drain');
    expect(killed).toHaveBeenCalledOnce();
    worker(1).end({ code: 0 });
    expect(ended).toEqual([]);
    worker(2).end({ signal: 'SIGKILL' });
    expect(ended).toEqual([0]);
  });
});

describe('a worker that dies', () => {
  it('for lack of memory is named by it', () => {
    serving(1);
    worker(1).end({ signal: 'SIGABRT', lastWords: 'FATAL ERROR: x JavaScript heap out of memory' });
    expect(lines).toContain('Worker 1: The process ran out of memory. It is replaced now.');
  });

  it('is replaced, although its successor refuses to start: it may be a moment of the database', async () => {
    serving(1);
    worker(1).end({ signal: 'SIGSEGV' });
    await vi.advanceTimersByTimeAsync(0);
    worker(2).end({ code: 78, isRefusal: true });
    expect(ended).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(alive()).toEqual([3]);
  });

  it('at once when the host begins ends the host where it refuses, with its code', () => {
    worker(1).end({ code: 78, isRefusal: true });
    expect(ended).toEqual([78]);
  });

  it('for the fifth time before it served is replaced after the longest pause, beside others', async () => {
    serving(2);
    worker(2).end({ code: 1 });
    for (let death = 1; death <= 5; death += 1) {
      await pass(9_000, 1);
      workers.at(-1)?.end({ code: 1 });
    }
    const { length } = workers;
    await pass(29_750, 1);
    expect(workers).toHaveLength(length);
    await pass(500, 1);
    expect(workers).toHaveLength(length + 1);
  });

  it('is in its pause while all are replaced, which goes on with the next one', async () => {
    serving(2);
    worker(1).end({ code: 1 });
    await vi.advanceTimersByTimeAsync(0);
    worker(3).end({ code: 1 });
    expect(alive()).toEqual([2]);
    supervisor.replace();
    expect(alive()).toEqual([2, 4]);
    worker(4).prepare({ workers: 2 }).serve();
    expect(worker(2).stopped).toBe('replaced');
  });
});

it('is replaced at once, and said so once, where the next one of a blocked worker has ended', async () => {
  serving(1);
  await vi.advanceTimersByTimeAsync(1_000);
  worker(2).end({ code: 1 });
  await pass(500);
  expect([alive(), lines.filter((line) => line.endsWith('It is replaced now.'))]).toEqual([
    [3],
    [expect.stringContaining('Worker 1:')],
  ]);
});

it('has nobody take the place of a worker that is blocked while it stops', async () => {
  serving(1);
  supervisor.stop('drain');
  await pass(1_500);
  expect([workers.length, alive(), ended]).toEqual([1, [], [1]]);
});

describe('docs/decisions/0149: texts between workers', () => {
  const token = (pid: number): string => worker(pid).place?.token ?? '';

  it('are carried to the one that is meant, and lost where it has ended or is silent', async () => {
    serving(3);
    worker(1).relay({ type: 'post', to: token(3), text: 'x' });
    expect(worker(3).told).toEqual([{ type: 'post', from: token(1), text: 'x' }]);
    expect(worker(2).told).toEqual([]);
    const former = token(2);
    worker(2).end();
    worker(1).relay({ type: 'post', to: former, text: 'x' });
    worker(3).settings = undefined;
    await pass(6_000, 1);
    worker(1).relay({ type: 'post', to: token(3), text: 'held' });
    expect(worker(3).told).toHaveLength(1);
  });

  it('that one has left outlive it', () => {
    serving(2);
    worker(2).relay({ type: 'leave', text: 'counters' });
    const former = token(2);
    worker(2).end({ signal: 'SIGKILL' });
    worker(1).relay({ type: 'read' });
    expect(worker(1).told).toEqual([
      { type: 'left', texts: [{ token: former, hasEnded: true, text: 'counters' }] },
    ]);
  });
});

describe('design 10.2: SIGHUP', () => {
  it('replaces workers one after the other, each by one that serves before the former drains', () => {
    serving(2);
    supervisor.replace();
    expect(alive()).toEqual([1, 2, 3]);
    worker(3).prepare({ workers: 2 });
    expect(worker(3).beginning).toBeDefined();
    expect(worker(3).place?.number).toBe(3);
    expect(worker(1).isStopping).toBe(false);
    worker(3).serve();
    expect(worker(1)).toMatchObject({ isStopping: true, stopped: 'replaced' });
    // The next one is not touched before the former has ended.
    expect(alive()).toEqual([1, 2, 3]);
    worker(1).end();
    expect(alive()).toEqual([2, 3, 4]);
    worker(4).prepare({ workers: 2 }).serve();
    expect(worker(4).place?.number).toBe(1);
    worker(2).end();
    expect(alive()).toEqual([3, 4]);
  });

  it('adds and removes workers as the new configuration says', () => {
    serving(2);
    supervisor.replace();
    worker(3).prepare({ workers: 1 }).serve();
    worker(1).end();
    expect(worker(2).isStopping).toBe(true);
    worker(2).end();
    expect(alive()).toEqual([3]);
    supervisor.replace();
    worker(4).prepare({ workers: 3 }).serve();
    worker(3).end();
    expect(alive()).toEqual([4, 5, 6]);
    expect(ended).toEqual([]);
  });

  it('leaves the others as they are where the new one does not start', () => {
    serving(2);
    supervisor.replace();
    worker(3).end({ code: 1, isRefusal: true });
    expect(alive()).toEqual([1, 2]);
    expect(workers.some(({ isStopping }) => isStopping)).toBe(false);
    supervisor.replace();
    expect(alive()).toEqual([1, 2, 4]);
  });

  it('is done once more where it comes again meanwhile', () => {
    serving(1);
    supervisor.replace();
    supervisor.replace();
    worker(2).prepare().serve();
    worker(1).end();
    expect(alive()).toEqual([2, 3]);
    worker(3).prepare().serve();
    worker(2).end();
    expect(alive()).toEqual([3]);
  });

  it('goes on with the other workers where one dies while it is replaced', async () => {
    serving(2);
    supervisor.replace();
    worker(3).prepare({ workers: 2 });
    worker(1).end({ signal: 'SIGKILL' });
    worker(3).serve();
    expect(alive()).toEqual([2, 3, 4]);
  });

  it('replaces one that is starting once it serves: it may have loaded the former code', async () => {
    serving(2);
    worker(2).end({ signal: 'SIGKILL' });
    await vi.advanceTimersByTimeAsync(0);
    supervisor.replace();
    worker(4).prepare({ workers: 2 }).serve();
    worker(1).end();
    worker(3).prepare({ workers: 2 }).serve();
    expect(alive()).toEqual([3, 4, 5]);
    worker(5).prepare({ workers: 2 }).serve();
    worker(3).end();
    expect(alive()).toEqual([4, 5]);
  });

  it('10.7-13: one worker on SQLite hands over: the next one begins when the former has ended', () => {
    serving(1, { overlaps: false });
    supervisor.replace();
    worker(2).prepare({ overlaps: false });
    expect(worker(1)).toMatchObject({ isStopping: true, stopped: 'handover' });
    expect(worker(2).beginning).toBeUndefined();
    worker(1).end();
    // Its former claims are its own.
    expect(worker(2).beginning).toMatchObject({ place: { number: 1 } });
    worker(2).serve();
    expect(alive()).toEqual([2]);
  });

  it('ends a new worker that is blocked while it starts; the former one goes on', async () => {
    serving(1);
    supervisor.replace();
    worker(2).prepare();
    await pass(1_500, 1);
    expect(alive()).toEqual([1]);
    expect(worker(1).isStopping).toBe(false);
    worker(1).end({ signal: 'SIGKILL' });
    await vi.advanceTimersByTimeAsync(0);
    worker(3).prepare();
    expect(worker(3).beginning?.incidents).toMatchObject([{ kind: 'blocked', pid: 2 }, { kind: 'killed' }]);
  });
});
