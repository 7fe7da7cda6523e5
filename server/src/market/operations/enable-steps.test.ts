import { beforeEach, describe, expect, it } from 'vitest';
import { INSTALL, type Install } from '../records/install-store.ts';
import type { TaskWork } from '../tasks/task-run.ts';
import type { Operation } from '../tasks/task-runner.ts';
import { Disable, type DisableDependencies } from './disable.ts';
import { Enable, type EnableDependencies } from './enable.ts';
import type { Journal } from './journal.ts';

/** The last upgrade, to a higher version, has failed. */
const failure = { code: 'X', message: 'It broke.', operation: { kind: 'upgrade', version: '2.0.0' } };

describe('the steps of an operation that enables or disables', () => {
  let events: string[];
  let install: Install;
  let loaded: string | null;
  let placed: { version: string; jar: string | null } | undefined;
  let backend: string | undefined;
  let isQuarantined: boolean;
  let isEnabled: boolean;
  let dormant: string[];
  let dependencies: EnableDependencies & DisableDependencies;
  const note = (line: string): void => void events.push(line);
  const task = {
    taskId: 7,
    log: () => undefined,
    record: async (journal: object) => note(`record ${Object.keys(journal).join()}`),
  } as unknown as TaskWork<Journal>;
  async function run(operation: Operation<Journal>): Promise<string[]> {
    for (const step of operation.steps) await step.run(task);
    return events;
  }
  const enable = () => run(new Enable(dependencies, install, 'ann'));
  const disable = () => run(new Disable(dependencies, install, 'ann'));

  beforeEach(() => {
    [events, loaded, isQuarantined, isEnabled, dormant] = [[], null, false, true, ['demo']];
    [placed, backend] = [{ version: '1.0.0', jar: 'demo.jar' }, 'backend/demo.jar'];
    install = {
      installId: 1,
      appCode: 'demo',
      tenantId: 'a',
      version: '1.0.0',
      failure,
    } as unknown as Install;
    install = { ...install, status: INSTALL.disabled };
    const manifestJson = () => JSON.stringify({ assets: { backend } });
    dependencies = {
      records: {
        database: { transaction: (work: () => Promise<void>) => work() },
        installs: {
          byId: async () => install,
          update: async (
            _id: number,
            { status, failure_json }: { status: number; failure_json: string | null },
          ) => note(`status ${status}, failure ${failure_json === null ? 'gone' : 'settled'}`),
        },
        desired: {
          fence: async () => 3,
          commitState: async (_change: object, fence: number) => note(`commit behind ${fence}`),
        },
        registry: {
          reload: async () => undefined,
          refresh: async () => note('refresh'),
          dormant: () => dormant,
        },
      },
      versions: { find: async () => ({ manifestJson: manifestJson() }) },
      compatibility: { assertRunsFor: (tenantId: string) => note(`runs for ${tenantId}`) },
      dependents: { assertNone: async () => note('no dependent') },
      placement: { placed: async () => placed },
      backends: {
        get enabled() {
          return isEnabled;
        },
        loadedJar: () => loaded,
        quarantined: () => isQuarantined,
        keepOut: async () => isQuarantined,
        load: async (_code: string, jar: string) => {
          note(`load ${jar}`);
          return { note: '', skipped: [], stages: [] };
        },
        unload: async () => note('unload'),
        assertLoaded: (_code: string, version: string) => note(`serves ${version}`),
      },
      events: {
        emit: (tenants: string[], { type }: { type: string }) => note(`${type} for ${tenants.join()}`),
      },
    } as unknown as EnableDependencies & DisableDependencies;
  });

  const begun = ['runs for a', 'record appCode,tenantId,install'];
  const enabled = [
    'status 1, failure settled',
    'commit behind 3',
    'record committed',
    'refresh',
    'enabled for a',
  ];

  it('loads what is placed, and says so once the record is committed', async () => {
    expect(await enable()).toEqual([...begun, 'record backend', 'load demo.jar', 'serves 1.0.0', ...enabled]);
  });

  it('loads nothing that is loaded already', async () => {
    loaded = 'demo.jar';
    expect(await enable()).toEqual([...begun, 'serves 1.0.0', ...enabled]);
  });

  it('loads no other version, which a deploy has placed', async () => {
    placed = { version: '1.1.0', jar: 'other.jar' };
    expect(await enable()).toEqual([...begun, 'serves 1.0.0', ...enabled]);
  });

  it('enables what is in quarantine, although nothing serves', async () => {
    isQuarantined = true;
    expect(await enable()).toEqual([...begun, 'record backend', ...enabled]);
  });

  it('asks for no backend where there is none, or where none is loaded on this host', async () => {
    backend = undefined;
    expect(await enable()).toEqual([...begun, ...enabled]);
    [events, backend, isEnabled] = [[], 'backend/demo.jar', false];
    expect(await enable()).toEqual([...begun, ...enabled]);
  });

  const disabled = [
    ...['no dependent', 'record appCode,tenantId,install', 'status 0, failure settled', 'commit behind 3'],
    ...['record committed', 'refresh', 'disabled for a'],
  ];

  it('unloads after the record is committed, where nobody else uses it', async () => {
    [install, loaded] = [{ ...install, status: INSTALL.enabled }, 'demo.jar'];
    expect(await disable()).toEqual([...disabled, 'unload']);
    [events, dormant] = [[], []];
    expect(await disable()).toEqual(disabled);
    [events, dormant, loaded] = [[], ['demo'], null];
    expect(await disable()).toEqual(disabled);
    [events, loaded, isEnabled] = [[], 'demo.jar', false];
    expect(await disable()).toEqual(disabled);
  });

  it.each([INSTALL.enabled, INSTALL.upgrading, INSTALL.failed])(
    'enables nothing of status %d',
    async (status) => {
      install = { ...install, status };
      await expect(enable()).rejects.toMatchObject({ code: 'APP_NOT_DISABLED', status: 409 });
      expect(events).toEqual([]);
    },
  );

  it.each([INSTALL.disabled, INSTALL.upgrading, INSTALL.failed])(
    'disables nothing of status %d',
    async (status) => {
      install = { ...install, status };
      await expect(disable()).rejects.toMatchObject({ code: 'APP_NOT_ENABLED', status: 409 });
      expect(events).toEqual([]);
    },
  );
});
