import { beforeEach, describe, expect, it, vi } from 'vitest';
import { InstallRegistry } from './install-registry.ts';
import { INSTALL, type Install, type InstallReading } from './install-store.ts';

let records: Install[];
let registry: InstallRegistry;
const install = (tenantId: string, appCode: string, status: keyof typeof INSTALL): Install =>
  ({ tenantId, appCode, status: INSTALL[status] }) as Install;
/** Without times, so that all is read each time. */
const reading = (installs: readonly Install[], latest?: string): InstallReading => ({
  installs,
  count: installs.length,
  latest,
});
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
  registry = new InstallRegistry({ read: async () => reading(records) });
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

it('tells the other hosts of a change of its own, before it reads, and of no other', async () => {
  const events: string[] = [];
  const read = async () => {
    events.push('read');
    return reading(records);
  };
  const own = new InstallRegistry({ read }, () => events.push('told'));
  await own.reload();
  await own.refresh();
  expect(events).toEqual(['read', 'told', 'read']);
});

it('keeps the latest of concurrent reads, however they end', async () => {
  const reads: PromiseWithResolvers<InstallReading>[] = [];
  const slow = new InstallRegistry({
    read: () => {
      const read = Promise.withResolvers<InstallReading>();
      reads.push(read);
      return read.promise;
    },
  });
  const both = [slow.refresh(), slow.refresh()];
  reads[1]?.resolve(reading([install('a', 'mall', 'disabled')]));
  await both[1];
  reads[0]?.resolve(reading([install('a', 'mall', 'enabled')]));
  await both[0];
  expect(slow.state('a', 'mall')).toBe('disabled');
});

describe('a change among many installations', () => {
  const AT = '2026-01-01T00:10:00.000Z';
  /** Rows that the database would return. */
  let changed: Install[];
  const asked: Array<string | undefined> = [];
  let followed: InstallRegistry;

  beforeEach(async () => {
    changed = [];
    followed = new InstallRegistry({
      read: async (since) => {
        asked.push(since);
        return since === undefined
          ? reading(records, AT)
          : { ...reading(changed, AT), count: records.length };
      },
    });
    await followed.reload();
    asked.length = 0;
  });

  it('reads what has changed since, and a while before, as others may have committed it late', async () => {
    changed = [
      install('b', 'mall', 'enabled'),
      install('d', 'mall', 'enabled'),
      install('a', 'alpha', 'enabled'),
    ];
    records = [
      ...records.filter(({ tenantId, appCode }) => `${tenantId} ${appCode}` !== 'b mall'),
      ...changed,
    ];
    await followed.reload();
    expect(asked).toEqual(['2026-01-01T00:08:00.000Z']);
    expect(followed.tenants('mall')).toEqual(['a', 'b', 'd']);
    expect(codes(followed.of('a'))).toEqual(['a alpha', 'a mall', 'a member', 'a notes']);
    expect(codes(followed.of('c'))).toEqual(['c board', 'c mall']);
  });

  it('asks for what has changed since the last known change, also where nothing has since', async () => {
    const quiet = new InstallRegistry({
      read: async (since) => {
        asked.push(since);
        return since === undefined ? reading(records, AT) : { installs: [], count: 8, latest: undefined };
      },
    });
    for (let reads = 0; reads < 3; reads += 1) await quiet.reload();
    expect(asked).toEqual([undefined, '2026-01-01T00:08:00.000Z', '2026-01-01T00:08:00.000Z']);
  });

  it('reads all where one was removed, also when another one was added', async () => {
    const added = install('d', 'mall', 'enabled');
    records = [...records.slice(1), added];
    changed = [added];
    await followed.reload();
    expect(asked).toEqual([expect.any(String), undefined]);
    expect(followed.tenants('mall')).toEqual(['d']);
  });
});
