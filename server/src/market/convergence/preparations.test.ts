import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PlatformError } from '../../kernel/index.ts';
import { collectingLogger, type LogLine } from '../../testing/collecting-logger.ts';
import { LEFT_OUT, type Phase, type PhaseAnswer } from '../records/phase-store.ts';
import { Preparations, type PreparationParts } from './preparations.ts';

const phase = (more: Partial<Phase> = {}): Phase => ({
  ...{ taskId: 1, appCode: 'demo', version: '1.1.0', nodeId: 'leader', machineId: 'other' },
  ...{ stage: 'prepare', stagedJar: 'leader.jar', ...more },
});

describe('a host that prepares for operations of others', () => {
  let open: Phase[];
  let alive: Set<string>;
  let isBusy: boolean;
  let sharesFiles: boolean;
  let jar: string | null;
  let events: string[];
  let lines: LogLine[];
  let broken: { prepare?: Error; complete?: Error };
  /** Takes the prepared version where it was committed. */
  let converge: () => Promise<void>;
  let preparations: Preparations;

  const backend = (version: string) => ({
    complete: async () => {
      if (broken.complete) throw broken.complete;
      events.push(`complete ${version}`);
    },
    discard: async () => void events.push(`discard ${version}`),
  });
  beforeEach(() => {
    [open, events, lines, broken] = [[], [], [], {}];
    [isBusy, sharesFiles, jar] = [false, false, 'own.jar'];
    alive = new Set(['leader']);
    converge = async () => void events.push('converge');
    preparations = new Preparations({
      nodeId: 'own',
      phases: {
        open: async () => open,
        answer: async (taskId: number, nodeId: string, { stage, failure }: PhaseAnswer) =>
          void events.push(`${nodeId} answers ${taskId} ${stage} ${failure?.code ?? 'well'}`),
        withdraw: async (taskId: number) => void events.push(`withdraw ${taskId}`),
      },
      files: {
        exclusively: (_appCode: string, work: () => Promise<unknown>) => work(),
        prepare: async ({ version }: { version: string }) => void events.push(`stage ${version}`),
        takeBack: async (appCode: string, { migrated, taskId }: { migrated: boolean; taskId?: number }) =>
          void events.push(`take back ${appCode} of ${taskId}${migrated ? ', migrated' : ''}`),
        placement: { stagedJar: () => jar },
      },
      backends: {
        prepare: async (_appCode: string, from: string) => {
          if (broken.prepare) throw broken.prepare;
          events.push(`prepare ${from}`);
          return backend('1.1.0');
        },
      },
      isBusy: () => isBusy,
      sharesFiles: () => sharesFiles,
      living: async () => alive,
      converge: () => converge(),
      rereadTables: async () => void events.push('reread'),
      logger: collectingLogger(lines),
      timers: { elapsed: () => 0, every: () => () => undefined, pause: async () => undefined },
    } as unknown as PreparationParts);
  });
  /** Opens it, and lets its work end. @returns what has happened */
  async function happened(): Promise<string[]> {
    await preparations.start(1_000);
    await vi.waitFor(async () => {
      const before = events.length;
      await preparations.look();
      await new Promise((turn) => setImmediate(turn));
      if (events.length !== before) throw new Error('It goes on.');
    });
    return events.splice(0);
  }
  const prepared = ['stage 1.1.0', 'prepare own.jar', 'own answers 1 prepare well'];

  it('prepares once what is asked for, and answers', async () => {
    open = [phase(), phase({ taskId: 2, appCode: 'own', nodeId: 'own' })];
    expect(await happened()).toEqual(prepared);
    expect(await happened()).toEqual([]);
  });

  it('completes it once all are to be ready, with the tables as they are now', async () => {
    open = [phase()];
    await happened();
    open = [phase({ stage: 'ready' })];
    const ready = ['reread', 'complete 1.1.0', 'own answers 1 ready well'];
    expect(await happened()).toEqual(ready);
    open = [];
    // Scripts have run, and stay.
    expect(await happened()).toEqual([
      ...['converge', 'withdraw 1', 'discard 1.1.0', 'take back demo of 1, migrated'],
    ]);
    open = [phase({ stage: 'ready', taskId: 3 })];
    expect(await happened()).toEqual([
      'stage 1.1.0',
      'prepare own.jar',
      'reread',
      ready[1],
      'own answers 3 ready well',
    ]);
  });

  it('leaves the prepared version to what was committed', async () => {
    open = [phase()];
    await happened();
    open = [];
    converge = async () => void events.push(`taken ${(await preparations.take('demo', '1.1.0'))?.version}`);
    expect(await happened()).toEqual(['taken 1.1.0', 'withdraw 1']);
  });

  it('gives up what was prepared where another version was committed', async () => {
    open = [phase()];
    await happened();
    expect(await preparations.take('demo', '1.2.0')).toBeUndefined();
    expect(events).toEqual(['withdraw 1', 'discard 1.1.0', 'take back demo of 1']);
    expect(await preparations.take('demo', '1.1.0')).toBeUndefined();
  });

  it('gives up what was prepared for a task that another one has replaced', async () => {
    open = [phase()];
    await happened();
    open = [phase({ taskId: 2 })];
    const again = await happened();
    expect(again).toContain('own answers 2 prepare well');
    expect(again.filter((event) => event === 'discard 1.1.0')).toHaveLength(1);
  });

  it('uses the files of a host that shares its directory, and leaves them to it', async () => {
    sharesFiles = true;
    open = [phase()];
    expect(await happened()).toEqual(['prepare leader.jar', 'own answers 1 prepare well']);
    await preparations.close();
    expect(events).toEqual(['discard 1.1.0']);
  });

  it('prepares the files alone of an application without a backend', async () => {
    jar = null;
    open = [phase()];
    expect(await happened()).toEqual(['stage 1.1.0', 'own answers 1 prepare well']);
  });

  it('does nothing for a host whose lease has run out, and gives up what it had asked for', async () => {
    open = [phase()];
    await happened();
    alive.clear();
    expect(await happened()).toEqual(['converge', 'withdraw 1', 'discard 1.1.0', 'take back demo of 1']);
  });

  it('answers a failure with its stage, takes its files back, and does not try again', async () => {
    broken.prepare = new PlatformError({ code: 'X', message: 'It broke.', details: { loadStage: 'init' } });
    open = [phase()];
    expect(await happened()).toEqual(['stage 1.1.0', 'take back demo of 1', 'own answers 1 prepare X']);
    open = [phase({ stage: 'ready' })];
    expect(await happened()).toEqual([]);
    expect(lines.map(({ level }) => level)).toEqual(['error']);
  });

  it('gives up what cannot become ready', async () => {
    open = [phase()];
    await happened();
    broken.complete = new PlatformError({ code: 'X', message: 'It broke.' });
    open = [phase({ stage: 'ready' })];
    expect(await happened()).toEqual([
      ...['reread', 'discard 1.1.0', 'take back demo of 1, migrated', 'own answers 1 ready X'],
    ]);
  });

  it('prepares nothing while it runs an overtaken operation itself', async () => {
    isBusy = true;
    open = [phase()];
    expect(await happened()).toEqual([`own answers 1 prepare ${LEFT_OUT}`]);
  });

  it('does nothing before it is opened and after it is closed, and leaves nothing', async () => {
    open = [phase()];
    await preparations.look();
    expect(events).toEqual([]);
    await happened();
    await preparations.close();
    expect(events).toEqual(['discard 1.1.0', 'take back demo of 1']);
    await preparations.look();
    expect(events).toHaveLength(2);
  });
});
