import { createHash } from 'node:crypto';
import { loadPublicKey } from '@platform/package-format';
import type { PlatformConfig } from '../../kernel/index.ts';
import type { VersionStore } from './version-store.ts';

/** A key that packages may be signed with, or might be no more. */
export interface KnownKey {
  /** First 16 digits of the fingerprint, which signatures name. */
  readonly keyId: string;
  /** SHA-256 of the key's SPKI form in hexadecimal; null of a revoked key that the host does not have. */
  readonly fingerprint: string | null;
  readonly revoked: boolean;
  /** Saved versions that it has signed. */
  readonly versions: number;
}

/** What this host trusts since it was started, as its configuration says it. (design 9.8-61) */
export class TrustedKeys {
  readonly #fingerprints: ReadonlyMap<string, string | null>;
  readonly #revoked: ReadonlySet<string>;
  readonly #versions: VersionStore;

  constructor(config: PlatformConfig['app-market']['security'], versions: VersionStore) {
    this.#revoked = new Set(config['revoked-keys']);
    this.#fingerprints = new Map([
      ...config['revoked-keys'].map((keyId) => [keyId, null] as const),
      ...config['public-key'].map((pem) => {
        const { key, keyId } = loadPublicKey(pem);
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
