import type { PlatformNode } from '@platform/host-api';
import { expect, it } from 'vitest';
import type { Desired } from '../records/desired-store.ts';
import type { AppVersion } from '../records/version-store.ts';
import { assertTrustedLikeOthers } from './trusted-by-others.ts';

const node = (hostId: string, trustedKeyIds: readonly string[], more: object = {}): PlatformNode =>
  ({
    ...{ hostId, trustedKeyIds, self: false, state: 'live', machine: hostId, address: ':1' },
    ...more,
  }) as never;

/** A host `own` that trusts the key `a` alone, beside others; `demo` is signed by `b`. */
const begins = (others: readonly PlatformNode[], state = 'running'): Promise<void> =>
  assertTrustedLikeOthers({
    nodes: { rows: async () => [node('own', ['a'], { self: true }), ...others] },
    desired: { all: async () => [{ appCode: 'demo', version: '1.0.0', state } as Desired] },
    versions: { find: async () => ({ signerKeyId: 'b' }) as AppVersion },
    machineId: 'own',
  });

it('design 10.7-8: refuses a host that lacks the key of what the others run, and names both', async () => {
  await expect(begins([node('other', ['a', 'b'])])).rejects.toMatchObject({
    code: 'TRUSTED_KEYS_DIFFER',
    details: { appCode: 'demo', version: '1.0.0', keyId: 'b', host: 'other :1' },
  });
});

it.each<[string, PlatformNode, string?]>([
  ['the application is disabled', node('other', ['b']), 'dormant'],
  ['no other host trusts the key any more', node('other', ['a', 'c'])],
  ['the other host is gone', node('other', ['b'], { state: 'gone' })],
  ['it is a worker of the same data directory', node('own-2', ['b'])],
])('lets a host begin where %s', async (_why, other, state) => {
  await expect(begins([other], state)).resolves.toBeUndefined();
});
