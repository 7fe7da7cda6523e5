import { describe, expect, it, beforeEach, afterEach, vi } from 'vitest';
import type { SqlDatabase } from '../../data/index.ts';
import { openHostDatabase } from '../../data/testing/open.ts';
import { PlatformError, systemTimers } from '../../kernel/index.ts';
import { collectingLogger, type LogLine } from '../../testing/collecting-logger.ts';
import { DesiredStore, type Desired, type DesiredState } from '../records/desired-store.ts';
import { Convergence, type Applications } from './convergence.ts';
import { HostReports } from './host-reports.ts';
import { ObservedStore } from './observed-store.ts';

/** A host's disk and process, without files. */
class FakeApplications implements Applications {
  readonly has = new Map<string, { version: string; loaded: boolean }>();
  /** Each change, as it happened. */
  readonly changes: string[] = [];
  attempts = 0;
  /** Versions that this host cannot have, such as those whose package is missing. */
  readonly missing = new Set<string>();
  /** Applications that load only beside another one. */
  readonly needs = new Map<string, string>();

  version(appCode: string): string | null {
    return this.has.get(appCode)?.version ?? null;
  }
  async isCurrent({ appCode, version, state }: Desired): Promise<boolean> {
    const own = this.has.get(appCode);
    if (state === 'removed') return own === undefined;
    return own?.version === version && own.loaded === (state === 'running');
  }
  async place(desired: Desired): Promise<void> {
    if (this.version(desired.appCode) !== desired.version) await this.#set(desired, false, 'placed');
  }
  async reach(desired: Desired): Promise<void> {
    this.attempts += 1;
    const needed = this.needs.get(desired.appCode);
    if (needed !== undefined && !this.has.has(needed)) throw failure('PLUGIN_DEPENDENCY_MISSING');
    await this.#set(desired, desired.state === 'running', desired.state);
  }
  async #set({ appCode, version, state }: Desired, loaded: boolean, what: string): Promise<void> {
    if (this.missing.has(version)) throw failure('PACKAGE_MISSING');
    if (state === 'removed') this.has.delete(appCode);
    else this.has.set(appCode, { version, loaded });
    this.changes.push(`${appCode} ${version} ${what}`);
  }
}

const failure = (code: string): PlatformError =>
  new PlatformError({ code, message: `It fails with ${code}.` });

describe('hosts follow what is desired (design 10.4)', () => {
  let database: SqlDatabase;
  let desired: DesiredStore;
  let elapsed: number;
  let lines: LogLine[];
  let busy: Set<string>;

  const commit = async (appCode: string, version: string, state: DesiredState = 'running'): Promise<void> =>
    desired.commit(
      { appCode, version, state, jar: null, packageUrl: null, frontendVersion: null, taskId: null },
      await desired.generation(appCode),
    );

  function host(nodeId: string) {
    const applications = new FakeApplications();
    const observed = new ObservedStore(database, nodeId);
    let rounds = 0;
    const convergence = new Convergence({
      desired,
      observed,
      applications,
      whileIdle: async (appCode, work) => {
        if (busy.has(`${nodeId} ${appCode}`)) return false;
        await work();
        return true;
      },
      changed: async () => void (rounds += 1),
      logger: collectingLogger(lines),
      timers: { ...systemTimers, elapsed: () => elapsed },
    });
    return {
      applications,
      convergence,
      rounds: () => rounds,
      seen: async (appCode = 'demo') => (await observed.of(appCode)).get(nodeId),
    };
  }

  beforeEach(async () => {
    database = await openHostDatabase({ type: 'sqlite', file: ':memory:' });
    desired = new DesiredStore(database, 1);
    elapsed = 0;
    lines = [];
    busy = new Set();
  });
  afterEach(() => database.close());

  it('each follows every commit, once, and says so', async () => {
    const [one, two] = [host('one'), host('two')];
    const look = () => Promise.all([one.convergence.look(), two.convergence.look()]);
    await commit('demo', '1.0.0');
    await look();
    await commit('demo', '1.1.0');
    await look();
    await look();
    await commit('demo', '1.1.0', 'dormant');
    await look();
    await commit('demo', '1.1.0', 'removed');
    await look();
    for (const each of [one, two]) {
      expect(each.applications.changes).toEqual([
        'demo 1.0.0 running',
        'demo 1.1.0 running',
        'demo 1.1.0 dormant',
        'demo 1.1.0 removed',
      ]);
      expect(each.rounds()).toBe(4);
      expect(await each.seen()).toMatchObject({ version: null, generation: 4, failure: null });
    }
  });

  it('a host that was away takes the last state only', async () => {
    await commit('demo', '1.0.0');
    await commit('demo', '1.1.0');
    await commit('gone', '1.0.0');
    await commit('gone', '1.0.0', 'removed');
    const late = host('late');
    await late.convergence.look();
    expect(late.applications.changes).toEqual(['demo 1.1.0 running']);
    expect(await late.seen()).toMatchObject({ version: '1.1.0', generation: 2, failure: null });
  });

  it('a host that cannot follow keeps what it has, reports why, and tries again with growing pauses', async () => {
    const one = host('one');
    await commit('demo', '1.0.0');
    await one.convergence.look();
    one.applications.missing.add('1.1.0');
    await commit('demo', '1.1.0');
    await commit('other', '1.0.0');
    await one.convergence.look();
    expect(one.applications.version('demo')).toBe('1.0.0');
    expect(one.applications.version('other')).toBe('1.0.0');
    expect(await one.seen()).toMatchObject({
      version: '1.0.0',
      generation: 1,
      failure: { code: 'PACKAGE_MISSING', generation: 2 },
    });
    const tried: number[] = [];
    for (elapsed = 0; elapsed < 64_000; elapsed += 1_000) {
      const before = one.applications.attempts;
      await one.convergence.look();
      if (one.applications.attempts > before) tried.push(elapsed / 1_000);
    }
    expect(tried).toEqual([1, 3, 7, 15, 31, 63]);
    // A try that changes nothing has no record read.
    expect(one.rounds()).toBe(2);
    expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1);
    one.applications.missing.clear();
    elapsed += 3_600_000;
    await one.convergence.look();
    expect(await one.seen()).toMatchObject({ version: '1.1.0', generation: 2, failure: null });
  });

  it('a new commit is followed at once, whatever failed before', async () => {
    const one = host('one');
    one.applications.missing.add('1.0.0');
    await commit('demo', '1.0.0');
    await one.convergence.look();
    await commit('demo', '1.1.0');
    await one.convergence.look();
    expect(one.applications.version('demo')).toBe('1.1.0');
  });

  it('a new commit that fails too is reported, and is tried as soon as the first one', async () => {
    const one = host('one');
    one.applications.missing.add('1.0.0').add('1.1.0');
    for (const version of ['1.0.0', '1.1.0']) {
      await commit('demo', version);
      await one.convergence.look();
    }
    expect(lines.filter(({ level }) => level === 'error')).toHaveLength(2);
    elapsed += 1_000;
    await one.convergence.look();
    expect(one.applications.attempts).toBe(3);
  });

  it('what has been reached and could not be reported is reported later', async () => {
    const one = host('one');
    await commit('demo', '1.0.0');
    const report = vi.spyOn(ObservedStore.prototype, 'report').mockRejectedValueOnce(new Error('away'));
    await one.convergence.look();
    report.mockRestore();
    expect(await one.seen()).toMatchObject({ generation: 0, failure: { generation: 1 } });
    elapsed += 1_000;
    await one.convergence.look();
    expect(await one.seen()).toMatchObject({ version: '1.0.0', generation: 1, failure: null });
    expect(one.applications.changes).toHaveLength(1);
  });

  it('what needs another application is loaded after it, whatever its name', async () => {
    const one = host('one');
    one.applications.needs.set('alpha', 'beta').set('beta', 'gamma');
    for (const appCode of ['alpha', 'beta', 'gamma']) await commit(appCode, '1.0.0');
    await one.convergence.look();
    expect(one.applications.changes).toEqual([
      'gamma 1.0.0 running',
      'beta 1.0.0 running',
      'alpha 1.0.0 running',
    ]);
  });

  it('an operation of the host itself is left alone until it has ended', async () => {
    const one = host('one');
    busy.add('one demo');
    await commit('demo', '1.0.0');
    await one.convergence.look();
    expect(one.applications.changes).toEqual([]);
    expect(await one.seen()).toMatchObject({ failure: { code: 'TASK_RUNNING' } });
    expect(lines).toEqual([]);
    busy.clear();
    await one.convergence.look();
    expect(await one.seen()).toMatchObject({ version: '1.0.0', failure: null });
  });

  it.each([
    ['ends', true],
    ['is about to end', false],
  ])('an operation of the host itself that %s during a round is current, not busy', async (_when, ends) => {
    busy.add('one demo');
    await commit('demo', '1.0.0');
    const reported: Array<string | null> = [];
    let settled: Promise<void> | undefined;
    const convergence = new Convergence({
      desired,
      observed: {
        report: async (_appCode, { failure }) => void reported.push(failure?.code ?? null),
      },
      applications: new FakeApplications(),
      // The round finds the operation running, and then it ends.
      whileIdle: async () => {
        settled = convergence.settled('demo');
        if (ends) await settled;
        return false;
      },
      changed: async () => undefined,
      logger: collectingLogger(lines),
      timers: { ...systemTimers, elapsed: () => elapsed },
    });
    await convergence.look();
    await settled;
    expect(reported.at(-1)).toBeNull();
    if (ends) expect(reported).toEqual([null]);
  });

  it('design 10.7-6: an operation on a host that has not what was committed does not make it current', async () => {
    const one = host('one');
    await commit('demo', '1.0.0');
    await one.convergence.look();
    // It was stopped after the commit of its operation, while another host continued to 1.1.0.
    await commit('demo', '1.1.0');
    one.applications.missing.add('1.1.0');
    busy.add('one demo');
    await one.convergence.settled('demo');
    expect(await one.seen()).toMatchObject({ generation: 1, failure: { code: 'PACKAGE_MISSING' } });
    one.applications.missing.clear();
    await one.convergence.settled('demo');
    expect(await one.seen()).toMatchObject({ version: '1.1.0', generation: 2, failure: null });
  });

  it('each commit has the records read, also those that change nothing on this host', async () => {
    const one = host('one');
    await commit('demo', '1.0.0');
    await one.convergence.look();
    expect(one.rounds()).toBe(1);
    // Another tenant enables what runs; the message of it was lost.
    await commit('demo', '1.0.0');
    await one.convergence.look();
    expect(one.rounds()).toBe(2);
    await one.convergence.look();
    expect(one.rounds()).toBe(2);
  });

  it('a host that was forgotten says again what it runs', async () => {
    const one = host('one');
    await commit('demo', '1.0.0');
    await one.convergence.look();
    await database.query.deleteFrom('sys_node_app').execute();
    await one.convergence.look();
    expect(await one.seen()).toBeUndefined();
    await one.convergence.recheck();
    expect(await one.seen()).toMatchObject({ version: '1.0.0', generation: 1, failure: null });
    expect(one.applications.changes).toHaveLength(1);
  });

  it('a host that is forgotten during a round says again what it runs after it', async () => {
    const one = host('one');
    await commit('demo', '1.0.0');
    await one.convergence.look();
    await database.query.deleteFrom('sys_node_app').execute();
    await commit('other', '1.0.0');
    let again: Promise<void> | undefined;
    const reach = one.applications.reach.bind(one.applications);
    one.applications.reach = (wanted) => {
      again = one.convergence.recheck();
      return reach(wanted);
    };
    await one.convergence.look();
    await again;
    expect(await one.seen()).toMatchObject({ version: '1.0.0', generation: 1, failure: null });
  });

  it('a look that is asked for during another one sees what was committed before it was asked for', async () => {
    const one = host('one');
    await commit('demo', '1.0.0');
    const first = one.convergence.look();
    await commit('demo', '1.1.0');
    await Promise.all([first, one.convergence.look(), one.convergence.look()]);
    expect(one.applications.version('demo')).toBe('1.1.0');
  });

  it('design 10.7-17: what a later version has written is left to hosts of that version', async () => {
    await commit('demo', '1.0.0');
    const one = host('one');
    await one.convergence.look();
    const later = new DesiredStore(database, 2);
    const change = {
      appCode: 'demo',
      version: '1.1.0',
      state: 'running',
      jar: null,
      packageUrl: null,
    } as const;
    const more = { frontendVersion: null, taskId: null } as const;
    await later.commit({ ...change, ...more }, await later.fence('demo'));
    await commit('other', '1.0.0');
    await one.convergence.prepare(0);
    await one.convergence.look();
    expect(one.applications.changes).toEqual([
      'demo 1.0.0 running',
      'other 1.0.0 placed',
      'other 1.0.0 running',
    ]);
    expect(await one.seen()).toMatchObject({
      version: '1.0.0',
      failure: { code: 'DESIRED_FORMAT_NEWER', generation: 2 },
    });
    expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1);
    await expect(desired.fence('other')).rejects.toMatchObject({ code: 'DESIRED_FORMAT_NEWER' });
    await later.commit({ ...change, ...more }, await later.fence('demo'));
  });

  it('a start places what is missing before anything is loaded, and goes on without what it cannot have', async () => {
    await commit('demo', '1.0.0');
    await commit('lost', '9.9.9');
    const one = host('one');
    one.applications.missing.add('9.9.9');
    await one.convergence.prepare(0);
    expect(one.applications.changes).toEqual(['demo 1.0.0 placed']);
    expect(lines.filter(({ level }) => level === 'error')).toMatchObject([{ fields: { appCode: 'lost' } }]);
    await one.convergence.look();
    expect(await one.seen('lost')).toMatchObject({ version: null, failure: { code: 'PACKAGE_MISSING' } });
  });

  describe('fencing (design 10.7-6)', () => {
    const change = {
      ...({ appCode: 'demo', version: '1.0.0', state: 'running', jar: null, packageUrl: null } as const),
      ...({ frontendVersion: null, taskId: null } as const),
    };

    it('an operation that began before another one was committed is refused', async () => {
      const [early, late] = [await desired.generation('demo'), await desired.generation('demo')];
      await desired.commit(change, early);
      await expect(desired.commit(change, late)).rejects.toMatchObject({ code: 'OPERATION_OVERTAKEN' });
      const fence = await desired.generation('demo');
      await desired.commit({ ...change, version: '1.1.0' }, fence);
      await expect(desired.commit(change, fence)).rejects.toMatchObject({ code: 'OPERATION_OVERTAKEN' });
      expect(await desired.all()).toMatchObject([{ version: '1.1.0', generation: 2 }]);
    });

    it('an operation that places nothing changes no version, and is fenced as well', async () => {
      await desired.commit(change, 0);
      await desired.commitState({ appCode: 'demo', state: 'dormant', taskId: null }, 1);
      expect(await desired.find('demo')).toMatchObject({ version: '1.0.0', state: 'dormant', generation: 2 });
      await expect(
        desired.commitState({ appCode: 'demo', state: 'running', taskId: null }, 1),
      ).rejects.toMatchObject({ code: 'OPERATION_OVERTAKEN' });
      expect(await desired.find('other')).toBeUndefined();
    });
  });

  describe('the report of an operation', () => {
    const signal = new AbortController().signal;
    const nodeOf = (nodeId: string, more: object = {}) => ({
      ...{
        nodeId,
        hostId: nodeId,
        machine: nodeId,
        address: '',
        state: 'live',
        startedAt: '2026',
        convergedAt: '2026',
      },
      ...more,
    });
    const reportsOf = (
      leader: ReturnType<typeof host>,
      nodes: () => ReturnType<typeof nodeOf>[],
      timeoutMs: number,
    ) =>
      new HostReports({
        nodes: { rows: async () => nodes() },
        desired,
        observed: new ObservedStore(database, 'one'),
        settled: (appCode) => leader.convergence.settled(appCode),
        timeoutMs,
        timers: systemTimers,
      });

    it('waits for each live host, and names the one that does not follow, and why', async () => {
      const [one, two, three] = [host('one'), host('two'), host('three')];
      three.applications.missing.add('1.0.0');
      await one.applications.reach({
        appCode: 'demo',
        version: '1.0.0',
        state: 'running',
        generation: 1,
        format: 1,
      });
      await commit('demo', '1.0.0');
      const nodes = () => ['one', 'two', 'three'].map((id) => nodeOf(id));
      const log: string[] = [];
      const reports = reportsOf(one, nodes, 60_000).of('demo', {
        signal,
        log: (line) => void log.push(line),
      });
      await two.convergence.look();
      await three.convergence.look();
      expect(await reports).toMatchObject([
        { nodeId: 'one', version: '1.0.0', state: 'current' },
        { nodeId: 'two', version: '1.0.0', state: 'current' },
        { nodeId: 'three', version: null, state: 'behind', failure: { code: 'PACKAGE_MISSING' } },
      ]);
      expect(log).toEqual([expect.stringContaining('three')]);
    });

    it('leaves a host out once its lease has run out, and what a killed process left behind', async () => {
      const [one, two] = [host('one'), host('two')];
      await commit('demo', '1.0.0');
      await two.convergence.look();
      let asked = 0;
      const nodes = () => [
        nodeOf('one'),
        nodeOf('killed', { hostId: 'one', startedAt: '2025' }),
        nodeOf('two'),
        nodeOf('dying', { state: (asked += 1) < 3 ? 'live' : 'gone' }),
      ];
      const reports = await reportsOf(one, nodes, 60_000).of('demo', { signal, log: () => undefined });
      expect(reports?.map(({ nodeId, state }) => [nodeId, state])).toEqual([
        ['one', 'current'],
        ['two', 'current'],
      ]);
    });

    it('is behind for a host that has not answered in time, and nothing where one is alone', async () => {
      const one = host('one');
      await commit('demo', '1.0.0');
      const watch = { signal, log: () => undefined };
      const both = () => [nodeOf('one'), nodeOf('two')];
      expect(await reportsOf(one, both, 0).of('demo', watch)).toMatchObject([
        { nodeId: 'one', state: 'current' },
        { nodeId: 'two', state: 'behind', failure: null },
      ]);
      expect(await reportsOf(one, () => [nodeOf('one')], 60_000).of('demo', watch)).toBeUndefined();
    });
  });
});
