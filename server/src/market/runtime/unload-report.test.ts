import { afterEach, describe, expect, it } from 'vitest';
import { ok } from '../testing/market-host.ts';
import { marketSuite } from '../testing/market-suite.ts';
import { controller } from '../testing/test-packages.ts';
import { formerVersionReport } from './unload-report.ts';

/** Leaves a timer running, and has a class that needs what no host provides. */
const untidy = (version: string) => ({
  ...controller('demo', `hello ${version}`),
  'service/untidy.ts': `
    import { Component } from '@platform/plugin-sdk/core';
    @Component() export class Untidy {
      start() { setInterval(() => undefined, 60_000); }
    }`,
  'service/pay.ts': `
    import { Component } from '@platform/plugin-sdk/core';
    import { pay } from 'payment-sdk';
    @Component() export class Pay { run() { return pay(); } }`,
});

describe('findings: runtime 7: operations report open resources and skipped classes', () => {
  const suite = marketSuite();
  const add = async (version: string): Promise<number> => {
    const file = await suite.workshop.build({ version, backend: untidy(version) });
    return (await suite.host.publish(file)).versionId;
  };
  const skippedClasses = [{ name: 'cn.platform.demo.service.Pay', missing: 'payment-sdk' }];
  const left = (version: string) =>
    expect.objectContaining({
      version,
      abortedRequests: 0,
      openTimers: [expect.stringMatching(/60000|60.?000|interval/i) as string],
      openHandles: [],
      failures: [],
    }) as object;
  /** The answer, and the same of the task's own report. */
  const run = async (method: string, path: string, body?: unknown) => {
    const answer = ok(await suite.host.call(method, path, body));
    const task = ok(await suite.host.call('GET', `/app/task/${String(answer['taskId'])}`));
    const { unloadReport, skippedClasses: skipped } = answer;
    expect(task['report']).toMatchObject({ unloadReport });
    if (skipped) expect(task['report']).toMatchObject({ skippedClasses: skipped });
    return { unloadReport, skippedClasses: skipped, logText: String(task['logText']) };
  };

  it('of an installation, an upgrade, a rollback, a deploy, a disable, an enable and a removal', async () => {
    await add('1.0.0');
    const installed = await run('POST', '/app/install', { appCode: 'demo' });
    expect(installed).toMatchObject({ unloadReport: null, skippedClasses });
    expect(installed.logText).toContain('cn.platform.demo.service.Pay was skipped, payment-sdk is missing');
    const id = await suite.installId();
    const versionId = await add('1.1.0');
    const upgraded = await run('POST', `/app/install/${id}/upgrade`);
    expect(upgraded).toMatchObject({ unloadReport: left('1.0.0'), skippedClasses });
    expect(upgraded.logText).toContain('timers were left open');
    expect(await run('POST', `/app/install/${id}/rollback`)).toMatchObject({
      unloadReport: left('1.1.0'),
      skippedClasses,
    });
    expect(await run('POST', `/app/version/${versionId}/deploy`)).toMatchObject({
      unloadReport: left('1.0.0'),
      skippedClasses,
    });
    await run('POST', `/app/install/${id}/upgrade`);
    expect(await run('POST', `/app/install/${id}/disable`)).toMatchObject({ unloadReport: left('1.1.0') });
    expect(await run('POST', `/app/install/${id}/enable`)).toMatchObject({
      unloadReport: null,
      skippedClasses,
    });
    const removed = await run('DELETE', `/app/install/${id}`);
    expect(removed).toMatchObject({ unloadReport: left('1.1.0') });
    expect(removed.logText).toContain('timers were left open');
  });
});

describe('the report of a former version', () => {
  const lines: string[] = [];
  afterEach(() => void (lines.length = 0));

  it('is not awaited while it drains', async () => {
    const never = Promise.withResolvers<never>().promise;
    expect(await formerVersionReport(never, (line) => lines.push(line))).toBeNull();
    expect(lines).toEqual([expect.stringContaining('still unloading')]);
  });

  it('has one line for each resource', async () => {
    const report = {
      ...{ appCode: 'demo', version: '1.0.0', abortedRequests: 2, openTimers: [] },
      ...{ openHandles: ['a socket to 127.0.0.1:1'], failures: ['stop() of Mail: gone'] },
    };
    expect(await formerVersionReport(Promise.resolve(report), (line) => lines.push(line))).toEqual(report);
    expect(lines).toEqual([
      'warning: 2 requests were aborted when the drain time ended',
      'warning: left open: a socket to 127.0.0.1:1',
      'warning: stop() of Mail: gone',
    ]);
  });
});
