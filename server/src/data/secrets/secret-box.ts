import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { PlatformError, serviceToken } from '../../kernel/index.ts';
import type { PlatformKey } from '../identity/platform-key.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const TAG = { authTagLength: TAG_BYTES };
/** Label of the key that encrypts stored secrets. Another label is another key. */
const LABEL = 'stored secrets, version 1';
const SEALED = /^sealed:1:([\w-]{16}):([\w-]+)$/;

/** Where a secret is stored. It cannot be read from any other place. */
export interface SecretPlace {
  readonly table: string;
  readonly column: string;
  readonly id: number;
  /** Empty for tables of all tenants. */
  readonly tenantId: string;
  /** Name of the value, for people and messages. */
  readonly name: string;
}

/** Whether a stored text is encrypted. One that is not is used as it is. */
export const isSealed = (text: string): boolean => SEALED.test(text);

/**
 * Encrypts secrets for the database with AES-256-GCM. The place is authenticated, so that a value
 * that was copied to another row is refused. (design 11.7, 11.8-13)
 */
export class SecretBox {
  readonly #keys: ReadonlyMap<string, Buffer>;
  readonly #current: string;

  /**
   * @param current encrypts
   * @param further only decrypt, as during a rotation of the key
   */
  constructor(current: PlatformKey, further: readonly PlatformKey[] = []) {
    this.#current = current.fingerprint;
    this.#keys = new Map(
      [...further, current].map((key) => [key.fingerprint, key.encryptionKey(LABEL)] as const),
    );
  }

  /** Encrypts a value. An empty one stays empty: it hides nothing. */
  seal(value: string, place: SecretPlace): string {
    if (value === '') return value;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#keyOf(this.#current), nonce, TAG);
    cipher.setAAD(associated(place));
    const parts = [nonce, cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()];
    return `sealed:1:${this.#current}:${Buffer.concat(parts).toString('base64url')}`;
  }

  /**
   * Decrypts a stored text, and returns one that is not encrypted unchanged.
   *
   * @throws SECRET_UNREADABLE (500) when it was encrypted with another key or for another place
   */
  open(text: string, place: SecretPlace): string {
    const [, fingerprint = '', content = ''] = SEALED.exec(text) ?? [];
    if (fingerprint === '') return text;
    const key = this.#keys.get(fingerprint);
    if (!key) throw unreadable(place, `it was encrypted with the key ${fingerprint}, which is missing`);
    const bytes = Buffer.from(content, 'base64url');
    try {
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), TAG);
      decipher.setAAD(associated(place));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const encrypted = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
      return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
    } catch (error) {
      throw unreadable(place, 'it was changed, or copied from another row', error);
    }
  }

  /** Whether a text has to be encrypted, or encrypted again with the current key. */
  isOutdated(text: string): boolean {
    return text !== '' && SEALED.exec(text)?.[1] !== this.#current;
  }

  #keyOf(fingerprint: string): Buffer {
    const key = this.#keys.get(fingerprint);
    if (key) return key;
    throw new Error('A secret box always has its current key.');
  }
}

export const SECRET_BOX = serviceToken<SecretBox>('secret box');

function associated({ table, column, id, tenantId, name }: SecretPlace): Buffer {
  return Buffer.from(JSON.stringify([table, column, String(id), tenantId, name]));
}

/** @param reason without a full stop */
function unreadable({ table, name, tenantId }: SecretPlace, reason: string, cause?: unknown): PlatformError {
  const tenant = tenantId === '' ? '' : ` of the tenant ${tenantId}`;
  return new PlatformError({
    code: 'SECRET_UNREADABLE',
    status: 500,
    message: `The secret ${name}${tenant} in ${table} cannot be decrypted: ${reason}.`,
    fix: 'Put the earlier config/platform.secret-key back, or run "npm run platform -- rotate-key --old-key=<file>". Without that key, enter the value again.',
    cause,
  });
}
