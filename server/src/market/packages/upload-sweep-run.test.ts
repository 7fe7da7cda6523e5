import { beforeEach, describe, expect, it } from 'vitest';
import type { ModuleContext } from '../../kernel/index.ts';
import { testConfig } from '../../kernel/testing/config.ts';
import { collectingLogger, type LogLine } from '../../testing/collecting-logger.ts';
import type { PackageRecords } from '../records/package-records.ts';
import type { PackageStorage } from './package-storage.ts';
import { startUploadSweep, UploadSweep } from './upload-sweep.ts';

describe('a sweep of uploads', () => {
  let lines: LogLine[];
  let calls: string[];
  let gate: Promise<void>;
  let records: PackageRecords;
  let storage: PackageStorage;
  let sweep: UploadSweep;

  beforeEach(() => {
    lines = [];
    calls = [];
    gate = Promise.resolve();
    records = {
      unused: async (keepMs: number) => {
        calls.push(`unused ${keepMs}`);
        return ['kept', 'broken', 'old'].map((packageUrl) => ({ packageUrl }));
      },
    } as unknown as PackageRecords;
    storage = {
      clearPartial: async (keepMs: number) => {
        calls.push(`partial ${keepMs}`);
        await gate;
      },
      removeUnused: async ({ packageUrl }: { packageUrl: string }) => {
        calls.push(packageUrl);
        if (packageUrl === 'broken') throw new Error('away');
        return packageUrl === 'old';
      },
    } as unknown as PackageStorage;
    sweep = new UploadSweep(records, storage, 5, collectingLogger(lines));
  });

  it('removes what it can, and logs each package', async () => {
    await sweep.run();
    expect(calls).toEqual(['partial 5', 'unused 5', 'kept', 'broken', 'old']);
    expect(lines).toEqual([
      {
        level: 'warn',
        message: 'A package could not be removed from the storage; the next sweep retries',
        fields: { packageUrl: 'broken', error: new Error('away') },
      },
      { level: 'info', message: 'Removed a package without a version', fields: { packageUrl: 'old' } },
    ]);
  });

  it('is one at a time, is awaited when the host stops, and can be repeated', async () => {
    const held = Promise.withResolvers<void>();
    gate = held.promise;
    const running = sweep.run();
    expect(sweep.run()).toBe(running);
    let isClosed = false;
    const closing = sweep.close().then(() => (isClosed = true));
    await new Promise(setImmediate);
    expect([isClosed, calls]).toEqual([false, ['partial 5']]);
    held.resolve();
    await closing;
    expect(calls).toHaveLength(5);
    await sweep.run();
    expect(calls).toHaveLength(10);
  });

  it('that fails is logged, and does not keep the next from running', async () => {
    gate = Promise.reject(new Error('away'));
    await sweep.run();
    expect(lines).toEqual([
      { level: 'error', message: 'Sweeping uploads failed', fields: { error: new Error('away') } },
    ]);
    gate = Promise.resolve();
    await sweep.run();
    expect(calls).toContain('old');
  });

  it('that runs when the host stops is waited for', async () => {
    const held = Promise.withResolvers<void>();
    gate = held.promise;
    const ready: Array<() => unknown> = [];
    const disposers: Array<() => unknown> = [];
    const ctx = {
      config: testConfig(),
      logger: collectingLogger(lines),
      onReady: (work: () => unknown) => ready.push(work),
      onDispose: (work: () => unknown) => disposers.push(work),
    } as unknown as ModuleContext;
    startUploadSweep(ctx, records, storage);
    ready.forEach((work) => void work());
    const stopping = Promise.all(disposers.map((work) => work()));
    held.resolve();
    await stopping;
    expect(calls).toHaveLength(5);
  });
});
