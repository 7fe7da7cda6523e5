// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { describeRemoteAdapter } from './adapter.contract.ts';
import { createRemoteAdapter } from './create-adapter.ts';
import { createModuleFormat } from './module-format.ts';

interface Page {
  [name: symbol]: Record<string, () => Promise<unknown>>;
}

/** Imports modules that are made when they are imported, as the browser evaluates them. */
function modules(makers: Record<string, (page: Page) => unknown>) {
  const page: Page = {};
  return createRemoteAdapter({
    formats: [createModuleFormat(page)],
    importModule: async (address) => {
      const make = makers[address];
      if (make) return make(page);
      throw new TypeError(`Failed to fetch dynamically imported module: ${address}`);
    },
  });
}

describeRemoteAdapter('native modules', ({ install, styles, onShared }) =>
  modules({
    '/remote-apps/hello/index.js': async (page) => {
      onShared(await page[Symbol.for('platform.shared')]?.['vue']?.());
      return { install, styles };
    },
    '/remote-apps/hello/other.js': () => ({ hello: 1 }),
  }),
);

describe('native modules', () => {
  it('need no list of styles, and list each sheet once', async () => {
    const adapter = modules({
      none: () => ({ install: () => {} }),
      twice: () => ({ install: () => {}, styles: ['a.css', 'a.css', 7] }),
    });
    expect((await adapter.load('hello', 'none', {})).styles()).toEqual([]);
    expect((await adapter.load('hello', 'twice', {})).styles()).toEqual(['a.css']);
  });

  it('spec: Frontend project layout/src/index.ts: may have install as the default export', async () => {
    const adapter = modules({ plain: () => ({ default: () => 'installed', styles: ['a.css'] }) });
    const container = await adapter.load('hello', 'plain', {});
    expect([await container.getInstall(), container.styles()]).toEqual([expect.any(Function), ['a.css']]);
    await expect(
      modules({ text: () => ({ default: 'no' }) }).load('hello', 'text', {}),
    ).rejects.toMatchObject({
      code: 'REMOTE_ENTRY_INVALID',
    });
  });

  it('are told from containers by the exports of the entry', async () => {
    const container = { init: () => {}, get: async () => () => 'contained' };
    const entries: Record<string, unknown> = { container, native: { install: 'native' } };
    const adapter = createRemoteAdapter({ importModule: async (address) => entries[address] });
    const installOf = async (entry: string) => (await adapter.load('hello', entry, {})).getInstall();
    expect([await installOf('container'), await installOf('native')]).toEqual(['contained', 'native']);
  });
});
