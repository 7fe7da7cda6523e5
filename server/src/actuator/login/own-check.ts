import { existingSecret, keyFileOf, PlatformKey } from '../../data/index.ts';
import type { PlatformConfig } from '../../kernel/index.ts';

const SCHEME = 'Platform';
const PURPOSE = 'health-check';
/** Both are on one machine, and its clock may be set in between. */
const VALID_MS = 60_000;

/**
 * The header `Authorization` of the host's own health check: it proves that it reads the secret key
 * of the data directory.
 *
 * @returns undefined where the key cannot be read, as by another user of the machine
 */
export async function ownCheckHeader(config: PlatformConfig, now: number): Promise<string | undefined> {
  const secret = await existingSecret(keyFileOf(config)).catch(() => undefined);
  return secret && `${SCHEME} ${now}.${new PlatformKey(secret).hmac(PURPOSE, String(now))}`;
}

/** Whether a header is that of the host's own health check. */
export function isOwnCheck(header: string | undefined, key: PlatformKey, now: number): boolean {
  const [, at = '', code = ''] = /^Platform (\d{1,15})\.([\w-]+)$/.exec(header ?? '') ?? [];
  return at !== '' && Math.abs(now - Number(at)) <= VALID_MS && key.matches(PURPOSE, at, code);
}
