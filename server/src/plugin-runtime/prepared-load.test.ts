import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RUNTIME_COUNTS } from './lifecycle/runtime-counts.ts';
import { TestHost } from './testing/test-host.ts';

const source = (version: string, init = '', start = ''): Record<string, string> => ({
  'a.ts': `
import { Controller, Get } from '@platform/plugin-sdk/web';
import { Logger } from '@platform/plugin-sdk/log';
@Controller('/demo', { inject: [Logger] }) export class A {
  constructor(private readonly log: Logger) { this.log.info('constructed ${version}'); }
  init() { this.log.info('initialised ${version}'); ${init} }
  start() { this.log.info('started ${version}'); ${start} }
  stop() { this.log.info('stopped ${version}'); }
  dispose() { this.log.info('disposed ${version}'); }
  @Get('/version') version() { return '${version}'; }
}`,
});

describe('a version that is prepared beside the serving one (design 10.7-7)', () => {
  let host: TestHost;
  const prepare = async (version: string, init?: string, start?: string) =>
    host.runtime.prepare('demo', await host.workshop.jar('demo', version, source(version, init, start)));
  /** Lines that the application has logged since the last call. */
  const told = (): string[] => {
    const lines = host.log.map(({ message }) => message).filter((text) => /^[a-z]+ed \d/.test(text));
    host.log.length = 0;
    return lines;
  };
  const serving = (): string | undefined => host.runtime.describe('demo')?.version;

  beforeAll(async () => {
    host = await TestHost.start();
    await host.load('demo', '1.0.0', source('1.0.0'));
    told();
  });
  afterAll(() => host.stop());

  it('does nothing but construct itself until it is completed, and starts with its switch', async () => {
    const prepared = await prepare('1.1.0');
    expect(told()).toEqual(['constructed 1.1.0']);
    await prepared.complete();
    expect(told()).toEqual(['initialised 1.1.0']);
    expect(serving()).toBe('1.0.0');
    const report = await prepared.switch();
    await report.retired;
    expect(told()).toEqual(['stopped 1.0.0', 'started 1.1.0', 'disposed 1.0.0']);
    expect(report).toMatchObject({ version: '1.1.0', replacedVersion: '1.0.0', routes: 1 });
    expect(report.stages.map(({ stage }) => stage)).toEqual([
      'read',
      'verify',
      'evaluate',
      'container',
      'statements',
      'init',
      'routes',
      'switch',
    ]);
    await prepared.discard();
    expect(serving()).toBe('1.1.0');
  });

  it('is disposed when it is given up, before or after its init()', async () => {
    const early = await prepare('1.2.0');
    await early.discard();
    await early.discard();
    expect(told()).toEqual(['constructed 1.2.0']);
    await expect(early.switch()).resolves.toMatchObject({ version: '1.2.0' });
    expect(told()).toContain('constructed 1.2.0');
    await host.load('demo', '1.1.0', source('1.1.0'));
    await host.runtime.settled();
    told();
    const late = await prepare('1.2.0');
    await late.complete();
    await late.discard();
    await host.runtime.settled();
    expect(told()).toEqual(['constructed 1.2.0', 'initialised 1.2.0', 'disposed 1.2.0']);
    expect(serving()).toBe('1.1.0');
  });

  it('an init() that fails disposes it, and the serving version goes on', async () => {
    const prepared = await prepare('1.3.0', `throw new Error('no licence');`);
    await expect(prepared.complete()).rejects.toMatchObject({ details: { loadStage: 'init' } });
    await prepared.discard();
    expect(told()).toEqual(['constructed 1.3.0', 'initialised 1.3.0']);
    expect(host.runtime.describe('demo')).toMatchObject({
      state: 'loaded',
      version: '1.1.0',
      failure: { version: '1.3.0', stage: 'init' },
    });
  });

  it('a start() that fails disposes it once, and the former version serves again', async () => {
    const prepared = await prepare('1.4.0', '', `setInterval(() => 0, 60_000); throw new Error('no port');`);
    await prepared.complete();
    told();
    const { drains } = host.modules.services.use(RUNTIME_COUNTS);
    const before = drains.count;
    await expect(prepared.switch()).rejects.toMatchObject({ details: { loadStage: 'switch' } });
    await prepared.discard();
    await host.runtime.settled();
    expect(drains.count).toBe(before + 1);
    expect(host.log.filter(({ message }) => message.includes('1.4.0 left resources open'))).toHaveLength(1);
    expect(told().filter((line) => line === 'disposed 1.4.0')).toHaveLength(1);
    expect(serving()).toBe('1.1.0');
  });

  const library = (text: string) => ({ 'index.ts': `export const TEXT = '${text}';` });
  const user = {
    'user.ts': `
import { TEXT } from '@plugins/platform-library';
import { Service } from '@platform/plugin-sdk/core';
import { Logger } from '@platform/plugin-sdk/log';
@Service({ inject: [Logger] }) export class User {
  constructor(private readonly log: Logger) { log.info('constructed 9 with ' + TEXT); }
  dispose() { this.log.info('disposed 9 with ' + TEXT); }
}`,
  };

  it('is built anew where an application that it imports has changed meanwhile', async () => {
    await host.load('library', '1.0.0', library('old'));
    const prepared = await host.runtime.prepare('user', await host.workshop.jar('user', '1.0.0', user));
    await prepared.complete();
    await host.load('library', '1.1.0', library('new'));
    told();
    const { stages } = await prepared.switch();
    await host.runtime.settled();
    expect(told().toSorted()).toEqual(['constructed 9 with new', 'disposed 9 with old']);
    expect(host.runtime.isLoaded('user')).toBe(true);
    // Those of the version that serves, not of the one that was given up.
    expect(stages.map(({ stage }) => stage)).toEqual([
      'evaluate',
      'container',
      'statements',
      'init',
      'routes',
      'switch',
    ]);
  });

  it('is built anew where an application that it imports is no longer there', async () => {
    await host.runtime.unload('user');
    const prepared = await host.runtime.prepare('user', await host.workshop.jar('user', '1.0.0', user));
    await host.runtime.unload('library');
    expect((await prepared.switch()).skipped).toMatchObject([
      { name: expect.stringContaining('User') as string },
    ]);
  });
});
