import { generateKeyPair } from '@platform/package-format';
import { expect, it } from 'vitest';
import { explainFailure } from '../../startup/explain-failure.ts';
import { loadTrustedKeys } from './trusted-keys.ts';

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
