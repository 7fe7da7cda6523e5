import { createHash, timingSafeEqual } from 'node:crypto';
import { PlatformError, type PlatformConfig } from '../../kernel/index.ts';

/** Well known, to be replaced before going live. (spec: Authentication 4) */
const DEFAULT_USERNAME = 'monitor';
const DEFAULT_PASSWORD = 'monitor';

export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Whether everybody can know the password. */
  readonly wellKnown: boolean;
}

/**
 * The credentials of the monitoring endpoints. (spec: Authentication 4; design 16-23)
 *
 * @throws MANAGEMENT_DEFAULT_CREDENTIALS where the configuration refuses the defaults
 */
export function credentialsOf({ management }: Pick<PlatformConfig, 'management'>): Credentials {
  const username = management.username || DEFAULT_USERNAME;
  const password = management.password || DEFAULT_PASSWORD;
  const wellKnown = password === DEFAULT_PASSWORD;
  if (wellKnown && !management['allow-default-credentials']) {
    throw new PlatformError({
      code: 'MANAGEMENT_DEFAULT_CREDENTIALS',
      message: 'The monitoring endpoints would use the well-known default credentials.',
      fix: 'Set management.username and management.password, or allow the defaults with management.allow-default-credentials=true.',
    });
  }
  return { username, password, wellKnown };
}

/** The header `Authorization: Basic` of a pair `username:password`. (RFC 7617) */
export const basicHeader = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;

/** The pair of a header `Authorization: Basic`, undefined for any other header. (RFC 7617) */
export function basicPair(header: string | undefined): string | undefined {
  const encoded = /^basic +([\w+/=-]*) *$/i.exec(header ?? '')?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString('utf8');
}

/** Compares in a time that tells nothing about where two texts differ. */
export function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
