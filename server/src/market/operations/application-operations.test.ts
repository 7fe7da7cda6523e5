import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PlatformError } from '../../kernel/index.ts';
import { INSTALL, type Install } from '../records/install-store.ts';
import { PUBLISHED, type AppVersion } from '../records/version-store.ts';
import type { TaskWork } from '../tasks/task-run.ts';
import type { Operation, TaskRunner } from '../tasks/task-runner.ts';
import { ApplicationOperations, type Caller, type OperationDependencies } from './application-operations.ts';
import type { Journal } from './journal.ts';

const caller: Caller = { tenantId: 'a', actor: 'ann', async: false };
const manifests: Readonly<Record<string, object>> = {
  mall: { dependencies: { member: '^1.0.0' } },
  member: {},
  lonely: { dependencies: { gone: '^1.0.0' } },
};
const versionOf = (appCode: string) =>
  ({
    appCode,
    version: '1.0.0',
    status: PUBLISHED,
    manifestJson: JSON.stringify(manifests[appCode]),
  }) as AppVersion;

describe('an operation that is asked for', () => {
  let install: Partial<Install>;
  const update = vi.fn(async () => undefined);
  const refresh = vi.fn(async () => undefined);
  const started: Operation<Journal>[] = [];
  let outcome: (operation: Operation<Journal>) => Promise<object>;
  let operations: ApplicationOperations;

  beforeEach(() => {
    install = { installId: 1, appCode: 'demo', tenantId: 'a', version: '1.0.0', status: INSTALL.enabled };
    for (const mock of [update, refresh]) mock.mockClear();
    started.length = 0;
    outcome = async () => ({ status: 'succeeded', report: { done: true } });
    const source = {
      listing: async (code: string) => code in manifests && { status: 1, name: code, latestVersion: '1.0.0' },
      find: async (code: string) => versionOf(code),
      versions: async (code: string) => [versionOf(code)],
    };
    const registry = { of: () => [], refresh };
    const records = {
      installs: { byId: async () => install, find: async () => undefined, update },
      registry,
    };
    const nothing = (): undefined => undefined;
    const targets = {
      ...{ source, installs: records.installs, tenants: { assertMayInstall: async () => undefined } },
      compatibility: { assertRunsHere: nothing, assertRunsFor: nothing },
      sharedCode: { versionToJoin: nothing, assertNotBelowOthers: nothing, assertMayRun: nothing },
    };
    const enabled = { versions: () => new Map() };
    const changeVersion = { targets, dependencySources: { enabled, registry, source } };
    const phases = { several: async () => false };
    const runner = {
      assertIdle: async () => undefined,
      start: async (operation: Operation<Journal>) => ({
        taskId: started.push(operation),
        done: outcome(operation),
      }),
    };
    operations = new ApplicationOperations(
      {
        records,
        changeVersion,
        deploy: { phases },
        uninstall: { records },
      } as unknown as OperationDependencies,
      runner as unknown as TaskRunner<Journal>,
    );
  });

  it.each([[undefined], ['other'], ['']])('drops no data where %j confirms it', async (confirm) => {
    await expect(operations.uninstall(1, { dropData: true, confirm }, caller)).rejects.toMatchObject({
      ...{ code: 'CONFIRMATION_MISSING', status: 400 },
      fix: expect.stringContaining('confirm=demo') as string,
    });
    expect(started).toEqual([]);
    expect(await operations.uninstall(1, { dropData: false, confirm }, caller)).toMatchObject({ taskId: 1 });
  });

  it('drops data where the code of the application confirms it', async () => {
    const asked = operations.uninstall(1, { dropData: true, confirm: 'demo' }, caller);
    expect(await asked).toEqual({ done: true, taskId: 1 });
  });

  it('hides the last failure of an application, and is known to requests at once', async () => {
    install = { ...install, failure: { code: 'X', message: 'It broke.' } as Install['failure'] };
    await operations.acknowledge(1);
    expect(update).toHaveBeenCalledExactlyOnceWith(1, {
      failure_json: expect.stringContaining('"settled":true') as string,
    });
    expect(refresh).toHaveBeenCalledOnce();
  });

  it.each([INSTALL.failed, INSTALL.installing])('hides no failure of status %d', async (status) => {
    install = { ...install, status };
    await expect(operations.acknowledge(1)).rejects.toMatchObject({ code: 'INSTALL_INCOMPLETE' });
    expect(update).not.toHaveBeenCalled();
  });

  it('that fails is told with its step, its task and the cause', async () => {
    const error = new PlatformError({ code: 'X', status: 503, message: 'y', details: { line: 7 } });
    const failure = { code: 'X', stage: 'load', message: 'It broke.', fix: 'Mend it.' };
    outcome = async () => ({ status: 'failed', failure, error });
    await expect(
      operations.uninstall(1, { dropData: false, confirm: undefined }, caller),
    ).rejects.toMatchObject({
      ...{ code: 'X', status: 503, message: 'Failed in step load: It broke.', fix: 'Mend it.', cause: error },
      details: { ...failure, taskId: 1, cause: { line: 7 } },
    });
  });

  it('has no task where an application that it needs is not offered', async () => {
    const asked = { appCode: 'lonely', withDependencies: true };
    await expect(operations.install(asked, caller)).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
    expect(started).toEqual([]);
  });

  it('has what it needs before, also for a caller that does not wait', async () => {
    const held = Promise.withResolvers<object>();
    outcome = () => held.promise;
    const asked = { appCode: 'mall', withDependencies: true };
    expect(await operations.install(asked, { ...caller, async: true })).toEqual({ taskId: 1 });
    const first = started[0]?.steps[0];
    expect(first?.name).toBe('dependencies');
    const nothing = (): undefined => undefined;
    let isOver = false;
    const work = {
      log: nothing,
      progress: nothing,
      save: async () => undefined,
    } as unknown as TaskWork<Journal>;
    const step = Promise.resolve(first?.run(work)).then(() => (isOver = true));
    await expect.poll(() => started.map(({ appCode }) => appCode)).toEqual(['mall', 'member']);
    await new Promise((turn) => setImmediate(turn));
    expect(isOver).toBe(false);
    held.resolve({ status: 'succeeded', report: {} });
    await step;
  });
});
