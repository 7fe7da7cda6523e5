import { hash, randomBytes } from 'node:crypto';

const FORM = /^(pt_)?[\w-]{43}$/;
const SCRIPT = 'pt_';
const SCRIPT_HASH = 'script:';

/** An opaque token of 256 random bits. (design 2.2) */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A token for scripts, which its beginning shows to people and to scanners for secrets. */
export function createScriptToken(): string {
  return SCRIPT + createToken();
}

/** Whether a stored form is that of a token for scripts. */
export const isScriptHash = (stored: string): boolean => stored.startsWith(SCRIPT_HASH);

/** The stored form of a token, by which it is found; undefined for texts that cannot be a token. */
export function tokenHash(token: string): string | undefined {
  const [whole, script] = FORM.exec(token) ?? [];
  if (whole === undefined) return undefined;
  return (script === undefined ? '' : SCRIPT_HASH) + hash('sha256', token, 'hex');
}
