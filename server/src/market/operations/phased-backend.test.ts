import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PlacementPlan } from '../disk/placement.ts';
import type { TaskWork } from '../tasks/task-run.ts';
import type { Journal } from './journal.ts';
import { PhasedBackend, type PhaseDependencies } from './phased-backend.ts';

const plan = { appCode: 'demo', after: { version: '1.1.0' } } as PlacementPlan;

describe('the backend of an operation for which all hosts prepare', () => {
  let events: string[];
  let jar: string | null;
  /** Waits for the other hosts; `signal` ends that. */
  let others: (signal: AbortSignal) => Promise<void>;
  let build: () => Promise<object | null>;
  let complete: () => Promise<void>;
  let phased: PhasedBackend;
  const note = (line: string): void => void events.push(line);
  const task = {
    taskId: 7,
    log: note,
    record: async (journal: Partial<Journal>) => note(`record ${JSON.stringify(journal)}`),
  } as unknown as TaskWork<Journal>;
  const prepared = {
    complete: () => complete(),
    switch: async () => ({ note: 'switched', skipped: [], stages: [] }),
    discard: async () => note('discard'),
  };

  beforeEach(() => {
    [events, jar] = [[], 'staged.jar'];
    others = async () => undefined;
    complete = async () => note('complete');
    build = async () => prepared;
    phased = new PhasedBackend(
      {
        phases: {
          begin: async ({ version, stagedJar }: { version: string; stagedJar: string | null }) =>
            note(`begin ${version} ${stagedJar}`),
          advance: async (taskId: number) => note(`advance ${taskId}`),
          end: async (taskId: number) => note(`end ${taskId}`),
          reached: async (_task: unknown, stage: string, signal: AbortSignal) => {
            note(`wait ${stage}`);
            await others(signal);
          },
        },
        placement: { stagedJar: () => jar },
        backends: {
          enabled: true,
          loadedJar: () => 'old.jar',
          prepare: async (_appCode: string, from: string) => {
            note(`build ${from}`);
            return build();
          },
          load: async (_appCode: string, from: string) => ({
            note: `loaded ${from}`,
            skipped: [],
            stages: [],
          }),
        },
      } as unknown as PhaseDependencies,
      'demo',
    );
  });
  const prepare = async (known: PlacementPlan | undefined = plan) =>
    phased.prepareStep(() => known).run(task);
  const begun = ['record {"phases":7}', 'begin 1.1.0 staged.jar'];

  it('is journaled before the others are asked, and built while they prepare', async () => {
    await prepare();
    expect(events.slice(0, 2)).toEqual(begun);
    expect(events.slice(2).toSorted()).toEqual(['build staged.jar', 'wait prepare']);
    events = [];
    await phased.readyStep.run(task);
    expect(events[0]).toBe('advance 7');
    expect(events.slice(1).toSorted()).toEqual(['complete', 'wait ready']);
    events = [];
    expect((await phased.switch(task, 'new.jar')).report.hotLoadNote).toBe('switched');
    await phased.committed();
    expect(events.at(-1)).toBe('end 7');
  });

  it('asks nobody where nothing new is placed, and is loaded by the switch', async () => {
    await phased.prepareStep(() => undefined).run(task);
    await phased.readyStep.run(task);
    await phased.committed();
    await phased.discard();
    expect(events).toEqual(Array(2).fill('There is nothing to prepare'));
    expect((await phased.switch(task, 'new.jar')).report.hotLoadNote).toBe('loaded new.jar');
  });

  it.each<[string, () => void]>([
    ['there is none', () => void (jar = null)],
    ['nothing is to be loaded', () => void (build = async () => null)],
  ])('has the others asked, too, where %s', async (_why, change) => {
    change();
    await prepare();
    await phased.readyStep.run(task);
    expect(events.filter((event) => event.startsWith('wait'))).toEqual(['wait prepare', 'wait ready']);
    expect(events).not.toContain('complete');
  });

  it('that fails here ends the waiting for the others at once, and is the reason', async () => {
    const own = new Error('no memory');
    build = () => Promise.reject(own);
    let ended: unknown;
    others = (signal) =>
      new Promise((_, reject) =>
        signal.addEventListener('abort', () => {
          ended = signal.reason;
          reject(new Error('ended'));
        }),
      );
    await expect(prepare()).rejects.toBe(own);
    expect(ended).toBe(own);
  });

  it('that another host cannot prepare waits for its own work, which is disposed then', async () => {
    const held = Promise.withResolvers<object>();
    build = () => held.promise;
    others = () => Promise.reject(new Error('host two'));
    let isOver = false;
    const step = prepare().finally(() => (isOver = true));
    const failed = expect(step).rejects.toThrow('host two');
    await new Promise((turn) => setImmediate(turn));
    expect(isOver).toBe(false);
    held.resolve(prepared);
    await failed;
    await phased.discard();
    expect(events.at(-1)).toBe('discard');
  });

  it('tells of what is thrown without being an error', async () => {
    others = vi.fn<typeof others>().mockRejectedValue('a text');
    await expect(prepare()).rejects.toMatchObject({ code: 'INTERNAL_ERROR', message: 'a text' });
  });
});
