import { beforeEach, describe, expect, it } from 'vitest';
import type { HttpService } from '../../kernel/index.ts';
import { collectingLogger, type LogLine } from '../../testing/collecting-logger.ts';
import { ApplicationTable } from '../contract/application-table.ts';
import type { UnloadReport } from '../contract/load-report.ts';
import type { LoadedApplication } from '../loading/loaded-application.ts';
import { fakeApplication, type FakeBehaviour } from '../testing/fake-application.ts';
import { switchTo } from './switch.ts';

describe('a switch', () => {
  let log: string[];
  let lines: LogLine[];
  let table: ApplicationTable<LoadedApplication>;
  let documented: string[];

  const application = (name: string, behaviour?: FakeBehaviour): LoadedApplication =>
    fakeApplication(name, log, behaviour);
  const failing: FakeBehaviour = { start: () => Promise.reject(new Error('no port')) };
  const change = (
    next: readonly LoadedApplication[],
    former: readonly LoadedApplication[],
  ): Promise<void> => {
    const apiDocs = {
      add: (appCode: string) => {
        documented.push(appCode);
        return () => undefined;
      },
    };
    const http = { apiDocs } as unknown as HttpService;
    return switchTo({ next, former }, { table, http, logger: collectingLogger(lines) });
  };

  beforeEach(() => {
    log = [];
    lines = [];
    documented = [];
    table = new ApplicationTable();
  });

  it('stops dependents before the applications they use, then starts the new ones in order', async () => {
    const former = [application('lib'), application('user')];
    const next = [application('lib'), application('user')];
    for (const old of former) table.put(old);
    await change(next, former);
    expect(log).toEqual(['stop user', 'stop lib', 'start lib', 'start user']);
    expect(table.serving).toEqual(next);
    expect(documented).toEqual(['lib', 'user']);
  });

  it('serves the new versions before the old ones stop', async () => {
    let serving: unknown;
    const next = application('lib');
    const former = application('lib', {
      stop: async () => {
        serving = table.get('lib');
        return [];
      },
    });
    table.put(former);
    await change([next], [former]);
    expect(serving).toBe(next);
  });

  it('stops every started application, the failed one included, when a later one fails', async () => {
    const former = [application('lib'), application('user')];
    for (const old of former) table.put(old);
    const next = [application('lib'), application('user', failing)];
    await expect(change(next, former)).rejects.toMatchObject({
      appCode: 'user',
      cause: { message: 'no port' },
    });
    expect(log).toEqual([
      ...['stop user', 'stop lib', 'start lib', 'start user'],
      ...['stop user', 'stop lib'],
      ...['start lib', 'start user'],
    ]);
    expect(table.serving).toEqual(former);
    expect(documented).toEqual(['lib', 'user', 'lib', 'user']);
  });

  it('never starts the applications after the one that failed', async () => {
    await expect(change([application('a', failing), application('b')], [])).rejects.toMatchObject({
      appCode: 'a',
    });
    expect(log).toEqual(['start a', 'stop a']);
    expect(table.serving).toEqual([]);
  });

  it('restarts every former version, even if one of them does not start again', async () => {
    const former = [application('lib', failing), application('user')];
    for (const old of former) table.put(old);
    await expect(change([application('lib', failing)], former)).rejects.toMatchObject({ appCode: 'lib' });
    expect(log.slice(-2)).toEqual(['start lib', 'start user']);
    expect(lines.filter(({ level }) => level === 'error')).toMatchObject([
      { fields: { error: { message: 'no port' } } },
    ]);
  });

  it('keeps what is known of resources left open, after a swap and after one that failed', async () => {
    const lib = application('lib');
    table.put(lib);
    const report = { appCode: 'lib', version: '0.9.0', openTimers: ['a'], openHandles: [] };
    table.retired({ ...report, abortedRequests: 0 } as unknown as UnloadReport);
    const known = table.leftOpen('lib');
    expect(known).toMatchObject({ version: '0.9.0', timers: ['a'] });
    await expect(change([application('lib', failing)], [lib])).rejects.toThrow();
    expect(table.leftOpen('lib')).toBe(known);
    await change([application('lib')], [lib]);
    expect(table.leftOpen('lib')).toBe(known);
  });

  it('removes an application that has no successor', async () => {
    const lib = application('lib');
    table.put(lib);
    table.put(application('other'));
    await change([], [lib]);
    expect(table.serving.map(({ appCode }) => appCode)).toEqual(['other']);
  });

  it('logs failures of stop() and continues', async () => {
    const former = application('lib', { stop: async () => [new Error('busy')] });
    table.put(former);
    await change([application('lib')], [former]);
    expect(lines).toMatchObject([{ level: 'warn', fields: { appCode: 'lib', error: { message: 'busy' } } }]);
  });

  it('refuses a job name of another serving application, before anything changes', async () => {
    table.put(application('other', { jobs: ['clean'] }));
    const former = application('lib', { jobs: ['clean'] });
    table.put(former);
    await expect(change([application('lib', { jobs: ['clean'] })], [former])).rejects.toMatchObject({
      findings: [{ code: 'PLUGIN_JOB_DUPLICATE' }],
    });
    expect(log).toEqual([]);
    expect(table.get('lib')).toBe(former);
  });

  it('refuses a job name that two of its own applications use', async () => {
    const next = [application('a', { jobs: ['clean'] }), application('b', { jobs: ['clean'] })];
    await expect(change(next, [])).rejects.toMatchObject({
      findings: [{ code: 'PLUGIN_JOB_DUPLICATE' }, { code: 'PLUGIN_JOB_DUPLICATE' }],
    });
  });

  it('lets a new version keep the job names of the former one', async () => {
    const former = application('lib', { jobs: ['clean'] });
    table.put(former);
    const next = application('lib', { jobs: ['clean'] });
    await change([next], [former]);
    expect(table.get('lib')).toBe(next);
  });
});
