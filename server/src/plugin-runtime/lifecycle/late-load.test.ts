import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { HTTP } from '../../kernel/index.ts';
import { TestHost } from '../testing/test-host.ts';

const source = (version: string): Record<string, string> => ({
  'a.ts': `
import { Controller, Get } from '@platform/plugin-sdk/web';
import { Logger } from '@platform/plugin-sdk/log';
@Controller('/late', { inject: [Logger] }) export class A {
  constructor(private readonly log: Logger) {}
  init() { setInterval(() => undefined, 60_000); }
  dispose() { this.log.info('disposed ${version}'); }
  @Get('/v') v() { return '${version}'; }
}`,
});

describe('a load that finishes after its timeout', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await TestHost.start({ args: ['--app-market.plugin-runtime.load-timeout-ms=4000'] });
  });
  afterAll(() => host.stop());
  const disposed = () => host.log.filter(({ message }) => message.startsWith('disposed'));
  /** Keeps the next load from its routes until it is called. */
  function hold(): () => void {
    const http = host.modules.services.use(HTTP);
    const create = http.createInstance.bind(http);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    vi.spyOn(http, 'createInstance').mockImplementationOnce(async (options) => {
      await released;
      return create(options);
    });
    return release;
  }

  it('is disposed, and the previous version keeps running', async () => {
    await host.load('late', '1.0.0', source('first'));
    const release = hold();
    await expect(host.load('late', '1.0.1', source('second'))).rejects.toMatchObject({
      code: 'PLUGIN_LOAD_TIMEOUT',
    });
    expect(disposed()).toEqual([]);
    release();
    await expect.poll(disposed).toMatchObject([{ message: 'disposed second' }]);
    expect(await host.get('/late/v')).toMatchObject({ status: 200, body: { data: 'first' } });
    expect(host.runtime.describe('late')).toMatchObject({
      version: '1.0.0',
      failure: { code: 'PLUGIN_LOAD_TIMEOUT', version: '1.0.1' },
    });
  });

  it('is disposed, too, where the version was prepared', async () => {
    const jar = await host.workshop.jar('late', '1.0.2', source('prepared'));
    const prepared = await host.runtime.prepare('late', jar);
    const release = hold();
    host.log.length = 0;
    await expect(prepared.complete()).rejects.toMatchObject({ code: 'PLUGIN_LOAD_TIMEOUT' });
    await prepared.discard();
    expect(disposed()).toEqual([]);
    release();
    await expect.poll(disposed).toMatchObject([{ message: 'disposed prepared' }]);
  });
});
