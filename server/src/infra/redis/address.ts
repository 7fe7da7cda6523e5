import { PlatformError } from '../../kernel/index.ts';

/**
 * @param key configuration key of the address, which may have a password and is not told
 * @throws CONFIG_INVALID
 */
export function assertRedisAddress(key: string, address: string): void {
  if (URL.canParse(address) && /^rediss?:$/.test(new URL(address).protocol)) return;
  throw new PlatformError({
    code: 'CONFIG_INVALID',
    message: `${key} is not a Redis address.`,
    fix: 'Use redis://user:password@host:6379/0, with user and password percent-encoded, or rediss:// with TLS.',
  });
}
