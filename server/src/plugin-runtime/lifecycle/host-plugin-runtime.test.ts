import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LogLine } from '../../testing/collecting-logger.ts';
import { PluginWorkshop } from '../testing/plugin-project.ts';
import { TestHost } from '../testing/test-host.ts';
import { RUNTIME_COUNTS } from './runtime-counts.ts';

const words = (text: string): Record<string, string> => ({ 'index.ts': `export const words = ${text};` });
/** An application whose module fails without the words of `late`. */
const needy = (version: string): Record<string, string> => ({
  'index.ts': `import { words } from '@plugins/platform-late';\nexport const loud = [${version}, ...words.map((word) => word.toUpperCase())];`,
});
const logging = (name: string): Record<string, string> => ({
  'a.ts': `
import { Component } from '@platform/plugin-sdk/core';
import { Logger } from '@platform/plugin-sdk/log';
@Component({ inject: [Logger] }) export class A {
  constructor(private readonly log: Logger) {}
  stop() { this.log.info('stopped ${name}'); }
}`,
});

describe('the runtime of a host', () => {
  let workshop: PluginWorkshop;
  let host: TestHost;
  beforeAll(async () => {
    workshop = await PluginWorkshop.open();
    await workshop.jar('needy', '1.0.0', needy('1'));
    await workshop.jar('idle', '1.0.0', needy('1'));
    await workshop.jar('moved', '1.0.0', needy('1'));
    await workshop.jar('plain', '1.0.0', words('[]'));
    host = await TestHost.start({}, workshop);
  });
  afterAll(() => workshop.close());
  const lines = (pattern: RegExp): LogLine[] => host.log.filter(({ message }) => pattern.test(message));
  const counts = () => structuredClone(host.modules.services.use(RUNTIME_COUNTS).loads);

  it('starts with what can be loaded, and tells of what cannot', async () => {
    expect(host.runtime.describe().map(({ appCode, state }) => `${state} ${appCode}`)).toEqual([
      'failed idle',
      'failed moved',
      'failed needy',
      'loaded plain',
    ]);
    expect([host.runtime.isLoaded('plain'), host.runtime.isLoaded('needy')]).toEqual([true, false]);
    expect(host.runtime.describe('gone')).toBeUndefined();
    expect(counts()).toMatchObject({ load: { succeeded: 1, failed: 3 }, swap: { succeeded: 0, failed: 0 } });
    const [line] = lines(/^Application plain 1\.0\.0: application loaded with 0 components and 0 routes$/);
    expect(line).toMatchObject({
      level: 'info',
      fields: { appCode: 'plain', durationMs: expect.any(Number) as number },
    });
    expect(line?.fields).not.toHaveProperty('rebuilt');
    // All jars are in use.
    expect(lines(/plugins:prune/)).toEqual([]);
  });

  it('loads everything again, and reports each', async () => {
    const { loaded, failed, staleJars } = await host.runtime.loadAll();
    expect(loaded.map(({ appCode, replacedVersion }) => [appCode, replacedVersion])).toEqual([
      ['plain', '1.0.0'],
    ]);
    expect(failed.map(({ appCode, failure }) => `${appCode} ${failure.version}`).toSorted()).toEqual([
      'idle 1.0.0',
      'moved 1.0.0',
      'needy 1.0.0',
    ]);
    expect(staleJars).toEqual([]);
    expect(counts().swap).toMatchObject({ succeeded: 1, failed: 0 });
  });

  it('retries a refused application only for a sibling of its own', async () => {
    const before = lines(/was not loaded/).length;
    await host.load('other', '1.0.0', words('[]'));
    expect(lines(/was not loaded/)).toHaveLength(before);
  });

  it('never retries a version after another was loaded, or after an unload', async () => {
    await host.load('needy', '2.0.0', words('[]'));
    expect(await host.runtime.unload('idle')).toBeUndefined();
    expect(host.runtime.describe('idle')).toBeUndefined();
    await (await host.runtime.prepare('moved', await workshop.jar('moved', '2.0.0', words('[]')))).switch();
    await host.load('late', '1.0.0', words("['a']"));
    expect(host.runtime.describe('needy')).toMatchObject({ version: '2.0.0', failure: undefined });
    expect(host.runtime.describe('moved')).toMatchObject({ version: '2.0.0', failure: undefined });
    expect(host.runtime.describe('idle')).toBeUndefined();
  });

  it('counts a failed swap, which the former version survives', async () => {
    const before = counts().swap.failed;
    await expect(host.load('plain', '1.0.1', { 'a.ts': `throw new Error('at load');` })).rejects.toThrow();
    expect(counts().swap.failed).toBe(before + 1);
    expect(host.runtime.describe('plain')).toMatchObject({ version: '1.0.0', failure: { version: '1.0.1' } });
  });

  it('names the applications that a load rebuilt', async () => {
    await host.load('needy', '3.0.0', needy('3'));
    const { rebuilt } = await host.load('late', '1.1.0', words("['b']"));
    expect(rebuilt).toEqual(['needy']);
    expect(lines(/^Application late 1\.1\.0: /)).toMatchObject([{ fields: { rebuilt: ['needy'] } }]);
  });

  it('refuses a jar without a version in its name, also by order of an operator', async () => {
    for (const release of [true, false]) {
      await expect(host.runtime.load('plain', '/gone/own-name.jar', { release })).rejects.toMatchObject({
        code: 'PLUGIN_JAR_UNREADABLE',
      });
    }
  });

  it('loads by order of an operator what is in no quarantine', async () => {
    const jar = join(workshop.pluginDir, 'platform-plain-plugin-1.0.0.jar');
    expect(await host.runtime.load('plain', jar, { release: true })).toMatchObject({ version: '1.0.0' });
  });

  it('leaves no mark of a load that has ended, well or not', async () => {
    await expect(host.load('plain', '1.0.2', { 'a.ts': `throw new Error('at load');` })).rejects.toThrow();
    const marks = () => readdir(join(workshop.directory, 'load-marks'));
    expect(await marks()).toEqual([]);
    const prepared = await host.runtime.prepare('plain', await workshop.jar('plain', '1.0.3', words('[]')));
    await expect.poll(marks).toEqual([]);
    await prepared.complete();
    await expect.poll(marks).toEqual([]);
    await prepared.discard();
  });

  it('stops dependents before their siblings at its end, and serves nothing then', async () => {
    await host.load('late', '2.0.0', { ...words("['c']"), ...logging('late') });
    await host.load('needy', '4.0.0', { ...needy('4'), ...logging('needy') });
    const before = lines(/^stopped/).length;
    // One that is being loaded is waited for.
    const loading = host.runtime.load('slow', await workshop.jar('slow', '1.0.0', logging('slow')));
    await host.stop({ keepFiles: true });
    await loading;
    const stopped = lines(/^stopped/).map(({ message }) => message);
    expect(stopped.slice(before)).toEqual(['stopped slow', 'stopped needy', 'stopped late']);
    expect(host.runtime.describe().filter(({ state }) => state === 'loaded')).toEqual([]);
  });
});
