import { describe, expect, it } from 'vitest';
import { ApplicationTable } from './application-table.ts';
import type { LoadFailure, UnloadReport } from './load-report.ts';

const application = (appCode: string, siblings: readonly string[] = []) => ({ appCode, siblings });

const report = (more: Partial<UnloadReport>): UnloadReport => ({
  appCode: 'shop',
  version: '1.0.0',
  abortedRequests: 0,
  openTimers: [],
  openHandles: [],
  failures: [],
  ...more,
});

const failure: LoadFailure = {
  version: '1.0.1',
  stage: 'init',
  code: 'PLUGIN_INIT_FAILED',
  message: 'no',
  fix: undefined,
  place: undefined,
  at: '2026-11-22T00:00:00.000Z',
};

describe('the table of applications', () => {
  it('has one serving version of each, with its imports', () => {
    const table = new ApplicationTable<ReturnType<typeof application>>();
    const next = application('shop', ['member']);
    table.put(application('shop'));
    table.put(application('member'));
    table.put(next);
    expect(table.get('shop')).toBe(next);
    expect(table.serving).toHaveLength(2);
    expect([...table.graph()]).toEqual([
      ['shop', ['member']],
      ['member', []],
    ]);
    table.remove('shop');
    expect(table.get('shop')).toBeUndefined();
  });

  it('lists codes of serving and failed applications once, sorted', () => {
    const table = new ApplicationTable();
    table.put(application('shop'));
    table.failed('shop', failure);
    table.failed('crm', failure);
    expect(table.codes).toEqual(['crm', 'shop']);
    table.succeeded('crm');
    expect(table.codes).toEqual(['shop']);
    expect(table.failureOf('shop')).toBe(failure);
    expect(table.failureOf('crm')).toBeUndefined();
  });

  it.each([
    [{ openTimers: ['setInterval(poll, 5)'] }, { timers: ['setInterval(poll, 5)'] }],
    [{ openHandles: ['socket'] }, { handles: ['socket'] }],
    [{ abortedRequests: 2 }, { abortedRequests: 2 }],
  ])('keeps the report of a replaced version with open resources', (left, kept) => {
    const table = new ApplicationTable();
    table.put(application('shop'));
    table.retired(report(left));
    expect(table.leftOpen('shop')).toMatchObject({ version: '1.0.0', ...kept });
  });

  it('drops the report once a later version leaves no open resources', () => {
    const table = new ApplicationTable();
    table.put(application('shop'));
    table.retired(report({ abortedRequests: 1 }));
    table.retired(report({}));
    expect(table.leftOpen('shop')).toBeUndefined();
  });

  it('keeps no report of a removed application', () => {
    const table = new ApplicationTable();
    table.retired(report({ abortedRequests: 1 }));
    expect(table.leftOpen('shop')).toBeUndefined();
    table.put(application('shop'));
    table.retired(report({ abortedRequests: 1 }));
    table.remove('shop');
    expect(table.leftOpen('shop')).toBeUndefined();
  });
});
