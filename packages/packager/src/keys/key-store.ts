import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  generateKeyPair,
  loadPrivateKey,
  loadPublicKey,
  publicKeyOf,
  type SigningKey,
  type TrustedKey,
} from '@platform/package-format';
import { PackagerError } from '../errors.ts';

const PRIVATE = 'private.pem';
const PUBLIC = 'public.pem';

/** Creates the key pair (`-Keygen`). Throws `KEY_EXISTS`, because one pair signs all packages. */
export async function createKeys(keysDir: string): Promise<SigningKey> {
  const file = join(keysDir, PRIVATE);
  if (existsSync(file)) {
    throw new PackagerError({
      code: 'KEY_EXISTS',
      message: `${file} already exists.`,
      fix: 'Use this key. To rotate it, move it away, create a new pair, sign the packages again, and revoke the old key on the host.',
    });
  }
  const { privateKey, publicKey } = generateKeyPair();
  await mkdir(keysDir, { recursive: true });
  await writeFile(file, privateKey, { mode: 0o600, flag: 'wx' });
  await writeFile(join(keysDir, PUBLIC), publicKey);
  return loadPrivateKey(privateKey);
}

/** The private key of `keysDir`; a pair is made when there is none. */
export async function ensureKeys(keysDir: string): Promise<{ key: SigningKey; created: boolean }> {
  const file = join(keysDir, PRIVATE);
  if (!existsSync(file)) return { key: await createKeys(keysDir), created: true };
  const key = await readSigningKey(file);
  const publicFile = join(keysDir, PUBLIC);
  if (!existsSync(publicFile)) await writeFile(publicFile, publicKeyOf(key));
  return { key, created: false };
}

/** Reads a private key. Throws `SIGNING_KEY_MISSING`, `KEY_INVALID`. */
export async function readSigningKey(file: string): Promise<SigningKey> {
  if (!existsSync(file)) {
    throw new PackagerError({
      code: 'SIGNING_KEY_MISSING',
      message: `The signing key ${file} does not exist.`,
      fix: 'Correct -SigningKey, or omit it to use plugins/keys/private.pem.',
    });
  }
  return loadPrivateKey(await readFile(file, 'utf8'));
}

/** Reads the public keys that the packager trusts: the one beside the private key. */
export async function readTrustedKeys(publicKeyFile: string): Promise<TrustedKey[]> {
  return existsSync(publicKeyFile) ? [loadPublicKey(await readFile(publicKeyFile, 'utf8'))] : [];
}
