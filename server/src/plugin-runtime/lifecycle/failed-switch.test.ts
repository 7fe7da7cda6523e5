import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestHost } from '../testing/test-host.ts';

const source = (code: string): Record<string, string> => ({
  'a.ts': `
import { JobExecutor } from '@platform/plugin-sdk/job';
import { Logger } from '@platform/plugin-sdk/log';
@JobExecutor({ name: 'shared', inject: [Logger] }) export class A {
  constructor(private readonly log: Logger) {}
  init() { this.log.info('initialised ${code}'); }
  dispose() { this.log.info('disposed ${code}'); }
  async jobExecute() { return undefined as never; }
}`,
});

describe('a load refused at its switch', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await TestHost.start();
  });
  afterAll(() => host.stop());

  it('is disposed, and its application is reported as failed', async () => {
    await host.load('first', '1.0.0', source('first'));
    await expect(host.load('second', '1.0.0', source('second'))).rejects.toMatchObject({
      code: 'PLUGIN_JOB_DUPLICATE',
    });
    await host.runtime.settled();
    const messages = host.log.map(({ message }) => message);
    expect(messages).toContain('initialised second');
    expect(messages).toContain('disposed second');
    expect(messages).not.toContain('disposed first');
    expect(host.runtime.isLoaded('second')).toBe(false);
    expect(host.runtime.describe('second')).toMatchObject({
      state: 'failed',
      failure: { stage: 'switch', code: 'PLUGIN_JOB_DUPLICATE' },
    });
  });

  it('is loaded once the name is free, which clears the failure', async () => {
    await host.runtime.unload('first');
    await host.load('second', '1.0.1', source('second'));
    expect(host.runtime.describe('second')).toMatchObject({ state: 'loaded', failure: undefined });
  });
});
