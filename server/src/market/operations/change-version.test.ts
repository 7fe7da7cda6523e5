import { beforeEach, describe, expect, it } from 'vitest';
import { INSTALL, type Install } from '../records/install-store.ts';
import { DEPRECATED, PUBLISHED, type AppVersion } from '../records/version-store.ts';
import type { TaskWork } from '../tasks/task-run.ts';
import { ChangeVersion, type ChangeVersionDependencies } from './change-version.ts';
import type { Journal } from './journal.ts';

/** The versions of the records and of the package; another tenant runs 1.1.0 on this host. */
const ON_HOST = '1.1.0';

describe('an operation that joins a version which another tenant runs', () => {
  let events: string[];
  let install: Install | undefined;
  let status: number;
  let jar: string | null;
  let scripts: ReadonlyArray<{ name: string }> | undefined;
  let changes: Array<Readonly<Record<string, unknown>>>;
  let dependencies: ChangeVersionDependencies;
  const note = (line: string): void => void events.push(line);
  const nothing = (): undefined => undefined;
  const task = {
    ...{ taskId: 7, log: note, progress: nothing, reach: nothing, save: async () => undefined },
    record: async (journal: Partial<Journal>) => note(`record ${Object.keys(journal).join()}`),
  } as unknown as TaskWork<Journal>;

  beforeEach(() => {
    [events, changes, jar, scripts, status] = [[], [], 'demo.jar', [{ name: '01-saved.sql' }], PUBLISHED];
    install = {
      ...{ installId: 1, appCode: 'demo', tenantId: 'a', version: '1.0.0', previousVersion: '0.9.0' },
      ...{ status: INSTALL.enabled, failure: null },
    } as unknown as Install;
    const found = (_code: string, version: string) =>
      ({
        ...{ appCode: 'demo', version, versionId: 5, status, deprecateReason: 'old' },
        manifestJson: JSON.stringify({ menus: [] }),
      }) as unknown as AppVersion;
    const installs = {
      byId: async () => install,
      find: async () => install,
      nextId: () => 2,
      begin: async (installId: number) => note(`begin ${installId}`),
      update: async (_id: number, change: Readonly<Record<string, unknown>>) => void changes.push(change),
    };
    const sharedCode = {
      ...{ assertMayRun: nothing, assertNotBelowOthers: nothing, activeVersion: () => ON_HOST },
      ...{ versionToJoin: nothing, isRunning: () => true, isOnHost: async () => true },
      ...{ tenants: () => new Set(['a', 'b']), others: () => [{ tenantId: 'b', version: ON_HOST }] },
    };
    dependencies = {
      targets: {
        source: {
          listing: async () => ({ status: 1, name: 'Demo', latestVersion: ON_HOST }),
          find: async (code: string, version: string) => found(code, version),
        },
        ...{ installs, sharedCode, versions: { find: async (code: string, of: string) => found(code, of) } },
        compatibility: { assertRunsFor: nothing, assertRunsHere: nothing },
        dependents: { assertAccept: async () => undefined },
        tenants: { assertMayInstall: async () => undefined },
      },
      packages: {},
      scripts: {
        listings: { codes: async () => ['demo'] },
        contents: { find: async () => scripts && { scripts } },
        migrator: {
          changedTables: () => [],
          assertNoneNewer: async () => note('none newer'),
          run: async (_code: string, _version: string, files: ReadonlyArray<{ name: string }>) => {
            note(`migrate ${files.map(({ name }) => name).join()}`);
            return [];
          },
        },
      },
      menus: {
        preview: async () => ({ added: [], changed: [], removed: [] }),
        sync: async (_code: string, _version: string, _nodes: unknown, tenants: readonly string[]) => {
          note(`menus for ${tenants.join()}`);
          return { added: 1, changed: 0, removed: 0 };
        },
      },
      placement: { migrationFolder: () => '/nowhere', record: () => ({ jar }) },
      backends: { enabled: true, loadedJar: () => jar, keepOut: async () => false },
      sharedCode,
      phases: { several: async () => false },
      records: {
        ...{ installs, database: { transaction: (work: () => Promise<void>) => work() } },
        registry: { reload: async () => undefined, refresh: async () => note('refresh') },
        desired: {
          fence: async () => 3,
          assertNotOvertaken: async (_code: string, fence: number) => note(`not behind ${fence}`),
          commit: async (_change: object, fence: number) => note(`commit behind ${fence}`),
        },
      },
      events: {
        emit: (tenants: string[], { type }: { type: string }) => note(`${type} for ${tenants.join()}`),
      },
      publish: async (tenantId: string, event: object) => note(`${event.constructor.name} for ${tenantId}`),
    } as unknown as ChangeVersionDependencies;
  });
  async function run(kind: 'install' | 'upgrade' | 'rollback', version: string | undefined = ON_HOST) {
    const operation = new ChangeVersion(dependencies, {
      ...{ kind, tenantId: 'a', appCode: 'demo', version, actor: 'ann', severalHosts: false },
      installId: kind === 'install' ? undefined : 1,
    });
    for (const step of operation.steps) await step.run(task);
    await operation.cleanUp();
    return operation.report();
  }
  const told = (): string[] => events.filter((event) => / for /.test(event));

  it('takes its scripts from the record, and tells nobody else of it', async () => {
    const report = await run('upgrade');
    expect(report).toMatchObject({
      ...{
        installId: 1,
        version: ON_HOST,
        previousVersion: '1.0.0',
        activeJar: 'demo.jar',
        menus: { added: 1 },
      },
      ...{ hotLoaded: true, hotLoadNote: 'The application was already loaded.', staleJars: [] },
    });
    expect(events).toContain('migrate 01-saved.sql');
    expect(events).toContain('not behind 3');
    expect(events.indexOf('not behind 3')).toBeLessThan(events.indexOf('commit behind 3'));
    expect(told()).toEqual(['menus for a,b', 'upgraded for a', 'AppUpgradedEvent for a']);
    expect(changes).toEqual([
      { status: INSTALL.upgrading },
      { version: ON_HOST, previous_version: '1.0.0', status: INSTALL.enabled, failure_json: null },
    ]);
    // Requests know of the new record after its commit.
    expect(events.indexOf('record committed')).toBeLessThan(events.lastIndexOf('refresh'));
  });

  it('is disabled before, during and after an upgrade, where it was', async () => {
    install = install && { ...install, status: INSTALL.disabled };
    await run('upgrade');
    expect(changes).toMatchObject([{ status: INSTALL.disabled, version: ON_HOST }]);
  });

  it('keeps the version to return to where an upgrade restores the recorded one', async () => {
    install = install && { ...install, version: '1.2.0' };
    await run('upgrade', '1.2.0');
    expect(changes.at(-1)).toMatchObject({ version: '1.2.0', previous_version: '0.9.0' });
  });

  it('has no version to return to after a rollback, whose scripts must be the last', async () => {
    install = install && { ...install, version: '1.2.0', previousVersion: ON_HOST };
    await run('rollback');
    expect(changes.at(-1)).toMatchObject({ version: ON_HOST, previous_version: null });
    expect(events).toContain('none newer');
    events = [];
    await run('upgrade', '1.3.0');
    expect(events).not.toContain('none newer');
  });

  it('is installed with a record of its own, and has no version before', async () => {
    install = undefined;
    expect(await run('install')).toMatchObject({ installId: 2, previousVersion: null });
    expect(events).toContain('begin 2');
    expect(changes).toMatchObject([{ status: INSTALL.enabled, previous_version: null }]);
    expect(told()).toEqual(['menus for a,b', 'installed for a', 'AppInstalledEvent for a']);
  });

  it('is installed again after a failure, which the record forgets', async () => {
    install = install && { ...install, status: INSTALL.failed };
    expect(await run('install')).toMatchObject({ installId: 1, previousVersion: null });
    expect(changes[0]).toEqual({ status: INSTALL.installing, version: ON_HOST, failure_json: null });
    expect(changes.at(-1)).toMatchObject({ status: INSTALL.enabled, previous_version: null });
  });

  it('has no backend that could be loaded already where the version has none', async () => {
    jar = null;
    expect(await run('upgrade')).toMatchObject({
      ...{ activeJar: null, hotLoaded: false, hotLoadNote: 'The application has no backend.' },
    });
  });

  it('warns of a version that is deprecated', async () => {
    status = DEPRECATED;
    await run('upgrade');
    expect(events).toContain('Warning: demo 1.1.0 is deprecated: old');
  });
});
