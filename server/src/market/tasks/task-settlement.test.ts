import { beforeEach, describe, expect, it } from 'vitest';
import { collectingLogger, type LogLine } from '../../testing/collecting-logger.ts';
import type { StepRecord } from './task.ts';
import type { Takeover } from './takeover.ts';
import { TaskSettlement } from './task-settlement.ts';
import type { OpenTask, TaskEnd, TaskStore } from './task-store.ts';

interface Notes extends Takeover {
  readonly committed?: true;
}

const steps = (...statuses: ReadonlyArray<StepRecord['status']>): StepRecord[] =>
  statuses.map((status, index) => ({ name: `step ${index}`, status, startedAt: null, durationMs: null }));
const task: OpenTask = {
  ...{ taskId: 7, status: 'running', appCode: 'demo', kind: 'install', version: '1.0.0' },
  ...{ currentStep: 'step 1', logText: '', ownerNode: '2/other', updateTime: '', journal: '{}' },
  steps: steps('succeeded', 'running', 'pending'),
};
const failure = { stage: 'step 1', code: 'X', message: 'It stands.', fix: null };
const at = '2026-01-01T00:00:00.000Z';

describe('settling a task', () => {
  let lines: LogLine[];
  let calls: unknown[][];
  let answers: Record<string, unknown>;
  let settlement: TaskSettlement<Notes>;

  beforeEach(() => {
    lines = [];
    calls = [];
    answers = { takeOver: true, hasLater: false, succeed: true, fail: true, state: undefined };
    const store = new Proxy({} as TaskStore, {
      get:
        (_store, name: string) =>
        async (...given: unknown[]) => {
          calls.push([name, ...given]);
          return answers[name];
        },
    });
    settlement = new TaskSettlement<Notes>({
      store,
      clock: { now: () => Date.parse(at) },
      logger: collectingLogger(lines),
      ownerNode: '1/now',
      living: async (processes) => new Set(processes),
      journals: {
        rollBack: async (_journal, _failure, { log }) => log('rolled back'),
        complete: async ({ committed }) => committed === true,
        isCommitted: ({ committed }) => committed === true,
        settleShared: async (_journal, _failure, work) => work.log('settled'),
        settleDisk: async (_journal, { live, log }) => log(live ? 'disk cleared' : 'disk settled'),
        hasLocalWork: () => true,
      },
    });
  });
  const callsOf = (name: string) => calls.flatMap(([called, ...given]) => (called === name ? [given] : []));
  const endOf = () => callsOf('takeOver')[0]?.[1] as TaskEnd;

  it.each<[string, OpenTask, TaskEnd]>([
    [
      'fails one that runs, and its running step',
      task,
      {
        ...{ status: 'failed', currentStep: 'It stands.', failure },
        steps: steps('succeeded', 'failed', 'pending'),
      },
    ],
    [
      'completes a committed one with all its steps',
      { ...task, journal: '{"committed":true}' },
      {
        ...{ status: 'succeeded', currentStep: 'step 1', failure: undefined },
        steps: steps('succeeded', 'succeeded', 'succeeded'),
      },
    ],
    [
      'keeps what was declared failed before',
      { ...task, status: 'failed', steps: steps('failed') },
      { status: 'failed', currentStep: 'step 1', failure: undefined, steps: steps('failed') },
    ],
  ])('of another node %s', async (_what, taken, end) => {
    expect(await settlement.takeOver(taken, failure)).toBe(true);
    expect(endOf()).toEqual(end);
    expect(lines).toEqual([
      {
        ...{ level: 'warn', message: 'Took over a task of another node' },
        fields: { taskId: 7, appCode: 'demo', ...failure },
      },
    ]);
  });

  it('of another node adds to its log, and leaves its disk to it', async () => {
    await settlement.takeOver({ ...task, logText: 'so far' }, failure);
    const [taskId, journal, log] = callsOf('keepJournal')[0] ?? [];
    expect([taskId, journal]).toEqual([7, { takenOver: '1/now', sharedEnded: true }]);
    expect(log).toBe(
      [
        'so far',
        ...['It stands.', 'Another node took over the task from 2', 'settled'].map((line) => `${at} ${line}`),
      ].join('\n'),
    );
  });

  it('of another node does nothing when that one was faster', async () => {
    answers['takeOver'] = false;
    expect(await settlement.takeOver(task, failure)).toBe(false);
    expect([callsOf('keepJournal'), lines]).toEqual([[], []]);
  });

  it('of this node begins its log with the reason, and is logged with it', async () => {
    await settlement.settle({ ...task, ownerNode: '1/before' }, failure, { live: true });
    expect(callsOf('fail')).toEqual([[7, 'step 1', failure]]);
    expect(callsOf('closeJournal')).toEqual([
      [7, `${at} It stands.\n${at} rolled back`, steps('succeeded', 'failed', 'pending')],
    ]);
    expect(lines).toEqual([
      {
        ...{ level: 'warn', message: 'An abandoned task was settled as failed' },
        fields: { taskId: 7, appCode: 'demo', ...failure },
      },
    ]);
  });

  it.each([
    ['is open, and no other host has taken it over', '{"began":"yes"}', undefined, true],
    ['was closed', null, undefined, false],
    ['is settled by another host', '{"takenOver":"2/other"}', undefined, false],
    ['was settled by another host', '{"takenOver":"2/other","sharedEnded":true}', undefined, false],
    ['is settled by this host, which has taken it over', '{"takenOver":"1/now"}', '1/now', true],
    ['was taken over by a third host', '{"takenOver":"3/third"}', '1/now', false],
  ])('one that %s', async (_when, journal, owner, isCurrent) => {
    answers['state'] = { status: 'running', journal };
    const asked = settlement.settling(7, () => undefined, owner).assertCurrent();
    if (isCurrent) expect(await asked).toBeUndefined();
    else await expect(asked).rejects.toMatchObject({ code: 'TASK_TAKEN_OVER', status: 409 });
  });

  it.each([
    ['at the start', false, 'disk settled'],
    ['while the host runs', true, 'disk cleared'],
  ])('with a later one settles only the disk %s', async (_when, live, line) => {
    answers['hasLater'] = true;
    answers['state'] = { status: 'failed', journal: '{"takenOver":"2/other","sharedEnded":true}' };
    await settlement.settle({ ...task, status: 'failed', ownerNode: '1/before' }, failure, { live });
    expect(callsOf('closeJournal')).toEqual([[7, `${at} ${line}`, steps('succeeded', 'failed', 'pending')]]);
  });

  it('that was declared failed before logs no second failure', async () => {
    answers['fail'] = false;
    await settlement.settle({ ...task, ownerNode: '1/before' }, failure, { live: true });
    expect(lines).toEqual([]);
    expect(callsOf('closeJournal')).toHaveLength(1);
  });

  it('that was committed closes its journal also when it was declared failed in between', async () => {
    answers['state'] = { status: 'running', journal: '{"committed":true}' };
    await settlement.settle({ ...task, ownerNode: '1/before' }, failure, { live: true });
    expect(callsOf('closeJournal')).toEqual([]);
    answers['succeed'] = false;
    await settlement.settle({ ...task, ownerNode: '1/before' }, failure, { live: true });
    expect(callsOf('closeJournal')).toEqual([
      [7, expect.stringContaining('committed before the interruption'), task.steps],
    ]);
  });

  it.each<[string, Notes & { on: string }, boolean]>([
    ['is another node’s', { on: '2/other' }, true],
    ['is this node’s', { on: '1/before' }, false],
    ['of this node was taken over', { on: '1/before', takenOver: '2/x' }, true],
    ['of another node was taken over', { on: '2/other', takenOver: '1/now' }, true],
    ['has its shared part settled', { on: '2/other', takenOver: '1/now', sharedEnded: true }, false],
  ])('may be taken over: one that %s', (_what, { on, ...journal }, expected) => {
    const open = { ...task, ownerNode: on, journal: JSON.stringify(journal) };
    expect(settlement.mayTakeOver(open)).toBe(expected);
  });

  it('waits while another node settles what they share', async () => {
    answers['state'] = { status: 'failed', journal: '{"takenOver":"2/x"}' };
    await expect(settlement.renew(7)).rejects.toMatchObject({ code: 'TASK_TAKEN_OVER', status: 409 });
    answers['state'] = { status: 'failed', journal: '{"takenOver":"2/x","sharedEnded":true}' };
    expect(await settlement.renew(7)).toMatchObject({ status: 'failed', isOpen: true });
  });

  it('reads its state, also of one that is gone or closed', async () => {
    expect(await settlement.renew(7)).toEqual({ status: undefined, isOpen: false, journal: {} });
    answers['state'] = { status: 'succeeded', journal: null };
    expect(await settlement.renew(7)).toEqual({ status: 'succeeded', isOpen: false, journal: {} });
    expect(calls.map(([name]) => name)).toEqual(['renew', 'state', 'renew', 'state']);
  });
});
