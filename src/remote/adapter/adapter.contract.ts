import { describe, expect, it } from 'vitest';
import { RemoteError } from '../errors.ts';
import type { RemoteAdapter } from './adapter.ts';

/** What the remote behind an adapter under test consists of. */
export interface ContractRemote {
  install: unknown;
  styles: string[];
  /** Called with the shared `vue` that the remote got. */
  onShared: (module: unknown) => void;
}

/**
 * The contract of every {@link RemoteAdapter}. The adapter given must find the remote at `/remote-apps/hello/index.js`, a
 * module that is no remote at `/remote-apps/hello/other.js`, and nothing elsewhere.
 */
export function describeRemoteAdapter(name: string, create: (remote: ContractRemote) => RemoteAdapter): void {
  describe(`remote adapter: ${name}`, () => {
    const vue = { version: '3.5.0', ref: () => 'ref' };
    const shared = { vue: { version: '3.5.0', load: async () => vue } };
    const install = () => ({ views: {} });
    const adapterFor = (remote: Partial<ContractRemote> = {}) =>
      create({ install, styles: [], onShared: () => {}, ...remote });

    it('gives the install function and hands over the shared modules', async () => {
      let got: unknown;
      const adapter = adapterFor({ onShared: (module) => (got = module) });
      const container = await adapter.load('hello', '/remote-apps/hello/index.js', shared);
      expect(await container.getInstall()).toBe(install);
      expect(got).toBe(vue);
    });

    it('names the style sheets once the install function has been asked for', async () => {
      const adapter = adapterFor({ styles: ['style-1.css', '/abs/style-2.css'] });
      const container = await adapter.load('hello', '/remote-apps/hello/index.js', shared);
      await container.getInstall();
      expect(container.styles()).toEqual(['style-1.css', '/abs/style-2.css']);
    });

    it('refuses a module that is no remote', async () => {
      const loading = adapterFor().load('hello', '/remote-apps/hello/other.js', shared);
      await expect(loading).rejects.toMatchObject({ code: 'REMOTE_ENTRY_INVALID', stage: 'entry' });
      await expect(loading).rejects.toBeInstanceOf(RemoteError);
    });

    it('rejects when there is nothing, and succeeds when asked again', async () => {
      const adapter = adapterFor();
      await expect(adapter.load('hello', '/remote-apps/none/index.js', shared)).rejects.toThrow();
      await expect(adapter.load('hello', '/remote-apps/hello/index.js', shared)).resolves.toBeDefined();
    });
  });
}
