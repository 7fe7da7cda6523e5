import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { OutsideMemoryFull, WorkUnderWay } from '../supervisor/index.ts';
import { OutsideMemory, ownOutsideMemory } from './outside-memory.ts';

const LIMIT = 1_000;

/** Memory of which the test decides who fills it. */
function setup() {
  let kept = 0;
  let threads = 0;
  const ofThreads = new Map<string, number>();
  let isDebugged = false;
  let garbage = 0;
  let work: WorkUnderWay = { application: undefined, requestId: undefined };
  let followed: [() => void, () => void] | undefined;
  let collections = 0;
  const told: OutsideMemoryFull[] = [];
  const memory = new OutsideMemory({
    limitBytes: LIMIT,
    resident: () => kept + garbage + threads,
    external: () => kept + garbage,
    underWay: () => work,
    threads: () => (ofThreads.size === 0 ? undefined : Promise.resolve(new Map(ofThreads))),
    collect() {
      collections += 1;
      garbage = 0;
    },
    follow(begun, over) {
      followed = [begun, over];
      return () => (followed = undefined);
    },
    full: (facts) => !isDebugged && told.push(facts) > 0,
  });
  let now = 0;
  return {
    memory,
    told,
    look: () => memory.look((now += 250)),
    debug: (is: boolean): void => void (isDebugged = is),
    /** Threads keep memory, which is in no heap of the process. */
    inThreads: (bytes: number): void => void (threads += bytes),
    /** Threads of an application keep it, which answer. */
    inThreadsOf: (application: string, bytes: number): void => {
      threads += bytes;
      ofThreads.set(application, (ofThreads.get(application) ?? 0) + bytes);
    },
    /** A callback of an application keeps memory, or leaves garbage. */
    callback: (application: string | undefined, keeps: number, requestId?: string, leaves = 0): void => {
      followed?.[0]();
      work = { application, requestId };
      kept += keeps;
      garbage += leaves;
      followed?.[1]();
    },
    collections: () => collections,
    isFollowed: () => followed !== undefined,
  };
}

it('names the application that most of the growth is for, and its largest request', () => {
  const { told, look, callback, isFollowed } = setup();
  callback('other', 400);
  look();
  expect(isFollowed()).toBe(false);
  callback('other', 100);
  look();
  expect(isFollowed()).toBe(true);
  callback('eater', 100, 'r1');
  callback('other', 50, 'r2');
  callback('eater', 300, 'r3');
  callback(undefined, 100);
  look();
  const underWay = { application: 'eater', requestId: 'r3' };
  expect(told).toEqual([{ residentBytes: 1_050, underWay, suspects: ['eater'] }]);
  look();
  expect([told.length, isFollowed()]).toEqual([1, false]);
});

it('names nobody where no application accounts for more than half', () => {
  const { told, look, callback } = setup();
  callback(undefined, 500);
  look();
  callback('one', 200);
  callback('two', 200);
  callback(undefined, 150);
  look();
  expect(told).toEqual([{ residentBytes: 1_050, underWay: undefined, suspects: ['one', 'two'] }]);
});

it('issue 19: names nobody where threads keep it, not whose buffers grew a little meanwhile', () => {
  const { told, look, callback, inThreads } = setup();
  callback('bystander', 500);
  look();
  callback('bystander', 20);
  inThreads(500);
  look();
  expect(told).toEqual([{ residentBytes: 1_020, underWay: undefined, suspects: [] }]);
});

it('issue 19: names the application whose threads keep most of the growth', async () => {
  const { told, look, callback, inThreadsOf } = setup();
  inThreadsOf('large', 300);
  callback('bystander', 300);
  look();
  // The bytes that threads had before are no growth.
  await turn();
  callback('bystander', 20);
  inThreadsOf('eater', 350);
  inThreadsOf('large', 70);
  look();
  look();
  await turn();
  expect(told).toEqual([
    {
      residentBytes: 1_040,
      underWay: { application: 'eater', requestId: undefined },
      suspects: ['large', 'eater'],
    },
  ]);
});

it('issue 19: names the application whose threads reach the limit between two looks', async () => {
  const { told, look, callback, inThreadsOf } = setup();
  callback('bystander', 300);
  look();
  inThreadsOf('eater', 900);
  look();
  await turn();
  expect(told).toMatchObject([{ underWay: { application: 'eater' }, suspects: ['eater'] }]);
});

it('issue 19: tells nothing where threads have ended while they were asked', async () => {
  const { told, look, callback, inThreadsOf } = setup();
  callback('bystander', 300);
  inThreadsOf('eater', 900);
  look();
  inThreadsOf('eater', -900);
  await turn();
  expect(told).toEqual([]);
});

it('knows the application inside whose synchronous work it grows', () => {
  const { memory, told, look, callback } = setup();
  callback(undefined, 500);
  look();
  memory.inside('eater');
  callback(undefined, 600);
  memory.inside(undefined);
  callback('other', 10);
  look();
  expect(told).toMatchObject([{ underWay: { application: 'eater' } }]);
});

it('blames who is inside, not the request in whose name it is called', () => {
  const { memory, told, look, callback } = setup();
  callback(undefined, 500);
  look();
  memory.inside('eater');
  callback('caller', 600, 'r1');
  memory.inside(undefined);
  look();
  expect(told).toMatchObject([{ underWay: { application: 'eater', requestId: 'r1' }, suspects: ['eater'] }]);
});

it('issue 19: tells later where its inspector was open at first, as while the supervisor asks it', () => {
  const { told, look, callback, collections, debug } = setup();
  callback(undefined, 500);
  look();
  debug(true);
  callback('eater', 800);
  for (let at = 0; at < 8; at += 1) look();
  expect([told, collections()]).toEqual([[], 1]);
  debug(false);
  for (let at = 0; at < 20; at += 1) look();
  expect(told).toMatchObject([{ residentBytes: 1_300, underWay: { application: 'eater' } }]);
  expect(collections()).toBe(2);
});

it('garbage is collected first, and not at each look; what is freed is not counted', () => {
  const { told, look, callback, collections, isFollowed } = setup();
  callback(undefined, 700);
  look();
  callback('churner', 0, 'r1', 400);
  look();
  expect([told, collections()]).toEqual([[], 1]);
  callback('churner', 0, 'r2', 400);
  look();
  expect(collections()).toBe(1);
  callback('churner', 0, 'r3', 400);
  look();
  expect([told, collections()]).toEqual([[], 2]);
  callback('eater', -400);
  look();
  expect(isFollowed()).toBe(false);
});

it('design 10.3: this process sees who keeps buffers across turns, in timers and after promises', async () => {
  const context = new AsyncLocalStorage<string>();
  const told: OutsideMemoryFull[] = [];
  const underWay = () => ({ application: context.getStore(), requestId: undefined });
  const limitBytes = process.memoryUsage.rss() + 2 ** 27;
  const full = (facts: OutsideMemoryFull): boolean => told.push(facts) > 0;
  const memory = ownOutsideMemory(limitBytes, { underWay, full, threads: () => undefined });
  const kept: Buffer[] = [];
  const keep = async (application: string, mebibytes: number) => {
    while (told.length === 0) {
      await (kept.length % 2 === 0 ? turn() : wait(1));
      kept.push(Buffer.alloc(mebibytes * 2 ** 20, application));
      memory.look(performance.now());
    }
  };
  await Promise.all([
    context.run('eater', () => keep('eater', 4)),
    context.run('other', () => keep('other', 1)),
  ]);
  expect(told).toMatchObject([{ underWay: { application: 'eater' } }]);
});
