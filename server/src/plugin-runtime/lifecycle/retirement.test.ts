import { describe, expect, it } from 'vitest';
import { collectingLogger, type LogLine } from '../../testing/collecting-logger.ts';
import type { UnloadReport } from '../contract/load-report.ts';
import type { LoadedApplication } from '../loading/loaded-application.ts';
import { Retirement } from './retirement.ts';

const report = (appCode: string, more: Partial<UnloadReport> = {}): UnloadReport => ({
  appCode,
  version: '1.0.0',
  abortedRequests: 0,
  openTimers: [],
  openHandles: [],
  failures: [],
  ...more,
});

/** An application whose drain ends when `drained` does. */
function retiring(
  appCode: string,
  log: string[],
  drained: Promise<unknown> = Promise.resolve(),
  outcome = report(appCode),
): LoadedApplication {
  const retire = async (drainTimeoutMs: number, dependents: Promise<unknown>) => {
    log.push(`drain ${appCode} ${drainTimeoutMs}`);
    await drained;
    await dependents;
    log.push(`dispose ${appCode}`);
    return outcome;
  };
  return { appCode, retire } as unknown as LoadedApplication;
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('retirement', () => {
  it('drains at the same time, and disposes an application only after its dependents', async () => {
    const log: string[] = [];
    const reports: string[] = [];
    const retirement = new Retirement(70, collectingLogger([]), ({ appCode }) => reports.push(appCode));
    const { promise: drained, resolve } = Promise.withResolvers<void>();
    const lib = retiring('lib', log);
    retirement.retire([lib, retiring('middle', log), retiring('user', log, drained)]);
    await nextTurn();
    expect(log).toEqual(['drain user 70', 'drain middle 70', 'drain lib 70']);
    resolve();
    await retirement.settled();
    expect(log.slice(3)).toEqual(['dispose user', 'dispose middle', 'dispose lib']);
    expect(reports).toEqual(['user', 'middle', 'lib']);
    expect(await retirement.reportOf(lib)).toEqual(report('lib'));
  });

  it('settles one application without waiting for the others', async () => {
    const retirement = new Retirement(70, collectingLogger([]), () => undefined);
    const { promise: drained, resolve } = Promise.withResolvers<void>();
    const slow = retiring('slow', [], drained);
    retirement.retire([slow]);
    retirement.retire([retiring('quick', [])]);
    await retirement.settled('quick');
    let ended = false;
    const settled = retirement.settled('slow').then(() => (ended = true));
    await nextTurn();
    expect(ended).toBe(false);
    resolve();
    await settled;
    await expect(retirement.settled()).resolves.toBeUndefined();
  });

  it.each([
    ['requests', { abortedRequests: 1 }],
    ['timers', { openTimers: ['setInterval(poll, 5)'] }],
    ['handles', { openHandles: ['socket'] }],
    ['failures', { failures: ['stop() failed'] }],
  ])('warns of %s left open', async (_name, left) => {
    const lines: LogLine[] = [];
    const retirement = new Retirement(70, collectingLogger(lines), () => undefined);
    retirement.retire([retiring('app', [], undefined, report('app', left))]);
    await retirement.settled();
    expect(lines).toMatchObject([{ level: 'warn', fields: { appCode: 'app', ...left } }]);
  });

  it('logs nothing for an application without open resources', async () => {
    const lines: LogLine[] = [];
    const retirement = new Retirement(70, collectingLogger(lines), () => undefined);
    retirement.retire([retiring('app', [])]);
    await retirement.settled();
    expect(lines).toEqual([]);
  });
});
