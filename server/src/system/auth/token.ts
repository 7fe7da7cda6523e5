import { hash, randomBytes } from 'node:crypto';

const FORM = /^[\w-]{43}$/;

/** An opaque token of 256 random bits. (design 2.2) */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a token, by which it is found; undefined for texts that cannot be a token. */
export function tokenHash(token: string): string | undefined {
  return FORM.test(token) ? hash('sha256', token, 'hex') : undefined;
}
