import { createHash } from 'node:crypto';
import { loadPublicKey, type TrustedKey } from '@platform/package-format';
import { PlatformError, type PlatformConfig } from '../../kernel/index.ts';
import type { VersionStore } from '../records/version-store.ts';

/** A configured key, trusted or revoked. */
export interface KnownKey {
  /** First 16 digits of the fingerprint; signatures name it. */
  readonly keyId: string;
  /** Hexadecimal SHA-256 of the key's SPKI form; null for a revoked key known only by id. */
  readonly fingerprint: string | null;
  readonly revoked: boolean;
  /** Number of saved versions signed with it. */
  readonly versions: number;
}

/** Loads the configured public keys. @throws CONFIG_INVALID naming the invalid one */
export function loadTrustedKeys(config: PlatformConfig['app-market']['security']): TrustedKey[] {
  return config['public-key'].map((pem, at) => {
    try {
      return loadPublicKey(pem);
    } catch (error) {
      throw new PlatformError({
        code: 'CONFIG_INVALID',
        message: `app-market.security.public-key, key ${at + 1}: ${error instanceof Error ? error.message : String(error)}`,
        fix: 'Copy the whole of keys/public.pem into application.yml, from -----BEGIN PUBLIC KEY----- to the end, with its line breaks (public-key: |).',
        cause: error,
      });
    }
  });
}

/** The keys in this host's configuration at start. (design 9.8-61) */
export class TrustedKeys {
  readonly #fingerprints: ReadonlyMap<string, string | null>;
  readonly #revoked: ReadonlySet<string>;
  readonly #versions: VersionStore;

  constructor(config: PlatformConfig['app-market']['security'], versions: VersionStore) {
    this.#revoked = new Set(config['revoked-keys']);
    this.#fingerprints = new Map([
      ...config['revoked-keys'].map((keyId) => [keyId, null] as const),
      ...loadTrustedKeys(config).map(({ key, keyId }) => {
        const der = key.export({ format: 'der', type: 'spki' });
        return [keyId, createHash('sha256').update(der).digest('hex')] as const;
      }),
    ]);
    this.#versions = versions;
  }

  async list(): Promise<KnownKey[]> {
    const signed = await this.#versions.countBySigner();
    return [...this.#fingerprints].map(([keyId, fingerprint]) => ({
      keyId,
      fingerprint,
      revoked: this.#revoked.has(keyId),
      versions: signed.get(keyId) ?? 0,
    }));
  }
}
