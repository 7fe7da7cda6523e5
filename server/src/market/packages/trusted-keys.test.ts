import { generateKeyPair, loadPublicKey } from '@platform/package-format';
import { expect, it } from 'vitest';
import { explainFailure } from '../../startup/explain-failure.ts';
import type { VersionStore } from '../records/version-store.ts';
import { loadTrustedKeys, TrustedKeys } from './trusted-keys.ts';

const { publicKey, privateKey } = generateKeyPair();
const security = (...keys: string[]) => ({
  mode: 'enforce' as const,
  'public-key': keys,
  'revoked-keys': [],
});

it.each([
  ['text', 'no key'],
  ['a key that was cut', publicKey.slice(0, 60)],
  ['a key on one line', publicKey.replaceAll('\n', ' ')],
  ['a private key', privateKey],
])('findings: security 18: names a public key that is %s, with a hint and without a stack', (_, pem) => {
  let thrown: unknown;
  try {
    loadTrustedKeys(security(publicKey, pem));
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toMatchObject({
    code: 'CONFIG_INVALID',
    message: expect.stringMatching(/^app-market\.security\.public-key, key 2: .*\.$/) as string,
    fix: expect.stringContaining('application.yml') as string,
  });
  expect(explainFailure(thrown)).not.toMatch(/\n\s+at /);
});

it('reads valid keys', () => {
  expect(loadTrustedKeys(security(publicKey))).toHaveLength(1);
});

it('lists trusted and revoked keys with the number of versions signed with each', async () => {
  const other = generateKeyPair().publicKey;
  const [trusted, revoked] = [loadPublicKey(publicKey).keyId, loadPublicKey(other).keyId];
  const config = { ...security(publicKey, other), 'revoked-keys': [revoked, 'f'.repeat(16)] };
  const countBySigner = async () => new Map([[trusted, 3]]);
  const keys = await new TrustedKeys(config, { countBySigner } as unknown as VersionStore).list();
  const fingerprint = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
  expect(keys).toEqual([
    { keyId: revoked, fingerprint, revoked: true, versions: 0 },
    { keyId: 'f'.repeat(16), fingerprint: null, revoked: true, versions: 0 },
    { keyId: trusted, fingerprint, revoked: false, versions: 3 },
  ]);
  expect(keys.every((key) => key.fingerprint?.startsWith(key.keyId) ?? true)).toBe(true);
});
