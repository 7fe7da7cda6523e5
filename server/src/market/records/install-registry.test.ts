import { beforeEach, describe, expect, it, vi } from 'vitest';
import { InstallRegistry } from './install-registry.ts';
import { INSTALL, type Install, type InstallStore } from './install-store.ts';

let records: Install[];
let registry: InstallRegistry;
const install = (tenantId: string, appCode: string, status: keyof typeof INSTALL): Install =>
  ({ tenantId, appCode, status: INSTALL[status] }) as Install;
const codes = (installs: readonly Install[]): string[] =>
  installs.map(({ tenantId, appCode }) => `${tenantId} ${appCode}`);

beforeEach(async () => {
  records = [
    install('a', 'mall', 'enabled'),
    install('a', 'member', 'disabled'),
    install('a', 'notes', 'installing'),
    install('b', 'mall', 'disabled'),
    install('b', 'member', 'disabled'),
    install('b', 'notes', 'upgrading'),
    install('c', 'board', 'failed'),
    install('c', 'mall', 'uninstalling'),
  ];
  registry = new InstallRegistry({ all: async () => records } as unknown as InstallStore);
  await registry.refresh();
});

describe('the installations of all tenants', () => {
  it.each([
    ['a', 'mall', 'enabled'],
    ['a', 'member', 'disabled'],
    ['a', 'notes', 'none'],
    ['b', 'notes', 'enabled'],
    ['c', 'board', 'none'],
    ['c', 'mall', 'none'],
    ['a', 'board', 'none'],
    ['unknown', 'mall', 'none'],
  ])('tenant %s has %s: %s', (tenantId, appCode, state) => {
    expect(registry.state(tenantId, appCode)).toBe(state);
  });

  it('are found by tenant and by application', () => {
    expect(registry.tenants('mall')).toEqual(['a']);
    expect(codes(registry.of('a'))).toEqual(['a mall', 'a member', 'a notes']);
    expect(registry.of('unknown')).toEqual([]);
    expect(codes(registry.enabledIn('b'))).toEqual(['b notes']);
    expect(registry.disabledIn('b')).toEqual(['mall', 'member']);
    expect(codes(registry.ofApp('mall'))).toEqual(['a mall', 'b mall', 'c mall']);
    expect(codes(registry.othersWith('mall', 'a'))).toEqual(['b mall']);
    expect(['mall', 'board', 'none'].map((code) => registry.isInstalled(code))).toEqual([true, false, false]);
    expect(registry.dormant()).toEqual(['member', 'board']);
  });
});

it('tells its listeners after each refresh', async () => {
  const listener = vi.fn();
  registry.onRefresh(listener);
  records = [];
  expect(registry.state('a', 'mall')).toBe('enabled');
  await registry.refresh();
  expect(listener).toHaveBeenCalledOnce();
  expect(registry.state('a', 'mall')).toBe('none');
});

it('keeps the latest of concurrent reads, however they end', async () => {
  const reads: PromiseWithResolvers<Install[]>[] = [];
  const slow = new InstallRegistry({
    all: () => {
      const read = Promise.withResolvers<Install[]>();
      reads.push(read);
      return read.promise;
    },
  } as unknown as InstallStore);
  const both = [slow.refresh(), slow.refresh()];
  reads[1]?.resolve([install('a', 'mall', 'disabled')]);
  await both[1];
  reads[0]?.resolve([install('a', 'mall', 'enabled')]);
  await both[0];
  expect(slow.state('a', 'mall')).toBe('disabled');
});
