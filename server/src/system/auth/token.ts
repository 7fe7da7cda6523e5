import { hash, randomBytes } from 'node:crypto';

const FORM = /^[\w-]{43}$/;

/** An opaque token of 256 random bits. (design 2.2) */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * What is stored of a token, and what it is looked up by; undefined for texts that cannot be a
 * token.
 */
export function tokenHash(token: string): string | undefined {
  return FORM.test(token) ? hash('sha256', token, 'hex') : undefined;
}
