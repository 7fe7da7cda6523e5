import { beforeEach, describe, expect, it } from 'vitest';
import { LEFT_OUT, type PhaseAnswer, type PhaseStore } from '../records/phase-store.ts';
import { HostPhases } from './host-phases.ts';
import type { HostNode } from './host-reports.ts';

const node = (nodeId: string, more: Partial<HostNode> = {}): HostNode => ({
  ...{ nodeId, hostId: nodeId, machine: `m-${nodeId}`, address: '', state: 'live' },
  ...{ startedAt: '2026', convergedAt: '2026', ...more },
});
const done = (stage: PhaseAnswer['stage']): PhaseAnswer => ({ stage, failure: null });
const failed = (code: string, more: object = {}): PhaseAnswer => ({
  stage: 'prepare',
  failure: { code, message: 'It broke.', ...more },
});

describe('an operation that waits for the other hosts', () => {
  let nodes: HostNode[];
  let answers: Map<string, PhaseAnswer>;
  let elapsed: number;
  let log: string[];
  let shown: string[];
  let saves: number;
  /** Called at each pause. */
  let meanwhile: () => void;
  const begun: unknown[] = [];

  beforeEach(() => {
    nodes = [node('own'), node('two')];
    answers = new Map();
    [elapsed, saves, log, shown] = [0, 0, [], []];
    meanwhile = () => undefined;
  });

  const phases = (over: object = {}) =>
    new HostPhases({
      nodeId: 'own',
      machineId: 'machine',
      nodes: { rows: async () => nodes },
      phases: {
        answers: async () => new Map(answers),
        begin: async (phase: unknown) => void begun.push(phase),
      } as unknown as PhaseStore,
      timeoutMs: 10_000,
      timers: {
        elapsed: () => elapsed,
        every: () => () => undefined,
        pause: async (ms) => {
          elapsed += ms;
          meanwhile();
        },
      },
      ...over,
    });
  const stop = new AbortController().signal;
  const reached = (stage: PhaseAnswer['stage'], signal = stop, own = stop) =>
    phases().reached(
      {
        taskId: 7,
        signal: own,
        log: (line) => void log.push(line),
        hosts: (hosts) => void shown.push(hosts.map(({ nodeId, state }) => `${nodeId} ${state}`).join()),
        save: async () => void (saves += 1),
      },
      stage,
      signal,
    );

  it('asks those that live and have run what they should, each data directory once', async () => {
    expect(await phases().several()).toBe(true);
    for (const rows of [
      [node('own')],
      [node('own'), node('two', { state: 'gone' })],
      [node('own'), node('two', { convergedAt: null })],
      [node('own', { startedAt: '2027' }), node('killed', { hostId: 'own' })],
    ]) {
      nodes = rows;
      expect(await phases().several()).toBe(false);
    }
    expect(await phases({ nodes: undefined }).several()).toBe(false);
    await phases().begin({ taskId: 7, appCode: 'demo', version: '1.1.0', stagedJar: null });
    expect(begun).toMatchObject([{ taskId: 7, nodeId: 'own', machineId: 'machine', stage: 'prepare' }]);
  });

  it('goes on once each has reached the stage, and shows each change', async () => {
    nodes.push(node('three'));
    answers.set('two', done('prepare'));
    meanwhile = () => elapsed > 1_000 && answers.set('three', done('ready'));
    await reached('prepare');
    expect(shown).toEqual(['two done,three waiting', 'two done,three done']);
    expect(log).toEqual(['Prepared on 2 other hosts']);
    expect(saves).toBe(0);
  });

  it('takes what was prepared for nothing that is ready', async () => {
    answers.set('two', done('prepare'));
    meanwhile = () => elapsed > 5_000 && answers.set('two', done('ready'));
    await reached('ready');
    expect(log).toEqual(['Ready on 1 other host']);
    // Otherwise the sweeper would take it for dead.
    expect(saves).toBe(2);
  });

  it('ends with the failure of a host, and says where and why', async () => {
    answers.set('two', failed('X', { loadStage: 'init', fix: 'Mend it.' }));
    await expect(reached('prepare')).rejects.toMatchObject({
      ...{ code: 'HOST_NOT_PREPARED', status: 409, fix: 'Mend it.' },
      message: 'The host m-two failed in init with X, so no host has switched: It broke.',
      details: { nodeId: 'two', stage: 'prepare', code: 'X', loadStage: 'init' },
    });
    expect(shown).toEqual(['two failed']);
  });

  it('leaves out a host that runs an overtaken operation', async () => {
    answers.set('two', failed(LEFT_OUT));
    await reached('prepare');
    expect(log).toEqual(['warning: the host m-two is left out: It broke.', 'Prepared on 1 other host']);
  });

  it('leaves out a host whose lease runs out', async () => {
    meanwhile = () => void (nodes = elapsed > 1_000 ? [node('own')] : nodes);
    await reached('prepare');
    expect(log).toEqual(['Prepared on 0 other hosts']);
  });

  it('ends at its time limit, with those that have not answered', async () => {
    nodes.push(node('three', { address: 'http://three' }));
    answers.set('two', done('prepare'));
    await expect(reached('prepare')).rejects.toMatchObject({
      ...{ code: 'HOST_NOT_ANSWERED', status: 504 },
      message: 'm-three http://three did not reach prepare within 10 s, so no host has switched.',
    });
    expect(elapsed).toBeGreaterThan(10_000);
    expect(elapsed).toBeLessThan(10_500);
  });

  it.each(['by its own work', 'with its task'])('ends %s', async (how) => {
    const ending = new AbortController();
    meanwhile = () => elapsed > 1_000 && ending.abort(new Error('over'));
    const own = how === 'with its task' ? ending.signal : stop;
    await expect(reached('prepare', own === stop ? ending.signal : stop, own)).rejects.toThrow('over');
  });
});
