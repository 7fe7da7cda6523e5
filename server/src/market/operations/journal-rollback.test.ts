import { describe, expect, it } from 'vitest';
import type { Install } from '../records/install-store.ts';
import type { OperationFailure } from '../tasks/task.ts';
import type { Journal } from './journal.ts';
import { JournalRollback, type JournalDependencies } from './journal-rollback.ts';

const failure: OperationFailure = { stage: 'switch', code: 'X', message: 'broken', fix: null };
const before = { installId: 7, appCode: 'demo', tenantId: 'a', version: '1.0.0' } as Install;
const placement = { appCode: 'demo' } as Journal['placement'];
const other = 'node-2/process';

/** Dependencies that record the name and key arguments of each call. */
function recorded({ deployed, kept = false }: { readonly deployed?: Install; readonly kept?: boolean } = {}) {
  const calls: string[] = [];
  const call = (name: string) => async (): Promise<void> => void calls.push(name);
  const dependencies = {
    installs: {
      find: async () => deployed,
      restore: async (install: Install) => void calls.push(`restore ${install.version}`),
      update: async (installId: number, change: { status?: number }) =>
        void calls.push(`update ${installId} ${change.status ?? 'failure only'}`),
    },
    registry: { refresh: call('refresh') },
    source: { forget: async (code: string, version: string) => void calls.push(`forget ${code} ${version}`) },
    placement: {
      rollBack: async (_plan: unknown, { migrated }: { migrated: boolean }) =>
        void calls.push(`disk ${migrated ? 'keeps scripts' : 'all'}`),
      finish: call('finish disk'),
      clearStaging: call('clear'),
      remove: call('remove files'),
      record: () => undefined,
    },
    phases: { end: async (taskId: number) => void calls.push(`end phases ${taskId}`) },
    backends: {
      enabled: true,
      loadedJar: () => 'demo-2.0.0.jar',
      load: async (_code: string, jar: string) => void calls.push(`load ${jar}`),
      unload: call('unload'),
      keepOut: async (_code: string, jar: string) => {
        if (kept) calls.push(`keep out ${jar}`);
        return kept;
      },
    },
    dataRemoval: {
      dropEverything: async (_code: string, tables: readonly string[]) =>
        void calls.push(`drop ${tables.join()}`),
    },
  } as unknown as JournalDependencies;
  return { calls, rollback: new JournalRollback(dependencies) };
}

const log = (): void => undefined;
const work = { log, assertCurrent: () => Promise.resolve() };
const upgrade: Partial<Journal> = {
  appCode: 'demo',
  tenantId: 'a',
  install: { installId: 7, before },
  placement,
  backend: { jarBefore: 'demo-1.0.0.jar' },
};

describe('rollback of a journal', () => {
  it('restores disk, backend and record', async () => {
    const { calls, rollback } = recorded();
    await rollback.rollBack(upgrade, failure, { live: true, log });
    expect(calls).toEqual(['disk all', 'load demo-1.0.0.jar', 'restore 1.0.0', 'refresh']);
  });

  it('asks the other hosts for nothing more, before it takes anything back', async () => {
    const { calls, rollback } = recorded();
    await rollback.rollBack({ ...upgrade, phases: 9 }, failure, { live: true, log });
    expect(calls).toEqual(['end phases 9', 'disk all', 'load demo-1.0.0.jar', 'restore 1.0.0', 'refresh']);
  });

  it('design 10.3: does not load what is in quarantine by now', async () => {
    const { calls, rollback } = recorded({ kept: true });
    await rollback.rollBack(upgrade, failure, { live: true, log });
    expect(calls).toEqual(['disk all', 'keep out demo-1.0.0.jar', 'restore 1.0.0', 'refresh']);
  });

  it('leaves the record to the node that took over the task', async () => {
    const { calls, rollback } = recorded();
    await rollback.rollBack({ ...upgrade, takenOver: other }, failure, { live: true, log });
    expect(calls).toEqual(['disk all', 'load demo-1.0.0.jar', 'refresh']);
  });

  it('loads no backend at start, and keeps executed scripts', async () => {
    const { calls, rollback } = recorded();
    await rollback.rollBack({ ...upgrade, migrationsRan: true }, failure, { live: false, log });
    expect(calls).toEqual(['disk keeps scripts', 'restore 1.0.0', 'refresh']);
  });

  it('marks a first installation as failed, unloads its backend and forgets its package', async () => {
    const { calls, rollback } = recorded();
    await rollback.rollBack(
      {
        ...upgrade,
        install: { installId: 7, before: null },
        backend: { jarBefore: null },
        kept: { appCode: 'demo', version: '1.0.0' },
      },
      failure,
      { live: true, log },
    );
    expect(calls).toEqual(['disk all', 'unload', 'update 7 9', 'forget demo 1.0.0', 'refresh']);
  });

  it('adds only the failure to the record of a deployed application', async () => {
    const { calls, rollback } = recorded({ deployed: before });
    await rollback.rollBack({ appCode: 'demo', tenantId: 'a' }, failure, { live: true, log });
    expect(calls).toEqual(['update 7 failure only', 'refresh']);
  });

  it('does nothing after the commit, and nothing for an empty journal', async () => {
    const { calls, rollback } = recorded();
    await rollback.rollBack({ ...upgrade, committed: true }, failure, { live: true, log });
    await rollback.rollBack({}, failure, { live: true, log });
    expect(calls).toEqual([]);
  });
});

describe('completion of a journal', () => {
  const removal: Partial<Journal> = { ...upgrade, committed: true, removing: true, dropping: ['demo_item'] };

  it('drops data and removes files', async () => {
    const { calls, rollback } = recorded();
    expect(await rollback.complete(removal, work)).toBe(true);
    expect(calls).toEqual(['drop demo_item', 'remove files']);
  });

  it('leaves the data to the node that took over the task', async () => {
    const { calls, rollback } = recorded();
    expect(await rollback.complete({ ...removal, takenOver: other }, work)).toBe(true);
    expect(calls).toEqual(['remove files']);
  });

  it('clears replaced files of a version change', async () => {
    const { calls, rollback } = recorded();
    expect(await rollback.complete({ ...upgrade, committed: true }, work)).toBe(true);
    expect(calls).toEqual(['finish disk']);
  });

  it('refuses a journal that is not committed', async () => {
    const { calls, rollback } = recorded();
    expect(await rollback.complete(upgrade, work)).toBe(false);
    expect(calls).toEqual([]);
  });
});

describe('a journal with a later operation, which another node may have led', () => {
  it.each([
    ['rolls the files back', upgrade, ['disk keeps scripts']],
    ['clears replaced files after the commit', { ...upgrade, committed: true }, ['finish disk']],
    [
      'removes those of an uninstalled application',
      { ...upgrade, committed: true, removing: true },
      ['remove files'],
    ],
    ['does nothing for an empty journal', {}, []],
    ['does nothing without files', { appCode: 'demo', committed: true }, []],
    ['does nothing before the removal was committed', { appCode: 'demo', removing: true }, []],
  ] satisfies Array<[string, Partial<Journal>, string[]]>)('at the start %s', async (_what, left, done) => {
    const { calls, rollback } = recorded();
    const lines: string[] = [];
    await rollback.settleDisk(left, { live: false, log: (line) => lines.push(line) });
    expect(calls).toEqual(done);
    expect(lines).toHaveLength(done.length);
  });

  it('removes only what waits on a host that runs', async () => {
    const { calls, rollback } = recorded();
    await rollback.settleDisk(upgrade, { live: true, log });
    await rollback.settleDisk({ appCode: 'demo', committed: true, removing: true }, { live: true, log });
    expect(calls).toEqual(['clear']);
  });
});

describe('a journal of another node', () => {
  it('restores the record without touching the disk', async () => {
    const { calls, rollback } = recorded();
    await rollback.settleShared(upgrade, failure, work);
    expect(calls).toEqual(['restore 1.0.0', 'refresh']);
  });

  it('drops the data of a committed removal', async () => {
    const { calls, rollback } = recorded();
    await rollback.settleShared({ ...upgrade, committed: true, dropping: ['demo_item'] }, failure, work);
    expect(calls).toEqual(['drop demo_item', 'refresh']);
  });

  it('lists the remaining work for the disk of that node', () => {
    const { rollback } = recorded();
    expect(rollback.hasLocalWork({ placement })).toBe(true);
    expect(rollback.hasLocalWork({ removing: true })).toBe(true);
    expect(rollback.hasLocalWork({ appCode: 'demo' })).toBe(false);
    expect(rollback.isCommitted({ committed: true })).toBe(true);
    expect(rollback.isCommitted(upgrade)).toBe(false);
  });
});
