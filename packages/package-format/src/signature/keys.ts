import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { PackageFormatError } from '../errors.ts';

/** A public key for package signatures. */
export interface TrustedKey {
  /** First 16 hexadecimal digits of the SHA-256 of the key's SPKI DER form. */
  readonly keyId: string;
  readonly key: KeyObject;
}

/** A private key with the id of its public half. */
export interface SigningKey {
  readonly keyId: string;
  readonly key: KeyObject;
}

/** Generates an Ed25519 key pair as PEM, in PKCS#8 and SPKI form. */
export function generateKeyPair(): { privateKey: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    publicKey: exportPublicKey(publicKey),
  };
}

/** Reads a public key. @throws KEY_INVALID */
export function loadPublicKey(pem: string): TrustedKey {
  const key = readKey(() => createPublicKey(pem), 'public');
  if (pem.includes('PRIVATE KEY')) throw invalid('Expected a public key, found a private key.');
  return { keyId: keyIdOf(key), key };
}

/** Reads a private key. @throws KEY_INVALID */
export function loadPrivateKey(pem: string): SigningKey {
  const key = readKey(() => createPrivateKey(pem), 'private');
  return { keyId: keyIdOf(createPublicKey(key)), key };
}

/** Returns the public key of a private key as PEM. */
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
    `The ${kind} key has the type ${key.asymmetricKeyType ?? 'unknown'}; packages are signed with Ed25519.`,
  );
}

function invalid(message: string, cause?: unknown): PackageFormatError {
  return new PackageFormatError({
    code: 'KEY_INVALID',
    message,
    fix: 'Create a key pair with the packager: -Keygen.',
    cause,
  });
}
