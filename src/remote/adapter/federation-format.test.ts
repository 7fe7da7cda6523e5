// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { describeRemoteAdapter } from './adapter.contract.ts';
import { createRemoteAdapter } from './create-adapter.ts';
import { createFederationFormat } from './federation-format.ts';

interface Scope {
  vue?: Record<string, { get: () => Promise<() => unknown> }>;
}

function federation(modules: Record<string, unknown>, registry: Record<string, string[] | undefined> = {}) {
  return createRemoteAdapter({
    formats: [createFederationFormat(registry)],
    importModule: async (address) => {
      if (address in modules) return modules[address];
      throw new TypeError(`Failed to fetch dynamically imported module: ${address}`);
    },
  });
}

describeRemoteAdapter('federation containers', ({ install, styles, onShared }) => {
  const registry: Record<string, string[] | undefined> = {};
  const entry = {
    init: async (scope: Scope) => onShared((await scope.vue?.['3.5.0']?.get())?.()),
    get: async () => {
      registry['css__hello__./install'] = [...(registry['css__hello__./install'] ?? []), ...styles];
      return () => install;
    },
  };
  return federation(
    { '/remote-apps/hello/index.js': entry, '/remote-apps/hello/other.js': { hello: 1 } },
    registry,
  );
});

describe('federation containers', () => {
  it('lists each style sheet once, however often the container is opened', async () => {
    const registry: Record<string, string[] | undefined> = { 'css__hello__./install': ['left-over.css'] };
    const get = async () => {
      (registry['css__hello__./install'] ??= []).push('a.css', 'a.css');
      return () => 'install';
    };
    const container = await federation({ e: { init: () => {}, get } }, registry).load('hello', 'e', {});
    await container.getInstall();
    await container.getInstall();
    expect(container.styles()).toEqual(['a.css']);
  });
});
