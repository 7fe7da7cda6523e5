import { describe, expect, it } from 'vitest';
import { RemoteError } from '../errors.ts';
import type { RemoteAdapter } from './adapter.ts';

/** The application that the adapter under test loads. */
export interface ContractRemote {
  install: unknown;
  styles: string[];
  /** Called with the shared `vue` that the application received. */
  onShared: (module: unknown) => void;
}

/**
 * Tests the contract of {@link RemoteAdapter}. The adapter must find an application at
 * `/remote-apps/hello/index.js`, another module at `/remote-apps/hello/other.js`, and nothing else.
 */
export function describeRemoteAdapter(name: string, create: (remote: ContractRemote) => RemoteAdapter): void {
  describe(`remote adapter: ${name}`, () => {
    const vue = { version: '3.5.0', ref: () => 'ref' };
    const shared = { vue: { version: '3.5.0', load: async () => vue } };
    const install = () => ({ views: {} });
    const adapterFor = (remote: Partial<ContractRemote> = {}) =>
      create({ install, styles: [], onShared: () => {}, ...remote });

    it('returns the install function and passes the shared modules', async () => {
      let got: unknown;
      const adapter = adapterFor({ onShared: (module) => (got = module) });
      const container = await adapter.load('hello', '/remote-apps/hello/index.js', shared);
      expect(await container.getInstall()).toBe(install);
      expect(got).toBe(vue);
    });

    it('lists the style sheets after getInstall', async () => {
      const adapter = adapterFor({ styles: ['style-1.css', '/abs/style-2.css'] });
      const container = await adapter.load('hello', '/remote-apps/hello/index.js', shared);
      await container.getInstall();
      expect(container.styles()).toEqual(['style-1.css', '/abs/style-2.css']);
    });

    it('rejects a module that is not an application', async () => {
      const loading = adapterFor().load('hello', '/remote-apps/hello/other.js', shared);
      await expect(loading).rejects.toMatchObject({ code: 'REMOTE_ENTRY_INVALID', stage: 'entry' });
      await expect(loading).rejects.toBeInstanceOf(RemoteError);
    });

    it('rejects a missing entry, and loads another one afterwards', async () => {
      const adapter = adapterFor();
      await expect(adapter.load('hello', '/remote-apps/none/index.js', shared)).rejects.toThrow();
      await expect(adapter.load('hello', '/remote-apps/hello/index.js', shared)).resolves.toBeDefined();
    });
  });
}
