import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../kernel/index.ts';
import type { Backends } from '../runtime/backends.ts';
import type { TaskWork } from '../tasks/task-run.ts';
import { rollBackBackend, switchBackend } from './backend-switch.ts';
import type { Journal } from './journal.ts';

/** Backends where 1.1.0 of `crm` is in quarantine. */
function recorded(serving: string | null, more: Partial<Backends> = {}) {
  const calls: string[] = [];
  const backends = {
    enabled: true,
    loadedJar: () => serving,
    keepOut: async (_code: string, jar: string) => {
      calls.push(`keep out ${jar}`);
      return jar === 'crm-1.1.0.jar';
    },
    load: async (_code: string, jar: string) => {
      calls.push(`load ${jar}`);
      if (jar === 'crm-1.1.0.jar') throw new PlatformError({ code: 'APP_QUARANTINED', message: 'kept out' });
      const skipped = [{ name: 'Report', missing: 'crm-pdf' }];
      return { note: 'loaded', skipped, stages: [{ stage: 'init', durationMs: 7 }] };
    },
    unload: async () => void calls.push('unload'),
    ...more,
  } as unknown as Backends;
  const task = {
    record: async (journal: Partial<Journal>) => void calls.push(JSON.stringify(journal)),
    log: (line: string) => calls.push(line),
  } as unknown as TaskWork<Journal>;
  const log = (line: string): number => calls.push(line);
  return {
    calls,
    run: (jar: string | null) => switchBackend(backends, task, 'crm', jar),
    rollBack: (jarBefore: string | null) => rollBackBackend(backends, 'crm', jarBefore, log),
  };
}

describe('design 10.3: an operation on a version in quarantine', () => {
  it('places it and does not load it where nothing serves', async () => {
    const { calls, run } = recorded(null);
    const { report } = await run('crm-1.1.0.jar');
    expect(report).toMatchObject({ hotLoaded: false, restartRequired: false });
    expect(calls).toEqual([
      '{"backend":{"jarBefore":null}}',
      'keep out crm-1.1.0.jar',
      expect.stringContaining('in quarantine'),
    ]);
  });

  it('is refused where another version serves, which stays', async () => {
    const { calls, run } = recorded('crm-1.0.0.jar');
    await expect(run('crm-1.1.0.jar')).rejects.toMatchObject({ code: 'APP_QUARANTINED' });
    expect(calls).toEqual(['{"backend":{"jarBefore":"crm-1.0.0.jar"}}', 'load crm-1.1.0.jar']);
  });

  it('loads another version', async () => {
    const { run } = recorded(null);
    expect((await run('crm-1.2.0.jar')).report).toMatchObject({ hotLoaded: true });
  });
});

describe('a switch of backends', () => {
  it('is recorded before it happens, and logs what was loaded and skipped', async () => {
    const { calls, run } = recorded('crm-1.0.0.jar');
    const { report } = await run('crm-1.2.0.jar');
    expect(report).toEqual({
      hotLoaded: true,
      hotLoadNote: 'loaded',
      restartRequired: false,
      skippedClasses: [{ name: 'Report', missing: 'crm-pdf' }],
    });
    expect(calls).toEqual([
      '{"backend":{"jarBefore":"crm-1.0.0.jar"}}',
      'load crm-1.2.0.jar',
      'warning: Report was skipped, crm-pdf is missing',
      'Load stage init: 7 ms',
      'loaded',
    ]);
  });

  it('is none without a backend, and waits for a restart where the runtime is off', async () => {
    const without = recorded(null);
    expect((await without.run(null)).report).toMatchObject({ hotLoaded: false, restartRequired: false });
    const off = recorded(null, { enabled: false });
    expect((await off.run('crm-1.2.0.jar')).report).toMatchObject({
      hotLoaded: false,
      restartRequired: true,
    });
    expect([...without.calls, ...off.calls]).toEqual([]);
  });
});

describe('a backend that is rolled back', () => {
  it('is loaded again, or unloaded where none served', async () => {
    const { calls, rollBack } = recorded('crm-1.2.0.jar');
    await rollBack('crm-1.0.0.jar');
    await rollBack(null);
    expect(calls).toEqual(['keep out crm-1.0.0.jar', 'load crm-1.0.0.jar', 'unload']);
  });

  it('is left alone where it serves, or where the runtime is off', async () => {
    const serving = recorded('crm-1.0.0.jar');
    await serving.rollBack('crm-1.0.0.jar');
    const off = recorded(null, { enabled: false });
    await off.rollBack('crm-1.0.0.jar');
    expect([...serving.calls, ...off.calls]).toEqual([]);
  });

  it('stays out in quarantine', async () => {
    const { calls, rollBack } = recorded(null);
    await rollBack('crm-1.1.0.jar');
    expect(calls).toEqual(['keep out crm-1.1.0.jar', 'crm-1.1.0.jar is in quarantine and stays out']);
  });

  it('that cannot be loaded is a failure of its own', async () => {
    const { rollBack } = recorded(null, { load: () => Promise.reject(new Error('no file')) });
    await expect(rollBack('crm-1.0.0.jar')).rejects.toMatchObject({
      code: 'BACKEND_NOT_RESTORED',
      message: expect.stringContaining('crm-1.0.0.jar could not be loaded again: no file') as string,
    });
  });
});
