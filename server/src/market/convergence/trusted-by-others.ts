import type { PlatformNode } from '@platform/host-api';
import { livingElsewhere, nodeName } from '../../cluster/index.ts';
import { PlatformError } from '../../kernel/index.ts';
import type { DesiredStore } from '../records/desired-store.ts';
import type { VersionStore } from '../records/version-store.ts';

interface KeyParts {
  readonly nodes: { rows(): Promise<readonly PlatformNode[]> };
  readonly desired: Pick<DesiredStore, 'all'>;
  readonly versions: Pick<VersionStore, 'find'>;
  /** Data directory of this host: workers that share it begin with the same configuration. */
  readonly machineId: string;
}

/**
 * Refuses a host whose trusted keys would divide the platform: in mode `enforce` it could not place
 * an enabled application that the others run. (design 10.7-8; docs/decisions/0147)
 *
 * Where no living host of another machine trusts the key, an operator has removed it: what is
 * installed continues.
 *
 * @throws TRUSTED_KEYS_DIFFER with application, version, key and host
 */
export async function assertTrustedLikeOthers(parts: KeyParts): Promise<void> {
  const rows = await parts.nodes.rows();
  const own = new Set(rows.find(({ self }) => self)?.trustedKeyIds);
  const others = livingElsewhere(rows, parts.machineId);
  if (others.every(({ trustedKeyIds }) => trustedKeyIds.every((id) => own.has(id)))) return;
  for (const { appCode, state, version } of await parts.desired.all()) {
    if (state !== 'running') continue;
    const keyId = (await parts.versions.find(appCode, version))?.signerKeyId ?? null;
    if (keyId === null || own.has(keyId)) continue;
    const host = others.find(({ trustedKeyIds }) => trustedKeyIds.includes(keyId));
    if (host) throw differs({ appCode, version, keyId, host: nodeName(host) });
  }
}

const differs = (which: Readonly<Record<'appCode' | 'version' | 'keyId' | 'host', string>>): PlatformError =>
  new PlatformError({
    code: 'TRUSTED_KEYS_DIFFER',
    message: `This host does not trust the key ${which.keyId}, which signed ${which.appCode} ${which.version}; the host ${which.host} does.`,
    fix: 'Give all hosts the same app-market.security.public-key and revoked-keys. To give a key up, first upgrade what it signed, or disable it.',
    details: which,
  });
