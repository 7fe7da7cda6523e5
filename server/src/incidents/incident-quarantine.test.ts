import type { IncidentRecord } from '@platform/host-api';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { describeHostDatabases } from '../data/testing/databases.ts';
import { openHostDatabase } from '../data/testing/open.ts';
import { requestContext, silentLogger, systemClock } from '../kernel/index.ts';
import { Incidents } from '../plugin-runtime/contract/incidents.ts';
import type { LoadMark } from '../plugin-runtime/contract/load-marks.ts';
import { IncidentQuarantine } from './incident-quarantine.ts';
import { IncidentStore } from './incident-store.ts';
import { QuarantineRule } from './quarantine-rule.ts';
import { QuarantineStore } from './quarantine-store.ts';

type Database = Awaited<ReturnType<typeof openHostDatabase>>;

await describeHostDatabases('design 10.3: incidents', ({ config }) => {
  let database: Database;
  let nextId = 0;
  beforeAll(async () => {
    database = await openHostDatabase(config);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.query.deleteFrom('sys_incident').execute();
    await database.query.deleteFrom('sys_quarantine').execute();
  });

  /** The quarantine of a process that starts; marks are what the one before left. */
  async function open(left: readonly LoadMark[] = []) {
    const marks = new Map(Map.groupBy(left, ({ pid }) => pid));
    const versions: Readonly<Record<string, string>> = { crm: '1.0.0', shop: '2.0.0', pay: '3.0.0' };
    const incidents = new Incidents({
      host: 'one',
      versionOf: (appCode) => versions[appCode],
      loadsOf(pid) {
        const loads = marks.get(pid) ?? [];
        marks.delete(pid);
        return loads;
      },
    });
    const ids = { next: () => (nextId += 1), take: () => Promise.reject(new Error('unused')) };
    const store = new IncidentStore(database, ids, systemClock);
    const forget = vi.fn();
    const tell = vi.fn();
    const logged = vi.fn();
    const tellOthers = vi.fn();
    const quarantines = new QuarantineStore(database, systemClock);
    const quarantine = new IncidentQuarantine({
      incidents,
      store,
      quarantines,
      marks: {
        get unexplained() {
          return [...marks].map(([pid, [first]]) => ({ pid, at: first?.at ?? '' }));
        },
        forget,
      },
      rule: new QuarantineRule(10_000),
      logger: { ...silentLogger, error: logged },
      tellOthers,
      tell,
    });
    await requestContext.runIgnoringTenant(() => quarantine.refresh());
    incidents.onRecord(quarantine.take);
    return { incidents, store, quarantine, quarantines, forget, tell, tellOthers, logged };
  }
  const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1_000);
  const mark = (appCode: string, pid: number, seconds = 5, version = '1.0.0'): LoadMark => ({
    appCode,
    version,
    pid,
    at: ago(seconds).toISOString(),
  });

  it('are stored with everything that is known', async () => {
    const { incidents, quarantine, store, logged } = await open();
    incidents.record({
      kind: 'blocked',
      what: 'x'.repeat(5_000),
      application: 'crm',
      function: 'Report.sum',
      place: 'platform-crm/src/report.ts:3:7',
      caller: 'Report.run',
      durationMs: 10_000.4,
      requestId: 'r1',
      host: 'two',
      pid: 4_711,
      at: ago(3),
    });
    incidents.record({ kind: 'stray', what: 'a\0b', suspects: ['crm', 'unknown'] });
    await quarantine.settled();
    expect(logged.mock.calls).toEqual([
      [
        expect.stringMatching(/^x{2000} It was in Report\.sum at platform-crm\/src\/report\.ts:3:7\.$/),
        { appCode: 'crm', version: '1.0.0', kind: 'blocked', caller: 'Report.run' },
      ],
    ]);
    const { total, rows } = await store.list({}, undefined, { pageNum: 1, pageSize: 10 });
    expect(total).toBe(2);
    expect(rows).toMatchObject([
      {
        kind: 'stray',
        host: 'one',
        appCode: null,
        message: 'a\uFFFDb',
        suspects: [
          { application: 'crm', version: '1.0.0' },
          { application: 'unknown', version: null },
        ],
      },
      {
        kind: 'blocked',
        host: 'two',
        appCode: 'crm',
        version: '1.0.0',
        function: 'Report.sum',
        place: 'platform-crm/src/report.ts:3:7',
        caller: 'Report.run',
        durationMs: 10_000,
        requestId: 'r1',
      },
    ]);
    const one = await store.list({ appCode: 'crm', kind: 'blocked' }, ['crm'], { pageNum: 1, pageSize: 10 });
    const suspected = await store.list({ appCode: 'unknown' }, undefined, { pageNum: 1, pageSize: 10 });
    expect(suspected.rows).toMatchObject([{ kind: 'stray' }]);
    expect((await store.list({ appCode: 'crm' }, undefined, { pageNum: 1, pageSize: 10 })).total).toBe(2);
    expect((await store.list({ appCode: 'crm' }, ['crm'], { pageNum: 1, pageSize: 10 })).total).toBe(1);
    const ofHost = await store.list({ host: 'two' }, undefined, { pageNum: 1, pageSize: 10 });
    expect(ofHost.rows).toMatchObject([{ kind: 'blocked', host: 'two' }]);
    expect(one.rows).toMatchObject([{ kind: 'blocked', message: 'x'.repeat(2_000) }]);
    expect((await store.list({}, [], { pageNum: 1, pageSize: 10 })).total).toBe(0);
    expect(await store.find(one.rows[0]?.incidentId ?? 0, ['shop'])).toBeUndefined();
  });

  it('of a timer that throws again and again are one row, also when it is many hosts that write', async () => {
    const { incidents, quarantine, store } = await open();
    for (let turn = 0; turn < 50; turn += 1)
      incidents.record({ kind: 'uncaught', what: turn, application: 'crm' });
    await quarantine.settled();
    expect((await store.list({}, undefined, { pageNum: 1, pageSize: 10 })).total).toBe(1);
    expect(incidents.counts).toMatchObject([{ count: 50 }]);
  });

  it('keep a version out at the second time, for the next process too, until it is released', async () => {
    const first = await open();
    first.incidents.record({ kind: 'blocked', what: 'loop', application: 'crm', at: ago(60), pid: 1 });
    await first.quarantine.settled();
    expect(first.quarantine.find('crm', '1.0.0')).toBeUndefined();
    expect(first.tell).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ kind: 'blocked' }),
      undefined,
    );
    first.incidents.record({
      kind: 'memory',
      what: 'heap',
      application: 'crm',
      place: 'platform-crm/src/a.ts:1:1',
      pid: 2,
    });
    await first.quarantine.settled();
    const culprit = { appCode: 'crm', version: '1.0.0' };
    expect(first.tell).toHaveBeenLastCalledWith(expect.objectContaining({ kind: 'memory' }), culprit);

    const { quarantine, incidents } = await open();
    expect(quarantine.find('crm', '1.0.0')).toMatchObject({
      ...culprit,
      incident: { kind: 'memory', message: 'heap', place: 'platform-crm/src/a.ts:1:1' },
    });
    expect(quarantine.find('crm', '1.0.1')).toBeUndefined();
    await quarantine.release('crm', '1.0.0');
    expect(quarantine.find('crm', '1.0.0')).toBeUndefined();
    const after = (): Date => new Date(Date.now() + 1_000);
    incidents.record({ kind: 'blocked', what: 'loop', application: 'crm', pid: 3, at: after() });
    await quarantine.settled();
    expect(quarantine.find('crm', '1.0.0')).toBeUndefined();
    incidents.record({ kind: 'blocked', what: 'loop', application: 'crm', pid: 4, at: after() });
    await quarantine.settled();
    expect(quarantine.find('crm', '1.0.0')).toMatchObject({ incident: { message: 'loop' } });
  });

  it('keep other versions out when one is released, which the other hosts are told', async () => {
    const { quarantine, quarantines, tellOthers } = await open();
    for (const version of ['1.0.0', '1.0.1'])
      await quarantines.keepOut({ appCode: 'crm', version }, { incidentId: 1 } as IncidentRecord);
    await requestContext.runIgnoringTenant(() => quarantine.refresh());
    await quarantine.release('crm', '1.0.0');
    expect(quarantine.find('crm', '1.0.0')).toBeUndefined();
    expect(quarantine.find('crm', '1.0.1')).toBeDefined();
    expect(tellOthers).toHaveBeenCalledTimes(1);
  });

  it('of the moment of a release count no more', async () => {
    const { incidents, quarantine, quarantines } = await open();
    const culprit = { appCode: 'crm', version: '1.0.0' };
    const at = ago(20);
    await quarantines.keepOut(culprit, { incidentId: 1 } as IncidentRecord);
    await database.query.updateTable('sys_quarantine').set({ released_at: at.toISOString() }).execute();
    await requestContext.runIgnoringTenant(() => quarantine.refresh());
    incidents.record({ kind: 'blocked', what: 'loop', application: 'crm', pid: 1, at });
    incidents.record({ kind: 'blocked', what: 'loop', application: 'crm', pid: 2, at: ago(10) });
    await quarantine.settled();
    expect(quarantine.find('crm', '1.0.0')).toBeUndefined();
  });

  it('of two processes that end at once are two', async () => {
    const { incidents, quarantine, store } = await open();
    const at = ago(5);
    for (const pid of [1, 2]) incidents.record({ kind: 'crashed', what: 'It ended.', pid, at });
    await quarantine.settled();
    expect((await store.list({}, undefined, { pageNum: 1, pageSize: 10 })).total).toBe(2);
  });

  it('design 10.7-9: are told once where several hosts meet them at once', async () => {
    const { incidents, quarantine, tell } = await open();
    for (const host of ['one', 'two', 'three']) {
      incidents.record({ kind: 'blocked', what: 'loop', application: 'crm', host });
    }
    await quarantine.settled();
    expect(tell).toHaveBeenCalledTimes(1);
    expect(quarantine.find('crm', '1.0.0')).toBeUndefined();
  });

  it('design 10.7-14: of loads that end the process keep it out at the third start', async () => {
    const first = await open([mark('crm', 1, 40), mark('shop', 1, 41, '2.0.0')]);
    expect(await first.quarantine.prepareStart()).toEqual({ oneByOne: true });
    expect(first.forget).toHaveBeenCalledTimes(1);
    expect(first.quarantine.find('crm', '1.0.0')).toBeUndefined();
    const second = await open([mark('crm', 2, 20)]);
    await second.quarantine.prepareStart();
    expect(second.quarantine.find('crm', '1.0.0')).toMatchObject({ incident: { kind: 'crashed' } });
    expect(second.quarantine.find('shop', '2.0.0')).toBeUndefined();
  });

  it('of one suspect alone do not have all others loaded one after the other', async () => {
    const { quarantine } = await open([mark('crm', 1, 40)]);
    expect(await quarantine.prepareStart()).toEqual({ oneByOne: false });
  });

  it('are told again where the same occurrence decides that a version is kept out', async () => {
    const { incidents, quarantine, tell } = await open();
    const record = (host: string, seconds: number) =>
      incidents.record({ kind: 'blocked', what: 'loop', application: 'crm', host, at: ago(seconds) });
    record('one', 60);
    await quarantine.settled();
    // The first of this occurrence was stored by a host that knew of no other.
    const keepOut = vi.spyOn(QuarantineRule.prototype, 'culpritOf').mockReturnValueOnce(undefined);
    record('two', 3);
    await quarantine.settled();
    keepOut.mockRestore();
    record('three', 2);
    await quarantine.settled();
    const kept = { appCode: 'crm', version: '1.0.0' };
    expect(tell.mock.calls.map(([, culprit]) => culprit as unknown)).toEqual([undefined, undefined, kept]);
  });

  it('that wait for a slow database are a thousand at most', async () => {
    const { incidents, quarantine, store } = await open();
    const add = vi.spyOn(store, 'add');
    for (let count = 0; count < 1_001; count += 1)
      incidents.record({ kind: 'killed', what: count, pid: count });
    await quarantine.settled();
    expect(add).toHaveBeenCalledTimes(1_000);
    incidents.record({ kind: 'killed', what: 'later', pid: 2_000 });
    await quarantine.settled();
    expect(add).toHaveBeenCalledTimes(1_001);
  });

  it('are not counted twice when a start is interrupted before it has removed the marks', async () => {
    const left = [mark('crm', 1, 30)];
    await (await open(left)).quarantine.prepareStart();
    const again = await open(left);
    await again.quarantine.prepareStart();
    expect(again.quarantine.find('crm', '1.0.0')).toBeUndefined();
    expect((await again.store.list({}, undefined, { pageNum: 1, pageSize: 10 })).total).toBe(1);
  });

  it('are explained by the watchdog where it has seen the end of the process', async () => {
    const { incidents, quarantine, store } = await open([mark('crm', 7)]);
    incidents.record({ kind: 'blocked', what: 'loop', application: 'shop', pid: 7 });
    await quarantine.prepareStart();
    const { rows } = await store.list({}, undefined, { pageNum: 1, pageSize: 10 });
    expect(rows).toMatchObject([{ kind: 'blocked', appCode: 'shop' }]);
  });

  it('are removed once they are old', async () => {
    const { incidents, quarantine, store } = await open();
    incidents.record({ kind: 'killed', what: 'old', at: ago(91 * 86_400) });
    incidents.record({ kind: 'killed', what: 'new' });
    await quarantine.settled();
    await store.prune();
    const { rows } = await store.list({}, undefined, { pageNum: 1, pageSize: 10 });
    expect(rows).toMatchObject([{ message: 'new' }]);
  });
});
