import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeZip, ZipArchive } from '@platform/package-format';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppVersion } from '../records/version-store.ts';
import type { FetchWatch } from '../source/market-source.ts';
import type { TaskWork } from '../tasks/task-run.ts';
import type { Journal } from './journal.ts';
import { PackageSteps, type PackageStepDependencies } from './package-steps.ts';

const version = { appCode: 'demo', version: '1.0.0' } as AppVersion;

describe('the steps of a package', () => {
  let tempDir: string;
  beforeEach(async () => {
    tempDir = await mkdtemp(join(tmpdir(), 'package-steps-'));
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await rm(tempDir, { recursive: true, force: true });
  });

  it('saves its progress every two seconds, so that a long transfer is not declared failed', async () => {
    const saved: number[] = [];
    let fraction = 0;
    const task = {
      taskId: 1,
      signal: new AbortController().signal,
      log: () => undefined,
      progress: (share: number) => (fraction = share),
      save: async () => void saved.push(fraction),
    } as unknown as TaskWork<Journal>;
    const fetch = async (_version: AppVersion, _file: string, watch: FetchWatch) => {
      for (const share of [0.1, 0.2, 0.3, 0.4, 0.5]) {
        vi.advanceTimersByTime(1_000);
        await watch.progress(share);
      }
      return { size: 1, sha256: '', isStored: true };
    };
    const steps = new PackageSteps({ source: { fetch }, tempDir } as unknown as PackageStepDependencies);
    await steps.download(task, version);
    expect(saved).toEqual([0.2, 0.4]);
    expect(fraction).toBe(0.5);
    expect(steps.folder).toBe(join(tempDir, 'task-1'));
  });

  it('stops when saving reports that the task was declared failed', async () => {
    const task = {
      taskId: 2,
      signal: new AbortController().signal,
      log: () => undefined,
      progress: () => undefined,
      save: () => Promise.reject(new Error('declared failed')),
    } as unknown as TaskWork<Journal>;
    const fetch = async (_version: AppVersion, _file: string, watch: FetchWatch) => {
      vi.advanceTimersByTime(2_000);
      await watch.progress(0.5);
    };
    const steps = new PackageSteps({ source: { fetch }, tempDir } as unknown as PackageStepDependencies);
    await expect(steps.download(task, version)).rejects.toThrow('declared failed');
  });

  it.each(['staged', 'refused'])('closes the archive of a package that is %s', async (outcome) => {
    const close = vi.spyOn(ZipArchive.prototype, 'close');
    const task = {
      taskId: 3,
      log: () => undefined,
      record: async () => undefined,
    } as unknown as TaskWork<Journal>;
    const placement = {
      plan: async () => ({}),
      stage: async () => {
        if (outcome === 'refused') throw new Error('The disk is full.');
      },
    };
    const accepted = {
      manifest: { version: '1.0.0', assets: {} },
      findings: [],
      signature: { state: 'unsigned' },
    };
    const steps = new PackageSteps({
      source: {
        fetch: async (_version: AppVersion, file: string) => {
          await writeZip(file, [{ name: 'app.json', content: Buffer.from('{}') }]);
          return { isStored: true };
        },
      },
      verifier: { inspector: { inspect: async () => accepted }, registry: { isInstalled: () => false } },
      placement,
      tempDir,
    } as unknown as PackageStepDependencies);
    await steps.download(task, version);
    await steps.verify(task);
    const staged = steps.stage(task).then(
      () => 'staged',
      () => 'refused',
    );
    expect(await staged).toBe(outcome);
    expect(close).toHaveBeenCalledOnce();
    close.mockRestore();
  });

  it('journals what it keeps and stages before it does so', async () => {
    const events: string[] = [];
    const task = {
      taskId: 4,
      log: () => undefined,
      record: async (journal: object) => void events.push(`record ${Object.keys(journal).join()}`),
    } as unknown as TaskWork<Journal>;
    const accepted = {
      manifest: { version: '1.0.0', assets: {} },
      findings: [],
      signature: { state: 'unsigned' },
    };
    const steps = new PackageSteps({
      source: {
        fetch: async (_version: AppVersion, file: string) => {
          await writeZip(file, [{ name: 'app.json', content: Buffer.from('{}') }]);
          return { isStored: false };
        },
        keep: async () => {
          events.push('keep');
          return version;
        },
      },
      verifier: { inspector: { inspect: async () => accepted }, registry: { isInstalled: () => false } },
      placement: { plan: async () => ({}), stage: async () => void events.push('stage') },
      tempDir,
    } as unknown as PackageStepDependencies);
    await steps.download(task, version);
    await steps.verify(task);
    await steps.stage(task);
    expect(events).toEqual(['record kept', 'keep', 'record placement', 'stage']);
    expect(steps.kept).toBe(version);
  });
});
