import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { PackageFormatError } from '../errors.ts';

/** A public key that packages may be signed with. */
export interface TrustedKey {
  /** First 16 hexadecimal digits of the SHA-256 of the key's SPKI DER form. */
  readonly keyId: string;
  readonly key: KeyObject;
}

/** A private key, with the id of its public half. */
export interface SigningKey {
  readonly keyId: string;
  readonly key: KeyObject;
}

/** A new Ed25519 pair: PKCS#8 and SPKI, as PEM. */
export function generateKeyPair(): { privateKey: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    publicKey: exportPublicKey(publicKey),
  };
}

/** Reads a public key. Throws `KEY_INVALID`. */
export function loadPublicKey(pem: string): TrustedKey {
  const key = readKey(() => createPublicKey(pem), 'public');
  if (pem.includes('PRIVATE KEY')) throw invalid('A private key was given where a public key belongs.');
  return { keyId: keyIdOf(key), key };
}

/** Reads a private key. Throws `KEY_INVALID`. */
export function loadPrivateKey(pem: string): SigningKey {
  const key = readKey(() => createPrivateKey(pem), 'private');
  return { keyId: keyIdOf(createPublicKey(key)), key };
}

/** PEM of the public key that belongs to a private one. */
export const publicKeyOf = ({ key }: SigningKey): string => exportPublicKey(createPublicKey(key));

const exportPublicKey = (key: KeyObject): string => key.export({ format: 'pem', type: 'spki' }).toString();

function keyIdOf(publicKey: KeyObject): string {
  const der = publicKey.export({ format: 'der', type: 'spki' });
  return createHash('sha256').update(der).digest('hex').slice(0, 16);
}

function readKey(read: () => KeyObject, kind: string): KeyObject {
  let key: KeyObject;
  try {
    key = read();
  } catch (cause) {
    throw invalid(`The ${kind} key cannot be read: it is not PEM, or it is encrypted.`, cause);
  }
  if (key.asymmetricKeyType === 'ed25519') return key;
  throw invalid(
    `The ${kind} key is of type ${key.asymmetricKeyType ?? 'unknown'}; packages are signed with Ed25519.`,
  );
}

function invalid(message: string, cause?: unknown): PackageFormatError {
  return new PackageFormatError({
    code: 'KEY_INVALID',
    message,
    fix: 'Make a pair with the packager: -Keygen.',
    cause,
  });
}
