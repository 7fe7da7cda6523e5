import { generateKeyPair, loadPublicKey } from '@platform/package-format';
import { expect, it } from 'vitest';
import { type ModuleContext, ServiceRegistry } from '../kernel/index.ts';
import { testConfig } from '../kernel/testing/config.ts';
import { ownNode } from './own-node.ts';

it('a host tells the keys that it trusts: none that it revokes, and none that it cannot read', () => {
  const [trusted, revoked] = [generateKeyPair().publicKey, generateKeyPair().publicKey];
  const idOf = (pem: string): string => loadPublicKey(pem).keyId;
  const config = testConfig();
  const security = {
    ...config['app-market'].security,
    'public-key': [trusted, 'nonsense', revoked],
    'revoked-keys': [idOf(revoked)],
  };
  const ctx = {
    config: { ...config, 'app-market': { ...config['app-market'], security } },
    services: new ServiceRegistry(),
    use: () => ({ group: 'g', scope: 's' }),
  } as unknown as ModuleContext;
  expect(ownNode(ctx).facts.trusted_key_ids).toBe(JSON.stringify([idOf(trusted)]));
});
