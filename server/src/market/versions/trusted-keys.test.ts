import { createHash } from 'node:crypto';
import { loadPublicKey } from '@platform/package-format';
import { expect, it } from 'vitest';
import { marketSuite } from '../testing/market-suite.ts';
import { keyIds, publicKeys } from '../testing/test-packages.ts';

const suite = marketSuite();

it('design 9.8-61: the console shows what is trusted, with fingerprints, and what is revoked', async () => {
  const [first = '', second = ''] = keyIds;
  await suite.host.publish(await suite.workshop.build());
  const list = async () => (await suite.host.call('GET', '/app/console/trusted-keys')).rows;
  const der = loadPublicKey(publicKeys[0] ?? '').key.export({ format: 'der', type: 'spki' });
  const fingerprint = createHash('sha256').update(der).digest('hex');
  expect(fingerprint.startsWith(first)).toBe(true);
  const trusted = { keyId: first, fingerprint, revoked: false, versions: 1 };
  expect(await list()).toEqual([trusted, expect.objectContaining({ keyId: second, versions: 0 })]);
  await suite.restart([], [second, 'ffffffffffffffff']);
  expect(await list()).toEqual(
    expect.arrayContaining([
      trusted,
      expect.objectContaining({ keyId: second, revoked: true }),
      { keyId: 'ffffffffffffffff', fingerprint: null, revoked: true, versions: 0 },
    ]),
  );
  expect((await suite.host.call('GET', '/app/console/trusted-keys', undefined, '')).status).toBe(401);
});
